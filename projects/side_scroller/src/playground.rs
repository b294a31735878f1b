//! A level to play in and to change: what lessons 17 and 18 have around their games.

use crate::editor::{Command, Editor};
use crate::follow::Eye;
use glam::DVec2;
use ground::{Buttons, button};
use stage::{Action, Camera, Frame, Input, Key, Pace};

/// Pace of a game: its ticks are a lesson's steps.
pub const PACE: Pace = Pace::Fixed { hertz: 120 };

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

/// The actions that move a player, with their buttons.
pub const MOVES: [(Action, Buttons); 5] = [
    (LEFT, button::LEFT),
    (RIGHT, button::RIGHT),
    (UP, button::UP),
    (DOWN, button::DOWN),
    (JUMP, button::JUMP),
];

/// The actions that move a player, those of the time, and the editor's.
pub const ACTIONS: [Action; 13] = {
    let [undo, redo, delete, duplicate, save, into] = Command::ACTIONS;
    [LEFT, RIGHT, UP, DOWN, JUMP, PAUSE, ONE, undo, redo, delete, duplicate, save, into]
};

/// A level with its editor, the time, and the point that a camera looks at.
pub struct Playground {
    /// The editor of the level.
    pub editor: Editor,
    /// The middle of the view.
    pub eye: Eye,
    /// True while no ticks are made, but those that are asked for.
    pub paused: bool,
    /// The frame's place between the last two ticks, from 0 to 1. While there are none, it is the last one.
    pub between: f64,
}

impl Playground {
    /// A playground whose camera looks at a place.
    pub fn new(editor: Editor, at: DVec2) -> Self {
        Self { editor, eye: Eye::new(at), paused: false, between: 1.0 }
    }

    /// Lets a step pass, and returns true if it is time for a tick.
    pub fn is_due(&mut self, input: &Input) -> bool {
        self.paused ^= input.pressed(PAUSE);
        let one = input.pressed(ONE);
        self.paused |= one;
        one || !self.paused
    }

    /// Begins a frame, at a place between the last two steps.
    pub fn begin_frame(&mut self, camera: &mut Camera, between: f32) {
        self.between = if self.paused || self.editor.has_turn() { 1.0 } else { between.into() };
        self.eye.lead(&mut camera.target, self.between);
        self.editor.middle = camera.target.truncate().as_dvec2();
    }

    /// Draws the handles of the editor, and names the player's place for scripts. `moved` is as for the editor.
    pub fn draw(&self, frame: &mut Frame<'_>, at: DVec2, moved: impl Fn(usize) -> DVec2) {
        self.editor.draw(frame, moved);
        frame.handle("player", at.as_vec2().extend(0.0));
    }
}

/// Returns the buttons whose actions are held.
pub fn held(input: &Input, buttons: &[(Action, Buttons)]) -> Buttons {
    let held = buttons.iter().filter(|(action, _)| input.held(*action));
    held.map(|(_, button)| button).sum()
}
