//! Finds the visible edges of a level, and the ground for shadows.

use glam::DVec2;
use ground::{Level, Obstacle, ObstacleKind, edges, is_walkable, visible_edges};

/// The two ends of an edge, in its polygon's order.
pub type Edge = [DVec2; 2];

/// The visible edges of a level, and those that can be walked on.
pub struct Floors {
    /// The visible parts of each obstacle's edges.
    bare: Vec<Vec<Edge>>,
    /// The edges that can be walked on, from left to right, each with its obstacle.
    floors: Vec<(usize, Edge)>,
}

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
        let bare: Vec<Vec<Edge>> = level.obstacles.iter().map(seen).collect();
        let carrying = level.obstacles.iter().zip(&bare).enumerate();
        let carrying = carrying.filter(|(_, (obstacle, _))| obstacle.kind != ObstacleKind::Ladder);
        let floors = carrying.flat_map(|(index, (_, seen))| {
            let upper = seen.iter().filter(|edge| is_walkable(**edge));
            upper.map(move |&[right, left]| (index, [left, right]))
        });
        let floors = floors.collect();
        Self { bare, floors }
    }

    /// Returns the visible parts of an obstacle's edges.
    pub fn bare(&self, obstacle: usize) -> &[Edge] {
        &self.bare[obstacle]
    }

    /// Returns the edges to walk on, from left to right. `moved` returns an obstacle's offset.
    pub fn all(&self, moved: impl Fn(usize) -> DVec2) -> impl Iterator<Item = Edge> {
        self.floors.iter().map(move |&(obstacle, ends)| ends.map(|end| end + moved(obstacle)))
    }
}
