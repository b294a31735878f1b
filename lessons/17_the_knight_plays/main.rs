//! The knight plays: a character whose animation follows what the player does.

mod play;

use anyhow::Result;
use common::gl::Gl;
use common::stage::{self, Args, Camera, Frame, Lesson, Pace, Panel, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KnightPlays>(env!("CARGO_BIN_NAME"))
}

/// How many steps are made in a second.
const HERTZ: u32 = 120;

struct KnightPlays(play::Play);

impl Lesson for KnightPlays {
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        Ok(Self(play::Play::open(gl, args)?))
    }

    fn camera(&self) -> Camera {
        self.0.camera()
    }

    fn update(&mut self, _step: Step) {}

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.note("The knight is not here yet.");
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.0.draw(frame)
    }
}
