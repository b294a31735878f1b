//! A state machine as a table: its states, and what leads from one to another.

mod judge;
mod read;
#[cfg(test)]
pub(super) mod tests;

use super::{Condition, Conditions};

/// All states of a character. The first one is the one it begins in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateTable {
    /// In the order of the text.
    pub states: Vec<State>,
    /// Transitions that lead out of every state that is not spared.
    pub any: Vec<Transition>,
}

/// What a character does for a while.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// What it is called.
    pub name: String,
    /// The clip that it plays.
    pub clip: String,
    /// With which second of the clip it begins.
    pub start: f32,
    /// How long the way into it takes, in seconds.
    pub fade: f32,
    /// What sets the pace of the clip.
    pub rate: Rate,
    /// How many times as fast as that the clip goes by.
    pub speed: f32,
    /// True if the clip begins again at its end. Otherwise its last pose stays.
    pub loops: bool,
    /// For how many seconds only a forced transition leads out of it.
    pub holds: f32,
    /// For how many seconds its feet stay where they are: keys that would move it are not heard.
    pub stays: f32,
    /// True if both hands are needed: what can be carried on the back is there meanwhile.
    pub stows: bool,
    /// True if it lies along the ground, however steep that is, and does not stand on its feet.
    pub lies: bool,
    /// True if it slides over the ground: whatever the keys want, it only loses speed, little by little.
    pub slides: bool,
    /// True if the transitions of any state leave it alone.
    pub spared: bool,
    /// What leads out of it, first things first.
    pub next: Vec<Transition>,
}

/// What sets the pace of a clip.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Rate {
    /// The clock.
    #[default]
    Even,
    /// How fast the ground goes by.
    Ground,
    /// How fast the ladder goes by: backwards on the way down.
    Climb,
}

impl Rate {
    /// All of them, with their names in tables.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Even, "even"), (Self::Ground, "ground"), (Self::Climb, "climb")];
}

/// Something that leads to a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transition {
    /// The state that it leads to.
    pub to: usize,
    /// Which conditions it asks for, and whether they are to be so, or not to be so. Without any it asks for nothing.
    pub when: Vec<(Condition, bool)>,
    /// True if it need not wait until the state no longer holds, and begins a state anew that is on already.
    pub forced: bool,
}

impl StateTable {
    /// The state with a name.
    pub fn named(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| state.name == name)
    }

    /// All that leads out of a state, first things first: what leads out of any state, and then its own.
    pub fn transitions(&self, state: usize) -> impl Iterator<Item = &Transition> {
        let state = self.states.get(state);
        let any = state.filter(|state| !state.spared).map_or(&[][..], |_| &self.any);
        any.iter().chain(state.map_or(&[][..], |state| &state.next))
    }

    /// Where a state that has been on for some seconds leads in this tick: to another one, to itself if it begins anew, or
    /// nowhere.
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
