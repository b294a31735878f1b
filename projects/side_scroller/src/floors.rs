//! What is seen of a level's edges, and what a figure and its shadow lie on.

use glam::DVec2;
use ground::{Level, Obstacle, ObstacleKind, Outline, visible_edges};

/// How far below its feet ground is that a figure's middle stands on.
const SINKS: f64 = 0.5;

/// An edge, in the direction that its polygon has.
pub type Edge = [DVec2; 2];

/// The edges of a level that matter to somebody who looks at it.
pub struct Floors {
    /// For each obstacle, what is seen of its edges.
    bare: Vec<Vec<Edge>>,
    /// What one can walk on, from left to right: with the obstacle, if it moves.
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

    /// What is seen of an obstacle's edges.
    pub fn bare(&self, obstacle: usize) -> &[Edge] {
        &self.bare[obstacle]
    }

    /// What one can walk on, from left to right; `moved` tells how far an obstacle is from where the level has it.
    pub fn all(&self, moved: impl Fn(usize) -> DVec2) -> impl Iterator<Item = Edge> {
        self.floors.iter().map(move |&(mover, ends)| {
            let by = mover.map_or(DVec2::ZERO, &moved);
            ends.map(|end| end + by)
        })
    }

    /// How far below somebody's feet the ground is, right under its middle: a box stands on a slope with one corner.
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
