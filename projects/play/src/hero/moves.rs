//! The clip or gaits that a state plays.

use crate::{CharacterAsset, Rate, State};
use common::clip::{Animator, BlendSpace, Source};
use common::transform::Transform;

/// The acceleration, in metres per second squared, of the speed for which gaits are mixed: arms swing
/// differently at every speed, and would jerk at the start of a run.
const CHANGES: f32 = 7.0;

/// A state's motion.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    state: String,
    /// The name of the clip or gaits.
    clip: String,
    motion: Motion,
    /// The factor on the speed that the state's rate gives.
    factor: f32,
    /// The seconds in the clip at which it begins, or for gaits the fraction of the stride.
    start: f32,
    /// The speed over the ground, and the one for which the gaits are mixed, in metres a second.
    speed: f32,
    mixed_for: f32,
}

/// A clip, or gaits mixed for the speed over the ground.
#[derive(Clone, Debug)]
enum Motion {
    Clip(Animator),
    Gaits(BlendSpace),
}

impl Move {
    /// Returns the motion of a state, or none if there is no such clip.
    pub fn new(character: &CharacterAsset, state: &State) -> Option<Self> {
        let animator = |name: &str| Some(Animator::new(character.rig.clone(), character.clip(name)?.clone()));
        let steps = |(name, speed): (&str, f32)| Some((animator(name)?, speed));
        let motion = match state.rate {
            Rate::Ground => {
                let gaits = character.gaits(&state.clip).into_iter().filter_map(steps);
                let gaits: Vec<_> = gaits.filter(|(animator, _)| animator.clip().seconds > 0.0).collect();
                gaits.first()?;
                Motion::Gaits(BlendSpace::new(gaits))
            }
            _ => {
                let mut animator = animator(&state.clip)?;
                animator.looping = state.loops;
                Motion::Clip(animator)
            }
        };
        let (name, clip) = (state.name.clone(), state.clip.clone());
        let (factor, start) = (state.speed, state.start);
        let mut made = Self { state: name, clip, motion, factor, start, speed: 0.0, mixed_for: 0.0 };
        made.restart();
        Some(made)
    }

    /// Sets the speeds: `rate` is a multiple of the clip's own speed, `ahead` is in metres a second over the
    /// ground. The gaits' rate follows at once, their mix little by little.
    pub fn set_pace(&mut self, rate: f32, ahead: f32) {
        match &mut self.motion {
            Motion::Clip(animator) => animator.speed = self.factor * rate,
            Motion::Gaits(_) => self.speed = self.factor * ahead,
        }
    }

    /// Returns the gaits, if the state mixes them.
    pub fn gaits(&self) -> Option<&BlendSpace> {
        match &self.motion {
            Motion::Clip(_) => None,
            Motion::Gaits(gaits) => Some(gaits),
        }
    }

    /// Returns the name of the clip and the seconds in it, or for gaits the fraction of the stride.
    pub fn playing(&self) -> (&str, f32) {
        let at = match &self.motion {
            Motion::Clip(animator) => animator.time(),
            Motion::Gaits(gaits) => gaits.phase(),
        };
        (&self.clip, at)
    }

    pub fn has_ended(&self) -> bool {
        match &self.motion {
            Motion::Clip(animator) => !animator.looping && animator.time() >= animator.clip().seconds,
            Motion::Gaits(_) => false,
        }
    }
}

impl Source for Move {
    fn name(&self) -> &str {
        &self.state
    }

    fn restart(&mut self) {
        match &mut self.motion {
            Motion::Clip(animator) => animator.seek(self.start),
            Motion::Gaits(gaits) => {
                self.mixed_for = self.speed.abs();
                gaits.set_speed(self.mixed_for, self.speed);
                gaits.seek(self.start);
            }
        }
    }

    fn update(&mut self, dt: f32) {
        match &mut self.motion {
            Motion::Clip(animator) => animator.update(dt),
            Motion::Gaits(gaits) => {
                let most = CHANGES * dt.abs();
                self.mixed_for += (self.speed.abs() - self.mixed_for).clamp(-most, most);
                gaits.set_speed(self.mixed_for, self.speed);
                gaits.update(dt);
            }
        }
    }

    fn pose(&self) -> &[Transform] {
        match &self.motion {
            Motion::Clip(animator) => animator.pose(),
            Motion::Gaits(gaits) => gaits.pose(),
        }
    }
}
