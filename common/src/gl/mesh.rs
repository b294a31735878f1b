//! Vertices and triangles that were uploaded once.

use super::Gl;
use crate::shapes::Solid;
use anyhow::Result;
use glam::{Vec2, Vec3};
use glium::index::PrimitiveType;
use glium::{IndexBuffer, VertexBuffer, implement_vertex};

/// What every vertex of a [`Mesh`] carries.
#[derive(Clone, Copy)]
pub struct MeshVertex {
    /// In the mesh's own frame.
    pub a_position: [f32; 3],
    /// Of length one, in the mesh's own frame.
    pub a_normal: [f32; 3],
}
implement_vertex!(MeshVertex, a_position, a_normal);

/// A surface on the graphics card.
pub struct Mesh {
    /// Its vertices.
    pub vertices: VertexBuffer<MeshVertex>,
    /// Its triangles.
    pub indices: IndexBuffer<u32>,
}

impl Mesh {
    /// Uploads a solid.
    pub fn solid(gl: &Gl, solid: &Solid) -> Result<Self> {
        Self::new(gl, &solid.positions, &solid.normals, &solid.triangles)
    }

    /// Uploads a flat, convex plate in the plane z = 0, given by its outline.
    pub fn plate(gl: &Gl, outline: &[Vec2]) -> Result<Self> {
        let positions: Vec<Vec3> = outline.iter().map(|point| point.extend(0.0)).collect();
        let normals = vec![Vec3::Z; positions.len()];
        let triangles: Vec<[u32; 3]> =
            (2..outline.len() as u32).map(|corner| [0, corner - 1, corner]).collect();
        Self::new(gl, &positions, &normals, &triangles)
    }

    fn new(gl: &Gl, positions: &[Vec3], normals: &[Vec3], triangles: &[[u32; 3]]) -> Result<Self> {
        let vertices: Vec<MeshVertex> = (positions.iter().zip(normals))
            .map(|(position, normal)| MeshVertex {
                a_position: position.to_array(),
                a_normal: normal.to_array(),
            })
            .collect();
        Ok(Self {
            vertices: VertexBuffer::immutable(gl, &vertices)?,
            indices: IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, triangles.as_flattened())?,
        })
    }
}
