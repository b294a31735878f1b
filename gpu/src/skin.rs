//! Uploads skins in the bind pose, and draws them by a palette.

use super::{Result, UNMOVED, ensure_room};
use common::mesh::Mesh;
use glam::Mat4;
use glium::backend::Facade;
use glium::index::{IndicesSource, PrimitiveType};
use glium::uniforms::{UniformBuffer, UniformValue, Uniforms};
use glium::vertex::{MultiVerticesSource, VertexBufferAny, VertexFormat};
use glium::{DrawParameters, IndexBuffer, Program, Surface, uniform};
#[allow(unused_imports, reason = "an answer may do without them")]
use glium::{VertexBuffer, implement_vertex};

/// A skin on the graphics card, which doesn't change.
pub struct SkinBuffers {
    /// The vertices in the bind pose.
    pub vertices: VertexBufferAny,
    /// Three indices for each triangle.
    pub indices: IndexBuffer<u32>,
}

impl SkinBuffers {
    /// Uploads a skin.
    pub fn new(gl: &impl Facade, mesh: &Mesh) -> Result<Self> {
        Ok(Self { vertices: upload_skin(gl, mesh)?, indices: upload_triangles(gl, &mesh.triangles)? })
    }
}

/// Uploads three indices for each triangle.
pub fn upload_triangles(gl: &impl Facade, triangles: &[[u32; 3]]) -> Result<IndexBuffer<u32>> {
    Ok(IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, triangles.as_flattened())?)
}

/// Uploads the vertices of a skin in the bind pose, with the joints and weights of each.
///
/// A mesh may have no texture coordinates, or no influences: these are zeros then.
pub fn upload_skin(gl: &impl Facade, mesh: &Mesh) -> Result<VertexBufferAny> {
    // TODO 08.2: Let a vertex carry all that skin.vert reads, each under the shader's name for it.
    // BEGIN SOLUTION 08.2
    #[derive(Clone, Copy)]
    struct SkinVertex {
        a_position: [f32; 3],
        a_normal: [f32; 3],
        a_texture_coordinates: [f32; 2],
        a_joints: [i32; 4],
        a_weights: [f32; 4],
    }
    implement_vertex!(SkinVertex, a_position, a_normal, a_texture_coordinates, a_joints, a_weights);
    let vertex = |i: usize| {
        let influences = mesh.influences.get(i).copied().unwrap_or_default();
        SkinVertex {
            a_position: mesh.positions[i].to_array(),
            a_normal: mesh.normals[i].to_array(),
            a_texture_coordinates: mesh.texture_coordinates.get(i).copied().unwrap_or_default().to_array(),
            a_joints: influences.joints,
            a_weights: influences.weights,
        }
    };
    let vertices: Vec<SkinVertex> = (0..mesh.positions.len()).map(vertex).collect();
    Ok(VertexBuffer::immutable(gl, &vertices)?.into())
    // END SOLUTION 08.2
    // STARTER 08.2: #[derive(Clone, Copy)]
    // STARTER 08.2: struct SkinVertex {
    // STARTER 08.2:     a_position: [f32; 3],
    // STARTER 08.2:     a_texture_coordinates: [f32; 2],
    // STARTER 08.2: }
    // STARTER 08.2: implement_vertex!(SkinVertex, a_position, a_texture_coordinates);
    // STARTER 08.2: let vertex = |i: usize| SkinVertex {
    // STARTER 08.2:     a_position: mesh.positions[i].to_array(),
    // STARTER 08.2:     // A list may be empty: zeros then.
    // STARTER 08.2:     a_texture_coordinates: mesh.texture_coordinates.get(i).copied().unwrap_or_default().to_array(),
    // STARTER 08.2: };
    // STARTER 08.2: let vertices: Vec<SkinVertex> = (0..mesh.positions.len()).map(vertex).collect();
    // STARTER 08.2: Ok(VertexBuffer::immutable(gl, &vertices)?.into())
}

/// Returns the format of a skin's vertices: the name, the type and the place of each attribute.
pub fn skin_format(gl: &impl Facade) -> Result<VertexFormat> {
    Ok(*upload_skin(gl, &Mesh::default())?.get_bindings())
}

/// The matrices of a skin's joints on the graphics card, for `Palette` and `NormalPalette` in `skin.vert`.
pub struct Palettes {
    points: UniformBuffer<Matrices>,
    normals: UniformBuffer<Matrices>,
}

/// Matrices, each as four columns, of which a few can be written alone.
type Matrices = [[[f32; 4]; 4]];

impl Palettes {
    /// Makes palettes that move nothing.
    pub fn new(gl: &impl Facade) -> Result<Self> {
        let unmoved = || -> Result<UniformBuffer<Matrices>> {
            let buffer = UniformBuffer::<Matrices>::empty_unsized(gl, size_of_val(&UNMOVED))?;
            buffer.write(&UNMOVED);
            Ok(buffer)
        };
        Ok(Self { points: unmoved()?, normals: unmoved()? })
    }

    /// Uploads every joint's `posed_from_bind`, and its matrix for normals.
    pub fn write(&self, points: &[Mat4], normals: &[Mat4]) -> Result<()> {
        for (buffer, matrices) in [(&self.points, points), (&self.normals, normals)] {
            ensure_room(matrices.len())?;
            if let Some(room) = buffer.slice(0..matrices.len()).filter(|_| !matrices.is_empty()) {
                room.write(&matrices.iter().map(Mat4::to_cols_array_2d).collect::<Vec<_>>());
            }
        }
        Ok(())
    }
}

/// The place of a skin in the picture.
pub struct Place<'a> {
    /// The camera's matrix.
    pub clip_from_world: Mat4,
    /// The matrix from the model to the world, which turns, moves and scales evenly.
    pub world_from_model: Mat4,
    /// The rules by which a pixel that is drawn replaces the one that is there.
    pub rules: &'a DrawParameters<'a>,
}

/// Draws triangles of a skin in one call. `look` has the uniforms of the fragment shader.
pub fn draw_skin<'v>(
    (vertices, indices): (impl MultiVerticesSource<'v>, impl Into<IndicesSource<'v>>),
    target: &mut impl Surface,
    program: &Program,
    palettes: &Palettes,
    place: &Place<'_>,
    look: &impl Uniforms,
) -> Result<()> {
    let uniforms = uniform! {
        Palette: &palettes.points,
        NormalPalette: &palettes.normals,
        u_clip_from_world: place.clip_from_world.to_cols_array_2d(),
        u_world_from_model: place.world_from_model.to_cols_array_2d(),
    };
    Ok(target.draw(vertices, indices, program, &Both(&uniforms, look), place.rules)?)
}

/// The uniforms of two lists.
struct Both<'u, A, B>(&'u A, &'u B);

impl<A: Uniforms, B: Uniforms> Uniforms for Both<'_, A, B> {
    fn visit_values<'v, F: FnMut(&str, UniformValue<'v>)>(&'v self, mut visit: F) {
        self.0.visit_values(&mut visit);
        self.1.visit_values(visit);
    }
}
