//! Meshes on the graphics card.

use super::Gl;
use anyhow::Result;
use common::mesh::{Extent, Mesh};
use glium::index::PrimitiveType;
use glium::{IndexBuffer, Vertex, VertexBuffer, implement_vertex};

/// A shader's input for each vertex of a mesh.
pub trait MeshFormat: Vertex {
    /// A vertex of a mesh; an attribute that the mesh lacks is zero.
    fn of(mesh: &Mesh, vertex: usize) -> Self;
}

/// Input of a shader for a mesh in one colour that does not move its vertices.
#[derive(Clone, Copy)]
pub struct MeshVertex {
    /// In the mesh's own frame.
    pub a_position: [f32; 3],
    /// Of unit length, in the mesh's own frame.
    pub a_normal: [f32; 3],
}
implement_vertex!(MeshVertex, a_position, a_normal);

impl MeshFormat for MeshVertex {
    fn of(mesh: &Mesh, vertex: usize) -> Self {
        Self { a_position: mesh.positions[vertex].to_array(), a_normal: mesh.normals[vertex].to_array() }
    }
}

/// Input of a shader for a skin, in the bind pose.
#[derive(Clone, Copy, Debug)]
pub struct RiggedVertex {
    /// In the model.
    pub a_position: [f32; 3],
    /// Of unit length, in the model.
    pub a_normal: [f32; 3],
    /// Texture coordinates.
    pub a_texture_coordinates: [f32; 2],
    /// The joints that influence it, as indices into the palette; integers, as the shader has them.
    pub a_joints: [i32; 4],
    /// Their weights.
    pub a_weights: [f32; 4],
}
implement_vertex!(RiggedVertex, a_position, a_normal, a_texture_coordinates, a_joints, a_weights);

impl MeshFormat for RiggedVertex {
    fn of(mesh: &Mesh, vertex: usize) -> Self {
        let influences = mesh.influences.get(vertex).copied().unwrap_or_default();
        let texture_coordinates = mesh.texture_coordinates.get(vertex).copied().unwrap_or_default();
        Self {
            a_position: mesh.positions[vertex].to_array(),
            a_normal: mesh.normals[vertex].to_array(),
            a_texture_coordinates: texture_coordinates.to_array(),
            a_joints: influences.joints,
            a_weights: influences.weights,
        }
    }
}

/// Further input of a shader for a mesh whose vertices have colours.
#[derive(Clone, Copy, Debug)]
pub struct VertexColour {
    /// Red, green and blue as amounts of light, and opacity.
    pub a_light: [f32; 4],
}
implement_vertex!(VertexColour, a_light);

/// A mesh on the graphics card, uploaded once.
pub struct MeshBuffers<V: Copy = MeshVertex> {
    /// Its vertices.
    pub vertices: VertexBuffer<V>,
    /// The colours of its vertices, if they have any.
    pub colours: Option<VertexBuffer<VertexColour>>,
    /// Its triangles.
    pub indices: IndexBuffer<u32>,
    /// The mesh's extent, in its own frame.
    pub extent: Extent,
}

impl<V: MeshFormat> MeshBuffers<V> {
    /// Uploads a mesh.
    pub fn new(gl: &Gl, mesh: &Mesh) -> Result<Self> {
        let vertices: Vec<V> = (0..mesh.positions.len()).map(|vertex| V::of(mesh, vertex)).collect();
        let colours: Vec<_> =
            mesh.colours.iter().map(|colour| VertexColour { a_light: colour.to_array() }).collect();
        let colours = (!colours.is_empty()).then(|| VertexBuffer::immutable(gl, &colours)).transpose()?;
        let triangles = mesh.triangles.as_flattened();
        Ok(Self {
            vertices: VertexBuffer::immutable(gl, &vertices)?,
            colours,
            indices: IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, triangles)?,
            extent: Extent::of(mesh),
        })
    }
}
