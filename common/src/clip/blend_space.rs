//! Two walks, and every mix of them.

use super::{Animator, Source, blend};
use crate::pose::Pose;
use crate::transform::Transform;

/// A step with each foot: the left one comes down at its start, the right one half-way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stride {
    /// Duration in seconds.
    pub seconds: f32,
    /// Distance that the ground goes by, in metres.
    pub metres: f32,
}

/// The mix of two strides at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InStep {
    /// Duration of the mixed stride, in seconds.
    pub seconds: f32,
    /// At which second of its own stride each of the two is, at this moment.
    pub times: [f32; 2],
    /// Speed of the ground, in metres a second.
    pub speed: f32,
}

/// Mixes two strides, so that the same feet of both are down. `mix` is the weight of the second, and `phase` the part of the
/// mixed stride that is over: both from 0 to 1.
pub fn in_step(strides: [Stride; 2], mix: f32, phase: f32) -> InStep {
    // TODO 13.4: Say how long the mixed stride takes, at which second of each of the two it is, and how fast the ground
    //   must go by below it.
    // BEGIN SOLUTION 13.4
    let mixed = |[slow, fast]: [f32; 2]| (1.0 - mix) * slow + mix * fast;
    let seconds = mixed(strides.map(|stride| stride.seconds));
    let metres = mixed(strides.map(|stride| stride.metres));
    InStep { seconds, times: strides.map(|stride| phase * stride.seconds), speed: metres / seconds }
    // END SOLUTION 13.4
    // STARTER 13.4: let (_, Stride { seconds, metres }) = (mix, strides[0]);
    // STARTER 13.4: InStep { seconds, times: [phase * seconds; 2], speed: metres / seconds }
}

/// Two strides that are kept in step while their mix changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrideMix {
    /// The slow stride and the fast one.
    pub strides: [Stride; 2],
    /// The weight of the fast one: from 0 to 1.
    pub mix: f32,
    /// The part of the mixed stride that is over: from 0 to below 1. In single precision it would drift, as an [`Animator`]'s
    /// time would.
    pub phase: f64,
}

impl StrideMix {
    /// Both strides at this moment.
    pub fn in_step(&self) -> InStep {
        in_step(self.strides, self.mix, self.phase as f32)
    }

    /// Changes to another mix, and lets `dt` seconds of it pass.
    pub fn advance(&mut self, mix: f32, dt: f32) {
        // TODO 13.5: Change to this mix, and take the phase on by `dt` seconds.
        // BEGIN SOLUTION 13.5
        self.mix = mix;
        let strides = f64::from(dt) / f64::from(self.in_step().seconds);
        self.phase = (self.phase + strides).rem_euclid(1.0);
        // END SOLUTION 13.5
        // STARTER 13.5: let _ = dt;
        // STARTER 13.5: self.mix = mix;
    }
}

/// A clip that walks in place.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The clip: once through it is one stride.
    pub animator: Animator,
    /// Speed of the ground below it, in metres a second.
    pub speed: f32,
}

impl Steps {
    fn stride(&self) -> Stride {
        let clip = self.animator.clip();
        Stride { seconds: clip.seconds, metres: self.speed * clip.seconds }
    }
}

/// Mixes two clips that walk, and keeps them at the same phase: at every moment both have gone the same part of their
/// stride.
#[derive(Clone, Debug)]
pub struct BlendSpace {
    /// Keeps both phases the same if true. Else each clip goes on at its own speed, and the feet get in each
    /// other's way.
    pub matched: bool,
    name: String,
    slow: Steps,
    fast: Steps,
    both: StrideMix,
    /// The weight of the fast clip from the next update on.
    wanted: f32,
    pose: Pose,
}

impl BlendSpace {
    /// A blend space at the start of its stride, with nothing of the fast clip.
    ///
    /// # Panics
    /// If a clip takes no time.
    pub fn new(name: &str, slow: Steps, fast: Steps) -> Self {
        let strides = [slow.stride(), fast.stride()];
        assert!(strides.iter().all(|stride| stride.seconds > 0.0), "a stride takes no time");
        let both = StrideMix { strides, mix: 0.0, phase: 0.0 };
        let pose = slow.animator.pose().to_vec();
        Self { matched: true, name: name.to_owned(), slow, fast, both, wanted: 0.0, pose }
    }

    /// Sets the weight of the fast clip from the next update on: from 0 to 1. NaN is 0.
    pub fn set_mix(&mut self, mix: f32) {
        self.wanted = if mix > 0.0 { mix.min(1.0) } else { 0.0 };
    }

    /// Returns the speed of the ground, in metres a second.
    pub fn speed(&self) -> f32 {
        self.both.in_step().speed
    }

    /// The weight of the fast clip: from 0 to 1.
    pub fn mix(&self) -> f32 {
        self.both.mix
    }

    /// Returns the part of its stride that each clip has gone, from 0 to 1.
    pub fn phases(&self) -> [f32; 2] {
        [&self.slow, &self.fast].map(|steps| steps.animator.time() / steps.stride().seconds)
    }
}

impl Source for BlendSpace {
    fn name(&self) -> &str {
        &self.name
    }

    fn restart(&mut self) {
        self.both.phase = 0.0;
        for steps in [&mut self.slow, &mut self.fast] {
            steps.animator.seek(0.0);
        }
        self.update(0.0);
    }

    fn update(&mut self, dt: f32) {
        let before = self.both.phase;
        match self.matched {
            true => self.both.advance(self.wanted, dt),
            false => self.both.mix = self.wanted,
        }
        // A phase that isn't a number would stay so for ever.
        if !self.both.phase.is_finite() {
            self.both.phase = before;
        }
        let times = self.both.in_step().times;
        for (steps, time) in [&mut self.slow, &mut self.fast].into_iter().zip(times) {
            match self.matched {
                true => steps.animator.seek(time),
                false => steps.animator.update(dt),
            }
        }
        self.pose.copy_from_slice(self.slow.animator.pose());
        blend(&mut self.pose, self.fast.animator.pose(), self.both.mix);
    }

    fn pose(&self) -> &[Transform] {
        &self.pose
    }
}
