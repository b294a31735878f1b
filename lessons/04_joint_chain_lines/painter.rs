//! Strings on the screen.

use crate::strings::{self, StringVertex, Tied};
use anyhow::Result;
use gl::drawing::see_through;
use gl::{ChainLines, Gl, HotReload};
use glam::Vec2;
use glium::index::{NoIndices, PrimitiveType};
use glium::{Program, Surface as _, Vertex, VertexBuffer, uniform};
use stage::Frame;
use std::rc::Rc;

/// The strings of one chain on the graphics card. What they hang on, the chain's joints, is there already.
pub struct Strings {
    program: Rc<HotReload<Program>>,
    vertices: VertexBuffer<StringVertex>,
}

impl Strings {
    pub fn program(gl: &Gl) -> Result<Rc<HotReload<Program>>> {
        let files = ["joint_strings.vert", "joint_lines.geom", "joint_lines.frag"];
        gl.program_with_geometry(files, &[StringVertex::build_bindings()])
    }

    /// Uploads the strings of the chain with this name.
    pub fn new(gl: &Gl, chain: &str, program: Rc<HotReload<Program>>) -> Result<Self> {
        let vertices: Vec<StringVertex> = strings::of(chain).iter().flat_map(Tied::vertices).collect();
        Ok(Self { program, vertices: VertexBuffer::immutable(gl, &vertices)? })
    }

    /// Draws them on a chain whose joints were drawn already in this picture.
    pub fn draw(&self, frame: &mut Frame<'_>, chain: &ChainLines) -> Result<()> {
        let view = frame.view;
        let uniforms = uniform! {
            Joints: chain.joints(),
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_half_size: (Vec2::from(view.size.map(|x| x as f32)) / 2.0).to_array(),
            u_scale: view.scale,
        };
        let lines = NoIndices(PrimitiveType::LinesList);
        Ok(frame.target.draw(&self.vertices, lines, &self.program.get(), &uniforms, &see_through())?)
    }
}
