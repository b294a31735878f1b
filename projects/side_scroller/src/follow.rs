//! The point that the viewer looks at: it follows the player, but not every step.

use glam::{DVec2, Vec3, dvec2};

/// Distance of the player from the middle at which the viewer begins to follow.
const ROOM: DVec2 = dvec2(0.9, 1.1);

/// Distance ahead of a runner at which one looks, in seconds of its way.
const AHEAD: DVec2 = dvec2(0.28, 0.06);

/// Part of the way that is left after each tick.
const LEFT: f64 = 0.955;

/// The middle of the view, at the last two ticks.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    before: DVec2,
    now: DVec2,
    /// As it was shown last.
    pub shown: Vec3,
    /// Part of the hand's move that is kept: less and less while the player runs.
    kept: f32,
    /// True if a camera is led.
    pub follows: bool,
}

impl Eye {
    /// Looks at a place.
    pub fn new(at: DVec2) -> Self {
        Self { before: at, now: at, shown: at.as_vec2().extend(0.0), kept: 1.0, follows: true }
    }

    /// Looks elsewhere at once.
    pub fn jump(&mut self, at: DVec2) {
        (self.before, self.now) = (at, at);
    }

    /// Lets a tick pass.
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
        if !self.follows {
            return;
        }
        let by_hand = *target - self.shown;
        self.shown = self.before.lerp(self.now, between).as_vec2().extend(0.0);
        *target = self.shown + by_hand * std::mem::replace(&mut self.kept, 1.0);
    }
}
