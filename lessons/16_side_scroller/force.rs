//! An edge is forced into a triangulation, step by step.

use crate::Scene;
use anyhow::Result;
use common::gl::Gl;
use common::stage::{Camera, Frame, Panel, Step};
use glam::Vec3;

pub struct Force;

impl Force {
    pub fn open(_gl: &Gl) -> Result<Self> {
        Ok(Self)
    }
}

impl Scene for Force {
    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 12.0)
    }

    fn update(&mut self, _step: &Step) {}

    fn panel(&mut self, _panel: &mut Panel<'_>) {}

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()
    }
}
