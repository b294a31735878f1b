//! Where a character is in its table.

use super::{Facts, Table};
use crate::ground::TICK;
use std::collections::VecDeque;

/// How many changes are remembered.
const REMEMBERED: usize = 12;

/// A state that is on, and since when. It begins with the first one of its table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    state: usize,
    /// How many ticks the machine is old, and when the state came on.
    tick: u64,
    since: u64,
    changes: VecDeque<Changed>,
}

/// A change that was made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Changed {
    /// The tick that made it, counted from 1.
    pub tick: u64,
    /// The state before.
    pub from: usize,
    /// The state after: the same one, if it began anew.
    pub to: usize,
}

impl Machine {
    /// The state that is on.
    pub fn state(&self) -> usize {
        self.state
    }

    /// For how long it has been on, in seconds.
    pub fn seconds(&self) -> f32 {
        ((self.tick - self.since) as f64 * TICK) as f32
    }

    /// The tick in which it came on, or began anew.
    pub fn since(&self) -> u64 {
        self.since
    }

    /// The last changes, the latest one at the end.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = &Changed> {
        self.changes.iter()
    }

    /// Lets a tick pass, in which these facts are so. At most one change is made: returned is the state that begins.
    pub fn step(&mut self, table: &Table, facts: Facts) -> Option<usize> {
        self.tick += 1;
        let to = table.next(self.state, self.seconds(), facts)?;
        if self.changes.len() == REMEMBERED {
            self.changes.pop_front();
        }
        self.changes.push_back(Changed { tick: self.tick, from: self.state, to });
        self.state = to;
        self.since = self.tick;
        Some(to)
    }

    /// All that it is, in bytes, but for what it remembers.
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.state as u64, self.tick, self.since].iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}
