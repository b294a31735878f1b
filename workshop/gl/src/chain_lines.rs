//! Draws the lines of a skeleton, which a shader moves by the joints' matrices.

use super::colour::joint_colour;
use super::drawing::see_through;
use super::joints::ensure_room;
use super::{Gl, HotReload, Joints, View};
use anyhow::{Result, ensure};
use common::shapes::JointLines;
use glam::Vec2;
use glium::index::PrimitiveType;
use glium::uniforms::UniformBuffer;
use glium::{
    Depth, DrawParameters, IndexBuffer, Program, Surface, Vertex, VertexBuffer, implement_vertex, uniform,
};
use std::rc::Rc;

/// A vertex for each joint, which its matrix moves.
#[derive(Clone, Copy)]
pub struct JointVertex {
    /// The position in the joint's own space, which is its origin.
    pub a_position: [f32; 3],
    pub a_colour: [f32; 4],
}
implement_vertex!(JointVertex, a_position, a_colour);

/// The lines of a skeleton on the graphics card.
pub struct ChainLines {
    program: Rc<HotReload<Program>>,
    vertices: VertexBuffer<JointVertex>,
    indices: IndexBuffer<u16>,
    parameters: DrawParameters<'static>,
}

impl ChainLines {
    /// Loads the shaders that move and widen lines, for all chains to share.
    pub fn program(gl: &Gl) -> Result<Rc<HotReload<Program>>> {
        let files = ["joint_lines.vert", "joint_lines.frag", "joint_lines.geom"];
        gl.program_with(&files, &[JointVertex::build_bindings()], Vec::new())
    }

    /// Uploads the lines, to be drawn by a program.
    pub fn new(gl: &Gl, lines: &JointLines, program: Rc<HotReload<Program>>) -> Result<Self> {
        ensure_room(lines.positions.len())?;
        let (vertices, indices) = line_vertices(lines)?;
        Self::upload(gl, &vertices, &indices, program)
    }

    /// Uploads lines between these vertices.
    pub(super) fn upload(
        gl: &Gl,
        vertices: &[JointVertex],
        indices: &[u16],
        program: Rc<HotReload<Program>>,
    ) -> Result<Self> {
        Ok(Self {
            program,
            vertices: VertexBuffer::immutable(gl, vertices)?,
            indices: IndexBuffer::immutable(gl, PrimitiveType::LinesList, indices)?,
            parameters: see_through(),
        })
    }

    /// Lets nothing hide the lines.
    pub fn over_everything(self) -> Self {
        Self { parameters: DrawParameters { depth: Depth::default(), ..self.parameters }, ..self }
    }

    /// Draws all lines in one call, each end moved by its joint's matrix, of which the first is at `first`.
    pub fn draw(
        &self,
        target: &mut impl Surface,
        view: &View,
        joints: &UniformBuffer<Joints>,
        first: usize,
    ) -> Result<()> {
        let uniforms = uniform! {
            Joints: joints,
            u_first: first as i32,
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_half_size: (Vec2::from(view.size.map(|x| x as f32)) / 2.0).to_array(),
            u_scale: view.scale,
        };
        let program = self.program.get();
        Ok(target.draw(&self.vertices, &self.indices, &program, &uniforms, &self.parameters)?)
    }
}

/// Returns a vertex for each joint, and the pairs of indices that lines join.
pub(super) fn line_vertices(lines: &JointLines) -> Result<(Vec<JointVertex>, Vec<u16>)> {
    let count = lines.positions.len();
    let mut indices = lines.pairs.as_flattened().to_vec();
    for index in &indices {
        ensure!(usize::from(*index) < count, "a line names joint {index}, but there are only {count}");
    }
    // A joint without a line still has its dot: a line from it to itself, of length 0.
    let mut alone = vec![true; count];
    indices.iter().for_each(|&joint| alone[usize::from(joint)] = false);
    let alone = alone.iter().enumerate().filter(|(_, is_alone)| **is_alone);
    indices.extend(alone.flat_map(|(joint, _)| [joint as u16; 2]));
    let vertex = |(i, position): (usize, &glam::Vec3)| JointVertex {
        a_position: position.to_array(),
        a_colour: joint_colour(i),
    };
    Ok((lines.positions.iter().enumerate().map(vertex).collect(), indices))
}
