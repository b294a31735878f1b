//! Uploads meshes to the graphics card.

use super::Gl;
use anyhow::Result;
use common::mesh::{Extent, Mesh};
use glium::index::PrimitiveType;
use glium::{IndexBuffer, Vertex, VertexBuffer, implement_vertex};

/// A shader's input for each vertex of a mesh.
pub trait MeshFormat: Vertex {
    /// Returns a vertex of a mesh, with zero for attributes that the mesh lacks.
    fn of(mesh: &Mesh, vertex: usize) -> Self;
}

/// The vertex format of shaders for rigid meshes.
#[derive(Clone, Copy)]
pub struct MeshVertex {
    /// The position in the mesh's own space.
    pub a_position: [f32; 3],
    /// The normal in the mesh's own space, of unit length.
    pub a_normal: [f32; 3],
}
implement_vertex!(MeshVertex, a_position, a_normal);

impl MeshFormat for MeshVertex {
    fn of(mesh: &Mesh, vertex: usize) -> Self {
        Self { a_position: mesh.positions[vertex].to_array(), a_normal: mesh.normals[vertex].to_array() }
    }
}

/// The vertex format of shaders for a skin, in the bind pose.
#[derive(Clone, Copy, Debug)]
pub struct RiggedVertex {
    /// The position in model space.
    pub a_position: [f32; 3],
    /// The normal in model space, of unit length.
    pub a_normal: [f32; 3],
    /// Texture coordinates.
    pub a_texture_coordinates: [f32; 2],
    /// The joints that influence the vertex, as indices into the palette.
    pub a_joints: [i32; 4],
    /// The weight of each of these joints.
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

/// The vertex format that adds colours to a mesh.
#[derive(Clone, Copy, Debug)]
pub struct VertexColour {
    /// Red, green and blue in linear light, and opacity.
    pub a_light: [f32; 4],
}
implement_vertex!(VertexColour, a_light);

/// A mesh on the graphics card, which doesn't change.
pub struct MeshBuffers<V: Copy = MeshVertex> {
    /// The vertices in the shader's format.
    pub vertices: VertexBuffer<V>,
    /// The vertices' colours, if they have any.
    pub colours: Option<VertexBuffer<VertexColour>>,
    /// Three indices for each triangle.
    pub indices: IndexBuffer<u32>,
    /// The mesh's extent, in its own space.
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
