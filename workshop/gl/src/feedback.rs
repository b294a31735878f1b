//! Reads back the outputs of a vertex shader as numbers.

use super::program::{Source, Stages, ensure_fit};
use super::{Gl, HotReload, shader_path};
use anyhow::{Context as _, Result, anyhow};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::Uniforms;
use glium::vertex::{MultiVerticesSource, TransformFeedbackSession, VertexBufferAny};
use glium::{DrawParameters, Program, Surface, Texture2d, Vertex, VertexBuffer, implement_vertex};
use std::marker::PhantomData;
use std::path::Path;
use std::rc::Rc;

/// A vertex of a skin to ask a shader about, which doesn't depend on what lesson 08 uploads.
#[derive(Clone, Copy)]
pub struct SkinInput {
    pub a_position: [f32; 3],
    pub a_normal: [f32; 3],
    pub a_texture_coordinates: [f32; 2],
    pub a_joints: [u16; 4],
    pub a_weights: [f32; 4],
}
implement_vertex!(SkinInput, a_position, a_normal, a_texture_coordinates, a_joints, a_weights);

/// A vertex shader whose outputs are read back into `Out`, by their names.
pub struct VertexShader<Out> {
    gl: Gl,
    program: Rc<HotReload<Program>>,
    outputs: PhantomData<Out>,
}

impl<Out: Vertex + Send + 'static> VertexShader<Out> {
    /// Compiles a file in `shaders/`, now and whenever it is saved.
    pub fn new(gl: &Gl, shader: &str) -> Result<Self> {
        let context = gl.context.clone();
        let program = gl.file(shader_path(shader), move |path, others| {
            Stages(vec![Source::read(path, &[], others)?]).load(&context, Self::outputs())
        })?;
        Ok(Self { gl: gl.clone(), program, outputs: PhantomData })
    }

    /// Compiles a shader's text.
    pub fn of_text(gl: &Gl, text: &str) -> Result<Self> {
        let source = Source::new(Path::new("the question"), text, &[], &mut Vec::new())?;
        let program = Stages(vec![source]).load(&gl.context, Self::outputs())?;
        Ok(Self { gl: gl.clone(), program: Rc::new(HotReload::fixed(program)), outputs: PhantomData })
    }

    fn outputs() -> Vec<String> {
        Out::build_bindings().iter().map(|binding| binding.0.to_string()).collect()
    }

    /// Runs the shader over some vertices.
    pub fn run<In: Vertex + Send + 'static>(
        &self,
        vertices: &[In],
        uniforms: &impl Uniforms,
    ) -> Result<Vec<Out>> {
        self.run_over(&VertexBuffer::immutable(&self.gl, vertices)?.into(), uniforms)
    }

    /// Runs the shader over vertices that are uploaded.
    pub fn run_over(&self, vertices: &VertexBufferAny, uniforms: &impl Uniforms) -> Result<Vec<Out>> {
        ensure_fit(&self.program.get(), &[*vertices.get_bindings()], "the shader")?;
        self.run_all(vertices, vertices.len(), uniforms)
    }

    /// Runs the shader over some vertices for each instance, and returns the first instance's outputs first.
    pub fn run_instanced<In: Vertex, Each: Vertex>(
        &self,
        vertices: &[In],
        instances: &[Each],
        uniforms: &impl Uniforms,
    ) -> Result<Vec<Out>> {
        let count = vertices.len() * instances.len();
        let vertices = VertexBuffer::immutable(&self.gl, vertices)?;
        let instances = VertexBuffer::immutable(&self.gl, instances)?;
        let instances = instances.per_instance().map_err(|_| anyhow!("this driver has no instances"))?;
        self.run_all((&vertices, instances), count, uniforms)
    }

    fn run_all<'v>(
        &self,
        vertices: impl MultiVerticesSource<'v>,
        count: usize,
        uniforms: &impl Uniforms,
    ) -> Result<Vec<Out>> {
        self.outputs_of(VertexBuffer::empty(&self.gl, count)?, |surface, program, rules| {
            let (points, rules) =
                (NoIndices(PrimitiveType::Points), DrawParameters { draw_primitives: false, ..rules });
            Ok(surface.draw(vertices, points, program, uniforms, &rules)?)
        })
    }

    /// Returns what a buffer has after `draw`, which is called with the shader, and with rules that must reach the draw call.
    fn outputs_of(
        &self,
        mut computed: VertexBuffer<Out>,
        draw: impl FnOnce(&mut SimpleFrameBuffer<'_>, &Program, DrawParameters<'_>) -> Result<()>,
    ) -> Result<Vec<Out>> {
        let (gl, program) = (&self.gl, &*self.program.get());
        {
            let session = TransformFeedbackSession::new(gl, program, &mut computed)
                .context("cannot read back what the shader computes")?;
            let rules = DrawParameters { transform_feedback: Some(&session), ..DrawParameters::default() };
            // OpenGL needs a surface even if nothing is drawn.
            let picture = Texture2d::empty(gl, 1, 1)?;
            draw(&mut SimpleFrameBuffer::new(gl, &picture)?, program, rules)?;
        }
        Ok(computed.read()?)
    }
}

/// Draws with a vertex shader that tells in its outputs what it was given, and returns what it told: for each line
/// both of its ends, for each triangle its corners.
///
/// `draw` is called with the shader, and with rules that must reach the draw call. OpenGL doesn't say how much it
/// has written, so `nothing` is what no shader tells, and `Out` needs `#[repr(C)]`, as glium writes it in order.
pub fn told_by<Out: Vertex + Send + PartialEq + 'static>(
    gl: &Gl,
    shader: &str,
    nothing: Out,
    draw: impl FnOnce(&mut SimpleFrameBuffer<'_>, &Program, DrawParameters<'_>) -> Result<()>,
) -> Result<Vec<Out>> {
    const MOST: usize = 4096;
    let told =
        VertexShader::of_text(gl, shader)?.outputs_of(VertexBuffer::new(gl, &[nothing; MOST])?, draw)?;
    Ok(told.into_iter().take_while(|told| *told != nothing).collect())
}
