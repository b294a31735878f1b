//! What differs between two states of a level, so that a history keeps no more than that.

use crate::{Level, Obstacle};
use drafts::Run;
use drafts::{Step, Stored};
use glam::DVec2;

/// What makes one level of another: a run of obstacles that others take the place of, and the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    obstacles: Run<Obstacle>,
    start: DVec2,
}

impl Change {
    /// What makes `to` of `from`.
    pub fn between(from: &Level, to: &Level) -> Self {
        Self { obstacles: Run::between(&from.obstacles, &to.obstacles), start: to.start }
    }

    /// Makes it: of the level that it was found from, the other one.
    pub fn put(&self, level: &mut Level) {
        self.obstacles.put(&mut level.obstacles);
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
        self.obstacles.bytes(|obstacle| size_of_val(obstacle.polygon.corners()))
    }
}
