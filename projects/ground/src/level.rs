//! Parts of a level.

use super::{FARTHEST, Polygon, TICK};
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Allowed times of a platform's way there and back, in seconds.
const SECONDS: RangeInclusive<f64> = 0.5..=3600.0;

/// Effect of a polygon on the player.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObstacleKind {
    /// Nobody gets in.
    #[default]
    Solid,
    /// One stands on it, but comes through from below and from the sides.
    Thin,
    /// One climbs where one is inside, and stands on its top.
    Ladder,
}

/// A polygon of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obstacle {
    /// Place and form, before it is grown. If it moves: its first place.
    #[serde(rename = "corners")]
    pub polygon: Polygon,
    /// Effect on the player.
    #[serde(default)]
    pub kind: ObstacleKind,
    /// Motion, if it is a moving platform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Moves>,
}

/// Motion of a platform: from its first place to another one and back, again and again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// Offset of the other place from the first: in x and in y at most a corner's greatest distance from the origin.
    pub by: DVec2,
    /// Time of the way there and back. If it is less than a tick, the platform does not move.
    pub seconds: f64,
}

/// Polygons, and where a player begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// Obstacles are named by their places in this list.
    pub obstacles: Vec<Obstacle>,
    /// First place of the player's feet.
    pub start: DVec2,
}

impl Obstacle {
    /// An obstacle that stays where it is.
    pub fn still(polygon: Polygon, kind: ObstacleKind) -> Self {
        Self { polygon, kind, moves: None }
    }

    /// Says why it cannot move as it should, if it cannot.
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

/// Says whether a place is no farther away than a corner may be. A NaN is too far.
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

/// Returns the part of a way that is done after a part of the time: even motion, with a soft start and end.
fn eased(part: f64) -> f64 {
    let from_end = part.min(1.0 - part);
    let way = if from_end < ENDS { from_end * from_end / (2.0 * ENDS) } else { from_end - 0.5 * ENDS };
    let way = way / (1.0 - ENDS);
    if part < 0.5 { way } else { 1.0 - way }
}

/// At each end of its way, a platform changes its speed for this part of the time.
const ENDS: f64 = 0.125;
