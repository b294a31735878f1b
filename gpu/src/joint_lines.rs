//! Uploads the lines of a skeleton once, and draws them in one call.

use super::{Joints, Result};
use glam::{Mat4, Vec2};
use glium::backend::Facade;
use glium::uniforms::UniformBuffer;
use glium::{DrawParameters, IndexBuffer, Program, Surface, VertexBuffer, implement_vertex};
#[allow(unused_imports, reason = "an answer may do without it")]
use glium::{index::PrimitiveType, uniform};

/// A vertex for each joint, which its matrix moves.
#[derive(Clone, Copy)]
pub struct JointVertex {
    /// The position in the joint's own space.
    pub a_position: [f32; 3],
    pub a_colour: [f32; 4],
}
implement_vertex!(JointVertex, a_position, a_colour);

/// The lines of a skeleton on the graphics card.
pub struct JointBuffers {
    /// A vertex for each joint.
    pub vertices: VertexBuffer<JointVertex>,
    /// Two indices for each line.
    pub indices: IndexBuffer<u16>,
}

/// The picture that lines are drawn into.
pub struct Picture<'a> {
    /// The camera's matrix.
    pub clip_from_world: Mat4,
    /// Half its width and half its height, in pixels.
    pub half_size: Vec2,
    /// The pixels per pixel of a plain screen.
    pub scale: f32,
    /// The rules by which a pixel that is drawn replaces the one that is there.
    pub rules: DrawParameters<'a>,
}

/// Uploads a vertex for each joint, at its origin and in its colour, and the lines between them.
pub fn upload_lines(gl: &impl Facade, colours: &[[f32; 4]], pairs: &[[u16; 2]]) -> Result<JointBuffers> {
    // TODO 04.2: Upload a vertex for each joint, and two indices for each line.
    // BEGIN SOLUTION 04.2
    let vertex = |&a_colour: &[f32; 4]| JointVertex { a_position: [0.0; 3], a_colour };
    let vertices: Vec<JointVertex> = colours.iter().map(vertex).collect();
    Ok(JointBuffers {
        vertices: VertexBuffer::immutable(gl, &vertices)?,
        indices: IndexBuffer::immutable(gl, PrimitiveType::LinesList, pairs.as_flattened())?,
    })
    // END SOLUTION 04.2
    // STARTER 04.2: let _ = (colours, pairs);
    // STARTER 04.2: let vertices = [JointVertex { a_position: [0.0; 3], a_colour: [0.5, 0.5, 0.5, 1.0] }];
    // STARTER 04.2: Ok(JointBuffers {
    // STARTER 04.2:     vertices: VertexBuffer::immutable(gl, &vertices)?,
    // STARTER 04.2:     indices: IndexBuffer::immutable(gl, PrimitiveType::LinesList, &[0, 0])?,
    // STARTER 04.2: })
}

/// Draws all lines in one call, each end moved by its joint's matrix, of which the first is at `first`.
pub fn draw_lines(
    buffers: &JointBuffers,
    target: &mut impl Surface,
    program: &Program,
    joints: &UniformBuffer<Joints>,
    first: usize,
    picture: &Picture<'_>,
) -> Result<()> {
    // TODO 04.3: Draw all lines in one call, and give the shader its uniforms.
    // BEGIN SOLUTION 04.3
    let uniforms = uniform! {
        Joints: joints,
        u_first: first as i32,
        u_clip_from_world: picture.clip_from_world.to_cols_array_2d(),
        u_half_size: picture.half_size.to_array(),
        u_scale: picture.scale,
    };
    target.draw(&buffers.vertices, &buffers.indices, program, &uniforms, &picture.rules)?;
    // END SOLUTION 04.3
    // STARTER 04.3: let uniforms = uniform! {
    // STARTER 04.3:     u_scale: picture.scale,
    // STARTER 04.3: };
    // STARTER 04.3: let _ = (buffers, target, program, joints, first, uniforms);
    Ok(())
}
