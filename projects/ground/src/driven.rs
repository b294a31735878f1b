//! Moves platforms, which carry a player on them, push one in their way, and crush one without room.

use super::Edge;
use super::moving::Moving;
use glam::DVec2;

/// The most parts of a platform's way in a tick, which is cut where the player meets something.
const ROUNDS: usize = 8;

/// The least sine of the angle between the normals of two sides, that which pushes a player and that which
/// stops him, at which he slides along the other one.
const OPPOSITE: f64 = 0.125;

/// The extra way of a pushed player, in units, so that rounding doesn't make him meet the edge again.
const NUDGE: f64 = 1.0 / (1u64 << 36) as f64;

/// The fraction of a motion below which it counts as none.
const NOTHING: f64 = 1e-9;

/// The progress of a platform in a tick.
enum Driven {
    There,
    OnItsWay,
    NoRoom,
}

impl Moving<'_> {
    /// Moves a platform to its next place. `clings` is true if the player holds on to it.
    pub fn drive(&mut self, platform: usize, to: DVec2, clings: bool, passable: bool) {
        let mut carried = true;
        for _ in 0..ROUNDS {
            let motion = to - self.frames[platform];
            if motion == DVec2::ZERO {
                return;
            }
            let driven = if carried && (self.ground == platform || clings) {
                carried = false;
                self.carry(platform, motion)
            } else {
                let hit = self.push(platform, motion, carried);
                carried = carried && self.ground == platform;
                hit
            };
            match driven {
                Driven::There => {
                    self.frames[platform] = to;
                    return;
                }
                Driven::OnItsWay => {}
                Driven::NoRoom => break,
            }
        }
        if passable {
            self.pass_through(platform, to - self.frames[platform]);
        } else {
            self.crushed = true;
        }
        self.frames[platform] = to;
    }

    /// Moves the platform with the player on it, until something else is in his way.
    fn carry(&mut self, platform: usize, motion: DVec2) -> Driven {
        let at = self.at();
        let hit = self.first_hit(at, motion, platform);
        let part = hit.map_or(1.0, |(_, walked, _)| walked.part);
        self.follow(at, part * motion, platform);
        self.frames[platform] += part * motion;
        let Some((other, _, hit)) = hit else { return Driven::There };
        let velocity = self.velocity();
        if self.meshes[other].is_floor(hit.edge) {
            self.hold(other, hit, velocity);
        } else {
            self.let_go(self.without(velocity, other, hit.edge));
        }
        Driven::OnItsWay
    }

    /// Moves the platform against the player. In its own frame, the player moves towards it.
    fn push(&mut self, platform: usize, motion: DVec2, may_hold: bool) -> Driven {
        let at = self.at();
        let walked = self.meshes[platform].walk(self.place_in(platform, at), -motion);
        self.triangles[platform] = walked.place.triangle;
        let Some(hit) = walked.hit else { return Driven::There };
        self.frames[platform] += walked.part * motion;
        let rest = (1.0 - walked.part) * motion;
        if may_hold && self.meshes[platform].is_floor(hit.edge) {
            self.hold(platform, hit, self.velocity());
            return Driven::OnItsWay;
        }
        let normal = self.normal(platform, hit.edge);
        self.let_go(self.without(self.velocity(), platform, hit.edge));
        let out = rest.dot(normal).max(0.0) + NUDGE;
        let mut way = out * normal;
        if let Some((other, blocked, edge)) = self.first_hit(at, way, platform)
            && blocked.part < NOTHING
        {
            // Along what is in the way, and as far away from the platform.
            let other_normal = self.normal(other, edge.edge);
            let along = other_normal.perp();
            let sine = along.dot(normal);
            if sine.abs() < OPPOSITE {
                return Driven::NoRoom;
            }
            way = (out + NUDGE) / sine * along + NUDGE * other_normal;
        }
        self.give_way(platform, way, rest)
    }

    /// Moves the player a way, as far as there is room, and the platform its own.
    fn give_way(&mut self, platform: usize, way: DVec2, rest: DVec2) -> Driven {
        let at = self.at();
        let blocked = self.first_hit(at, way, platform).map_or(1.0, |(_, walked, _)| walked.part);
        let relative = self.meshes[platform].walk(self.place_in(platform, at), blocked * (way - rest));
        let part = blocked * relative.part;
        self.follow(at, part * way, platform);
        self.triangles[platform] = relative.place.triangle;
        self.frames[platform] += part * rest;
        match part {
            1.0 => Driven::There,
            part if part < NOTHING => Driven::NoRoom,
            _ => Driven::OnItsWay,
        }
    }

    /// Returns a velocity without its part into an edge.
    fn without(&self, velocity: DVec2, ground: usize, edge: Edge) -> DVec2 {
        let normal = self.normal(ground, edge);
        velocity - (velocity - self.paces[ground]).dot(normal).min(0.0) * normal
    }

    /// Moves a platform that is not solid through the player, if there is no room for him.
    fn pass_through(&mut self, platform: usize, motion: DVec2) {
        self.let_go(self.velocity());
        let mesh = &self.meshes[platform];
        let mut place = self.place_in(platform, self.at());
        let to = place.at - motion;
        for _ in 0..mesh.count() {
            let walked = mesh.walk(place, to - place.at);
            place = walked.place;
            match walked.hit.and_then(|hit| mesh.across(hit.edge)) {
                Some(across) => place.triangle = across.triangle,
                None => break,
            }
        }
        self.triangles[platform] = place.triangle;
    }
}
