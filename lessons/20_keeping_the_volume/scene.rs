//! The poses and palettes of two bones and the helper between them.

use crate::dual_quaternion::DualQuaternion;
use crate::helper::helper_turn;
use crate::skin::LENGTH;
use common::clip::there_and_back;
use common::mesh::Mesh;
use common::skeleton::Skeleton;
use glam::{Mat4, Quat, Vec3};
use stage::Inspected;

/// The seconds of one sweep there and back.
pub const SWEEP: f32 = 4.0;

/// The state that the panel and the time change. Angles are in degrees.
pub struct Scene {
    /// The angle of the upper bone about its own length.
    pub twist: f32,
    /// The angle of the upper bone to the side, after the twist.
    pub bend: f32,
    /// The thickness of the upper bone relative to the bind pose.
    pub thick: f32,
}

impl Scene {
    pub fn new() -> Self {
        Self { twist: 150.0, bend: 0.0, thick: 1.0 }
    }

    /// Twists the upper bone for this time of the sweep, in seconds, without a bend.
    pub fn sweep(&mut self, time: f32) {
        self.bend = 0.0;
        self.twist = 90.0 * (1.0 + there_and_back(time, SWEEP));
    }

    /// Returns the upper bone's rotation in the lower one.
    fn turn(&self) -> Quat {
        turn(Vec3::Z, -self.bend) * turn(Vec3::Y, self.twist)
    }

    /// Returns the joint and the tip of the upper bone in model space. The lower bone begins at its origin.
    pub fn joint_and_tip(&self) -> [Vec3; 2] {
        let joint = Vec3::Y * LENGTH;
        [joint, joint + self.turn() * joint]
    }

    /// Returns the palette: the lower bone, which is at rest, the upper one, and the helper.
    pub fn palette(&self) -> Vec<Mat4> {
        let joints = self.model_from_joints().into_iter().zip(bind_pose());
        joints.map(|(joint, bound)| joint * bound.inverse()).collect()
    }

    /// Returns the matrices of the lower bone, the upper one and the helper to the model.
    fn model_from_joints(&self) -> [Mat4; 3] {
        let (turn, [low, high, helper]) = (self.turn(), bind_pose());
        let thick = Mat4::from_scale(Vec3::new(self.thick, 1.0, self.thick));
        [low, high * Mat4::from_quat(turn) * thick, helper * Mat4::from_quat(helper_turn(turn, Vec3::Y))]
    }

    /// Returns the palette as dual quaternions, which can't have a scale.
    pub fn dual_palette(&self) -> Vec<DualQuaternion> {
        let pair = DualQuaternion::from_matrix;
        let joints = self.model_from_joints().into_iter().zip(bind_pose());
        joints.map(|(joint, bound)| pair(joint).after(pair(bound.inverse()))).collect()
    }

    /// Returns what the inspector shows: joints, and skins that matrices move, with name and foot.
    pub fn inspected(
        &self,
        world_from_model: Mat4,
        skins: impl Iterator<Item = (&'static str, Mesh, Vec3)>,
    ) -> Inspected {
        let mut skeleton = Skeleton::chain(&["lower", "upper"]);
        skeleton.add("helper", Some(0));
        let back = bind_pose().map(|joint| joint.inverse());
        // The lower bone is at rest at the model's origin, so a matrix to it is one to the model.
        let joints = self.model_from_joints().to_vec();
        skins.fold(
            Inspected::new(&skeleton, Some(world_from_model), joints.clone(), joints),
            |inspected, (name, mesh, foot)| {
                inspected.with_skin(mesh, &back, self.palette()).standing_at(name, foot)
            },
        )
    }
}

/// Returns the matrices of the lower bone, the upper one and the helper to the model, in the bind pose.
fn bind_pose() -> [Mat4; 3] {
    let up = Mat4::from_translation(Vec3::Y * LENGTH);
    [Mat4::IDENTITY, up, up]
}

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}
