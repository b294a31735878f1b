//! Three bones, each on the tip of the one below, and the matrices for their skin.

use crate::cylinder::LENGTH;
use common::clip::there_and_back;
use common::mesh::Mesh;
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{joints_from_bind, normal_palette, palette};
use glam::{Mat3, Mat4, Quat, Vec3};
use stage::Inspected;

/// The seconds of one sweep there and back.
pub const SWEEP: f32 = 4.0;
/// The largest bend to either side, in degrees.
const LARGEST: f32 = 25.0;

pub struct Scene {
    skeleton: Skeleton,
    joints_from_bind: Vec<Mat4>,
    /// The angle of bone 1 in degrees, and of bone 2 in the opposite sense.
    pub bend: f32,
    /// The width of bone 1 relative to the bind pose.
    pub stretch: f32,
    pub normals: Normals,
}

/// The matrices that transform the normals.
#[derive(Clone, Copy, PartialEq)]
pub enum Normals {
    NormalMatrix,
    AsDirections,
    NotAtAll,
}

impl Scene {
    pub fn new() -> Self {
        let skeleton = Skeleton::chain(&["bone 0", "bone 1", "bone 2"]);
        let joints_from_bind = joints_from_bind(&skeleton, &parent_from_bones([Quat::IDENTITY; 3]));
        Self { skeleton, joints_from_bind, bend: -LARGEST, stretch: 1.0, normals: Normals::NormalMatrix }
    }

    /// Bends the bones for this time of the sweep, in seconds.
    pub fn sweep(&mut self, time: f32) {
        // Without a minus on zero.
        self.bend = LARGEST * there_and_back(time, SWEEP) + 0.0;
    }

    /// Returns every bone's rotation in its parent.
    fn turns(&self) -> [Quat; 3] {
        [Quat::IDENTITY, turn(self.bend), turn(-self.bend)]
    }

    /// Returns every bone's matrix to the model.
    pub fn model_from_bones(&self) -> Vec<Mat4> {
        model_from_joints(&self.skeleton, &parent_from_bones(self.turns()))
    }

    /// Returns every bone's matrix to the model, with bone 1 scaled; bone 2 isn't scaled with it.
    fn stretched_bones(&self) -> Vec<Mat4> {
        let mut model_from_bones = self.model_from_bones();
        if let Some(bone) = model_from_bones.get_mut(1) {
            *bone *= Mat4::from_scale(Vec3::new(self.stretch, 1.0, 1.0));
        }
        model_from_bones
    }

    /// Returns every bone's matrix from the bind pose to the present pose.
    pub fn palette(&self) -> Vec<Mat4> {
        palette(&self.stretched_bones(), &self.joints_from_bind)
    }

    /// Returns the chosen matrices for normals, one for each bone.
    pub fn normal_palette(&self, palette: &[Mat4]) -> Vec<Mat3> {
        match self.normals {
            Normals::NormalMatrix => normal_palette(palette),
            Normals::AsDirections => palette.iter().map(|&matrix| Mat3::from_mat4(matrix)).collect(),
            Normals::NotAtAll => vec![Mat3::IDENTITY; palette.len()],
        }
    }

    /// Returns what the inspector shows, the bones and the skin.
    pub fn inspected(&self, mesh: &Mesh, world_from_model: Mat4) -> Inspected {
        let pose = parent_from_bones(self.turns()).to_vec();
        let inspected = Inspected::new(&self.skeleton, Some(world_from_model), pose, self.stretched_bones());
        inspected.with_skin(mesh.clone(), &self.joints_from_bind, self.palette())
    }
}

fn turn(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

fn parent_from_bones(turns: [Quat; 3]) -> [Mat4; 3] {
    let [low, middle, high] = turns.map(Mat4::from_quat);
    let up = Mat4::from_translation(Vec3::Y * LENGTH);
    [low, up * middle, up * high]
}
