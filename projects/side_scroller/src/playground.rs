//! A level to play in and to change: what lessons 17 and 18 have around their games.

use crate::editor::{Command, Editor};
use crate::follow::Eye;
use crate::time::{DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, Time, UP};
use glam::DVec2;
use ground::ButtonSet;
use stage::{Action, Camera, Frame, Input, Pace};

/// Pace of a game: its ticks are a lesson's steps.
pub const PACE: Pace = Pace::Fixed { hertz: 120 };

/// The actions that move a player, those of the time, and the editor's.
pub const ACTIONS: [Action; 13] = {
    let [undo, redo, delete, duplicate, save, into] = Command::ACTIONS;
    [LEFT, RIGHT, UP, DOWN, JUMP, PAUSE, ONE, undo, redo, delete, duplicate, save, into]
};

/// A level with its editor, the time, and the point that a camera looks at.
pub struct Playground<B: ButtonSet> {
    /// The editor of the level.
    pub editor: Editor,
    /// The clock of the game.
    pub time: Time,
    /// The middle of the view.
    pub eye: Eye,
    /// The buttons pressed since the last tick.
    pressed: B,
}

impl<B: ButtonSet> Playground<B> {
    /// A playground whose camera looks at a place.
    pub fn new(editor: Editor, at: DVec2) -> Self {
        let (time, pressed) = Default::default();
        Self { editor, time, eye: Eye::new(at), pressed }
    }

    /// Lets a step pass, while these buttons are held. If it is time for a tick, returns its buttons: all that were pressed
    /// since the last one.
    pub fn due(&mut self, input: &Input, held: B) -> Option<B> {
        self.pressed = self.pressed.merged(held, |before, now| before || now);
        self.time.step(input).then(|| std::mem::take(&mut self.pressed))
    }

    /// Ends a tick: the camera follows somebody, who is at a place now. Without a velocity, somebody was put there, and it
    /// looks there at once.
    pub fn follow(&mut self, at: DVec2, velocity: Option<DVec2>) {
        match velocity {
            Some(velocity) => self.eye.tick(at, velocity),
            None => self.eye.jump(at),
        }
    }

    /// Begins a frame, at a place between the last two steps.
    pub fn begin_frame(&mut self, camera: &mut Camera, between: f32) {
        self.time.frame = between;
        let between = self.between();
        self.eye.lead(&mut camera.target, between);
        self.editor.middle = camera.target.truncate().as_dvec2();
    }

    /// Returns the frame's place between the last two ticks, from 0 to 1. During the editor's turn it is the last one.
    pub fn between(&self) -> f64 {
        if self.editor.has_turn() { 1.0 } else { self.time.between() }
    }

    /// Draws the handles of the editor, and names the player's place for scripts. `moved` is as for the editor.
    pub fn draw(&self, frame: &mut Frame<'_>, at: DVec2, moved: impl Fn(usize) -> DVec2) {
        self.editor.draw(frame, moved);
        frame.handle("player", at.as_vec2().extend(0.0));
    }
}
