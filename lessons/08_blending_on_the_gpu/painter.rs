//! Draws strings.

use crate::arm::JOINTS;
use crate::strings::{self, StringVertex, Tied};
use anyhow::Result;
use gl::drawing::see_through;
use gl::{Gl, HotReload};
use glam::{Mat4, Vec2};
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface as _, Vertex, VertexBuffer, uniform};
use gpu::{Joints, UNMOVED, block};
use stage::Frame;
use std::rc::Rc;

/// The strings of both arms on the graphics card, and the matrices of the joints that they're tied to.
pub struct Strings {
    program: Rc<HotReload<Program>>,
    vertices: VertexBuffer<StringVertex>,
    joints: UniformBuffer<Joints>,
}

impl Strings {
    pub fn new(gl: &Gl) -> Result<Self> {
        let files = ["joint_strings.vert", "joint_lines.frag", "joint_lines.geom"];
        let vertices: Vec<_> = strings::of([0, JOINTS as i32]).iter().flat_map(Tied::vertices).collect();
        Ok(Self {
            program: gl.program_with(&files, &[StringVertex::build_bindings()], Vec::new())?,
            vertices: VertexBuffer::immutable(gl, &vertices)?,
            joints: UniformBuffer::new(gl, UNMOVED)?,
        })
    }

    /// Draws the strings between joints, those of one arm after those of the other.
    pub fn draw(&self, frame: &mut Frame<'_>, world_from_joints: &[Mat4]) -> Result<()> {
        self.joints.write(&block(world_from_joints)?);
        let view = frame.view;
        let uniforms = uniform! {
            Joints: &self.joints,
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_half_size: (Vec2::from(view.size.map(|x| x as f32)) / 2.0).to_array(),
            u_scale: view.scale,
        };
        let lines = NoIndices(PrimitiveType::LinesList);
        Ok(frame.target.draw(&self.vertices, lines, &self.program.get(), &uniforms, &see_through())?)
    }
}
