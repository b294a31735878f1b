//! Clip or gaits that a state plays.

use crate::{CharacterAsset, Rate, State, Strides};
use common::clip::{Animator, Source};
use common::transform::Transform;

/// A state's motion: a clip, or gaits mixed.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    state: String,
    plays: Plays,
    /// Factor on the speed that its rate gives.
    speed: f32,
    /// Time in the clip at which it begins, in seconds.
    start: f32,
}

#[derive(Clone, Debug)]
enum Plays {
    Clip(Animator),
    Strides(Strides),
}

impl Move {
    /// None, if there is no such clip.
    pub fn new(character: &CharacterAsset, state: &State) -> Option<Self> {
        let animator = |name: &str| Some(Animator::new(character.rig.clone(), character.clip(name)?.clone()));
        let plays = match state.rate {
            Rate::Ground => {
                let gaits = character.gaits(&state.clip);
                let clips = gaits.iter().filter_map(|&(name, speed)| Some((animator(name)?, speed)));
                Plays::Strides(Strides::new(&state.clip, clips)?)
            }
            _ => {
                let mut animator = animator(&state.clip)?;
                animator.looping = state.loops;
                Plays::Clip(animator)
            }
        };
        let mut made = Self { state: state.name.clone(), plays, speed: state.speed, start: state.start };
        made.restart();
        Some(made)
    }

    /// Sets how fast it goes by: `rate` says how many times as fast as it was made, `ahead` how fast somebody goes ahead, in
    /// metres a second.
    pub fn set_pace(&mut self, rate: f32, ahead: f32) {
        match &mut self.plays {
            Plays::Clip(animator) => animator.speed = self.speed * rate,
            Plays::Strides(strides) => strides.set_speed(self.speed * ahead),
        }
    }

    /// The gaits, if it mixes them.
    pub fn strides(&self) -> Option<&Strides> {
        match &self.plays {
            Plays::Clip(_) => None,
            Plays::Strides(strides) => Some(strides),
        }
    }

    /// Returns the name of the clip and the time in it, in seconds.
    pub fn playing(&self) -> (&str, f32) {
        match &self.plays {
            Plays::Clip(animator) => (&animator.clip().name, animator.time()),
            Plays::Strides(strides) => (strides.name(), strides.phase()),
        }
    }

    /// Returns true if it has ended.
    pub fn has_ended(&self) -> bool {
        match &self.plays {
            Plays::Clip(animator) => !animator.looping && animator.time() >= animator.clip().seconds,
            Plays::Strides(_) => false,
        }
    }
}

impl Source for Move {
    fn name(&self) -> &str {
        &self.state
    }

    fn restart(&mut self) {
        match &mut self.plays {
            Plays::Clip(animator) => animator.seek(self.start),
            Plays::Strides(strides) => strides.seek(self.start),
        }
    }

    fn update(&mut self, dt: f32) {
        match &mut self.plays {
            Plays::Clip(animator) => animator.update(dt),
            Plays::Strides(strides) => strides.update(dt),
        }
    }

    fn pose(&self) -> &[Transform] {
        match &self.plays {
            Plays::Clip(animator) => animator.pose(),
            Plays::Strides(strides) => strides.pose(),
        }
    }
}
