//! Turns buttons into a player's motion, in seconds and units.

use super::moving::Moving;
use super::{
    Body, JumpKey, MovementMode, MovementParameters, ObstacleKind, Player, Stance, TICK, VerticalMotion,
    World, button, vertical_step,
};
use glam::{DVec2, dvec2};

/// The greatest height above a ladder's top at which a player leaves it.
const LADDER_TOP: f64 = 0.05;

/// The speed of walking, in units a second.
const WALK: f64 = 1.2;

/// The deceleration of a player who slides, in units per second squared.
const SLIDES: f64 = 3.0;

/// A player that is steered for a tick.
pub(super) struct Steered<'a> {
    pub moving: Moving<'a>,
    pub world: &'a World,
    pub before: &'a Player,
    /// The player after the tick, with these keys.
    pub after: Player,
    /// The upward speed at the tick's end, less the mean one of the tick.
    pub gains: f64,
    /// True if the player leaves the ground because it jumps or drops.
    pub leaves: bool,
    pub climbs: bool,
}

impl Steered<'_> {
    /// Changes velocities as the keys ask.
    pub fn steer(&mut self) {
        let keys = self.after.keys;
        let off_wall = self.world.movement.off_wall;
        let held = matches!(self.before.state, MovementMode::Ground | MovementMode::Wedged);
        let now = keys & !self.before.keys & button::JUMP != 0;
        let pressed = now || held && self.before.waits > 0;
        self.after.waits = if now { self.world.movement.jump_buffer } else { self.after.waits };
        self.climbs = self.may_climb(pressed);
        if pressed && keys & button::DOWN != 0 && held && self.drop_through() {
        } else if pressed && (held || self.before.coyote_time > 0) {
            self.jump(self.moving.velocity().x);
        } else if pressed && self.before.state == MovementMode::Ladder {
            self.jump(0.5 * off_wall * button::across(keys));
        } else if pressed && self.before.state == MovementMode::Wall {
            self.jump(-off_wall * self.before.wall);
        } else if self.climbs {
            self.climb();
        } else {
            self.run();
        }
    }

    /// Jumps, with a velocity to the right. Ground that rises adds its speed.
    fn jump(&mut self, across: f64) {
        let pace = self.moving.velocity().y.max(0.0);
        let pace = if matches!(self.moving.body, Body::Supported { .. }) { pace } else { 0.0 };
        self.moving.let_go(dvec2(across, pace));
        (self.leaves, self.after.coyote_time, self.after.waits) = (true, 0, 0);
        self.rise_or_fall(JumpKey::Starts);
    }

    /// Drops through what the player stands on, if none of it is solid. Returns true if it does.
    fn drop_through(&mut self) -> bool {
        let (ground, velocity) = (self.moving.ground, self.moving.velocity());
        let Body::Supported { support, .. } = self.moving.body else { return false };
        let mesh = &self.moving.meshes[ground];
        let below = mesh.across(support.edge).filter(|below| mesh.is_free(below.triangle));
        let Some(below) = below else { return false };
        self.moving.triangles[ground] = below.triangle;
        self.moving.let_go(velocity);
        (self.leaves, self.after.waits) = (true, 0);
        true
    }

    /// Returns true if the player holds on to a ladder in this tick.
    fn may_climb(&mut self, jumps: bool) -> bool {
        let wants = button::climb(self.after.keys);
        let Body::Supported { support, .. } = self.moving.body else {
            let was_on = self.before.state == MovementMode::Ladder;
            let catches = wants > 0.0 && self.moving.velocity().y <= self.world.movement.climb;
            return !jumps && (was_on || catches) && self.world.ladder(&self.moving).is_some();
        };
        if jumps || wants == 0.0 {
            return false;
        }
        if wants > 0.0 {
            return self.world.ladder(&self.moving).is_some();
        }
        // From its top, downwards.
        let mesh = &self.moving.meshes[self.moving.ground];
        let enters =
            |kind| mesh.entered(support.edge).any(|index| self.world.level.obstacles[index].kind == kind);
        let ladder = enters(ObstacleKind::Ladder) && !enters(ObstacleKind::Solid);
        ladder && self.drop_through()
    }

    fn climb(&mut self) {
        self.after.rises = false;
        let velocity = dvec2(
            self.world.movement.climb_across * button::across(self.after.keys),
            self.world.movement.climb * button::climb(self.after.keys),
        );
        self.moving.let_go(velocity);
    }

    fn run(&mut self) {
        let (movement, keys) = (&self.world.movement, self.after.keys);
        let ducks = self.before.stance == Stance::Ducking;
        let most = if ducks { movement.duck } else { movement.run };
        let most = if keys & button::WALK != 0 { most.min(WALK) } else { most };
        let wanted = most * button::across(keys);
        let wedged = self.moving.wedged;
        match &mut self.moving.body {
            Body::Supported { speed, .. } if !wedged && keys & button::SLIDE != 0 => {
                *speed = towards(*speed, 0.0, SLIDES * TICK);
            }
            Body::Supported { speed, .. } if !wedged => {
                let rate = if wanted == 0.0 { movement.speed_up / 0.75 } else { movement.speed_up };
                *speed = towards(*speed, wanted, rate * TICK);
            }
            Body::Supported { .. } => {}
            Body::Airborne { velocity, .. } => {
                let rate = movement.speed_up_in_air * if wanted == 0.0 { 0.5 } else { 1.0 };
                velocity.x = towards(velocity.x, wanted, rate * TICK);
                let held = keys & button::JUMP != 0 || !movement.by_key;
                self.rise_or_fall(if held { JumpKey::Held } else { JumpKey::Free });
            }
        }
    }

    /// Moves up or down for this tick. An obstacle in the way is hit with the mean velocity of the tick.
    fn rise_or_fall(&mut self, key: JumpKey) {
        let Body::Airborne { velocity, .. } = &mut self.moving.body else { return };
        let slides = self.before.state == MovementMode::Wall;
        let fall = if slides { self.world.movement.fall_at_wall } else { self.world.movement.fall };
        let before = VerticalMotion { velocity: velocity.y.max(-fall), rises: self.after.rises };
        let (height, after) =
            vertical_step(before, key, &MovementParameters { fall, ..self.world.movement }, TICK);
        // A NaN is no motion, so that a half-written exercise can still be played.
        let (height, after) =
            if (height + after.velocity).is_finite() { (height, after) } else { (0.0, before) };
        velocity.y = height / TICK;
        (self.after.rises, self.gains) = (after.rises, after.velocity - velocity.y);
    }

    /// Finds, after the tick's motion, what holds the player, and its remaining chances to jump.
    pub fn settle(&mut self) {
        if let Body::Airborne { velocity, .. } = &mut self.moving.body {
            velocity.y += self.gains;
        }
        self.after.state = self.holds();
        let stood = matches!(self.before.state, MovementMode::Ground | MovementMode::Wedged);
        match self.after.state {
            MovementMode::Air | MovementMode::Wall if stood && !self.leaves => {
                self.after.coyote_time = self.world.movement.coyote_time
            }
            MovementMode::Air | MovementMode::Wall => {}
            MovementMode::Ground | MovementMode::Wedged => self.after.coyote_time = 0,
            MovementMode::Ladder | MovementMode::Crushed => {
                (self.after.coyote_time, self.after.waits) = (0, 0)
            }
        }
    }

    fn holds(&mut self) -> MovementMode {
        if self.moving.crushed {
            self.moving.let_go(DVec2::ZERO);
            return MovementMode::Crushed;
        }
        if let Body::Supported { .. } = self.moving.body {
            return if self.moving.wedged { MovementMode::Wedged } else { MovementMode::Ground };
        }
        if self.climbs {
            if self.world.ladder(&self.moving).is_some() {
                return MovementMode::Ladder;
            }
            if button::climb(self.after.keys) > 0.0 {
                self.moving.let_go(DVec2::ZERO);
                if self.moving.settle(0.0, LADDER_TOP, |_| true) {
                    return MovementMode::Ground;
                }
            }
        }
        let pushes = button::across(self.after.keys) * self.moving.wall > 0.0;
        if pushes { MovementMode::Wall } else { MovementMode::Air }
    }
}

/// Returns a number moved towards another, by `most` at most.
fn towards(from: f64, to: f64, most: f64) -> f64 {
    from + (to - from).clamp(-most, most)
}
