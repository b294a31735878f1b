//! Compiles the shaders of a program of your own.

use anyhow::Result;
use glium::Program;
use glium::backend::Facade;
use glium::program::{ProgramCreationInput::SourceCode, TransformFeedbackMode};

/// Compiles a program from its shaders' text, which writes sRGB values as they are to be shown.
///
/// glium's own `Program::from_source` takes a shader's colours for linear light, and has OpenGL convert them: they
/// would all come out paler.
pub fn program(gl: &impl Facade, vertex_shader: &str, fragment_shader: &str) -> Result<Program> {
    let none: Option<(Vec<String>, TransformFeedbackMode)> = None;
    Ok(Program::new(
        gl,
        SourceCode {
            vertex_shader,
            fragment_shader,
            geometry_shader: None,
            tessellation_control_shader: None,
            tessellation_evaluation_shader: None,
            transform_feedback_varyings: none,
            outputs_srgb: true,
            uses_point_size: false,
        },
    )?)
}
