//! Finds the visible edges of a level, and the ground for a figure and its shadow.

use glam::DVec2;
use ground::{Level, Obstacle, ObstacleKind, edges, is_walkable, visible_edges};

/// The greatest depth of ground below the feet that still carries a figure's middle, in metres.
const SINKS: f64 = 0.5;

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

    /// Returns the depth of the ground below a figure's middle, as a box touches a slope with a corner.
    pub fn below(&self, feet: DVec2, moved: impl Fn(usize) -> DVec2) -> f64 {
        let under = self.all(moved).filter_map(|[left, right]| {
            let part = (feet.x - left.x) / (right.x - left.x);
            (0.0..=1.0).contains(&part).then(|| feet.y - left.lerp(right, part).y)
        });
        let nearest = under.filter(|deep| (-0.01..=SINKS).contains(deep)).reduce(f64::min);
        nearest.map_or(0.0, |deep| deep.max(0.0))
    }
}
