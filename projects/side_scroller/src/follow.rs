//! Moves the camera after the player, but not at every step.

use glam::{DVec2, Vec3, dvec2};

/// The distance, in metres, between player and middle at which the camera begins to follow.
const ROOM: DVec2 = dvec2(0.9, 1.1);

/// The seconds of the player's way by which the camera looks ahead.
const AHEAD: DVec2 = dvec2(0.28, 0.06);

/// The fraction of the camera's way that is left after each tick.
const LEFT: f64 = 0.955;

/// The middle of the view after each of the last two ticks.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    before: DVec2,
    now: DVec2,
    /// The middle that is led to, and by how much a camera looks higher, in metres.
    middle: DVec2,
    pub higher: f64,
    /// The middle in the last frame.
    pub shown: Vec3,
    /// The part of the user's own move of the camera that is kept, from 1 to 0 while the player runs.
    kept: f32,
    /// True if a camera is led.
    pub follows: bool,
}

impl Eye {
    /// Returns an eye that looks at a place.
    pub fn new(at: DVec2) -> Self {
        Self {
            before: at,
            now: at,
            middle: at,
            higher: 0.0,
            shown: at.as_vec2().extend(0.0),
            kept: 1.0,
            follows: true,
        }
    }

    /// Looks at a place at once, without a way to it.
    pub fn jump(&mut self, at: DVec2) {
        (self.before, self.now) = (at, at);
    }

    /// Follows a player at `at` for a tick.
    pub fn tick(&mut self, at: DVec2, velocity: DVec2) {
        self.before = self.now;
        let away = at + AHEAD * velocity - self.now;
        self.now += (1.0 - LEFT) * (away - away.clamp(-ROOM, ROOM));
        if velocity.length_squared() > 1.0 {
            self.kept *= 0.985;
        }
    }

    /// Moves a viewer's target, if it follows. A move by hand stays until the player runs.
    pub fn lead(&mut self, target: &mut Vec3, between: f64) {
        let mut by_hand = *target - self.shown;
        if self.follows {
            self.middle = self.before.lerp(self.now, between);
            by_hand *= std::mem::replace(&mut self.kept, 1.0);
        }
        self.shown = (self.middle + self.higher * DVec2::Y).as_vec2().extend(0.0);
        *target = self.shown + by_hand;
    }
}
