//! What a table must not be, though every word of it is known.

use super::Table;
use crate::Fact;

/// What is wrong with a state, and what to do.
pub struct Trouble {
    pub what: String,
    pub advice: &'static str,
}

/// The first state that something is wrong with.
pub fn trouble(table: &Table) -> Option<(usize, Trouble)> {
    let count = table.states.len();
    let ways: Vec<(usize, usize)> =
        (0..count).flat_map(|from| table.changes(from).map(move |change| (from, change.to))).collect();
    let back: Vec<(usize, usize)> = ways.iter().map(|&(from, to)| (to, from)).collect();
    let [reached, left] = [ways, back].map(|ways| from_first(count, &ways));
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
                "Add a change that asks for nothing but `ended`, or write `loops = true`.",
            )
        } else {
            return None;
        };
        Some((state, Trouble { what, advice }))
    })
}

/// Which states can be come to from the first one.
fn from_first(count: usize, ways: &[(usize, usize)]) -> Vec<bool> {
    let mut found = vec![false; count];
    let mut open = vec![0];
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut found[state], true) {
            open.extend(ways.iter().filter(|(from, _)| *from == state).map(|(_, to)| to));
        }
    }
    found
}

/// Whether some change leads elsewhere in the end, whatever is pressed.
fn goes_on(table: &Table, state: usize) -> bool {
    table
        .changes(state)
        .any(|change| change.to != state && change.when.iter().all(|&(fact, wanted)| comes(fact, wanted)))
}

/// Whether something is so after a while by itself: a clip ends, who is in the air comes down, and a moment passes.
fn comes(fact: Fact, wanted: bool) -> bool {
    match fact {
        Fact::Ground | Fact::Ended => wanted,
        Fact::Air | Fact::Wall | Fact::Jumped | Fact::Falls => !wanted,
        Fact::Landed | Fact::Punch | Fact::Swing | Fact::Hit | Fact::HitHard => !wanted,
        Fact::Ladder | Fact::Moves | Fact::Ducks => false,
    }
}
