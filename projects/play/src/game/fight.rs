//! Who strikes whom in a game.

use crate::{Blow, Blows, Body, Fact, Facts};
use std::collections::VecDeque;

/// How many blows are remembered.
const REMEMBERED: usize = 12;

/// The blows between all bodies of a game: those that counted, and what the last ones did.
#[derive(Clone, Debug, Default)]
pub struct Fight {
    blows: Blows,
    log: VecDeque<Blow>,
    /// What the last tick did to each body.
    struck: Vec<Facts>,
}

impl Fight {
    /// Nobody has struck anybody yet, of so many.
    pub fn new(bodies: usize) -> Self {
        Self { struck: vec![Facts::default(); bodies], ..Self::default() }
    }

    /// Finds the blows of a tick, and notes whom they struck.
    pub fn step(&mut self, tick: u64, bodies: &[Body<'_>]) {
        self.struck.fill(Facts::default());
        for blow in self.blows.step(tick, bodies) {
            self.struck[blow.bodies[1]].set(if blow.hard { Fact::HitHard } else { Fact::Hit }, true);
            if self.log.len() == REMEMBERED {
                self.log.pop_front();
            }
            self.log.push_back(blow);
        }
    }

    /// What the last tick did to each body.
    pub fn struck(&self) -> &[Facts] {
        &self.struck
    }

    /// The last blows, the latest one at the end.
    pub fn log(&self) -> &VecDeque<Blow> {
        &self.log
    }

    /// All that decides what comes of the next tick, in bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let struck = self.struck.iter().flat_map(|facts| facts.to_bits().to_le_bytes());
        self.blows.to_bytes().into_iter().chain(struck).collect()
    }
}
