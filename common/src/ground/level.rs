//! What a level is made of.

use super::Polygon;
use glam::DVec2;

/// What a polygon does to whoever comes to it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Kind {
    /// Nobody gets in.
    #[default]
    Solid,
    /// One stands on it, but comes through from below and from the sides.
    Thin,
    /// One climbs where one is inside, and stands on its top.
    Ladder,
}

/// A polygon of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Where it is, before it is grown. If it moves: where it is at first.
    pub polygon: Polygon,
    /// What it does.
    pub kind: Kind,
    /// How it moves, if it is a platform that does.
    pub moves: Option<Moves>,
}

/// How a platform moves: from where it is to another place and back, again and again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moves {
    /// How far the other place is from the first.
    pub by: DVec2,
    /// How long it takes to be back.
    pub seconds: f64,
}

/// Polygons, and where a player begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    /// Obstacles are named by their places in this list.
    pub obstacles: Vec<Obstacle>,
    /// Where the player's feet are at first.
    pub start: DVec2,
}

impl Obstacle {
    /// An obstacle that stays where it is.
    pub fn still(polygon: Polygon, kind: Kind) -> Self {
        Self { polygon, kind, moves: None }
    }
}
