//! The cylinder's mesh and weights, in its bind pose.

use crate::often_seen::three_weights_as_often_seen;
use common::mesh::Mesh;
use common::shapes::cylinder;
use common::skin::{Influences, four_largest, three_weights};
use glam::Vec3;

/// The length of each of the three bones, in metres.
pub const LENGTH: f32 = 1.0;
/// The radius of the cylinder, in metres.
pub const RADIUS: f32 = 0.3;
/// The height of the whole cylinder, in metres.
pub const HEIGHT: f32 = 3.0 * LENGTH;

/// The number of slices. A skin bends only where it has vertices.
const SLICES: u16 = 48;
/// The number of points around the cylinder.
const SAMPLES: u16 = 40;

/// The weights of the skin, as the panel sets them.
#[derive(Clone, Copy, PartialEq)]
pub struct Weights {
    /// Half the height of a ramp, as a fraction of the cylinder's height.
    pub margin: f32,
    /// True for the wrong weights that are often seen.
    pub often_seen: bool,
}

/// Returns one cylinder, blended over three bones.
pub fn skinned(weights: Weights) -> Mesh {
    let mut mesh = cylinder(RADIUS, HEIGHT, SAMPLES, SLICES);
    let rule = if weights.often_seen { three_weights_as_often_seen } else { three_weights };
    let influences = |point: &Vec3| {
        let weights = rule(point.y / HEIGHT, weights.margin);
        four_largest(&[0, 1, 2].map(|bone| (bone, weights[bone])))
    };
    mesh.influences = mesh.positions.iter().map(influences).collect();
    mesh
}

/// Returns three cylinders, each rigid on its bone.
pub fn rigid() -> Mesh {
    let mut all = Mesh::default();
    for bone in 0..3 {
        let mut part = cylinder(RADIUS, LENGTH, SAMPLES, 1);
        part.influences = vec![Influences::of(bone); part.positions.len()];
        for position in &mut part.positions {
            position.y += LENGTH * bone as f32;
        }
        for at in &mut part.texture_coordinates {
            // The bands are as wide as on the skin.
            at.y = (at.y + bone as f32) / 3.0;
        }
        all.append(part);
    }
    all
}
