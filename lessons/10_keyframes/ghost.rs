//! Onion skins: keyframes that can be seen through, behind the figure.

use anyhow::Result;
use common::gl::colour::Colour;
use common::gl::{Gl, Joints, Live, RiggedMesh, UNMOVED, block, drawing};
use common::stage::Frame;
use glam::Mat4;
use glium::uniforms::UniformBuffer;
use glium::{Blend, DrawParameters, Program, Surface, uniform};
use std::rc::Rc;

/// Draws skins that can be seen through.
pub struct GhostPainter {
    program: Rc<Live<Program>>,
    palette: UniformBuffer<Joints>,
}

impl GhostPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self {
            program: gl.program("skin.vert", "lit.frag")?,
            palette: UniformBuffer::dynamic(gl, UNMOVED)?,
        })
    }

    /// Draws a ghost. What is drawn after it lies over it, wherever it is.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        mesh: &RiggedMesh,
        world_from_model: Mat4,
        palette: &[Mat4],
        colour: Colour,
    ) -> Result<()> {
        self.palette.write(&block(palette)?);
        let uniforms = uniform! {
            Palette: &self.palette,
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: colour,
            u_weights_shown: false,
            u_eye: frame.view.eye.to_array(),
        };
        let parameters = DrawParameters { blend: Blend::alpha_blending(), ..drawing::solid() };
        frame.target.draw(&mesh.vertices, &mesh.indices, &self.program.get(), &uniforms, &parameters)?;
        frame.target.clear_depth(1.0);
        Ok(())
    }
}
