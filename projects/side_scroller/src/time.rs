//! The clock of a game, and the keys that move a player.

use ground::Controls;
use stage::{Action, Input, Key, Panel};

/// The action that moves the player to the left.
pub const LEFT: Action = Action::new("Left", &[Key::LEFT, Key::char('a')]);
/// The action that moves the player to the right.
pub const RIGHT: Action = Action::new("Right", &[Key::RIGHT, Key::char('d')]);
/// The action that climbs up a ladder.
pub const UP: Action = Action::new("Up", &[Key::UP, Key::char('w')]);
/// The action that climbs down a ladder, or ducks.
pub const DOWN: Action = Action::new("Down", &[Key::DOWN, Key::char('s')]);
pub const JUMP: Action = Action::new("Jump", &[Key::SPACE]);
/// The action that pauses the game, or continues.
pub const PAUSE: Action = Action::new("Pause", &[Key::char('p')]).untold();
/// The action that makes one tick and pauses.
pub const ONE: Action = Action::new("One step", &[Key::char('.')]).repeating().untold();

/// The clock of a game's ticks.
#[derive(Default)]
pub struct Time {
    /// True while no ticks are made, but those that are asked for.
    pub paused: bool,
    /// True if one tick was asked for during a pause.
    one: bool,
    /// The frame's place between the last two ticks, from 0 to 1.
    pub frame: f32,
}

impl Time {
    /// Counts a step of the lesson, and returns true if the game makes a tick in it.
    pub fn step(&mut self, input: &Input) -> bool {
        self.paused ^= input.pressed(PAUSE);
        if input.pressed(ONE) {
            (self.paused, self.one) = (true, true);
        }
        !self.paused || std::mem::take(&mut self.one)
    }

    /// Returns the frame's place between the last two ticks, from 0 to 1.
    pub fn between(&self) -> f64 {
        if self.paused { 1.0 } else { self.frame.into() }
    }

    /// Shows a switch to pause.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.switch("pause (P)", &mut self.paused);
    }
}

pub fn held(input: &Input) -> Controls {
    let [left, right, up, down, jump] = [LEFT, RIGHT, UP, DOWN, JUMP].map(|action| input.held(action));
    Controls { left, right, up, down, jump }
}
