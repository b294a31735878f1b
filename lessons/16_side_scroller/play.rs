//! A level to play in, and to change.

use crate::Scene;
use anyhow::Result;
use common::gl::Gl;
use common::stage::{Args, Camera, Frame, Panel, Step};
use glam::Vec3;

pub struct Play;

impl Play {
    pub fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self)
    }
}

impl Scene for Play {
    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 12.0)
    }

    fn update(&mut self, _step: &Step) {}

    fn panel(&mut self, _panel: &mut Panel<'_>) {}

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()
    }
}
