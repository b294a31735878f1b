//! Follows the transitions of a character's state table.

use super::{Conditions, StateTable};
use ground::TICK;
use std::collections::VecDeque;

const REMEMBERED: usize = 12;

/// The present state of a character, at first that of index 0, and since when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateMachine {
    /// The index of the present state.
    pub state: usize,
    /// The age of the machine in ticks, and the tick in which the state began, or began again.
    tick: u64,
    pub since: u64,
    /// The last transitions, the latest at the end.
    pub transitions: VecDeque<TakenTransition>,
}

/// A transition that the machine has made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct TakenTransition {
    /// The tick of the transition, counted from 1.
    pub tick: u64,
    /// The index of the state before.
    pub from: usize,
    /// The index of the state after it, the same one if it began again.
    pub to: usize,
}

impl StateMachine {
    /// Returns the seconds since the state began.
    pub fn seconds(&self) -> f32 {
        ((self.tick - self.since) as f64 * TICK) as f32
    }

    /// Makes a tick under these conditions, and at most one transition, whose new state it returns.
    pub fn step(&mut self, table: &StateTable, conditions: Conditions) -> Option<usize> {
        self.tick += 1;
        let to = table.next(self.state, self.seconds(), conditions)?;
        if self.transitions.len() == REMEMBERED {
            self.transitions.pop_front();
        }
        self.transitions.push_back(TakenTransition { tick: self.tick, from: self.state, to });
        self.state = to;
        self.since = self.tick;
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Condition;
    use super::super::table::tests::{DUMMY, KNIGHT, table};
    use super::*;
    use Condition::*;

    /// A character whose clips have an end.
    struct Someone {
        table: StateTable,
        machine: StateMachine,
    }

    impl Someone {
        fn knight() -> Self {
            Self { table: table("knight.toml", &KNIGHT), machine: StateMachine::default() }
        }

        fn name(&self) -> &str {
            &self.table.states[self.machine.state].name
        }

        fn step(&mut self, conditions: &[Condition]) {
            let state = &self.table.states[self.machine.state];
            let seconds = match state.clip.as_str() {
                "land" => 0.9,
                "swing" => 1.4,
                "hit" => 0.5,
                "jump" | "down" => 0.8,
                _ => 1.0,
            };
            let ended = !state.loops && state.start + state.speed * self.machine.seconds() >= seconds;
            let conditions = conditions.iter().copied().chain(ended.then_some(Ended));
            self.machine.step(&self.table, conditions.collect());
        }

        /// Returns the names of its states under these conditions, with `first` in the first tick only.
        fn does(&mut self, first: &[Condition], conditions: &[Condition], seconds: f64) -> Vec<String> {
            let mut names = vec![self.name().to_owned()];
            for tick in 0..(seconds / TICK).round() as usize {
                self.step(&[conditions, if tick == 0 { first } else { &[] }].concat());
                if names.last().is_none_or(|name| name != self.name()) {
                    names.push(self.name().to_owned());
                }
            }
            names
        }
    }

    #[test]
    fn the_knight_does_what_is_expected_of_him() {
        let mut knight = Someone::knight();
        for (first, conditions, seconds, wanted) in [
            (&[][..], &[Ground][..], 1.0, &["idle"][..]),
            (&[], &[Ground, Moves], 1.0, &["idle", "stride"]),
            (&[], &[Ground, Moves, Ducks], 0.5, &["stride", "crawl"]),
            (&[], &[Ground, Ducks], 0.5, &["crawl", "duck"]),
            (&[], &[Ground, Moves], 0.5, &["duck", "stride"]),
            // On his knees, for a while even if the key is let go; then he runs on, or crawls.
            (&[Ducks], &[Ground, Moves, Fast], 0.35, &["stride", "slide", "stride"]),
            (&[], &[Ground, Moves, Fast, Ducks], 1.0, &["stride", "slide"]),
            (&[], &[Ground, Moves, Ducks], 0.5, &["slide", "crawl"]),
            (&[], &[Ground, Moves, Fast], 0.1, &["crawl", "stride"]),
            (&[], &[Ground, Moves, Fast, Ducks], 0.1, &["stride", "slide"]),
            (&[], &[Air, Falls, Ducks], 0.1, &["slide", "fall"]),
            (&[], &[Ground, Moves], 0.5, &["fall", "stride"]),
            // Over an edge, and hard to the ground.
            (&[], &[Air, Moves, Falls], 0.5, &["stride", "fall"]),
            (&[Landed], &[Ground], 1.0, &["fall", "land", "idle"]),
            // A jump; after it he runs on before the landing's clip is over, but not at once.
            (&[], &[Air, Jumped], 0.4, &["idle", "jump"]),
            (&[], &[Air, Jumped, Falls], 0.4, &["jump", "fall"]),
            (&[Landed], &[Ground, Moves], 0.1, &["fall", "land"]),
            (&[], &[Ground, Moves], 0.1, &["land", "stride"]),
            // A small one.
            (&[], &[Air, Jumped], 0.2, &["stride", "jump"]),
            (&[], &[Air, Jumped, Falls], 0.2, &["jump", "fall"]),
            (&[], &[Ground, Moves], 0.2, &["fall", "stride"]),
            // Off a wall, while he falls.
            (&[], &[Air, Falls], 0.3, &["stride", "fall"]),
            (&[], &[Air, Jumped], 0.3, &["fall", "jump"]),
            (&[], &[Ladder], 0.3, &["jump", "climb"]),
            (&[Punch], &[Ladder], 0.3, &["climb"]),
            (&[Hit], &[Ladder], 1.0, &["climb", "hit", "climb"]),
            (&[], &[Ground], 0.3, &["climb", "idle"]),
            // A hit takes its time, but who is struck strikes no more.
            (&[Punch], &[Ground, Moves], 0.39, &["idle", "punch"]),
            (&[], &[Ground, Moves], 0.1, &["punch", "stride"]),
            (&[Swing], &[Ground], 1.5, &["stride", "swing", "idle"]),
            (&[Swing], &[Ground], 0.2, &["idle", "swing"]),
            (&[Hit], &[Ground], 1.0, &["swing", "hit", "idle"]),
            (&[Punch], &[Air, Falls], 0.6, &["idle", "punch", "fall"]),
            (&[Swing], &[Ground, Ducks], 0.2, &["fall", "duck"]),
            // Down he is left alone, until he stands again.
            (&[Hit, HitHard], &[Ground], 0.5, &["duck", "down"]),
            (&[Hit, HitHard, Punch], &[Ground, Moves], 1.0, &["down", "rise"]),
            (&[Hit], &[Ground], 2.0, &["rise", "idle"]),
            // He has arrived.
            (&[], &[Ground, Done], 2.0, &["idle", "win"]),
        ] {
            assert_eq!(knight.does(first, conditions, seconds), wanted, "{first:?} {conditions:?}");
        }
    }

    /// Returns all conditions that can last, with every kind of support.
    fn lasting() -> impl Iterator<Item = Conditions> {
        let lasting = [Moves, Fast, Ducks, Wall, Jumped, Falls, Ended, Done];
        let supports = [vec![], vec![Ground], vec![Air], vec![Ladder]];
        supports.into_iter().flat_map(move |support| {
            (0..1 << lasting.len()).map(move |bits| {
                let so = lasting.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
                so.map(|(_, &condition)| condition).chain(support.clone()).collect()
            })
        })
    }

    #[test]
    fn nothing_that_stays_as_it_is_leads_round_in_circles() {
        for table in [Someone::knight().table, table("dummy.toml", &DUMMY)] {
            for (conditions, begin) in
                lasting().flat_map(|conditions| (0..table.states.len()).map(move |state| (conditions, state)))
            {
                let way =
                    std::iter::successors(Some(begin), |&state| table.next(state, f32::INFINITY, conditions));
                let most = table.states.len() + 1;
                assert!(way.take(most).count() < most, "{conditions:?} from {}", table.states[begin].name);
            }
        }
    }
}
