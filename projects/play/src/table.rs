//! A state machine as a table of states, and the transitions between them.

mod read;
#[cfg(test)]
pub(super) mod tests;

use super::{Condition, Conditions};
use serde::Deserialize;

/// The states of a character, which begins in the first one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateTable {
    /// The states, in the order of the text.
    pub states: Vec<State>,
    /// The transitions out of any state that is not spared.
    pub any: Vec<Transition>,
}

/// A state of a character, with the clip that it plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The name in the table.
    pub name: String,
    /// The name of its clip.
    pub clip: String,
    /// The seconds of the clip at which it begins.
    pub start: f32,
    /// The seconds of the fade into the state.
    pub fade: f32,
    /// The source of the clip's speed.
    pub rate: Rate,
    /// A factor on that speed.
    pub speed: f32,
    /// True if the clip loops. Otherwise its last pose stays.
    pub loops: bool,
    /// The seconds during which only a forced transition leaves it.
    pub holds: f32,
    /// The seconds during which its feet stay in place, and keys to move are ignored.
    pub stays: f32,
    /// True if it needs both hands, so that the sword is on the back meanwhile.
    pub stows: bool,
    /// True if the body lies along the ground, on any slope, instead of standing on its feet.
    pub lies: bool,
    /// True if the body slides, and only loses speed, whatever is pressed.
    pub slides: bool,
    /// True if transitions out of any state don't leave this one.
    pub spared: bool,
    /// The transitions out of the state, in order of precedence.
    pub next: Vec<Transition>,
}

/// The source of a clip's speed.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Rate {
    /// The clock, so that the clip plays as it was made.
    #[default]
    Even,
    /// The speed over the ground.
    Ground,
    /// The speed on the ladder, negative on the way down.
    Climb,
}

/// A transition to another state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transition {
    /// The index of the state to which it leads.
    pub to: usize,
    /// The conditions that it asks for, each with the value it must have. Without any it is always possible.
    pub when: Vec<(Condition, bool)>,
    /// True if it may leave a state that still holds, and may begin the present state again.
    pub forced: bool,
}

impl StateTable {
    /// Returns the index of the state with a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == name)
    }

    /// Returns the transitions out of a state in order of precedence, first those out of any state.
    pub fn transitions(&self, state: usize) -> impl Iterator<Item = &Transition> {
        let state = self.states.get(state);
        let any = state.filter(|state| !state.spared).map_or(&[][..], |_| &self.any);
        any.iter().chain(state.map_or(&[][..], |state| &state.next))
    }

    /// Returns the next state of one that has lasted some seconds: another one, itself if it begins again, or none.
    pub fn next(&self, state: usize, seconds: f32, conditions: Conditions) -> Option<usize> {
        let now = self.states.get(state)?;
        // TODO 18.1: Say where it leads.
        // BEGIN SOLUTION 18.1
        let holds = seconds < now.holds;
        let is_so = |transition: &Transition| {
            transition.when.iter().all(|&(condition, wanted)| conditions.has(condition) == wanted)
        };
        let decides =
            self.transitions(state).find(|transition| (transition.forced || !holds) && is_so(transition))?;
        (decides.forced || decides.to != state).then_some(decides.to)
        // END SOLUTION 18.1
        // STARTER 18.1: let _ = (now, seconds, conditions);
        // STARTER 18.1: None
    }
}
