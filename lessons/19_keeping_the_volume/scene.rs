//! Two bones and their joint: how the upper one is turned, and what takes the skin along in each of three ways.

use crate::helper::helper_turn;
use crate::skin::LENGTH;
use common::clip::there_and_back;
use common::skin::{DualQuaternion, normal_palette};
use glam::{Mat3, Mat4, Quat, Vec3};

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
        let thick = Mat4::from_scale(Vec3::new(self.thick, 1.0, self.thick));
        let [low, high, helper] = self.rigid_palette();
        vec![low, high * about_joint(thick), helper]
    }

    /// The matrices for normals.
    pub fn normal_palette(&self) -> Vec<Mat3> {
        normal_palette(&self.palette())
    }

    /// The same motions as pairs, which have no room for a scale.
    pub fn dual_palette(&self) -> Vec<DualQuaternion> {
        self.rigid_palette().map(DualQuaternion::from_matrix).to_vec()
    }

    fn rigid_palette(&self) -> [Mat4; 3] {
        let turn = self.turn();
        let turns = [Quat::IDENTITY, turn, helper_turn(turn, Vec3::Y)];
        turns.map(|turn| about_joint(Mat4::from_quat(turn)))
    }
}

/// A motion that is meant in the joint's space, in the model.
fn about_joint(motion: Mat4) -> Mat4 {
    let up = Vec3::Y * LENGTH;
    Mat4::from_translation(up) * motion * Mat4::from_translation(-up)
}

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}
