//! What is pressed, and what a player makes of it. Times in seconds, ways in units.

use super::moving::Moving;
use super::{Body, Keys, Kind, Player, State, TICK, Ways};
use glam::{DVec2, dvec2};

/// How far one who comes out at a ladder's top may be above it.
const LADDER_TOP: f64 = 0.05;

/// A player who is steered for a tick.
pub(super) struct Steered<'a> {
    pub moving: Moving<'a>,
    pub kinds: &'a dyn Fn(usize) -> Kind,
    pub before: &'a Player,
    pub keys: Keys,
    pub walks: bool,
    pub ways: &'a Ways,
    /// Whether it rises because the key is held.
    pub rises: bool,
    /// Whether it leaves the ground because it wants to.
    pub leaves: bool,
    /// For how many ticks after this one it can still jump, and for how many a jump waits for the ground.
    pub grace: u8,
    pub waits: u8,
    pub climbs: bool,
}

impl<'a> Steered<'a> {
    /// Before anything is done in this tick.
    pub fn new(
        moving: Moving<'a>,
        kinds: &'a dyn Fn(usize) -> Kind,
        before: &'a Player,
        ways: &'a Ways,
    ) -> Self {
        Self {
            moving,
            kinds,
            before,
            ways,
            keys: Keys::default(),
            walks: false,
            rises: before.rises,
            leaves: false,
            grace: before.grace.saturating_sub(1),
            waits: before.waits.saturating_sub(1),
            climbs: false,
        }
    }

    /// Changes velocities as the keys want it.
    pub fn steer(&mut self) {
        let Keys { jump, down, .. } = self.keys;
        let Ways { jump: up, off_wall, .. } = *self.ways;
        let held = matches!(self.before.state(), State::Ground | State::Wedged);
        let now = jump && !self.before.keys.jump;
        let pressed = now || held && self.before.waits > 0;
        self.waits = if now { self.ways.early } else { self.waits };
        self.climbs = self.may_climb(pressed);
        if pressed && down && held && self.drop_through() {
        } else if pressed && (held || self.before.grace > 0) {
            self.jump(dvec2(self.moving.velocity().x, up));
        } else if pressed && self.before.state() == State::Ladder {
            self.jump(dvec2(0.5 * off_wall * self.keys.across(), up));
        } else if pressed && self.before.state() == State::Wall {
            let wall = self.before.wall;
            self.jump(dvec2(-off_wall * wall, up));
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
        (self.rises, self.leaves, self.grace, self.waits) = (true, true, 0, 0);
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
        (self.leaves, self.waits) = (true, 0);
        true
    }

    /// Whether the player holds fast to a ladder in this tick.
    fn may_climb(&mut self, jumps: bool) -> bool {
        let wants = self.keys.climb();
        let Body::Supported { support, .. } = self.moving.body else {
            let was_on = self.before.state() == State::Ladder;
            let catches = wants > 0.0 && self.moving.velocity().y <= self.ways.climb;
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
        let velocity =
            dvec2(self.ways.climb_across * self.keys.across(), self.ways.climb * self.keys.climb());
        self.moving.let_go(velocity);
    }

    fn run(&mut self) {
        let ways = self.ways;
        let wanted = ways.fastest(self.before.stance, self.walks) * self.keys.across();
        let wedged = self.moving.wedged;
        match &mut self.moving.body {
            Body::Supported { speed, .. } if !wedged => {
                let rate = if wanted == 0.0 { ways.slow_down } else { ways.speed_up };
                *speed = towards(*speed, wanted, rate * TICK);
            }
            Body::Supported { .. } => {}
            Body::Airborne { velocity, .. } => {
                let rate = if wanted == 0.0 { ways.slow_down_in_air } else { ways.speed_up_in_air };
                velocity.x = towards(velocity.x, wanted, rate * TICK);
                let held = self.keys.jump || !ways.by_key;
                self.rises = self.rises && held && velocity.y > 0.0;
                let part = if self.rises { ways.held } else { 1.0 };
                let slides = self.before.state() == State::Wall;
                let most = if slides { ways.fall_at_wall } else { ways.fall };
                velocity.y = (velocity.y + part * -ways.gravity * TICK).max(-most);
            }
        }
    }

    /// After the tick's motion: what holds the player, and what is left of its chances to jump?
    pub fn settle(&mut self) -> State {
        let state = self.holds();
        let stood = matches!(self.before.state(), State::Ground | State::Wedged);
        match state {
            State::Air | State::Wall if stood && !self.leaves => self.grace = self.ways.grace,
            State::Air | State::Wall => {}
            State::Ground | State::Wedged => self.grace = 0,
            State::Ladder | State::Crushed => (self.grace, self.waits) = (0, 0),
        }
        state
    }

    fn holds(&mut self) -> State {
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
