//! Bodies that block the way without being ground or wall.

use super::moving::Moving;
use super::steer::Steered;
use super::{Body, TICK};
use glam::{DVec2, dvec2};

/// An upright body in a level. Players stop before it, and slide off to a side if they come down on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocker {
    /// The place of the feet, in the level's space.
    pub at: DVec2,
    /// The width and height.
    pub size: DVec2,
}

/// The height of the top part, which narrows like a roof.
const ROOF: f64 = 0.75;

/// The speed at which a player is pushed out of a blocker, in units a second.
const OUT: f64 = 3.0;

/// The depth below a slope of 45° from which on the ground at a side is too low to be pushed to.
const LOWER: f64 = 0.1;

/// The depth in a blocker up to which a player only touches it.
const TOUCH: f64 = 1e-9;

impl Blocker {
    /// Returns the distance to each side that a body of this place and size must keep.
    fn keeps_off(&self, at: DVec2, size: DVec2) -> f64 {
        let feet = at.y - self.at.y;
        let narrows = ((self.size.y - feet) / ROOF).clamp(0.0, 1.0);
        if feet + size.y > 0.0 { 0.5 * narrows * (self.size.x + size.x) } else { 0.0 }
    }
}

impl Steered<'_> {
    /// Stops the player before blockers. One inside a blocker, since it rose there or he came down on it, is
    /// pushed out to the nearer side, unless there is no room, no ground or another blocker. Then it lets him
    /// go wherever he wants to.
    pub fn keep_out(&mut self, blockers: &[Blocker]) {
        if self.climbs || self.moving.wedged {
            return;
        }
        let (at, size) = (self.moving.at(), self.before.stance.size());
        let [mut least, mut most] = [f64::NEG_INFINITY, f64::INFINITY];
        for blocker in blockers {
            let (off, beside) = (blocker.keeps_off(at, size), at.x - blocker.at.x);
            let (deep, side) = (off - beside.abs(), if beside < 0.0 { -1.0 } else { 1.0 });
            let beyond = at + side * deep * DVec2::X;
            let is_free = |other: &Blocker| other.keeps_off(at, size) - (beyond.x - other.at.x).abs() < TOUCH;
            let leads_out = || blockers.iter().all(is_free) && self.moving.has_room(side * deep);
            if off <= 0.0 || deep > 0.0 && !leads_out() {
                continue;
            }
            let out = deep.min(OUT * TICK) / TICK;
            if side > 0.0 {
                least = least.max(out);
            } else {
                most = most.min(-out);
            }
        }
        if least <= most {
            self.moving.limit(least, most);
        }
    }
}

impl Moving<'_> {
    /// Returns true if a side is free, and has ground for a player who stands.
    fn has_room(&self, way: f64) -> bool {
        let (at, across) = (self.at(), dvec2(way, 0.0));
        if let Some((ground, _, hit)) = self.first_hit(at, across, usize::MAX) {
            return self.meshes[ground].is_floor(hit.edge);
        }
        let down = dvec2(0.0, -way.abs() - LOWER);
        let mut meshes = self.meshes.iter().enumerate();
        let is_below = |(ground, mesh): (usize, &super::NavMesh)| {
            let beside = mesh.walk(self.place_in(ground, at), across).place;
            mesh.walk(beside, down).hit.is_some()
        };
        matches!(self.body, Body::Airborne { .. }) || meshes.any(is_below)
    }

    /// Clamps the speed to the right. The ground that carries the player has moved him before.
    fn limit(&mut self, least: f64, most: f64) {
        match self.body {
            Body::Airborne { ref mut velocity, .. } => velocity.x = velocity.x.clamp(least, most),
            Body::Supported { support, ref mut speed } => {
                // A floor's edge goes to the right.
                let along = self.meshes[self.ground].way(support.edge).x;
                *speed = speed.clamp(least / along, most / along);
            }
        }
    }
}
