//! State machine as a table: states, and the transitions between them.

mod read;
#[cfg(test)]
pub(super) mod tests;

use super::{Condition, Conditions};
use serde::Deserialize;

/// All states of a character. The first one is the one it begins in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateTable {
    /// In the order of the text.
    pub states: Vec<State>,
    /// Transitions out of every state that is not spared.
    pub any: Vec<Transition>,
}

/// State of a character, with its clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Name of the state.
    pub name: String,
    /// The clip that it plays.
    pub clip: String,
    /// Time in the clip at which it begins, in seconds.
    pub start: f32,
    /// Duration of the fade into it, in seconds.
    pub fade: f32,
    /// Source of the clip's speed.
    pub rate: Rate,
    /// Factor on that speed.
    pub speed: f32,
    /// True if the clip begins again at its end. Otherwise its last pose stays.
    pub loops: bool,
    /// Seconds during which only a forced transition leaves it.
    pub holds: f32,
    /// Seconds during which its feet stay in place: keys that would move it are not heard.
    pub stays: f32,
    /// True if both hands are needed: a prop that can be carried on the back is there meanwhile.
    pub stows: bool,
    /// True if the body is along the ground, on any slope, and not on its feet.
    pub lies: bool,
    /// True if it slides over the ground: with any keys it only loses speed, little by little.
    pub slides: bool,
    /// True if the transitions of any state leave it alone.
    pub spared: bool,
    /// Transitions out of it, the first ones first.
    pub next: Vec<Transition>,
}

/// Source of a clip's speed.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Rate {
    /// The clock.
    #[default]
    Even,
    /// Speed over the ground.
    Ground,
    /// Speed on the ladder: negative on the way down.
    Climb,
}

/// Transition to a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transition {
    /// State to which it goes.
    pub to: usize,
    /// Conditions for which it asks, each with the value that it must have. Without any it asks for nothing.
    pub when: Vec<(Condition, bool)>,
    /// True if it need not wait until the state no longer holds, and may begin the current state again.
    pub forced: bool,
}

impl StateTable {
    /// The state with a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == name)
    }

    /// Returns all transitions out of a state, the first ones first: those out of any state, and then its own.
    pub fn transitions(&self, state: usize) -> impl Iterator<Item = &Transition> {
        let state = self.states.get(state);
        let any = state.filter(|state| !state.spared).map_or(&[][..], |_| &self.any);
        any.iter().chain(state.map_or(&[][..], |state| &state.next))
    }

    /// Returns the next state of one that has lasted some seconds: another one, itself if it begins again, or none.
    pub fn next(&self, state: usize, seconds: f32, conditions: Conditions) -> Option<usize> {
        let now = self.states.get(state)?;
        // TODO 17.1: Say where it leads.
        // BEGIN SOLUTION 17.1
        let holds = seconds < now.holds;
        let is_so = |transition: &Transition| {
            transition.when.iter().all(|&(condition, wanted)| conditions.has(condition) == wanted)
        };
        let decides =
            self.transitions(state).find(|transition| (transition.forced || !holds) && is_so(transition))?;
        (decides.forced || decides.to != state).then_some(decides.to)
        // END SOLUTION 17.1
        // STARTER 17.1: let _ = (now, seconds, conditions);
        // STARTER 17.1: None
    }
}
