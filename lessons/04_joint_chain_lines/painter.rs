//! Draws strings.

use crate::scene::Chains;
use crate::strings::{self, StringVertex};
use anyhow::Result;
use gl::drawing::see_through;
use gl::{Gl, HotReload};
use glam::Vec2;
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface as _, Vertex, VertexBuffer, uniform};
use gpu::Joints;
use stage::Frame;
use std::rc::Rc;

/// The strings of one chain on the graphics card.
pub struct Strings {
    program: Rc<HotReload<Program>>,
    vertices: VertexBuffer<StringVertex>,
}

impl Strings {
    pub fn program(gl: &Gl) -> Result<Rc<HotReload<Program>>> {
        let files = ["joint_strings.vert", "joint_lines.frag", "joint_lines.geom"];
        gl.program_with(&files, &[StringVertex::build_bindings()], Vec::new())
    }

    /// Uploads the strings of a chain.
    pub fn new(gl: &Gl, chains: &Chains, chain: usize, program: Rc<HotReload<Program>>) -> Result<Self> {
        let (first, tied) = (chains.first(chain) as i32, strings::of(chains.all[chain].name));
        let vertices: Vec<StringVertex> = tied.iter().flat_map(|tied| tied.vertices(first)).collect();
        Ok(Self { program, vertices: VertexBuffer::immutable(gl, &vertices)? })
    }

    /// Draws the strings between the joints of a uniform block.
    pub fn draw(&self, frame: &mut Frame<'_>, joints: &UniformBuffer<Joints>) -> Result<()> {
        let view = frame.view;
        let uniforms = uniform! {
            Joints: joints,
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_half_size: (Vec2::from(view.size.map(|x| x as f32)) / 2.0).to_array(),
            u_scale: view.scale,
        };
        let lines = NoIndices(PrimitiveType::LinesList);
        Ok(frame.target.draw(&self.vertices, lines, &self.program.get(), &uniforms, &see_through())?)
    }
}
