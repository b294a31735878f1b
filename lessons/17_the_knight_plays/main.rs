//! The knight plays: a character whose animation follows what the player does.

use anyhow::Result;
use common::gl::Gl;
use common::stage::{self, Args, Camera, Frame, Lesson, Pace, Panel, Step};
use glam::vec3;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<KnightPlays>(env!("CARGO_BIN_NAME"))
}

/// How many steps are made in a second.
const HERTZ: u32 = 120;

struct KnightPlays;

impl Lesson for KnightPlays {
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };

    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self)
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 1.0, 0.0), 5.0, 0.0, 11.0)
    }

    fn update(&mut self, _step: Step) {}

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.note("The knight is not here yet.");
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()
    }
}
