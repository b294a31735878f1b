//! Vertices of a skin, read back from the graphics card as the shader that draws them puts them.

use super::InspectedSkin;
use anyhow::Result;
use common::skin::normal_palette;
use gl::{Gl, MAX_JOINTS, MeshFormat as _, RiggedVertex, Texels, UNMOVED, VertexShader, block};
use glam::{Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use std::collections::HashMap;

#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_position, v_normal);

/// Where the graphics card puts a vertex, and where its normal faces, in the model.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub place: Vec3,
    pub normal: Vec3,
}

impl Placed {
    /// What was not read back.
    pub const NONE: Self = Self { place: Vec3::NAN, normal: Vec3::NAN };
}

/// The shaders that were asked for so far.
#[derive(Default)]
pub struct Card(HashMap<&'static str, VertexShader<Shaded>>);

impl Card {
    /// Reads vertices of a skin back, each by its number, and with its slots in the reverse order if it says so.
    pub fn read(
        &mut self,
        gl: &Gl,
        skin: &InspectedSkin,
        palette: &[Mat4],
        vertices: &[(usize, bool)],
    ) -> Result<Vec<Placed>> {
        let Some(name) = skin.card else { return Ok(Vec::new()) };
        if !self.0.contains_key(name) {
            self.0.insert(name, VertexShader::new(gl, name)?);
        }
        let normals: Vec<Mat4> = normal_palette(palette).into_iter().map(Mat4::from_mat3).collect();
        // Few are in blocks, as a skin painter has them; many are in textures.
        let few = |matrices: &[Mat4]| if matrices.len() > MAX_JOINTS { Ok(UNMOVED) } else { block(matrices) };
        let many = |matrices: &[Mat4]| {
            let texels = Texels::new(gl, 4 * matrices.len())?;
            texels.write_matrices(matrices);
            anyhow::Ok(texels)
        };
        let blocks = [UniformBuffer::new(gl, few(palette)?)?, UniformBuffer::new(gl, few(&normals)?)?];
        let texels = [many(palette)?, many(&normals)?];
        let uniforms = uniform! {
            Palette: &blocks[0],
            NormalPalette: &blocks[1],
            u_palette: texels[0].uniform(),
            u_normal_palette: texels[1].uniform(),
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
            u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        };
        let vertices: Vec<RiggedVertex> = vertices.iter().map(|&vertex| rigged(skin, vertex)).collect();
        let shaded = self.0[name].run(&vertices, &uniforms)?;
        let placed = |Shaded { v_position, v_normal }| Placed {
            place: Vec3::from(v_position),
            normal: Vec3::from(v_normal),
        };
        Ok(shaded.into_iter().map(placed).collect())
    }
}

fn rigged(skin: &InspectedSkin, (vertex, is_reversed): (usize, bool)) -> RiggedVertex {
    let mut rigged = RiggedVertex::of(&skin.mesh, vertex);
    if is_reversed {
        rigged.a_joints.reverse();
        rigged.a_weights.reverse();
    }
    rigged
}
