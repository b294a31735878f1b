//! Plays a clip on a rig.

use super::{Clip, Cursors, Search};
use crate::pose::Pose;
use crate::rig::Rig;
use crate::transform::Transform;
use std::sync::Arc;

/// Plays a clip on a rig, and has its pose at every moment. All lists are allocated once, by `new`.
#[derive(Clone, Debug)]
pub struct Animator {
    /// Seconds of the clip that pass in a second. Negative numbers play it backwards.
    pub speed: f32,
    /// Begins the clip again at its end if true; else holds its last pose.
    pub looping: bool,
    rig: Arc<Rig>,
    clip: Arc<Clip>,
    /// For every channel of the clip.
    cursors: Vec<Cursors>,
    /// Seconds in the clip. In single precision an hour of small steps would be off by hundredths of a second.
    time: f64,
    pose: Pose,
}

impl Animator {
    /// An animator at the start of a clip, which loops.
    ///
    /// # Panics
    /// If the clip moves a joint that the rig doesn't have, or its length is negative or NaN.
    pub fn new(rig: Arc<Rig>, clip: Arc<Clip>) -> Self {
        let joints = rig.skeleton.joints().len();
        let beyond = clip.channels.iter().find(|channel| channel.joint >= joints);
        assert!(
            beyond.is_none(),
            "the clip '{}' moves more joints than the rig's {joints}: was it made for another one?",
            clip.name
        );
        assert!(clip.seconds >= 0.0, "the clip '{}' takes {} seconds", clip.name, clip.seconds);
        let mut animator = Self {
            speed: 1.0,
            looping: true,
            cursors: vec![Cursors::default(); clip.channels.len()],
            time: 0.0,
            pose: rig.rest.clone(),
            rig,
            clip,
        };
        animator.seek(0.0);
        animator
    }

    /// Lets `dt` seconds pass, and samples the clip's pose at the new time. An infinite step or NaN changes nothing.
    pub fn update(&mut self, dt: f32) {
        if !(self.speed * dt).is_finite() {
            return;
        }
        let rest = &self.rig.rest;
        let seconds = f64::from(self.clip.seconds);
        // TODO 12.2: Let `dt` pass: what time is it in the clip then, and what is the pose?
        // BEGIN SOLUTION 12.2
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
        // END SOLUTION 12.2
        // STARTER 12.2: let _ = (dt, rest, seconds, &mut self.cursors);
    }

    /// Goes to a time in the clip, and samples its pose there. In a loop the end is the beginning. An infinite time or NaN
    /// changes nothing.
    pub fn seek(&mut self, seconds: f32) {
        if seconds.is_finite() {
            self.time = f64::from(seconds);
        }
        self.update(0.0);
    }

    /// Finds keys by another search from now on.
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

    /// The skeleton that it plays on.
    pub fn rig(&self) -> &Rig {
        &self.rig
    }

    /// Returns the pose: every joint's transform in its parent.
    pub fn pose(&self) -> &[Transform] {
        &self.pose
    }
}
