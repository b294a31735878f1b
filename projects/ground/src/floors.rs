//! Edges of a level on which feet can stand, for any shape of a player.

use super::{Level, RULES, World, edges};
use glam::DVec2;

/// An edge that one can stand on, from left to right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Floor {
    obstacle: usize,
    ends: [DVec2; 2],
}

/// Returns all floors of a level. Covered ones are among them: they are below the covering polygon.
pub(super) fn floors(level: &Level) -> Vec<Floor> {
    // A quotient of rounded numbers may be a little more than the steepest one.
    let steepest = 1.001 * RULES.steepest;
    let is_floor =
        |[from, to]: [DVec2; 2]| to.x < from.x && (to.y - from.y).abs() <= steepest * (from.x - to.x);
    let of = |(obstacle, corners): (usize, &[DVec2])| {
        let floors = edges(corners).filter(|&edge| is_floor(edge));
        floors.map(|[right, left]| Floor { obstacle, ends: [left, right] }).collect::<Vec<_>>()
    };
    let obstacles = level.obstacles.iter().map(|obstacle| obstacle.polygon.corners());
    obstacles.enumerate().flat_map(of).collect()
}

impl World {
    /// The edges that one can stand on at a tick, each from left to right. Some may be covered by what is above them.
    pub fn floors(&self, tick: u64) -> impl Iterator<Item = [DVec2; 2]> {
        self.floors.iter().map(move |floor| {
            let moved = self.moved(floor.obstacle, tick);
            floor.ends.map(|end| end + moved)
        })
    }
}
