//! The knight plays: a character whose animation follows what the player does.

mod play;

use anyhow::Result;
use common::gl::Gl;
use common::stage::{self, Action, Args, Camera, Frame, Key, Lesson, Pace, Panel, Step};
use lessons::time::{DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, UP};
use play::Play;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KnightPlays>(env!("CARGO_BIN_NAME"))
}

/// How many steps are made in a second.
const HERTZ: u32 = 120;

const WALK: Action = Action::new("Walk", &[Key::SHIFT]);
const PUNCH: Action = Action::new("Punch", &[Key::char('j')]);
const SWING: Action = Action::new("Swing", &[Key::char('k')]);
const TAKE: Action = Action::new("Take or drop", &[Key::char('e')]);
const EXCHANGE: Action = Action::new("Exchange hands", &[Key::char('x')]);
const LAMP: Action = Action::new("Lamp", &[Key::char('f')]);

struct KnightPlays {
    play: Play,
}

impl Lesson for KnightPlays {
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };
    const ACTIONS: &'static [Action] =
        &[LEFT, RIGHT, UP, DOWN, JUMP, WALK, PUNCH, SWING, TAKE, EXCHANGE, LAMP, PAUSE, ONE];

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

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.play.draw(frame)
    }
}
