//! Reads back a skin's vertex as the shader on the graphics card places it.

use super::InspectedSkin;
use anyhow::Result;
use common::mesh::Mesh;
use common::skin::Influences;
use gl::{Gl, VertexShader};
use glam::{Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use gpu::{block, upload_skin};

#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
}
implement_vertex!(Shaded, v_position);

/// The shader, loaded when it is first needed.
#[derive(Default)]
pub struct Card(Option<VertexShader<Shaded>>);

impl Card {
    /// Returns the place of a skin's vertex in model space, or none if no shader moves it.
    pub fn read(&mut self, gl: &Gl, skin: &InspectedSkin, vertex: usize) -> Result<Option<Vec3>> {
        // A skin without normals is moved by the processor, as `skin.vert` wants them too.
        if skin.mesh.normals.is_empty() {
            return Ok(None);
        }
        let shader = match &mut self.0 {
            Some(shader) => shader,
            none => none.insert(VertexShader::new(gl, "skin.vert")?),
        };
        // A block holds few joints, but enough for those of one vertex.
        let Influences { joints, weights } = skin.mesh.influences.get(vertex).copied().unwrap_or_default();
        let matrices = joints.map(|joint| skin.palette.get(joint as usize).copied().unwrap_or(Mat4::NAN));
        let alone = Mesh {
            positions: vec![skin.mesh.positions[vertex]],
            normals: vec![skin.mesh.normals[vertex]],
            influences: vec![Influences { joints: [0, 1, 2, 3], weights }],
            ..Mesh::default()
        };
        let palette = UniformBuffer::new(gl, block(&matrices)?)?;
        // Normals aren't read, so any matrices will do for them.
        let uniforms = uniform! {
            Palette: &palette,
            NormalPalette: &palette,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
            u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        };
        let shaded = shader.run_over(&upload_skin(gl, &alone)?, &uniforms)?;
        Ok(shaded.first().map(|shaded| Vec3::from(shaded.v_position)))
    }
}
