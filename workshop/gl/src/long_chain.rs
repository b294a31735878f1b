//! The lines of a skeleton with more joints than a uniform block holds.

use super::chain_lines::{JointVertex, line_vertices};
use super::drawing::see_through;
use super::texels::Texels;
use super::{Gl, HotReload, View};
use anyhow::Result;
use common::shapes::JointLines;
use glam::{Mat4, Vec2};
use glium::index::PrimitiveType;
use glium::{Depth, DrawParameters, IndexBuffer, Program, Surface, Vertex, VertexBuffer, uniform};
use std::rc::Rc;

/// Like [`ChainLines`](super::ChainLines), for any number of joints: their matrices are in a buffer texture.
pub struct LongChain {
    program: Rc<HotReload<Program>>,
    vertices: VertexBuffer<JointVertex>,
    indices: IndexBuffer<u16>,
    joints: Texels,
    parameters: DrawParameters<'static>,
}

impl LongChain {
    /// Uploads the lines.
    pub fn new(gl: &Gl, lines: &JointLines) -> Result<Self> {
        let files = ["reference/joint_lines_many.vert", "joint_lines.geom", "joint_lines.frag"];
        let (vertices, indices) = line_vertices(lines)?;
        Ok(Self {
            program: gl.program_with_geometry(files, &[JointVertex::build_bindings()])?,
            vertices: VertexBuffer::immutable(gl, &vertices)?,
            indices: IndexBuffer::immutable(gl, PrimitiveType::LinesList, &indices)?,
            joints: Texels::new(gl, 4 * vertices.len())?,
            parameters: see_through(),
        })
    }

    /// Shows the lines even where something is in front of them.
    pub fn over_everything(self) -> Self {
        Self { parameters: DrawParameters { depth: Depth::default(), ..self.parameters }, ..self }
    }

    /// Draws all lines in one call, each end where its joint's matrix takes it.
    pub fn draw(&self, target: &mut impl Surface, view: &View, world_from_joints: &[Mat4]) -> Result<()> {
        self.joints.write_matrices(world_from_joints);
        let uniforms = uniform! {
            u_world_from_joints: self.joints.uniform(),
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_half_size: (Vec2::from(view.size.map(|x| x as f32)) / 2.0).to_array(),
            u_scale: view.scale,
        };
        let program = self.program.get();
        Ok(target.draw(&self.vertices, &self.indices, &program, &uniforms, &self.parameters)?)
    }
}
