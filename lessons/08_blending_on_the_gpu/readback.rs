//! What the graphics card makes of a vertex, read back.

use anyhow::{Context as _, Result};
use gl::{Gl, RiggedVertex, VertexShader, block};
use glam::{Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};

/// The shader that draws the skins, with its results read back.
pub struct Readback {
    gl: Gl,
    shader: VertexShader<Posed>,
}

/// What is read back.
#[derive(Clone, Copy)]
struct Posed {
    v_position: [f32; 3],
}
implement_vertex!(Posed, v_position);

impl Readback {
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self { gl: gl.clone(), shader: VertexShader::new(gl, "skin.vert")? })
    }

    /// Where the graphics card puts a vertex, in the model.
    pub fn skin_point(&self, palette: &[Mat4], vertex: &RiggedVertex) -> Result<Vec3> {
        let block = UniformBuffer::new(&self.gl, block(palette)?)?;
        let uniforms = uniform! {
            Palette: &block,
            NormalPalette: &block,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
        };
        let posed = self.shader.run(&[*vertex], &uniforms)?;
        let posed = posed.first().context("the shader gave nothing back")?;
        Ok(posed.v_position.into())
    }
}
