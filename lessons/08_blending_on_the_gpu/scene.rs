//! One arm, twice: with a skin whose vertices follow one joint each, and with one that is blended.

use crate::arm;
use crate::skin::Skin;
use anyhow::Result;
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{joints_from_bind, palette, skin_point};
use common::transform::transform_point;
use gl::Gl;
use glam::{Mat4, Vec3, vec3};
use stage::Inspected;

/// The seconds until the arm is straight again.
pub const ROLL: f32 = 4.0;
/// The names of the two arms.
pub const ARMS: [&str; 2] = ["rigid", "blended"];
/// The places of the arms' feet in world space.
pub const FEET: [Vec3; 2] = [vec3(-1.0, 0.0, 0.0), vec3(0.6, 0.0, 0.0)];

pub struct Scene {
    skeleton: Skeleton,
    joints_from_bind: Vec<Mat4>,
    /// The skins of [`ARMS`], in that order.
    pub skins: [Skin; 2],
    /// The fraction of the motion that has passed, from 0 to 1.
    pub phase: f32,
    /// A factor on the arm's bend.
    pub bend: f32,
}

impl Scene {
    /// Makes both arms; the blend is `width` bones wide.
    pub fn new(gl: &Gl, width: f32) -> Result<Self> {
        let skeleton = arm::skeleton();
        Ok(Self {
            joints_from_bind: joints_from_bind(&skeleton, &arm::bind_pose()),
            skeleton,
            skins: [Skin::rigid(gl)?, Skin::blended(gl, width)?],
            phase: 0.0,
            bend: 1.0,
        })
    }

    /// Returns every joint's matrix to the model, in the arm's present pose.
    pub fn posed_from_joints(&self) -> Vec<Mat4> {
        model_from_joints(&self.skeleton, &arm::pose(self.phase, self.bend))
    }

    /// Returns every joint's matrix to the world, for one arm after the other.
    pub fn world_from_joints(&self) -> Vec<Mat4> {
        let posed_from_joints = self.posed_from_joints();
        let of_arm =
            |foot: Vec3| posed_from_joints.iter().map(move |joint| Mat4::from_translation(foot) * *joint);
        FEET.into_iter().flat_map(of_arm).collect()
    }

    /// Returns the palette, with matrices from the bind pose to the present pose.
    pub fn palette(&self) -> Vec<Mat4> {
        palette(&self.posed_from_joints(), &self.joints_from_bind)
    }

    /// Returns what the inspector shows.
    pub fn inspected(&self) -> Inspected {
        let pose = arm::pose(self.phase, self.bend);
        let foot = Some(Mat4::from_translation(FEET[1]));
        let inspected = Inspected::new(&self.skeleton, foot, pose, self.posed_from_joints());
        // The blended one first, where the joints are drawn too.
        [1, 0].into_iter().fold(inspected, |inspected, arm| {
            let mesh = self.skins[arm].mesh.clone();
            let inspected = inspected.with_skin(mesh, &self.joints_from_bind, self.palette());
            inspected.standing_at(ARMS[arm], FEET[arm])
        })
    }

    /// Returns the present place of a vertex in the model, blended on the processor.
    pub fn posed(&self, arm: usize, vertex: usize, palette: &[Mat4]) -> Vec3 {
        let skin = &self.skins[arm];
        skin_point(palette, &skin.mesh.influences[vertex], skin.mesh.positions[vertex])
    }

    /// Returns for each slot a joint, its weight, and where in the model it alone would move the vertex.
    pub fn slots(&self, arm: usize, vertex: usize, palette: &[Mat4]) -> Vec<(usize, f32, Vec3)> {
        let skin = &self.skins[arm];
        let (point, influences) = (skin.mesh.positions[vertex], skin.mesh.influences[vertex]);
        let slots = influences.joints.into_iter().zip(influences.weights);
        let slots = slots.map(|(joint, weight)| (joint as usize, weight));
        slots.map(|(joint, weight)| (joint, weight, transform_point(palette[joint], point))).collect()
    }
}
