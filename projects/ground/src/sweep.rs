//! Moves players in the usual way, for contrast: the player's shape is swept along its motion, up to the
//! earliest contact with an obstacle.
//!
//! It knows no triangles, only places, which are rounded. A player inside an obstacle by rounding no longer
//! enters it, and falls through. One below the top of the next box by rounding runs against its side.

use super::{Obstacle, ObstacleKind, Shape, convex_pieces, edges, grown};
use glam::DVec2;

/// The solid obstacles of a level that do not move, grown by a player's shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    pub(super) rings: Vec<Vec<DVec2>>,
}

/// A player that is swept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swept {
    /// The place in the level's space.
    pub at: DVec2,
    /// The velocity in units a second.
    pub velocity: DVec2,
}

/// The first touch of a motion and an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The fraction of the motion up to the touch, from 0 to 1.
    pub part: f64,
    /// The direction away from the obstacle, of unit length.
    pub normal: DVec2,
}

/// The most contacts in a step.
const CONTACTS: usize = 4;

impl Sweep {
    /// Grows the solid obstacles of a level that do not move by a shape.
    pub fn new(obstacles: &[Obstacle], shape: &Shape) -> Self {
        let solid = obstacles
            .iter()
            .filter(|obstacle| obstacle.kind == ObstacleKind::Solid && obstacle.moves.is_none());
        let pieces = solid.flat_map(|obstacle| convex_pieces(&obstacle.polygon));
        Self { rings: pieces.map(|piece| grown(&piece, shape)).collect() }
    }

    /// Moves a player for some seconds, to the first contact, then along it for the time that is left.
    /// Gravity is applied at the beginning.
    pub fn step(&self, body: Swept, gravity: f64, time: f64) -> Swept {
        let Swept { mut at, mut velocity } = body;
        velocity.y -= time * gravity;
        let mut left = time;
        for _ in 0..CONTACTS {
            let motion = left * velocity;
            let Some(contact) = self.first(at, motion) else {
                at += motion;
                break;
            };
            at += contact.part * motion;
            velocity -= velocity.dot(contact.normal) * contact.normal;
            left *= 1.0 - contact.part;
        }
        Swept { at, velocity }
    }

    /// Returns the earliest contact of a motion.
    pub fn first(&self, at: DVec2, motion: DVec2) -> Option<Contact> {
        // A NaN is no contact, so that a half-written exercise can still be played.
        let sound = |contact: &Contact| contact.part.is_finite() && contact.normal.is_finite();
        let contacts = self.rings.iter().filter_map(|ring| contact(&sides(ring, at, motion)).filter(sound));
        contacts.min_by(|a, b| a.part.total_cmp(&b.part))
    }
}

/// A side of a convex obstacle, seen from a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweptSide {
    /// The direction away from the obstacle, of unit length.
    pub normal: DVec2,
    /// The distance of the motion's start from the side's line, negative on the obstacle's side.
    pub height: f64,
    /// The distance of its end, less that of its start, negative towards the obstacle.
    pub climb: f64,
}

/// Returns where a motion enters a convex obstacle with these sides, which is where it is below all their
/// lines for the first time. A motion that ends on the obstacle enters it, with the part 1. There is none for
/// a motion that grazes it, ends before it or begins inside.
pub fn contact(sides: &[SweptSide]) -> Option<Contact> {
    // TODO 17.2: Say after which part of the motion it comes in, and through which side.
    // BEGIN SOLUTION 17.2
    if sides.iter().any(|side| side.height >= 0.0 && side.climb >= 0.0) {
        return None;
    }
    let part = |side: &SweptSide| -side.height / side.climb;
    let exit = sides.iter().filter(|side| side.climb > 0.0).map(part).fold(f64::INFINITY, f64::min);
    // It is below all lines only when it has come below the last one.
    let down = sides.iter().filter(|side| side.climb < 0.0);
    let last = down.reduce(|a, b| if part(b) > part(a) { b } else { a })?;
    let entry = Contact { part: part(last), normal: last.normal };
    ((0.0..=1.0).contains(&entry.part) && entry.part < exit).then_some(entry)
    // END SOLUTION 17.2
    // STARTER 17.2: let _ = sides;
    // STARTER 17.2: None
}

/// Returns the sides of a convex ring, seen from a motion.
fn sides(ring: &[DVec2], at: DVec2, motion: DVec2) -> Vec<SweptSide> {
    let side = |[from, to]: [DVec2; 2]| {
        let normal = -(to - from).normalize().perp();
        SweptSide { normal, height: normal.dot(at - from), climb: normal.dot(motion) }
    };
    edges(ring).map(side).collect()
}
