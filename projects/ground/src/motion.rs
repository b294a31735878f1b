//! Moves a player in the air, and finds what is beyond the edges of the ground.

use super::{Edge, MeshPosition, NavMesh, Support, side};
use glam::DVec2;

/// The state of a player's motion, in the air or on an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// The player flies.
    Airborne {
        /// The place of its feet, with its triangle.
        place: MeshPosition,
        /// The velocity in units a second.
        velocity: DVec2,
    },
    /// The player stands, or runs along an edge.
    Supported {
        /// The place on the edge.
        support: Support,
        /// The speed in units a second, positive to the right.
        speed: f64,
    },
}

/// The steepest ground on which a player can stand, as a rise for each unit sideways. 1 is 45°.
pub(super) const STEEPEST: f64 = 1.0;

/// The speed away from falling ground from which on a player takes off, in units a second.
const TAKEOFF: f64 = 4.5;

/// The continuation of the ground after the end of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beyond {
    /// Another edge, with the speed on it.
    Edge(Edge, f64),
    /// No ground, so that the player flies.
    Air,
    /// A wall or another edge that stops the player.
    Stop,
}

impl NavMesh {
    pub fn place(&self, body: Body) -> MeshPosition {
        match body {
            Body::Airborne { place, .. } => place,
            Body::Supported { support, .. } => {
                MeshPosition { at: self.on(support), triangle: support.edge.triangle }
            }
        }
    }

    /// Flies until the time is over or something is hit. Returns the new motion, and the seconds left.
    ///
    /// Only sums, products, quotients and square roots decide, so that the same numbers make the same flight
    /// on every machine, to the last bit.
    pub fn flown(&self, place: MeshPosition, velocity: DVec2, time: f64) -> (Body, f64) {
        let walked = self.walk(place, time * velocity);
        // An impossible motion is none, so that a half-written exercise can still be played.
        if !(0.0..=1.0).contains(&walked.part) {
            return (Body::Airborne { place, velocity: DVec2::ZERO }, 0.0);
        }
        let left = time * (1.0 - walked.part);
        let Some(support) = walked.hit else {
            return (Body::Airborne { place: walked.place, velocity }, left);
        };
        // The part of the velocity into the edge is lost.
        let speed = velocity.dot(self.way(support.edge));
        (Body::Supported { support, speed }, left)
    }

    /// Returns the direction of an edge, of unit length.
    pub(super) fn way(&self, edge: Edge) -> DVec2 {
        let [from, to] = self.ends(edge);
        (to - from).normalize()
    }

    /// Returns what is after an edge that a player runs along, at its end if the speed is positive.
    pub fn beyond(&self, edge: Edge, speed: f64) -> Beyond {
        let forward = speed > 0.0;
        let Some(next) = self.next_wall(edge, forward) else { return Beyond::Air };
        let ([from, to], [start, end]) = (self.ends(edge), self.ends(next));
        // Turn of the ground: positive if the next edge rises towards the player, zero if it goes straight on. Its sign
        // is never wrong. Then the turn's cosine and sine, and if one can stand on the two edges.
        let rise = if forward { side(from, to, end) } else { side(start, from, to) };
        let [way, on] = [edge, next].map(|edge| self.way(edge));
        let (cosine, sine) = (way.dot(on), way.perp_dot(on).abs());
        let [floor, next_floor] = [edge, next].map(|edge| self.is_floor(edge));
        if rise > 0.0 {
            // It runs against the next edge, and what goes into that is lost.
            return match next_floor || !floor && cosine > 0.0 {
                true => Beyond::Edge(next, speed * cosine.max(0.0)),
                false => Beyond::Stop,
            };
        }
        let follows = rise == 0.0 || floor && next_floor && speed.abs() * sine <= TAKEOFF;
        if follows && cosine > 0.0 { Beyond::Edge(next, speed) } else { Beyond::Air }
    }

    /// Returns the next edge that blocks, around the end or the start of an edge, on the free side.
    fn next_wall(&self, edge: Edge, forward: bool) -> Option<Edge> {
        let turned = |edge: Edge| Edge { edge: (edge.edge + if forward { 1 } else { 2 }) % 3, ..edge };
        let back = self.across(edge);
        let mut next = turned(edge);
        while !self.blocks(next) && Some(next) != back {
            next = turned(self.across(next)?);
        }
        (Some(next) != back).then_some(next)
    }

    /// Returns true if a place is at the bottom between two walls, each too steep, that hold a player
    /// together.
    pub(super) fn is_wedged(&self, Support { edge, along }: Support) -> bool {
        let [from, to] = self.ends(edge);
        let forward = match along {
            0.0 => false,
            along if along == from.distance(to) => true,
            _ => return false,
        };
        let Some(next) = self.next_wall(edge, forward) else { return false };
        // From left to right: down first, then up.
        let [left, right] = if forward { [edge, next] } else { [next, edge] };
        let [down, up] = [left, right].map(|wall| self.ends(wall)).map(|[from, to]| to - from);
        let faces_up = down.x > 0.0 && down.y < 0.0 && up.x > 0.0 && up.y > 0.0;
        faces_up && !self.is_floor(left) && !self.is_floor(right)
    }

    /// Returns true if a player can stand on an edge.
    pub fn is_floor(&self, edge: Edge) -> bool {
        let [from, to] = self.ends(edge);
        let way = to - from;
        way.x > 0.0 && way.y.abs() <= STEEPEST * way.x
    }
}
