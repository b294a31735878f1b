//! Plays a clip on a figure.

use super::{Clip, Cursors, Figure, Search};
use crate::pose::Pose;
use crate::transform::Transform;
use glam::Mat4;
use std::sync::Arc;

/// Plays a clip on a figure. All its lists are made once: to play on takes no new memory.
#[derive(Clone, Debug)]
pub struct Animator {
    /// How many seconds of the clip pass in a second. Backwards, if it is negative.
    pub speed: f32,
    /// Whether the clip begins again at its end. Otherwise it stays there.
    pub looping: bool,
    figure: Arc<Figure>,
    clip: Arc<Clip>,
    /// For every channel of the clip.
    cursors: Vec<Cursors>,
    /// Seconds in the clip. In an hour of small steps, less exact numbers would go wrong by hundredths of a second.
    time: f64,
    pose: Pose,
    model_from_joints: Vec<Mat4>,
}

impl Animator {
    /// An animator at the start of a clip, which loops.
    ///
    /// # Panics
    /// If the clip moves a joint that the figure does not have, or its length is negative or no number.
    pub fn new(figure: Arc<Figure>, clip: Arc<Clip>) -> Self {
        let joints = figure.skeleton.joints().len();
        let beyond = clip.channels.iter().find(|channel| channel.joint >= joints);
        assert!(
            beyond.is_none(),
            "the clip '{}' moves more joints than the figure's {joints}: was it made for another one?",
            clip.name
        );
        assert!(clip.seconds >= 0.0, "the clip '{}' takes {} seconds", clip.name, clip.seconds);
        let mut animator = Self {
            speed: 1.0,
            looping: true,
            cursors: vec![Cursors::default(); clip.channels.len()],
            time: 0.0,
            pose: figure.rest.clone(),
            model_from_joints: vec![Mat4::IDENTITY; joints],
            figure,
            clip,
        };
        animator.seek(0.0);
        animator
    }

    /// Lets `dt` seconds pass, and moves every joint to where it is then. A step that is endless or no number is not
    /// taken.
    pub fn update(&mut self, dt: f32) {
        if !(self.speed * dt).is_finite() {
            return;
        }
        let Figure { skeleton, rest } = &*self.figure;
        let seconds = f64::from(self.clip.seconds);
        // TODO 12.3: Add `dt` to the time, as fast as the clip plays. If it loops (and takes any time at all), wrap the
        //   time around: the end is the beginning. Otherwise keep it from 0 to the end. Begin with the pose at rest, and
        //   sample every channel into it. Then walk down the tree and write where every joint stands in the model.
        // BEGIN SOLUTION 12.3
        self.time += f64::from(self.speed) * f64::from(dt);
        if self.looping && seconds > 0.0 {
            self.time = self.time.rem_euclid(seconds);
        }
        self.time = self.time.clamp(0.0, seconds);

        self.pose.copy_from_slice(rest);
        for (channel, cursors) in self.clip.channels.iter().zip(&mut self.cursors) {
            let joint = channel.joint;
            self.pose[joint] = channel.sample(rest[joint], self.time as f32, cursors);
        }

        for (index, joint) in skeleton.joints().iter().enumerate() {
            let parent_from_joint = self.pose[index].to_matrix();
            self.model_from_joints[index] = match joint.parent {
                Some(parent) => self.model_from_joints[parent] * parent_from_joint,
                None => parent_from_joint,
            };
        }
        // END SOLUTION 12.3
        // STARTER 12.3: let _ = (dt, seconds, Transform::to_matrix);
        // STARTER 12.3: self.pose.copy_from_slice(rest);
        // STARTER 12.3: for (index, joint) in self.pose.iter().enumerate() {
        // STARTER 12.3:     self.model_from_joints[index] = joint.to_matrix();
        // STARTER 12.3: }
        // STARTER 12.3: let _ = (skeleton, &mut self.cursors);
    }

    /// Goes to a time in the clip, and shows the pose there. In a loop the end is the beginning. What is endless or no
    /// number is no time: it stays where it is.
    pub fn seek(&mut self, seconds: f32) {
        if seconds.is_finite() {
            self.time = f64::from(seconds);
        }
        self.update(0.0);
    }

    /// Finds keys in another way from now on.
    pub fn search_by(&mut self, search: Search) {
        self.cursors.fill(Cursors::new(search));
    }

    /// The time in the clip, in seconds from its start.
    pub fn time(&self) -> f32 {
        self.time as f32
    }

    /// The clip that is played.
    pub fn clip(&self) -> &Clip {
        &self.clip
    }

    /// How every joint stands in its parent.
    pub fn pose(&self) -> &[Transform] {
        &self.pose
    }

    /// Every joint's transform to model space.
    pub fn model_from_joints(&self) -> &[Mat4] {
        &self.model_from_joints
    }
}
