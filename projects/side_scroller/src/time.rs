//! Speed of the game, and the keys that move a player.

use ground::Controls;
use stage::{Action, Input, Key, Panel};

/// To the left.
pub const LEFT: Action = Action::new("Left", &[Key::LEFT, Key::char('a')]);
/// To the right.
pub const RIGHT: Action = Action::new("Right", &[Key::RIGHT, Key::char('d')]);
/// Up a ladder.
pub const UP: Action = Action::new("Up", &[Key::UP, Key::char('w')]);
/// Down a ladder, or to duck.
pub const DOWN: Action = Action::new("Down", &[Key::DOWN, Key::char('s')]);
/// To jump.
pub const JUMP: Action = Action::new("Jump", &[Key::SPACE]);
/// To pause, and to go on.
pub const PAUSE: Action = Action::new("Pause", &[Key::char('p')]).untold();
/// One tick, and then a pause.
pub const ONE: Action = Action::new("One step", &[Key::char('.')]).repeating().untold();

/// Greatest factor by which a game can be slowed down.
const SLOWEST: f32 = 60.0;

/// Clock of the game's ticks: at full speed, slower, one by one, or not at all.
pub struct Time {
    paused: bool,
    /// Number of the lesson's steps in a tick.
    slow: f32,
    /// Number of steps since the last tick.
    waited: u32,
    /// True if one tick is asked for, though it is paused.
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
    /// Lets a step pass. True if it is time for a tick.
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

    /// Shows how fast it goes, and lets it be changed.
    pub fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.slider("speed", &mut self.slow, 1.0..=SLOWEST, "1/%.0f");
        panel.switch("pause (P)", &mut self.paused);
        panel.same_line();
        if panel.command("one step (.)") {
            (self.paused, self.one) = (true, true);
        }
    }
}

/// Returns the controls that are held now.
pub fn held(input: &Input) -> Controls {
    let [left, right, up, down, jump] = [LEFT, RIGHT, UP, DOWN, JUMP].map(|action| input.held(action));
    Controls { left, right, up, down, jump }
}
