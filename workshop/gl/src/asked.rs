//! Answers of a fragment shader's function, read back as numbers.

use super::program::Stages;
use super::texels::Texels;
use super::{Gl, MeshBuffers, MeshVertex, shader_path};
use anyhow::{Result, ensure};
use common::shapes::outline::plate;
use glam::{Mat4, Vec2};
use glium::framebuffer::SimpleFrameBuffer;
use glium::texture::{MipmapsOption, UncompressedFloatFormat};
use glium::{DrawParameters, Surface, Texture2d, uniform};

/// Most questions in one call.
const MOST: usize = 1024;

/// Calls a function of a fragment shader in `shaders/`, once for each question: each is a pixel.
///
/// `call` is an expression of the shader's language, a `float`, in which `given(0)`, `given(1)` and so on are the `vec4`s of
/// the question. The shader's inputs must be those that `given/place.vert` writes, and its output `o_colour`.
pub fn ask_shader<const N: usize>(
    gl: &Gl,
    shader: &str,
    call: &str,
    questions: &[[[f32; 4]; N]],
) -> Result<Vec<f32>> {
    ensure!((1..=MOST).contains(&questions.len()), "a shader is asked 1 to {MOST} questions at once");
    let given = format!("vec4 given(int i) {{ return texelFetch(u_given, int(gl_FragCoord.x) * {N} + i); }}");
    // A number's four bytes are a pixel.
    let bytes = format!("uvec4(floatBitsToUint({call})) >> uvec4(0u, 8u, 16u, 24u) & 255u");
    // All in one line, so that the compiler's messages about the other lines have the right numbers.
    let asked = format!(
        "uniform samplerBuffer u_given; {given} void main() {{ o_colour = vec4({bytes}) / 255.0; }} void unasked()"
    );
    let [vertex, fragment] = ["reference/place.vert", shader].map(shader_path);
    let instead = [&[][..], &[["void main()", &asked[..]]]];
    let stages = Stages { vertex: &vertex, geometry: None, fragment: Some(&fragment), instead };
    let program = stages.load(&gl.context, Vec::new())?;

    let rows = Texels::new(gl, N * questions.len())?;
    rows.write(questions.as_flattened());
    let uniforms = uniform! {
        u_given: rows.uniform(),
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
    };
    let everywhere = [[-1.0, -1.0], [3.0, -1.0], [-1.0, 3.0]].map(Vec2::from);
    let mesh: MeshBuffers<MeshVertex> = MeshBuffers::new(gl, &plate(&everywhere))?;
    let (format, width) = (UncompressedFloatFormat::U8U8U8U8, questions.len() as u32);
    let picture = Texture2d::empty_with_format(gl, format, MipmapsOption::NoMipmap, width, 1)?;
    let mut surface = SimpleFrameBuffer::new(gl, &picture)?;
    surface.draw(&mesh.vertices, &mesh.indices, &program, &uniforms, &DrawParameters::default())?;
    let pixels: Vec<Vec<(u8, u8, u8, u8)>> = picture.read();
    Ok(pixels.into_iter().flatten().map(|(a, b, c, d)| f32::from_le_bytes([a, b, c, d])).collect())
}
