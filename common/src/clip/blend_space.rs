//! Two ways to walk, and all speeds between them.

use super::{Animator, Source, blend};
use crate::pose::Pose;
use crate::transform::Transform;

/// A clip that walks in place.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The clip: once through it is one stride, a step with each foot.
    pub animator: Animator,
    /// How fast the ground goes by below it, in metres a second.
    pub speed: f32,
}

impl Steps {
    /// How long a stride takes, in seconds.
    fn seconds(&self) -> f32 {
        self.animator.clip().seconds
    }

    /// How long a stride is, in metres.
    fn stride(&self) -> f32 {
        self.speed * self.seconds()
    }
}

/// Mixes two clips that walk, and keeps them at the same phase: at every moment both have gone the same part of their
/// stride.
///
/// In both the same foot must come down at the start, and the other one half-way.
#[derive(Clone, Debug)]
pub struct BlendSpace {
    /// Whether the phases are kept the same. If not, each clip goes on at its own speed, and the feet get in each
    /// other's way.
    pub matched: bool,
    name: String,
    slow: Steps,
    fast: Steps,
    /// How much of the fast clip there is: from 0 to 1.
    mix: f32,
    /// Which part of the stride is over: from 0 to 1. Less exact numbers would drift, as an [`Animator`]'s time would.
    phase: f64,
    pose: Pose,
}

impl BlendSpace {
    /// A blend space at the start of its stride, as slow as it can be.
    ///
    /// # Panics
    /// If a clip takes no time.
    pub fn new(name: &str, slow: Steps, fast: Steps) -> Self {
        assert!(slow.seconds() > 0.0 && fast.seconds() > 0.0, "a stride takes no time");
        let pose = slow.animator.pose().to_vec();
        Self { matched: true, name: name.to_owned(), slow, fast, mix: 0.0, phase: 0.0, pose }
    }

    /// Mixes the clips so that the ground goes by at a speed, in metres a second; at most as far as to one of the ends.
    /// What is no number is as slow as it can be.
    pub fn set_speed(&mut self, speed: f32) {
        // The speed is stride through time, and each of the two is mixed evenly. Solved for the mix:
        let (slow, fast) = (&self.slow, &self.fast);
        let speed = speed.max(slow.speed).min(fast.speed);
        let behind = speed * slow.seconds() - slow.stride();
        let ahead = fast.stride() - speed * fast.seconds();
        let whole = behind + ahead;
        self.mix = if whole > 0.0 { (behind / whole).clamp(0.0, 1.0) } else { 0.0 };
    }

    /// How fast the ground goes by, in metres a second.
    pub fn speed(&self) -> f32 {
        self.mixed(Steps::stride) / self.mixed(Steps::seconds)
    }

    /// How much of the fast clip there is: from 0 to 1.
    pub fn mix(&self) -> f32 {
        self.mix
    }

    /// Which part of its stride each of the two clips has gone: from 0 to 1.
    pub fn phases(&self) -> [f32; 2] {
        [&self.slow, &self.fast].map(|steps| steps.animator.time() / steps.seconds())
    }

    /// What is between a number of the slow clip and that of the fast one.
    fn mixed(&self, number: impl Fn(&Steps) -> f32) -> f32 {
        (1.0 - self.mix) * number(&self.slow) + self.mix * number(&self.fast)
    }
}

impl Source for BlendSpace {
    fn name(&self) -> &str {
        &self.name
    }

    fn restart(&mut self) {
        self.phase = 0.0;
        for steps in [&mut self.slow, &mut self.fast] {
            steps.animator.seek(0.0);
        }
        self.update(0.0);
    }

    fn update(&mut self, dt: f32) {
        if self.matched {
            // A stride takes as long as the mix of both, and each clip is wherever its own is that far.
            let passed = f64::from(dt) / f64::from(self.mixed(Steps::seconds));
            self.phase = (self.phase + if dt.is_finite() { passed } else { 0.0 }).rem_euclid(1.0);
        }
        for steps in [&mut self.slow, &mut self.fast] {
            match self.matched {
                true => steps.animator.seek((self.phase * f64::from(steps.seconds())) as f32),
                false => steps.animator.update(dt),
            }
        }
        self.pose.copy_from_slice(self.slow.animator.pose());
        blend(&mut self.pose, self.fast.animator.pose(), self.mix);
    }

    fn pose(&self) -> &[Transform] {
        &self.pose
    }
}
