//! A player in the air, and on the ground.

use super::{Edge, MeshPosition, NavMesh, Support, Walked, side};
use glam::DVec2;

/// State of a player's motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// Nothing holds it up.
    Airborne {
        /// Its place.
        place: MeshPosition,
        /// In units a second.
        velocity: DVec2,
    },
    /// It stands, or runs along an edge.
    Supported {
        /// Its place on an edge.
        support: Support,
        /// In units a second: to the right, if positive.
        speed: f64,
    },
}

/// Rules for all motion in a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// In units a second, each second.
    pub gravity: DVec2,
    /// Steepest rise of ground on which one can stand, for a unit to the right or to the left. 1 is half a right angle.
    pub steepest: f64,
    /// Speed away from falling ground from which on a player takes off, in units a second.
    pub takeoff: f64,
}

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stepped {
    /// The player, afterwards.
    pub body: Body,
    /// Time that was not used, in seconds: none, unless rounding sent the player round in a circle.
    pub left: f64,
}

/// Continuation of the way after the end of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Beyond {
    /// Another edge, and the speed on it.
    Edge(Edge, f64),
    /// Nothing to stand on.
    Air,
    /// An edge that lets nobody on.
    Stop,
}

/// Greatest number of changes of the way in one step, for each triangle: a bound against circles by rounding.
const TURNS: usize = 4;

impl NavMesh {
    /// Moves a player for a time, in seconds. All of its gravity comes at its beginning, as in `Sweep::step`, beside which
    /// this is held: which of the two loses him does not depend on that. In a world `vertical_step` is exact.
    ///
    /// Nothing but sums, products, quotients and square roots decides: everywhere the same numbers make the same step, to
    /// the last bit.
    pub fn step(&self, body: Body, rules: &Rules, time: f64) -> Stepped {
        let mut body = match body {
            Body::Airborne { place, velocity } => {
                Body::Airborne { place, velocity: velocity + time * rules.gravity }
            }
            supported => supported,
        };
        let mut left = time;
        for _ in 0..TURNS * self.count() {
            let before = (body, left);
            (body, left) = match body {
                Body::Airborne { place, velocity } => self.flown(place, velocity, left),
                Body::Supported { support, speed } => self.run(support, speed, rules, left),
            };
            if left <= 0.0 || (body, left) == before {
                break;
            }
        }
        if let Body::Supported { support, speed } = body
            && !self.is_floor(support.edge, rules)
            && !self.is_wedged(support, rules)
        {
            let [from, to] = self.ends(support.edge);
            body = Body::Airborne { place: self.place(body), velocity: speed * (to - from).normalize() };
        }
        Stepped { body, left }
    }

    /// Returns the place of a player.
    pub fn place(&self, body: Body) -> MeshPosition {
        match body {
            Body::Airborne { place, .. } => place,
            Body::Supported { support, .. } => {
                MeshPosition { at: self.on(support), triangle: support.edge.triangle }
            }
        }
    }

    /// Leaves the ground.
    pub fn jump(&self, body: Body, velocity: DVec2) -> Body {
        Body::Airborne { place: self.place(body), velocity }
    }

    /// Comes down through what one stands on, if it is thin. From then on the player is inside, and coming out is free.
    pub fn drop_through(&self, body: Body) -> Body {
        let Body::Supported { support, .. } = body else { return body };
        match self.across(support.edge) {
            Some(below) if self.is_free(below.triangle) => {
                let place = MeshPosition { at: self.on(support), triangle: below.triangle };
                Body::Airborne { place, velocity: DVec2::ZERO }
            }
            _ => body,
        }
    }

    /// Flies until the time is over, or something is hit.
    fn fly(&self, place: MeshPosition, velocity: DVec2, time: f64) -> (Body, f64) {
        self.after_flight(self.walk(place, time * velocity), velocity, time)
    }

    /// Returns the motion of a player after a flight of a velocity and a time, and the seconds of these that are left.
    pub fn after_flight(&self, walked: Walked, velocity: DVec2, time: f64) -> (Body, f64) {
        let left = time * (1.0 - walked.part);
        let Some(support) = walked.hit else {
            return (Body::Airborne { place: walked.place, velocity }, left);
        };
        // The part of the velocity into the edge is lost.
        let [start, end] = self.ends(support.edge);
        let speed = velocity.dot((end - start).normalize());
        (Body::Supported { support, speed }, left)
    }

    /// The same, but an impossible motion is none, so that a half-written exercise can still be played.
    pub(super) fn flown(&self, place: MeshPosition, velocity: DVec2, time: f64) -> (Body, f64) {
        let (body, left) = self.fly(place, velocity, time);
        let can_be = match body {
            Body::Airborne { place, velocity } => {
                place.at.is_finite() && velocity.is_finite() && place.triangle < self.count()
            }
            Body::Supported { support, speed } => {
                self.has(support.edge) && support.along.is_finite() && speed.is_finite()
            }
        };
        match can_be && (0.0..=time).contains(&left) {
            true => (body, left),
            false => (Body::Airborne { place, velocity: DVec2::ZERO }, 0.0),
        }
    }

    /// As `beyond` has it, but an edge that cannot be is the air.
    pub(super) fn then(&self, edge: Edge, speed: f64, rules: &Rules) -> Beyond {
        match self.beyond(edge, speed, rules) {
            Beyond::Edge(next, speed) if !self.has(next) || !speed.is_finite() => Beyond::Air,
            beyond => beyond,
        }
    }

    fn has(&self, edge: Edge) -> bool {
        edge.triangle < self.count() && edge.edge < 3
    }

    /// Runs along an edge until the time is over, or the edge.
    fn run(&self, Support { edge, along }: Support, speed: f64, rules: &Rules, time: f64) -> (Body, f64) {
        let [from, to] = self.ends(edge);
        let length = from.distance(to);
        let end = if speed > 0.0 { length } else { 0.0 };
        let wanted = along + speed * time;
        if (0.0..=length).contains(&wanted) {
            return (Body::Supported { support: Support { edge, along: wanted }, speed }, 0.0);
        }
        let left = (time - (end - along) / speed).max(0.0);
        match self.then(edge, speed, rules) {
            Beyond::Edge(next, speed) => {
                let [from, to] = self.ends(next);
                let along = if end > 0.0 { 0.0 } else { from.distance(to) };
                (Body::Supported { support: Support { edge: next, along }, speed }, left)
            }
            Beyond::Air => {
                let at = if end > 0.0 { to } else { from };
                let place = MeshPosition { at, triangle: edge.triangle };
                (Body::Airborne { place, velocity: speed * (to - from).normalize() }, left)
            }
            Beyond::Stop => (Body::Supported { support: Support { edge, along: end }, speed: 0.0 }, 0.0),
        }
    }

    /// Returns the continuation after an edge that a player runs or slides along: after its own end, if the speed is
    /// positive.
    pub fn beyond(&self, edge: Edge, speed: f64, rules: &Rules) -> Beyond {
        let forward = speed > 0.0;
        let Some(next) = self.next_wall(edge, forward) else { return Beyond::Air };
        let ([from, to], [start, end]) = (self.ends(edge), self.ends(next));
        // Turn of the ground: positive if the next edge rises towards the player, zero if it goes straight on. Its sign
        // is never wrong. Then the turn's cosine and sine, and if one can stand on the two edges.
        let rise = if forward { side(from, to, end) } else { side(start, from, to) };
        let [way, on] = [(to - from).normalize(), (end - start).normalize()];
        let (cosine, sine) = (way.dot(on), way.perp_dot(on).abs());
        let [floor, next_floor] = [edge, next].map(|edge| self.is_floor(edge, rules));
        if rise > 0.0 {
            // It runs against the next edge, and what goes into that is lost.
            return match next_floor || !floor && cosine > 0.0 {
                true => Beyond::Edge(next, speed * cosine.max(0.0)),
                false => Beyond::Stop,
            };
        }
        let follows = rise == 0.0 || floor && next_floor && speed.abs() * sine <= rules.takeoff;
        if follows && cosine > 0.0 { Beyond::Edge(next, speed) } else { Beyond::Air }
    }

    /// The next edge that blocks, on the free side of an edge, about its end or its start.
    fn next_wall(&self, edge: Edge, forward: bool) -> Option<Edge> {
        let turned = |edge: Edge| Edge { edge: (edge.edge + if forward { 1 } else { 2 }) % 3, ..edge };
        let back = self.across(edge);
        let mut next = turned(edge);
        while !self.blocks(next) && Some(next) != back {
            next = turned(self.across(next)?);
        }
        (Some(next) != back).then_some(next)
    }

    /// Returns true if a place is at the bottom between two walls: each too steep to stand on, but both together hold.
    pub(super) fn is_wedged(&self, Support { edge, along }: Support, rules: &Rules) -> bool {
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
        faces_up && !self.is_floor(left, rules) && !self.is_floor(right, rules)
    }

    /// Returns true if one can stand on an edge.
    pub fn is_floor(&self, edge: Edge, rules: &Rules) -> bool {
        let [from, to] = self.ends(edge);
        let way = to - from;
        way.x > 0.0 && way.y.abs() <= rules.steepest * way.x
    }
}
