//! Visible edges of a level, and the ground for a figure and its shadow.

use glam::DVec2;
use ground::{Level, Obstacle, ObstacleKind, Outline, visible_edges};

/// Greatest depth below the feet of ground that still carries a figure's middle.
const SINKS: f64 = 0.5;

/// An edge, in the direction that its polygon has.
pub type Edge = [DVec2; 2];

/// Edges of a level that matter to a viewer.
pub struct Floors {
    /// For each obstacle, the visible parts of its edges.
    bare: Vec<Vec<Edge>>,
    /// Edges on which one can walk, from left to right: with the obstacle, if it moves.
    floors: Vec<(Option<usize>, Edge)>,
}

impl Floors {
    /// Finds them.
    pub fn new(level: &Level) -> Self {
        let covers = |obstacle: &Obstacle| obstacle.moves.is_none() && obstacle.kind == ObstacleKind::Solid;
        let solid: Vec<Outline<'_>> = (level.obstacles.iter())
            .filter(|obstacle| covers(obstacle))
            .map(|obstacle| Outline::new(obstacle.polygon.corners()))
            .collect();
        let (mut bare, mut floors, mut next_solid) = (Vec::new(), Vec::new(), 0);
        for (index, obstacle) in level.obstacles.iter().enumerate() {
            let seen = if covers(obstacle) {
                next_solid += 1;
                visible_edges(&solid, next_solid - 1)
            } else {
                ring(obstacle.polygon.corners()).collect()
            };
            if obstacle.kind != ObstacleKind::Ladder {
                let mover = obstacle.moves.map(|_| index);
                let upper = seen.iter().filter(|edge| is_walkable(**edge));
                floors.extend(upper.map(|&[right, left]| (mover, [left, right])));
            }
            bare.push(seen);
        }
        Self { bare, floors }
    }

    /// Returns the visible parts of an obstacle's edges.
    pub fn bare(&self, obstacle: usize) -> &[Edge] {
        &self.bare[obstacle]
    }

    /// Returns the edges on which one can walk, from left to right; `moved` gives an obstacle's offset from its first
    /// place.
    pub fn all(&self, moved: impl Fn(usize) -> DVec2) -> impl Iterator<Item = Edge> {
        self.floors.iter().map(move |&(mover, ends)| {
            let by = mover.map_or(DVec2::ZERO, &moved);
            ends.map(|end| end + by)
        })
    }

    /// Returns the depth of the ground right below a figure's middle: a box touches a slope with one corner only.
    pub fn below(&self, feet: DVec2, moved: impl Fn(usize) -> DVec2) -> f64 {
        let under = self.all(moved).filter_map(|[left, right]| {
            let part = (feet.x - left.x) / (right.x - left.x);
            (0.0..=1.0).contains(&part).then(|| feet.y - left.lerp(right, part).y)
        });
        let nearest = under.filter(|deep| (-0.01..=SINKS).contains(deep)).reduce(f64::min);
        nearest.map_or(0.0, |deep| deep.max(0.0))
    }
}

/// The edges of a polygon.
pub fn ring(corners: &[DVec2]) -> impl Iterator<Item = Edge> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| [*from, *to])
}

/// Returns true if one can stand on an edge of a polygon: it goes to the left above what is inside.
pub fn is_walkable([from, to]: Edge) -> bool {
    to.x < from.x && (to.y - from.y).abs() <= 1.001 * (from.x - to.x)
}
