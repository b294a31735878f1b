//! What differs between two states of a level, so that a history keeps no more than that.

use crate::edit::{Step, Stored};
use crate::ground::{Level, Obstacle};
use glam::DVec2;

/// What makes one level of another: a run of obstacles that others take the place of, and the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Where the run begins.
    at: usize,
    /// How many obstacles go.
    gone: usize,
    /// Those that come instead.
    come: Vec<Obstacle>,
    start: DVec2,
}

impl Change {
    /// What makes `to` of `from`.
    pub fn between(from: &Level, to: &Level) -> Self {
        let (old, new) = (&from.obstacles, &to.obstacles);
        let at = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let rest = old[at..].iter().rev().zip(new[at..].iter().rev());
        let same = rest.take_while(|(a, b)| a == b).count();
        let come = new[at..new.len() - same].to_vec();
        Self { at, gone: old.len() - same - at, come, start: to.start }
    }

    /// Makes it: of the level that it was found from, the other one.
    pub fn put(&self, level: &mut Level) {
        let end = level.obstacles.len().min(self.at + self.gone);
        level.obstacles.splice(self.at.min(end)..end, self.come.iter().cloned());
        level.start = self.start;
    }

    /// A step from one level to another; nothing if they are the same.
    pub fn step(name: String, from: &Level, to: &Level) -> Option<Step<Self>> {
        let step = || Step { name, before: Self::between(to, from), after: Self::between(from, to) };
        (from != to).then(step)
    }
}

impl Stored for Change {
    fn bytes(&self) -> usize {
        let corners = self.come.iter().map(|obstacle| size_of_val(obstacle.polygon.corners()));
        size_of_val(&self.come[..]) + corners.sum::<usize>()
    }
}
