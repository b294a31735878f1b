//! A knight who walks over hills, with feet that stand.

use crate::Scene;
use anyhow::Result;
use common::gl::Gl;
use common::stage::{Args, Camera, Clock, Frame, Panel, Pointer};
use glam::Vec3;

pub struct Walk;

impl Walk {
    pub fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self)
    }
}

impl Scene for Walk {
    fn camera(&self) -> Camera {
        Camera::orbit(Vec3::Y, 3.0, 30.0, 12.0)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("feet");
    }

    fn pointer(&mut self, _pointer: &Pointer, _clock: &mut Clock) -> bool {
        false
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()
    }
}
