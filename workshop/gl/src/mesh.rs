//! Uploads meshes to the graphics card.

use super::{Extent, Gl};
use anyhow::Result;
use common::mesh::Mesh;
use glium::vertex::VertexBufferAny;
use glium::{IndexBuffer, VertexBuffer, implement_vertex};
use gpu::{upload_skin, upload_triangles};

/// The vertex format of shaders for rigid meshes.
#[derive(Clone, Copy)]
pub struct MeshVertex {
    /// The position in the mesh's own space.
    pub a_position: [f32; 3],
    /// The normal in the mesh's own space, of unit length.
    pub a_normal: [f32; 3],
}
implement_vertex!(MeshVertex, a_position, a_normal);

/// The vertex format that adds colours to a mesh.
#[derive(Clone, Copy, Debug)]
pub struct VertexColour {
    /// Red, green and blue in linear light, and opacity.
    pub a_light: [f32; 4],
}
implement_vertex!(VertexColour, a_light);

/// A mesh on the graphics card, which doesn't change.
pub struct MeshBuffers {
    /// The vertices in the shader's format.
    pub vertices: VertexBufferAny,
    /// The vertices' colours, if they have any.
    pub colours: Option<VertexBuffer<VertexColour>>,
    /// Three indices for each triangle.
    pub indices: IndexBuffer<u32>,
    /// The mesh's extent, in its own space.
    pub extent: Extent,
}

impl MeshBuffers {
    /// Uploads a rigid mesh.
    pub fn new(gl: &Gl, mesh: &Mesh) -> Result<Self> {
        let vertices = mesh.positions.iter().zip(&mesh.normals);
        let vertices: Vec<_> = vertices
            .map(|(at, normal)| MeshVertex { a_position: at.to_array(), a_normal: normal.to_array() })
            .collect();
        let vertices = VertexBuffer::immutable(gl, &vertices)?.into();
        Self::of(gl, mesh, vertices)
    }

    pub fn skin(gl: &Gl, mesh: &Mesh) -> Result<Self> {
        Self::of(gl, mesh, upload_skin(gl, mesh)?)
    }

    fn of(gl: &Gl, mesh: &Mesh, vertices: VertexBufferAny) -> Result<Self> {
        let colours: Vec<_> =
            mesh.colours.iter().map(|colour| VertexColour { a_light: colour.to_array() }).collect();
        let colours = (!colours.is_empty()).then(|| VertexBuffer::immutable(gl, &colours)).transpose()?;
        let indices = upload_triangles(gl, &mesh.triangles)?;
        Ok(Self { vertices, colours, indices, extent: Extent::of(mesh.positions.iter().copied()) })
    }
}
