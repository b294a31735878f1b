//! Rules for a table, once each of its words is known.

use super::StateTable;
use crate::Condition;

/// Fault of a state, and the remedy.
pub struct Trouble {
    pub what: String,
    pub advice: &'static str,
}

/// The first state that something is wrong with.
pub fn trouble(table: &StateTable) -> Option<(usize, Trouble)> {
    let count = table.states.len();
    let edges: Vec<(usize, usize)> = (0..count)
        .flat_map(|from| table.transitions(from).map(move |transition| (from, transition.to)))
        .collect();
    let back: Vec<(usize, usize)> = edges.iter().map(|&(from, to)| (to, from)).collect();
    let [reached, left] = [edges, back].map(|edges| from_first(count, &edges));
    (0..count).find_map(|state| {
        let name = &table.states[state].name;
        let (what, advice) = if !reached[state] {
            (
                format!("State '{name}' cannot be reached from '{}'.", table.states[0].name),
                "Name it in the `next` of a state that can be, or take it away.",
            )
        } else if !left[state] {
            (
                format!("From state '{name}' nothing leads back to '{}'.", table.states[0].name),
                "Write into its `next` what ends it.",
            )
        } else if !table.states[state].loops && !goes_on(table, state) {
            (
                format!(
                    "State '{name}' may freeze: its clip comes to an end, and nothing is sure to follow."
                ),
                "Add a transition that asks for nothing but `ended`, or write `loops = true`.",
            )
        } else {
            return None;
        };
        Some((state, Trouble { what, advice }))
    })
}

/// Returns for each state if it can be reached from the first one.
fn from_first(count: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut found = vec![false; count];
    let mut open = vec![0];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut found[state], true) {
            open.extend(edges.iter().filter(|(from, _)| *from == state).map(|(_, to)| to));
        }
    }
    found
}

/// Returns true if some transition leaves the state in the end, with any keys.
fn goes_on(table: &StateTable, state: usize) -> bool {
    table.transitions(state).any(|transition| {
        transition.to != state && transition.when.iter().all(|&(condition, wanted)| comes(condition, wanted))
    })
}

/// Returns true if a condition comes true by itself: a clip ends, a body in the air comes down, a moment passes.
fn comes(condition: Condition, wanted: bool) -> bool {
    match condition {
        Condition::Ground | Condition::Ended => wanted,
        Condition::Air | Condition::Wall | Condition::Jumped | Condition::Falls => !wanted,
        Condition::Landed | Condition::Punch | Condition::Swing | Condition::Hit | Condition::HitHard => {
            !wanted
        }
        Condition::Ladder | Condition::Moves | Condition::Fast | Condition::Ducks => false,
    }
}
