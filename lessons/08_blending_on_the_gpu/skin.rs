//! A skin around the arm, on the graphics card and here, and what either makes of its vertices.

use crate::arm;
use anyhow::{Context as _, Result};
use common::gl::{Gl, RiggedMesh, RiggedVertex, VertexShader, block};
use common::shapes::Solid;
use common::skin::{Influences, blended, four_largest, mend, skin_normal};
use common::transform::transform_point;
use glam::{Mat3, Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};

/// A tube whose points the joints of the arm pull along.
pub struct Skin {
    /// In the bind pose.
    pub solid: Solid,
    pub influences: Vec<Influences>,
    pub vertices: Vec<RiggedVertex>,
    pub mesh: RiggedMesh,
    /// What is odd about its weights.
    pub notes: Vec<String>,
}

impl Skin {
    /// Every vertex follows the joint in whose bone it lies.
    pub fn rigid(gl: &Gl) -> Result<Self> {
        Self::new(gl, |point| Influences::of(arm::nearest(point)))
    }

    /// Every vertex follows the four joints that pull most.
    pub fn blended(gl: &Gl, width: f32) -> Result<Self> {
        Self::new(gl, |point| four_largest(&arm::pulls(point, width)))
    }

    fn new(gl: &Gl, influences: impl Fn(Vec3) -> Influences) -> Result<Self> {
        let solid = arm::tube();
        let influences: Vec<Influences> = solid.positions.iter().map(|point| influences(*point)).collect();
        // What can be mended is told, but drawn as it is: who wrote it is to see it.
        let notes = mend(&mut influences.clone(), arm::JOINTS, 0)?;
        let vertices = RiggedVertex::of(&solid, &influences);
        let mesh = RiggedMesh::new(gl, &vertices, &solid.triangles)?;
        Ok(Self { solid, influences, vertices, mesh, notes })
    }

    /// The vertices that face the `eye`, with their places. All is in the model.
    pub fn facing(&self, palette: &[Mat4], eye: Vec3) -> Vec<(usize, Vec3)> {
        let turns: Vec<Mat3> = palette.iter().map(|matrix| Mat3::from_mat4(*matrix)).collect();
        let place = |vertex: usize| {
            let influences = &self.influences[vertex];
            let place = transform_point(blended(palette, influences), self.solid.positions[vertex]);
            let normal = skin_normal(&turns, influences, self.solid.normals[vertex]);
            (normal.dot(eye - place) > 0.0).then_some((vertex, place))
        };
        (0..self.vertices.len()).filter_map(place).collect()
    }
}

/// What is read back from the shader.
#[derive(Clone, Copy)]
pub struct Placed {
    v_position: [f32; 3],
}
implement_vertex!(Placed, v_position);

/// Where the graphics card puts a vertex, in the model.
pub fn on_the_card(
    shader: &VertexShader<Placed>,
    gl: &Gl,
    vertex: &RiggedVertex,
    palette: &[Mat4],
) -> Result<Vec3> {
    let block = UniformBuffer::new(gl, block(palette)?)?;
    let uniforms = uniform! { Palette: &block, u_world_from_model: Mat4::IDENTITY.to_cols_array_2d() };
    let placed = shader.run(&[*vertex], &uniforms)?;
    let placed = placed.first().context("the shader gave nothing back")?;
    Ok(placed.v_position.into())
}

/// A number with a comma before every three digits.
pub fn thousands(number: usize) -> String {
    match number / 1000 {
        0 => number.to_string(),
        more => format!("{},{:03}", thousands(more), number % 1000),
    }
}
