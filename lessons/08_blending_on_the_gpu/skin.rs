//! A skin around the arm, with the joints that influence each vertex.

use crate::arm;
use anyhow::{Error, Result};
use common::mesh::Mesh;
use common::skin::{Influences, four_largest, mend, skin_point};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3};

/// A tube that follows the joints of the arm.
pub struct Skin {
    /// The mesh in the bind pose.
    pub mesh: Mesh,
    pub buffers: MeshBuffers,
    /// Notes about vertices with odd weights.
    pub notes: Vec<String>,
}

impl Skin {
    /// Makes a skin in which every vertex follows the joint of its bone.
    pub fn rigid(gl: &Gl) -> Result<Self> {
        Self::new(gl, |point| Influences::of(arm::own_joint(point)))
    }

    /// Makes a skin in which every vertex follows the four joints that influence it most.
    pub fn blended(gl: &Gl, width: f32) -> Result<Self> {
        Self::new(gl, |point| four_largest(&arm::weights(point, width)))
    }

    fn new(gl: &Gl, influences: impl Fn(Vec3) -> Influences) -> Result<Self> {
        let mut mesh = arm::tube();
        mesh.influences = mesh.positions.iter().map(|point| influences(*point)).collect();
        // Odd weights are reported but drawn unchanged, so that their author sees them.
        let notes = mend(&mut mesh.influences.clone(), arm::JOINTS, 0).map_err(Error::msg)?;
        Ok(Self { buffers: MeshBuffers::skin(gl, &mesh)?, mesh, notes })
    }

    /// Returns the vertices that face the `eye`, with their places, all in model space.
    pub fn facing(&self, palette: &[Mat4], eye: Vec3) -> Vec<(usize, Vec3)> {
        let place = |vertex: usize| {
            let influences = &self.mesh.influences[vertex];
            let place = skin_point(palette, influences, self.mesh.positions[vertex]);
            // The joints only rotate and translate, so the tip of an arrow moves with them.
            let tip = self.mesh.positions[vertex] + self.mesh.normals[vertex];
            let normal = skin_point(palette, influences, tip) - place;
            (normal.dot(eye - place) > 0.0).then_some((vertex, place))
        };
        (0..self.mesh.positions.len()).filter_map(place).collect()
    }
}
