//! What differs between two states of a level, so that a history keeps no more than that.

use crate::{Level, Obstacle};
use drafts::{Edited, Run, Stored};
use glam::DVec2;

/// What makes one level of another: a run of obstacles that others take the place of, and the start.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    obstacles: Run<Obstacle>,
    start: DVec2,
}

impl Edited for Level {
    type Change = Change;
    const NAME: &'static str = "level";

    fn is(&self, other: &Self) -> bool {
        self == other
    }

    fn change_to(&self, other: &Self) -> Change {
        Change { obstacles: Run::between(&self.obstacles, &other.obstacles), start: other.start }
    }

    fn put(&mut self, change: &Change) {
        change.obstacles.put(&mut self.obstacles);
        self.start = change.start;
    }
}

impl Stored for Change {
    fn bytes(&self) -> usize {
        self.obstacles.bytes(|obstacle| size_of_val(obstacle.polygon.corners()))
    }
}
