//! Finds the visible edges of a level, and the ground for shadows.

use glam::DVec2;
use ground::{Level, Obstacle, ObstacleKind, edges, is_walkable, visible_edges};

/// The two ends of an edge, in its polygon's order.
pub type Edge = [DVec2; 2];

/// The visible parts of each obstacle's edges, and whether one can walk on them.
pub struct Floors(Vec<(bool, Vec<Edge>)>);

impl Floors {
    /// Finds the edges of a level.
    pub fn new(level: &Level) -> Self {
        let covers = |obstacle: &Obstacle| obstacle.moves.is_none() && obstacle.kind == ObstacleKind::Solid;
        let solid: Vec<&Obstacle> = level.obstacles.iter().filter(|obstacle| covers(obstacle)).collect();
        let rings: Vec<&[DVec2]> = solid.iter().map(|obstacle| obstacle.polygon.corners()).collect();
        let seen = |obstacle: &Obstacle| match solid.iter().position(|&other| std::ptr::eq(other, obstacle)) {
            Some(of) => visible_edges(&rings, of),
            None => edges(obstacle.polygon.corners()).collect(),
        };
        let each = |obstacle: &Obstacle| (obstacle.kind != ObstacleKind::Ladder, seen(obstacle));
        Self(level.obstacles.iter().map(each).collect())
    }

    /// Returns the visible parts of an obstacle's edges.
    pub fn bare(&self, obstacle: usize) -> &[Edge] {
        &self.0[obstacle].1
    }

    /// Returns the edges to walk on, from left to right. `moved` returns an obstacle's offset.
    pub fn all(&self, moved: impl Fn(usize) -> DVec2) -> impl Iterator<Item = Edge> {
        let carrying = self.0.iter().enumerate().filter(|(_, (carries, _))| *carries);
        carrying.flat_map(move |(obstacle, (_, seen))| {
            let (by, upper) = (moved(obstacle), seen.iter().filter(|edge| is_walkable(**edge)));
            upper.map(move |&[right, left]| [left + by, right + by])
        })
    }
}
