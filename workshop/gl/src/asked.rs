//! Calls a shader's function and reads back its answers as numbers.

use super::Gl;
use super::feedback::VertexShader;
use super::texels::Texels;
use anyhow::Result;
use glium::vertex::EmptyVertexAttributes;
use glium::{implement_vertex, uniform};

/// The answer to a question.
#[derive(Clone, Copy)]
struct Answer {
    v_answer: f32,
}
implement_vertex!(Answer, v_answer);

/// Calls a function of a file in `shaders/` once for each question.
///
/// `call` is a `float` expression in GLSL. In it, `given(0)`, `given(1)` and so on are the `vec4`s of the
/// question.
pub fn ask_shader<const N: usize>(
    gl: &Gl,
    shader: &str,
    call: &str,
    questions: &[[[f32; 4]; N]],
) -> Result<Vec<f32>> {
    let text = format!(
        "#version 330 core
#include \"{shader}\"
uniform samplerBuffer u_given;
out float v_answer;
vec4 given(int i) {{ return texelFetch(u_given, gl_VertexID * {N} + i); }}
void main() {{ v_answer = {call}; }}"
    );
    let rows = Texels::new(gl, N * questions.len())?;
    rows.write(questions.as_flattened());
    let (count, uniforms) = (questions.len(), uniform! { u_given: rows.uniform() });
    let answers = VertexShader::<Answer>::of_text(gl, &text)?.run_all(
        EmptyVertexAttributes { len: count },
        count,
        &uniforms,
    )?;
    Ok(answers.into_iter().map(|answer| answer.v_answer).collect())
}
