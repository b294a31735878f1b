//! A playhead between keyframes: the pose there, and the poses of other methods.

use crate::body::JOINTS;
use crate::keyframes::{Keyframes, Playhead};
use crate::motion::keyframes;
use crate::ways::WAYS;
use common::pose::Pose;
use glam::{Mat4, Quat};

pub struct Scene {
    pub keyframes: Keyframes,
    pub playhead: Playhead,
    /// Method of the figure beside, an index into [`WAYS`].
    pub beside: usize,
}

/// Two keyframes, and how much of the time between them has passed.
pub struct Span {
    pub from: usize,
    pub to: usize,
    /// Time from the first to the second, in seconds.
    pub seconds: f32,
    /// The fraction of the time, from 0 to 1, not eased.
    pub alpha: f32,
}

impl Scene {
    pub fn new() -> Self {
        Self { keyframes: keyframes(), playhead: Playhead::default(), beside: 1 }
    }

    /// Lets `dt` seconds pass, up to this time of the motion.
    pub fn advance(&mut self, dt: f32, time: f32) {
        if dt < 0.0 {
            self.playhead = Playhead::at(time, &self.keyframes);
        } else {
            self.playhead.advance(dt, &self.keyframes);
            self.playhead.keep_to(time, &self.keyframes);
        }
    }

    pub fn span(&self) -> Span {
        let (frames, Playhead { frame: from, in_frame, .. }) = (&self.keyframes.frames, self.playhead);
        let seconds = frames[from].seconds;
        let is_held = self.keyframes.held() == Some(from);
        let to = if is_held { from } else { (from + 1) % frames.len() };
        let alpha = if is_held || seconds == 0.0 { 0.0 } else { in_frame / seconds };
        Span { from, to, seconds, alpha }
    }

    /// Returns every joint's matrix to its parent, mixed with translation, rotation and scale kept apart, and complaints
    /// about rotations that aren't normalised, at which glam would panic.
    pub fn pose(&self) -> (Vec<Mat4>, Vec<String>) {
        let (mut pose, mut odd) = (self.keyframes.pose_at(self.playhead), Vec::new());
        for (joint, name) in pose.iter_mut().zip(JOINTS) {
            let length = joint.rotation.length();
            if !joint.rotation.is_normalized() {
                odd.push(format!("the rotation of the {name} is {length:.2} long, not 1"));
                joint.rotation = if length > 0.0 { joint.rotation / length } else { Quat::IDENTITY };
            }
        }
        (parent_from_joints(&pose), odd)
    }

    /// Returns the matrices by the other method, if one is shown, and its name.
    pub fn pose_beside(&self) -> Option<(Vec<Mat4>, &'static str)> {
        let (_, name, way) = WAYS[self.beside];
        let way = way?;
        let mix = |from, to, alpha| way.parent_from_joint(from, to, alpha);
        Some((self.keyframes.between(self.playhead, mix), name))
    }
}

/// The matrices of a pose.
pub fn parent_from_joints(pose: &Pose) -> Vec<Mat4> {
    pose.iter().map(|joint| joint.to_matrix()).collect()
}
