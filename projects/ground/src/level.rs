//! Parts of a level.

use super::{FARTHEST, Polygon, TICK, edges};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The allowed seconds of a platform's way there and back.
const SECONDS: RangeInclusive<f64> = 0.5..=3600.0;

/// The effect of an obstacle on the player.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObstacleKind {
    /// The player can't get in.
    #[default]
    Solid,
    /// The player stands on it, but comes through from below and from the sides.
    Thin,
    /// The player climbs inside, and stands on its top.
    Ladder,
}

/// A polygon of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// The outline before it is grown, and of a platform its first place.
    #[serde(rename = "corners")]
    pub polygon: Polygon,
    /// The effect of the obstacle on the player.
    #[serde(default)]
    pub kind: ObstacleKind,
    /// The motion, if it is a platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Moves>,
}

/// The motion of a platform, from its first place to another and back, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The offset of the other place from the first, at most [`FARTHEST`](crate::FARTHEST) in x and y.
    pub by: DVec2,
    /// The seconds of the way there and back. If they are less than a tick, the platform does not move.
    pub seconds: f64,
}

/// The obstacles of a level, and where a player starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// The obstacles, which others name by index.
    pub obstacles: Vec<Obstacle>,
    /// The first place of the player's feet.
    pub start: DVec2,
}

/// The depth below the ground up to which a thing counts as on it, in units.
const SUNK: f64 = 0.05;

impl Level {
    /// Returns the height of the ground below a place, if there is any: of all that does not move, as platforms carry
    /// only the player.
    pub fn height_below(&self, at: DVec2) -> Option<f64> {
        let stays = |obstacle: &&Obstacle| obstacle.moves.is_none() && obstacle.kind != ObstacleKind::Ladder;
        let edges =
            self.obstacles.iter().filter(stays).flat_map(|obstacle| edges(obstacle.polygon.corners()));
        // Corners go round counter-clockwise: upper edges go to the left.
        let above = edges.filter(|[right, left]| left.x < right.x && (left.x..=right.x).contains(&at.x));
        let heights = above.map(|[right, left]| left.lerp(right, (at.x - left.x) / (right.x - left.x)).y);
        heights.filter(|height| *height <= at.y + SUNK).reduce(f64::max)
    }

    /// Returns the height of the lowest place to stand on.
    pub fn lowest(&self) -> f64 {
        let tops = self.obstacles.iter().map(|obstacle| obstacle.polygon.bounds()[1].y);
        tops.fold(self.start.y, f64::min)
    }
}

impl Obstacle {
    /// Returns an obstacle that does not move.
    pub fn still(polygon: Polygon, kind: ObstacleKind) -> Self {
        Self { polygon, kind, moves: None }
    }

    /// Returns why the platform can't move like this, if so.
    pub fn wrong(&self) -> Option<String> {
        let Moves { by, seconds } = self.moves?;
        let (least, most) = (SECONDS.start(), SECONDS.end());
        if !SECONDS.contains(&seconds) {
            return Some(format!("A platform takes {least} to {most} seconds to be back, not {seconds}."));
        }
        let is_out = self.polygon.corners().iter().any(|&corner| !is_near(corner + by));
        is_out.then(|| format!("Its way ends too far away: no corner may come beyond {FARTHEST} units."))
    }
}

/// Returns true if a place is no farther away than a corner may be. A NaN is too far.
pub fn is_near(place: DVec2) -> bool {
    place.abs().cmple(DVec2::splat(FARTHEST)).all()
}

impl Moves {
    /// Returns a platform's offset from its first place at a tick.
    pub fn at(&self, tick: u64) -> DVec2 {
        if self.seconds < TICK {
            return DVec2::ZERO;
        }
        let rounds = tick as f64 * TICK / self.seconds;
        let part = rounds - rounds.floor();
        let there = 1.0 - (2.0 * part - 1.0).abs();
        self.by * eased(there)
    }
}

/// Returns the fraction of a way after a fraction of the time, even but for a soft start and end.
fn eased(part: f64) -> f64 {
    let from_end = part.min(1.0 - part);
    let way = if from_end < ENDS { from_end * from_end / (2.0 * ENDS) } else { from_end - 0.5 * ENDS };
    let way = way / (1.0 - ENDS);
    if part < 0.5 { way } else { 1.0 - way }
}

/// The fraction of the time for which a platform speeds up or slows down at each end.
const ENDS: f64 = 0.125;
