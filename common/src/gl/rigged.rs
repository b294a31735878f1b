//! Skins: surfaces that follow joints, moved by the graphics card.

use super::colour::{Colour, joint_colour};
use super::drawing::solid;
use super::joints::{JointColours, ensure_room};
use super::{Gl, Joints, Live, UNMOVED, View};
use crate::shapes::Solid;
use crate::skin::Influences;
use anyhow::Result;
use glam::Mat4;
use glium::index::PrimitiveType;
use glium::uniforms::UniformBuffer;
use glium::{
    Blend, DrawParameters, IndexBuffer, Program, Surface, Vertex, VertexBuffer, implement_vertex, uniform,
};
use std::rc::Rc;

/// What every vertex of a [`RiggedMesh`] carries, all of the bind pose.
#[derive(Clone, Copy, Debug)]
pub struct RiggedVertex {
    /// In the model.
    pub a_position: [f32; 3],
    /// Of unit length, in the model.
    pub a_normal: [f32; 3],
    /// Texture coordinates.
    pub a_texture_coordinates: [f32; 2],
    /// The joints that influence it, as indices into the palette; integers, as the shader has them.
    pub a_joints: [i32; 4],
    /// Their weights.
    pub a_weights: [f32; 4],
}
implement_vertex!(RiggedVertex, a_position, a_normal, a_texture_coordinates, a_joints, a_weights);

impl RiggedVertex {
    /// The vertices of a solid, each with its influences.
    pub fn of(solid: &Solid, influences: &[Influences]) -> Vec<Self> {
        let vertex = |(i, influences): (usize, &Influences)| Self {
            a_position: solid.positions[i].to_array(),
            a_normal: solid.normals[i].to_array(),
            a_texture_coordinates: solid.pictures[i].to_array(),
            a_joints: influences.joints,
            a_weights: influences.weights,
        };
        influences.iter().take(solid.positions.len()).enumerate().map(vertex).collect()
    }
}

/// A surface with its joints and weights on the graphics card, uploaded once.
pub struct RiggedMesh {
    /// Its vertices.
    pub vertices: VertexBuffer<RiggedVertex>,
    /// Its triangles.
    pub indices: IndexBuffer<u32>,
}

impl RiggedMesh {
    /// Uploads vertices and the triangles between them.
    pub fn new(gl: &Gl, vertices: &[RiggedVertex], triangles: &[[u32; 3]]) -> Result<Self> {
        Ok(Self {
            vertices: VertexBuffer::immutable(gl, vertices)?,
            indices: IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, triangles.as_flattened())?,
        })
    }
}

/// How a skin is coloured.
#[derive(Clone, Copy, Debug)]
pub struct SkinLook {
    /// The colour of the surface: what was drawn before may be seen through it.
    pub colour: Colour,
    /// Whether the weights are shown in the joints' colours, instead.
    pub weights_shown: bool,
}

/// Draws skins: per picture only the palette is uploaded.
pub struct SkinPainter {
    program: Rc<Live<Program>>,
    palette: UniformBuffer<Joints>,
    colours: UniformBuffer<JointColours>,
}

impl SkinPainter {
    /// Loads the shaders.
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self {
            program: gl.program("skin.vert", "lit.frag", &[RiggedVertex::build_bindings()])?,
            palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            colours: UniformBuffer::immutable(gl, std::array::from_fn(joint_colour))?,
        })
    }

    /// Draws a mesh as its joints move it. `palette` has every joint's `posed_from_bind`.
    pub fn draw(
        &self,
        target: &mut impl Surface,
        view: &View,
        mesh: &RiggedMesh,
        world_from_model: Mat4,
        palette: &[Mat4],
        look: SkinLook,
    ) -> Result<()> {
        self.palette.write(&block(palette)?);
        let uniforms = uniform! {
            Palette: &self.palette,
            Colours: &self.colours,
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: look.colour,
            u_weights_shown: look.weights_shown,
            u_eye: view.eye.to_array(),
        };
        let parameters = DrawParameters { blend: Blend::alpha_blending(), ..solid() };
        Ok(target.draw(&mesh.vertices, &mesh.indices, &self.program.get(), &uniforms, &parameters)?)
    }
}

/// The block of a palette, as shaders read it.
pub fn block(palette: &[Mat4]) -> Result<Joints> {
    ensure_room(palette.len())?;
    let mut block = UNMOVED;
    for (slot, matrix) in block.iter_mut().zip(palette) {
        *slot = matrix.to_cols_array_2d();
    }
    Ok(block)
}
