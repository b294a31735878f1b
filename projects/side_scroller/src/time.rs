//! Speed of the game, and the keys that move a player.

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

/// The greatest factor by which a game can be slowed down.
const SLOWEST: f32 = 60.0;

/// The clock of a game's ticks.
pub struct Time {
    paused: bool,
    /// The number of the lesson's steps in a tick.
    slow: f32,
    /// The number of steps since the last tick.
    waited: u32,
    /// True if one tick was asked for during a pause.
    one: bool,
    /// The frame's place between the last two steps, from 0 to 1.
    pub frame: f32,
}

impl Default for Time {
    fn default() -> Self {
        Self { paused: false, slow: 1.0, waited: 0, one: false, frame: 1.0 }
    }
}

impl Time {
    /// Counts a step of the lesson, and returns true if the game makes a tick in it.
    pub fn step(&mut self, input: &Input) -> bool {
        self.paused ^= input.pressed(PAUSE);
        if input.pressed(ONE) {
            (self.paused, self.one) = (true, true);
        }
        self.waited += 1;
        let due =
            if self.paused { std::mem::take(&mut self.one) } else { self.waited as f32 >= self.slow.round() };
        if due {
            self.waited = 0;
        }
        due
    }

    /// Returns the frame's place between the last two ticks, from 0 to 1.
    pub fn between(&self) -> f64 {
        let waited = (f64::from(self.waited) + f64::from(self.frame)) / f64::from(self.slow.round());
        if self.paused { 1.0 } else { waited.min(1.0) }
    }

    /// Shows controls for the speed and for pausing.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("speed", &mut self.slow, 1.0..=SLOWEST, "1/%.0f");
        panel.switch("pause (P)", &mut self.paused);
        panel.same_line();
        if panel.command("one step (.)") {
            (self.paused, self.one) = (true, true);
        }
    }
}

pub fn held(input: &Input) -> Controls {
    let [left, right, up, down, jump] = [LEFT, RIGHT, UP, DOWN, JUMP].map(|action| input.held(action));
    Controls { left, right, up, down, jump }
}
