//! Two joints that reach for a point: a robot's in the plane, and a knight's in space.

use crate::Scene;
use anyhow::Result;
use common::gl::Gl;
use common::stage::{Args, Camera, Clock, Frame, Panel, Pointer};
use glam::Vec3;

pub struct Arms;

impl Arms {
    pub fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self)
    }
}

impl Scene for Arms {
    fn camera(&self) -> Camera {
        Camera::orbit(Vec3::Y, 3.0, 30.0, 12.0)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("arm");
    }

    fn pointer(&mut self, _pointer: &Pointer, _clock: &mut Clock) -> bool {
        false
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()
    }
}
