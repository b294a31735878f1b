//! What a vertex shader computes, read back as numbers.

use super::program::Stages;
use super::{Gl, shader_path};
use anyhow::{Context as _, Result};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::Uniforms;
use glium::vertex::TransformFeedbackSession;
use glium::{DrawParameters, Surface, Texture2d, Vertex, VertexBuffer};

/// Runs a vertex shader from `shaders/` over some vertices and reads back the outputs that `Out` names.
pub fn run_vertex_shader<In: Vertex, Out: Vertex + Send + 'static>(
    gl: &Gl,
    shader: &str,
    vertices: &[In],
    uniforms: &impl Uniforms,
) -> Result<Vec<Out>> {
    let path = shader_path(shader);
    let outputs = Out::build_bindings().iter().map(|binding| binding.0.to_string()).collect();
    let stages = Stages { vertex: &path, geometry: None, fragment: None };
    let program = stages.load(&gl.context, outputs)?;
    let vertices = VertexBuffer::immutable(gl, vertices)?;
    let mut computed = VertexBuffer::<Out>::empty(gl, vertices.len())?;
    {
        let session = TransformFeedbackSession::new(gl, &program, &mut computed)
            .context("cannot read back what the shader computes")?;
        let parameters = DrawParameters {
            transform_feedback: Some(&session),
            draw_primitives: false,
            ..DrawParameters::default()
        };
        // Nothing is drawn, but OpenGL wants a surface all the same.
        let picture = Texture2d::empty(gl, 1, 1)?;
        let mut surface = SimpleFrameBuffer::new(gl, &picture)?;
        surface.draw(&vertices, NoIndices(PrimitiveType::Points), &program, uniforms, &parameters)?;
    }
    Ok(computed.read()?)
}
