//! The cylinder and its three bones: how it is rigged, how it is posed, and how much of it a twist takes away.

use common::gl::{Gl, RiggedMesh, RiggedVertex};
use common::shapes::cylinder;
use common::skeleton::Skeleton;
use common::skin::{
    DualQuaternion, Influences, four_largest, joints_from_bind, palette, skin_point, three_weights,
    three_weights_as_often_seen,
};
use common::{pose::model_from_joints, shapes::Solid};
use glam::{Mat4, Quat, Vec3, vec2};

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

/// A cylinder whose points know who pulls on them.
pub struct Figure {
    pub solid: Solid,
    pub influences: Vec<Influences>,
    pub making: Making,
}

impl Figure {
    /// One cylinder that three bones pull on.
    pub fn skinned(making: Making) -> Self {
        let Making { margin, often_seen, samples, slices } = making;
        let solid = cylinder(RADIUS, HEIGHT, samples, slices);
        let weights = if often_seen { three_weights_as_often_seen } else { three_weights };
        let pulls = |point: &Vec3| {
            let weights = weights(point.y / HEIGHT, margin);
            four_largest(&[0, 1, 2].map(|bone| (bone, weights[bone])))
        };
        let influences = solid.positions.iter().map(pulls).collect();
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

    /// How much room each slice takes, as a part of what it takes in the bind pose; `skin` moves a vertex.
    pub fn room(&self, skin: impl Fn(&Influences, Vec3) -> Vec3) -> Vec<f32> {
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
                    .map(|vertex| skin(&self.influences[vertex], self.solid.positions[vertex]))
                    .collect();
                area(&posed) / area(&self.solid.positions[vertices])
            })
            .collect()
    }

    /// The room of each slice by matrices, and by dual quaternions.
    pub fn rooms(&self, palette: &[Mat4]) -> [Vec<f32>; 2] {
        let motions = duals(palette);
        [
            self.room(|influences, point| skin_point(palette, influences, point)),
            self.room(|influences, point| {
                DualQuaternion::blended(&motions, influences).transform_point(point)
            }),
        ]
    }
}

/// The rigid motion of each matrix of a palette.
pub fn duals(palette: &[Mat4]) -> Vec<DualQuaternion> {
    palette.iter().map(|&matrix| DualQuaternion::from_matrix(matrix)).collect()
}

/// Three bones, each on the tip of the one below.
pub struct Bones {
    pub skeleton: Skeleton,
    joints_from_bind: Vec<Mat4>,
}

impl Bones {
    pub fn new() -> Self {
        let skeleton = Skeleton::chain(&["bone 0", "bone 1", "bone 2"]);
        let joints_from_bind = joints_from_bind(&skeleton, &parent_from_bones([Quat::IDENTITY; 3]));
        Self { skeleton, joints_from_bind }
    }

    /// Where the bones are in the model, turned in their parents.
    pub fn model_from_bones(&self, turns: [Quat; 3]) -> Vec<Mat4> {
        model_from_joints(&self.skeleton, &parent_from_bones(turns))
    }

    /// The palette; bone 1 is as wide as `stretch` says, and what hangs on it is not.
    pub fn palette(&self, turns: [Quat; 3], stretch: f32) -> Vec<Mat4> {
        let mut model_from_bones = self.model_from_bones(turns);
        if let Some(bone) = model_from_bones.get_mut(1) {
            *bone *= Mat4::from_scale(Vec3::new(stretch, 1.0, 1.0));
        }
        palette(&model_from_bones, &self.joints_from_bind)
    }
}

fn parent_from_bones(turns: [Quat; 3]) -> [Mat4; 3] {
    let [low, middle, high] = turns.map(Mat4::from_quat);
    let up = Mat4::from_translation(Vec3::Y * LENGTH);
    [low, up * middle, up * high]
}
