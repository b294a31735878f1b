//! What a skin's shader reads of its joints, whether they are few or many.

use super::colour::{Colour, STEEL};
use super::joints::{JointColours, MAX_JOINTS};
use super::texels::Texels;
use super::{Gl, Joints, Live, RiggedVertex, UNMOVED, block};
use crate::skin::normal_matrix;
use anyhow::Result;
use glam::Mat4;
use glium::uniforms::UniformBuffer;
use glium::{Program, Vertex};
use std::rc::Rc;

/// A program that blends the skins of models, and the matrices and colours of the joints of the one that is drawn.
///
/// Few joints are in uniform blocks, as lesson 08 has them. For many there is another shader.
pub struct SkinJoints {
    pub program: Rc<Live<Program>>,
    pub palette: UniformBuffer<Joints>,
    pub normal_palette: UniformBuffer<Joints>,
    pub colours: UniformBuffer<JointColours>,
    pub palette_texels: Texels,
    pub normal_texels: Texels,
    pub colour_texels: Texels,
    are_many: bool,
}

impl SkinJoints {
    /// For skins with at most so many joints.
    pub fn new(gl: &Gl, most: usize) -> Result<Self> {
        let are_many = most > MAX_JOINTS;
        let vertex = if are_many { "model_many.vert" } else { "model.vert" };
        let texels = if are_many { most } else { 0 };
        Ok(Self {
            program: gl.program(vertex, "model.frag", &[RiggedVertex::build_bindings()])?,
            palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            normal_palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            colours: UniformBuffer::dynamic(gl, [STEEL; MAX_JOINTS])?,
            palette_texels: Texels::new(gl, 4 * texels)?,
            normal_texels: Texels::new(gl, 4 * texels)?,
            colour_texels: Texels::new(gl, texels)?,
            are_many,
        })
    }

    /// Replaces the matrices and colours. The palette becomes that of the normals, in the same memory.
    pub fn write(&self, palette: &mut [Mat4], colours: &[Colour]) -> Result<()> {
        self.write_matrices(palette, &self.palette, &self.palette_texels)?;
        palette.iter_mut().for_each(|matrix| *matrix = Mat4::from_mat3(normal_matrix(matrix)));
        self.write_matrices(palette, &self.normal_palette, &self.normal_texels)?;
        if self.are_many {
            self.colour_texels.write(colours);
            return Ok(());
        }
        let mut of_all = [STEEL; MAX_JOINTS];
        of_all.iter_mut().zip(colours).for_each(|(slot, colour)| *slot = *colour);
        self.colours.write(&of_all);
        Ok(())
    }

    fn write_matrices(&self, matrices: &[Mat4], few: &UniformBuffer<Joints>, many: &Texels) -> Result<()> {
        if self.are_many {
            many.write_matrices(matrices);
        } else {
            few.write(&block(matrices)?);
        }
        Ok(())
    }
}
