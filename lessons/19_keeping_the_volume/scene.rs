//! Two bones and their joint: how the upper one is turned, and what takes the skin along in each of three ways.

use crate::helper::helper_turn;
use crate::skin::LENGTH;
use common::clip::there_and_back;
use common::mesh::Mesh;
use common::skeleton::Skeleton;
use common::skin::{DualQuaternion, normal_palette};
use glam::{Mat3, Mat4, Quat, Vec3};
use stage::{Inspected, InspectedSkin};

/// Seconds of one sweep there and back.
pub const SWEEP: f32 = 4.0;

/// All that can change. Angles are in degrees.
pub struct Scene {
    /// Of the upper bone about its own length.
    pub twist: f32,
    /// Of the upper bone to the side, after the twist.
    pub bend: f32,
    /// How many times as thick as in the bind pose the upper bone is.
    pub thick: f32,
}

impl Scene {
    pub fn new() -> Self {
        Self { twist: 150.0, bend: 0.0, thick: 1.0 }
    }

    /// Twists the upper bone as it is at this time of the sweep, in seconds; nothing is bent.
    pub fn sweep(&mut self, time: f32) {
        self.bend = 0.0;
        self.twist = 90.0 * (1.0 + there_and_back(time, SWEEP));
    }

    /// The upper bone's turn in the lower one.
    fn turn(&self) -> Quat {
        turn(Vec3::Z, -self.bend) * turn(Vec3::Y, self.twist)
    }

    /// Where the joint is, and the tip of the upper bone, in the model. The lower bone stands on its origin.
    pub fn joint_and_tip(&self) -> [Vec3; 2] {
        let joint = Vec3::Y * LENGTH;
        [joint, joint + self.turn() * joint]
    }

    /// What takes a point of the bind pose along: the lower bone, which rests, the upper one, and the helper.
    pub fn palette(&self) -> Vec<Mat4> {
        from_bind(&self.model_from_joints())
    }

    /// The lower bone, the upper one and the helper in the model.
    fn model_from_joints(&self) -> [Mat4; 3] {
        let thick = Mat4::from_scale(Vec3::new(self.thick, 1.0, self.thick));
        let [low, high, helper] = self.rigid_joints();
        [low, high * thick, helper]
    }

    /// The matrices for normals.
    pub fn normal_palette(&self) -> Vec<Mat3> {
        normal_palette(&self.palette())
    }

    /// The same motions as pairs, which have no room for a scale.
    pub fn dual_palette(&self) -> Vec<DualQuaternion> {
        from_bind(&self.rigid_joints()).into_iter().map(DualQuaternion::from_matrix).collect()
    }

    /// What the inspector can look at: the joints, and skins that matrices move, each with its name and where it stands.
    pub fn inspected(&self, skins: impl Iterator<Item = (&'static str, Mesh, Vec3)>) -> Inspected {
        let mut skeleton = Skeleton::chain(&["lower", "upper"]);
        skeleton.add("helper", Some(0));
        let back = bind_pose().map(|joint| joint.inverse()).to_vec();
        let skin = |(name, mesh, foot): (&str, Mesh, Vec3)| InspectedSkin {
            name: name.to_owned(),
            card: Some("skin.vert"),
            world_from_model: Some(Mat4::from_translation(foot)),
            ..InspectedSkin::new(mesh, &skeleton, back.clone(), self.palette())
        };
        // The lower bone rests in the model's origin, so that what stands in it stands so in the model too.
        let joints = self.model_from_joints().to_vec();
        Inspected { skins: skins.map(skin).collect(), ..Inspected::new(&skeleton, joints.clone(), joints) }
    }

    /// The joints without a scale.
    fn rigid_joints(&self) -> [Mat4; 3] {
        let turn = self.turn();
        let [low, high, helper] = bind_pose();
        [low, high * Mat4::from_quat(turn), helper * Mat4::from_quat(helper_turn(turn, Vec3::Y))]
    }
}

/// The lower bone, the upper one and the helper, each in the model, when the skins were bound.
fn bind_pose() -> [Mat4; 3] {
    let up = Mat4::from_translation(Vec3::Y * LENGTH);
    [Mat4::IDENTITY, up, up]
}

/// What takes a point of the bind pose along with each joint.
fn from_bind(model_from_joints: &[Mat4]) -> Vec<Mat4> {
    model_from_joints.iter().zip(bind_pose()).map(|(&joint, bound)| joint * bound.inverse()).collect()
}

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}
