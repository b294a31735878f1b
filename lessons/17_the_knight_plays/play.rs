//! The arena, and the knight who plays in it.

use anyhow::Result;
use common::gl::Gl;
use common::stage::{Args, Camera, Frame};
use glam::{DVec2, vec3};
use lessons::arena::yard;
use lessons::floors::Floors;
use lessons::hills::Hills;
use lessons::scenery::Scenery;

pub struct Play {
    hills: Hills,
    scenery: Scenery,
}

impl Play {
    pub fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let arena = yard();
        let floors = Floors::new(&arena.level);
        Ok(Self { hills: Hills::new(gl)?, scenery: Scenery::new(gl, &arena.level, &floors)? })
    }

    pub fn camera(&self) -> Camera {
        Camera::orbit(vec3(9.0, 2.0, 0.0), 26.0, 0.0, 11.0)
    }

    pub fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.hills.draw(frame, None)?;
        self.scenery.draw(frame, |_| DVec2::ZERO)
    }
}
