//! The cylinder in its bind pose: how it is made, and how it is rigged.

use crate::often_seen::three_weights_as_often_seen;
use common::mesh::Mesh;
use common::shapes::cylinder;
use common::skin::{Influences, four_largest, three_weights};
use glam::Vec3;

/// The length of each of the three bones, in metres.
pub const LENGTH: f32 = 1.0;
/// The radius of the cylinder, in metres.
pub const RADIUS: f32 = 0.3;
/// The height of the whole.
pub const HEIGHT: f32 = 3.0 * LENGTH;

/// How the cylinder is made.
#[derive(Clone, Copy, PartialEq)]
pub struct Making {
    /// Half the height over which one bone's weight goes over to the next, as a part of the whole height.
    pub margin: f32,
    /// Whether the weights are those often seen, which are wrong.
    pub often_seen: bool,
    /// Points around, and slices along.
    pub samples: u16,
    pub slices: u16,
}

/// A cylinder whose points know which bones influence them.
pub struct Cylinder {
    pub mesh: Mesh,
    pub making: Making,
}

impl Cylinder {
    /// One cylinder, blended over three bones.
    pub fn skinned(making: Making) -> Self {
        let Making { samples, slices, .. } = making;
        let mut mesh = cylinder(RADIUS, HEIGHT, samples, slices);
        let rule = if making.often_seen { three_weights_as_often_seen } else { three_weights };
        let influences = |point: &Vec3| {
            let weights = rule(point.y / HEIGHT, making.margin);
            four_largest(&[0, 1, 2].map(|bone| (bone, weights[bone])))
        };
        mesh.influences = mesh.positions.iter().map(influences).collect();
        Self { mesh, making }
    }

    /// Three cylinders, each stiff on its bone.
    pub fn stiff(making: Making) -> Self {
        let mut all = Self { mesh: Mesh::default(), making };
        for bone in 0..3 {
            let mut part = cylinder(RADIUS, LENGTH, making.samples, 1);
            part.influences = vec![Influences::of(bone); part.positions.len()];
            for position in &mut part.positions {
                position.y += LENGTH * bone as f32;
            }
            for at in &mut part.texture_coordinates {
                // The bands are as wide as on the skin.
                at.y = (at.y + bone as f32) / 3.0;
            }
            all.mesh.append(part);
        }
        all
    }
}
