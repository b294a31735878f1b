//! Draws flat parts with an outline, such as those of a robot in the plane.

use crate::Frame;
use anyhow::Result;
use common::shapes;
use gl::colour::{Colour, INK, PAPER, mix};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec2, Vec3};

/// A flat mesh, and the line around it.
pub struct Plate {
    mesh: MeshBuffers,
    outline: Vec<Vec3>,
}

impl Plate {
    /// Uploads the plate inside an outline.
    pub fn new(gl: &Gl, outline: &[Vec2]) -> Result<Self> {
        let points = outline.iter().map(|point| point.extend(0.0)).collect();
        Ok(Self { mesh: MeshBuffers::new(gl, &shapes::plate(outline))?, outline: points })
    }

    /// Draws the plate; `layer` decides which plate covers which.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        world_from_space: Mat4,
        layer: f32,
        colour: Colour,
    ) -> Result<()> {
        let nearer = Mat4::from_translation(Vec3::Z * 0.02 * layer) * world_from_space;
        frame.plate(&self.mesh, nearer, mix(colour, PAPER, 0.35))?;
        frame.lines.outline(nearer, &self.outline, 2.0, mix(colour, INK, 0.35));
        Ok(())
    }
}
