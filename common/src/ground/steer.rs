//! What is pressed, and what a player makes of it. Times in seconds, ways in units.

use super::moving::Moving;
use super::{Body, Keys, Kind, Player, RULES, Stance, State, TICK};
use glam::{DVec2, dvec2};

/// How fast each stance runs.
fn fastest(stance: Stance) -> f64 {
    match stance {
        Stance::Standing => 6.0,
        Stance::Ducking => 2.5,
        Stance::Large => 4.0,
    }
}

/// How quickly speed comes and goes: on the ground, and in the air.
const SPEED_UP: f64 = 60.0;
const SLOW_DOWN: f64 = 80.0;
const SPEED_UP_IN_AIR: f64 = 36.0;
const SLOW_DOWN_IN_AIR: f64 = 18.0;

/// How fast one leaves the ground, and how much of gravity is left while one rises and holds the key: a jump is 1.4 to 2.9
/// units high.
const JUMP: f64 = 10.25;
const HELD: f64 = 0.5;

/// How fast one falls at most, and how fast while one pushes against a wall.
const FALL: f64 = 18.0;
const FALL_AT_WALL: f64 = 3.0;

/// How fast one jumps off a wall, away from it.
const OFF_WALL: f64 = 7.0;

/// How fast one climbs, and goes across a ladder.
const CLIMB: f64 = 4.0;
const CLIMB_ACROSS: f64 = 2.5;

/// How far one who comes out at a ladder's top may be above it.
const LADDER_TOP: f64 = 0.05;

/// A player who is steered for a tick.
pub(super) struct Steered<'a> {
    pub moving: Moving<'a>,
    pub kinds: &'a dyn Fn(usize) -> Kind,
    pub before: &'a Player,
    pub keys: Keys,
    /// Whether it rises because the key is held.
    pub rises: bool,
    pub climbs: bool,
}

impl Steered<'_> {
    /// Changes velocities as the keys want it.
    pub fn steer(&mut self) {
        let Keys { jump, down, .. } = self.keys;
        let pressed = jump && !self.before.keys.jump;
        let held = matches!(self.before.state(), State::Ground | State::Wedged);
        self.climbs = self.may_climb(pressed);
        if pressed && down && held && self.drop_through() {
        } else if pressed && held {
            self.jump(dvec2(self.moving.velocity().x, JUMP));
        } else if pressed && self.before.state() == State::Ladder {
            self.jump(dvec2(0.5 * OFF_WALL * self.keys.across(), JUMP));
        } else if pressed && self.before.state() == State::Wall {
            let wall = self.before.wall;
            self.jump(dvec2(-OFF_WALL * wall, JUMP));
        } else if self.climbs {
            self.climb();
        } else {
            self.run();
        }
    }

    /// Jumps with a velocity. Who jumps off what rises, rises as well.
    fn jump(&mut self, velocity: DVec2) {
        let pace = self.moving.velocity().y.max(0.0);
        let pace = if matches!(self.moving.body, Body::Supported { .. }) { pace } else { 0.0 };
        self.moving.let_go(velocity + dvec2(0.0, pace));
        self.rises = true;
    }

    /// Comes down through what one stands on, if none of it is solid.
    fn drop_through(&mut self) -> bool {
        let (ground, velocity) = (self.moving.ground, self.moving.velocity());
        let Body::Supported { support, .. } = self.moving.body else { return false };
        let mesh = &self.moving.meshes[ground];
        let below = mesh.across(support.edge).filter(|below| mesh.is_free(below.triangle));
        let Some(below) = below else { return false };
        self.moving.triangles[ground] = below.triangle;
        self.moving.let_go(velocity);
        true
    }

    /// Whether the player holds fast to a ladder in this tick.
    fn may_climb(&mut self, jumps: bool) -> bool {
        let wants = self.keys.climb();
        let Body::Supported { support, .. } = self.moving.body else {
            let was_on = self.before.state() == State::Ladder;
            let catches = wants > 0.0 && self.moving.velocity().y <= CLIMB;
            return !jumps && (was_on || catches) && self.on_ladder().is_some();
        };
        if jumps || wants == 0.0 {
            return false;
        }
        if wants > 0.0 {
            return self.on_ladder().is_some();
        }
        // From its top, downwards.
        let mesh = &self.moving.meshes[self.moving.ground];
        let entered: Vec<Kind> = mesh.entered(support.edge).map(self.kinds).collect();
        let ladder = entered.contains(&Kind::Ladder) && !entered.contains(&Kind::Solid);
        ladder && self.drop_through()
    }

    fn on_ladder(&self) -> Option<usize> {
        ladder_here(&self.moving, self.kinds)
    }

    fn climb(&mut self) {
        self.rises = false;
        let velocity = dvec2(CLIMB_ACROSS * self.keys.across(), CLIMB * self.keys.climb());
        self.moving.let_go(velocity);
    }

    fn run(&mut self) {
        let wanted = fastest(self.before.stance) * self.keys.across();
        let wedged = self.moving.wedged;
        match &mut self.moving.body {
            Body::Supported { speed, .. } if !wedged => {
                let rate = if wanted == 0.0 { SLOW_DOWN } else { SPEED_UP };
                *speed = towards(*speed, wanted, rate * TICK);
            }
            Body::Supported { .. } => {}
            Body::Airborne { velocity, .. } => {
                let rate = if wanted == 0.0 { SLOW_DOWN_IN_AIR } else { SPEED_UP_IN_AIR };
                velocity.x = towards(velocity.x, wanted, rate * TICK);
                self.rises = self.rises && self.keys.jump && velocity.y > 0.0;
                let part = if self.rises { HELD } else { 1.0 };
                let slides = self.before.state() == State::Wall;
                let most = if slides { FALL_AT_WALL } else { FALL };
                velocity.y = (velocity.y + part * RULES.gravity.y * TICK).max(-most);
            }
        }
    }

    /// After the tick's motion: what holds the player?
    pub fn settle(&mut self) -> State {
        if self.moving.crushed {
            self.moving.let_go(DVec2::ZERO);
            return State::Crushed;
        }
        if let Body::Supported { .. } = self.moving.body {
            return if self.moving.wedged { State::Wedged } else { State::Ground };
        }
        if self.climbs {
            if self.on_ladder().is_some() {
                return State::Ladder;
            }
            if self.keys.climb() > 0.0 {
                self.moving.let_go(DVec2::ZERO);
                if self.moving.settle(0.0, LADDER_TOP, None) {
                    return State::Ground;
                }
            }
        }
        let pushes = self.keys.across() * self.moving.wall > 0.0;
        if pushes { State::Wall } else { State::Air }
    }
}

/// A number, moved towards another by at most so much.
fn towards(from: f64, to: f64, most: f64) -> f64 {
    from + (to - from).clamp(-most, most)
}

/// Which mesh has a ladder where the player is.
pub(super) fn ladder_here(moving: &Moving<'_>, kinds: &dyn Fn(usize) -> Kind) -> Option<usize> {
    let inside = |ground: usize| {
        let obstacles = moving.meshes[ground].inside(moving.triangles[ground]);
        obstacles.iter().any(|&obstacle| kinds(obstacle) == Kind::Ladder)
    };
    (0..moving.meshes.len()).find(|&ground| inside(ground))
}
