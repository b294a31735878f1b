//! Calls a shader's function and reads back its answers as numbers.

use super::program::{Source, Stages};
use super::texels::Texels;
use super::{Gl, shader_path};
use anyhow::{Result, ensure};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::{MipmapsOption, UncompressedFloatFormat};
use glium::vertex::EmptyVertexAttributes;
use glium::{DrawParameters, Surface, Texture2d, uniform};
use std::path::Path;

/// The most questions in one call, since each is a pixel of a row.
const MOST: usize = 1024;

/// Calls a function of a file in `shaders/` once for each question, each in a pixel of its own.
///
/// `call` is a `float` expression in GLSL. In it, `given(0)`, `given(1)` and so on are the `vec4`s of the
/// question.
pub fn ask_shader<const N: usize>(
    gl: &Gl,
    shader: &str,
    call: &str,
    questions: &[[[f32; 4]; N]],
) -> Result<Vec<f32>> {
    ensure!((1..=MOST).contains(&questions.len()), "a shader is asked 1 to {MOST} questions at once");
    // A number's four bytes are a pixel.
    let text = format!(
        "#version 330 core
#include \"{shader}\"
uniform samplerBuffer u_given;
out vec4 o_colour;
vec4 given(int i) {{ return texelFetch(u_given, int(gl_FragCoord.x) * {N} + i); }}
void main() {{ o_colour = vec4(uvec4(floatBitsToUint({call})) >> uvec4(0u, 8u, 16u, 24u) & 255u) / 255.0; }}"
    );
    let (mut others, everywhere) = (Vec::new(), EmptyVertexAttributes { len: 3 });
    let vertex = Source::read(&shader_path("background.vert"), &[], &mut others)?;
    let fragment = Source::new(Path::new("the question"), &text, &[], &mut others)?;
    let program = Stages(vec![vertex, fragment]).load(&gl.context, Vec::new())?;

    let rows = Texels::new(gl, N * questions.len())?;
    rows.write(questions.as_flattened());
    let uniforms = uniform! { u_given: rows.uniform() };
    let (format, width) = (UncompressedFloatFormat::U8U8U8U8, questions.len() as u32);
    let picture = Texture2d::empty_with_format(gl, format, MipmapsOption::NoMipmap, width, 1)?;
    let mut surface = SimpleFrameBuffer::new(gl, &picture)?;
    let triangle = NoIndices(PrimitiveType::TrianglesList);
    surface.draw(everywhere, triangle, &program, &uniforms, &DrawParameters::default())?;
    let pixels: Vec<Vec<(u8, u8, u8, u8)>> = picture.read();
    Ok(pixels.into_iter().flatten().map(|(a, b, c, d)| f32::from_le_bytes([a, b, c, d])).collect())
}
