//! The cylinder in its bind pose: how it is made, how it is rigged, and what a twist leaves of each slice.

use common::gl::{Gl, RiggedMesh, RiggedVertex};
use common::shapes::{Solid, cylinder};
use common::skin::{Influences, four_largest, three_weights, three_weights_as_often_seen};
use glam::{Vec3, vec2};

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
    pub solid: Solid,
    pub influences: Vec<Influences>,
    pub making: Making,
}

impl Cylinder {
    /// One cylinder, blended over three bones.
    pub fn skinned(making: Making) -> Self {
        let Making { margin, often_seen, samples, slices } = making;
        let solid = cylinder(RADIUS, HEIGHT, samples, slices);
        let weights = if often_seen { three_weights_as_often_seen } else { three_weights };
        let influences = |point: &Vec3| {
            let weights = weights(point.y / HEIGHT, margin);
            four_largest(&[0, 1, 2].map(|bone| (bone, weights[bone])))
        };
        let influences = solid.positions.iter().map(influences).collect();
        Self { solid, influences, making }
    }

    /// Three cylinders, each stiff on its bone.
    pub fn stiff(making: Making) -> Self {
        let mut all = Self { solid: Solid::default(), influences: Vec::new(), making };
        for bone in 0..3 {
            let part = cylinder(RADIUS, LENGTH, making.samples, 1);
            let first = all.solid.positions.len() as u32;
            let up = Vec3::Y * LENGTH * bone as f32;
            all.influences.extend(part.positions.iter().map(|_| Influences::of(bone)));
            all.solid.positions.extend(part.positions.iter().map(|&point| point + up));
            all.solid.normals.extend(part.normals);
            // The bands are as wide as on the skin.
            all.solid.pictures.extend(part.pictures.iter().map(|at| vec2(at.x, (at.y + bone as f32) / 3.0)));
            all.solid
                .triangles
                .extend(part.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
        }
        all
    }

    pub fn upload(&self, gl: &Gl) -> anyhow::Result<RiggedMesh> {
        RiggedMesh::new(gl, &RiggedVertex::of(&self.solid, &self.influences), &self.solid.triangles)
    }

    /// The area of each slice, from foot to top, as a part of its area in the bind pose; `skin_point` poses a vertex.
    pub fn slice_areas(&self, skin_point: impl Fn(&Influences, Vec3) -> Vec3) -> Vec<f32> {
        let ring = usize::from(self.making.samples) + 1;
        let area = |points: &[Vec3]| {
            let centre = points.iter().sum::<Vec3>() / points.len() as f32;
            let sectors = points.windows(2).map(|pair| (pair[0] - centre).cross(pair[1] - centre));
            0.5 * sectors.sum::<Vec3>().length()
        };
        (0..=usize::from(self.making.slices))
            .map(|slice| {
                let vertices = slice * ring..(slice + 1) * ring;
                let posed: Vec<Vec3> = (vertices.clone())
                    .map(|vertex| skin_point(&self.influences[vertex], self.solid.positions[vertex]))
                    .collect();
                area(&posed) / area(&self.solid.positions[vertices])
            })
            .collect()
    }
}
