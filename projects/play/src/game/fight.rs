//! Hits between the bodies of a game.

use crate::{Body, Condition, Conditions, Hit, Hits};
use std::collections::VecDeque;

/// Number of hits that are remembered.
const REMEMBERED: usize = 12;

/// The hits between all bodies of a game: those that counted, and what the last ones did.
#[derive(Clone, Debug, Default)]
pub struct Fight {
    hits: Hits,
    log: VecDeque<Hit>,
    /// Conditions that the last tick's hits set for each body.
    struck: Vec<Conditions>,
}

impl Fight {
    /// Creates a fight of so many bodies, without a hit.
    pub fn new(bodies: usize) -> Self {
        Self { struck: vec![Conditions::default(); bodies], ..Self::default() }
    }

    /// Finds the hits of a tick, and notes whom they struck.
    pub fn step(&mut self, tick: u64, bodies: &[Body<'_>]) {
        self.struck.fill(Conditions::default());
        for hit in self.hits.step(tick, bodies) {
            self.struck[hit.bodies[1]].set(if hit.hard { Condition::HitHard } else { Condition::Hit }, true);
            if self.log.len() == REMEMBERED {
                self.log.pop_front();
            }
            self.log.push_back(hit);
        }
    }

    /// Returns the conditions that the last tick's hits set for each body.
    pub fn struck(&self) -> &[Conditions] {
        &self.struck
    }

    /// The last hits, the latest one at the end.
    pub fn log(&self) -> &VecDeque<Hit> {
        &self.log
    }

    /// Returns in bytes all that decides the next tick.
    pub fn to_bytes(&self) -> Vec<u8> {
        let struck = self.struck.iter().flat_map(|conditions| conditions.to_bits().to_le_bytes());
        self.hits.to_bytes().into_iter().chain(struck).collect()
    }
}
