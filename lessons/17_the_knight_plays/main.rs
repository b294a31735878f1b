//! The knight plays: a character whose animation follows what the player does.

mod arena;
mod graph;
mod making;
mod play;

use anyhow::Result;
use play::Play;
use side_scroller::time::{DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, UP};
use stage::gl::Gl;
use stage::{Action, Args, Camera, Clock, Frame, Key, KeyPress, Lesson, Pace, Panel, Panels, Pointer, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KnightPlays>(env!("CARGO_BIN_NAME"))
}

/// How many steps are made in a second.
const HERTZ: u32 = 120;

const WALK: Action = Action::new("Walk", &[Key::SHIFT]);
const PUNCH: Action = Action::new("Punch", &[Key::char('j')]);
const SWING: Action = Action::new("Swing", &[Key::char('k')]);
const TAKE: Action = Action::new("Take", &[Key::char('e')]);
const EXCHANGE: Action = Action::new("Exchange", &[Key::char('x')]);
const LAMP: Action = Action::new("Lamp", &[Key::char('f')]);

/// All of them, and the editor's.
const ACTIONS: [Action; 19] = {
    let [edit, undo, redo, delete, duplicate, save] = making::ACTIONS;
    [
        LEFT, RIGHT, UP, DOWN, JUMP, WALK, PUNCH, SWING, TAKE, EXCHANGE, LAMP, edit, PAUSE, ONE, undo, redo,
        delete, duplicate, save,
    ]
};

struct KnightPlays {
    play: Play,
}

impl Lesson for KnightPlays {
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };
    const ACTIONS: &'static [Action] = &ACTIONS;
    const TAKES_RIGHT_BUTTON: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        Ok(Self { play: Play::open(gl, args)? })
    }

    fn camera(&self) -> Camera {
        self.play.camera()
    }

    fn update(&mut self, step: Step) {
        self.play.update(&step);
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.play.follow(camera, between);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.play.panel(panel);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.play.panels(panels);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        self.play.pointer(pointer)
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        self.play.key(press)
    }

    fn pause(&mut self, _clock: &mut Clock) -> Option<&'static str> {
        self.play.pause();
        Some("Paused. P goes on, Esc once more ends the lesson.")
    }

    fn unsaved(&self) -> Option<String> {
        self.play.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.play.save()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.play.draw(frame)
    }
}
