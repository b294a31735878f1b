//! Finds the height of the ground below a place.

use glam::DVec2;
use ground::{Level, ObstacleKind, edges};

/// The depth below the ground up to which a thing counts as on it, in metres.
const SUNK: f64 = 0.05;

/// The upper edges of all that does not move in a level, as platforms carry only the knight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heights {
    /// The ends of each edge, the left one first.
    edges: Vec<[DVec2; 2]>,
    /// The height of the lowest place to stand on.
    pub lowest: f64,
}

impl Heights {
    /// Finds the upper edges of a level.
    pub fn new(level: &Level) -> Self {
        let still = level.obstacles.iter().filter(|obstacle| obstacle.moves.is_none());
        let edges = still.filter(|obstacle| obstacle.kind != ObstacleKind::Ladder).flat_map(|obstacle| {
            // Corners go round counter-clockwise: upper edges go to the left.
            let upper = edges(obstacle.polygon.corners()).filter(|[right, left]| left.x < right.x);
            upper.map(|[right, left]| [left, right])
        });
        let top = |corners: &[DVec2]| corners.iter().map(|corner| corner.y).fold(f64::MIN, f64::max);
        let tops = level.obstacles.iter().map(|obstacle| top(obstacle.polygon.corners()));
        Self { edges: edges.collect(), lowest: tops.fold(level.start.y, f64::min) }
    }

    /// Returns the height of the ground below a place, if there is any.
    pub fn below(&self, at: DVec2) -> Option<f64> {
        let under = self.edges.iter().filter(|[left, right]| (left.x..=right.x).contains(&at.x));
        let heights = under.map(|[left, right]| left.lerp(*right, (at.x - left.x) / (right.x - left.x)).y);
        heights.filter(|height| *height <= at.y + SUNK).reduce(f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::{Moves, Obstacle, Polygon};

    #[test]
    fn the_ground_is_the_highest_that_is_not_above() {
        let obstacle = |kind, corners: &[[f64; 2]]| {
            let corners: Vec<DVec2> = corners.iter().copied().map(DVec2::from).collect();
            Obstacle::still(Polygon::new(&corners).unwrap(), kind)
        };
        let upright = |kind, [left, low]: [f64; 2], [right, high]: [f64; 2]| {
            obstacle(kind, &[[left, low], [right, low], [right, high], [left, high]])
        };
        let (solid, thin, ladder) = (ObstacleKind::Solid, ObstacleKind::Thin, ObstacleKind::Ladder);
        // A floor at 0 up to x = 2, from where it rises to 2 at x = 4, a roof at 3, a ladder, and a platform.
        let moves = Some(Moves { by: DVec2::X, seconds: 2.0 });
        let obstacles = vec![
            obstacle(solid, &[[-4.0, -1.0], [4.0, -1.0], [4.0, 2.0], [2.0, 0.0], [-4.0, 0.0]]),
            upright(thin, [-1.0, 2.5], [1.0, 3.0]),
            upright(ladder, [-2.0, 0.0], [-1.5, 4.0]),
            Obstacle { moves, ..upright(thin, [-3.5, 0.5], [-2.5, 1.0]) },
        ];
        let heights = Heights::new(&Level { obstacles, start: DVec2::ZERO });
        for (at, height) in [
            ([0.0, 1.0], Some(0.0)),
            ([0.0, 2.7], Some(0.0)),
            ([0.0, 3.5], Some(3.0)),
            ([0.0, 2.96], Some(3.0)),
            ([3.0, 1.5], Some(1.0)),
            ([-1.7, 9.0], Some(0.0)),
            ([-3.0, 9.0], Some(0.0)),
            ([0.0, -0.5], None),
            ([5.0, 9.0], None),
            ([f64::NAN, 9.0], None),
        ] {
            assert_eq!(heights.below(at.into()), height, "{at:?}");
        }
    }
}
