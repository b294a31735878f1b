//! All surfaces of a model as one skin for one draw call. Their differences are in their vertices.

use anyhow::Result;
use common::mesh::Mesh;
use common::transform::transform_point;
use formats::{Asset, Surface};
use gl::Gl;
use glam::{Mat4, Vec3};
use glium::{VertexBuffer, implement_vertex};
use gpu::SkinBuffers;

/// Name of the materials that follow a knight's side.
const CLOTH: &str = "cloth";

/// Attributes of a vertex from its material.
#[derive(Clone, Copy, Debug)]
pub struct Painted {
    /// Red, green, blue, and the strength of the texture.
    a_colour: [f32; 4],
    /// 1 where the cloth has the colour of the knight's side.
    a_dyed: f32,
}
implement_vertex!(Painted, a_colour, a_dyed);

/// All surfaces of a model, each with vertices in the bind pose.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    pub mesh: Mesh,
    pub painted: Vec<Painted>,
    /// The entries of the palette for its influences. Each has its joint, or none if it stays in the model, and the
    /// matrix from the bind pose to that joint.
    pub entries: Vec<(Option<usize>, Mat4)>,
}

impl Skin {
    /// Joins all surfaces of an asset.
    pub fn of(asset: &Asset) -> Self {
        let mut skin = Self::default();
        for surface in &asset.surfaces {
            skin.add(asset, surface);
        }
        skin
    }

    /// The vertex of each palette entry that is farthest from its joint; zero if no vertex has the entry.
    pub fn farthest(&self) -> Vec<Vec3> {
        let out = |entry: usize, point: Vec3| transform_point(self.entries[entry].1, point).length();
        let mut farthest = vec![Vec3::ZERO; self.entries.len()];
        for (&point, influences) in self.mesh.positions.iter().zip(&self.mesh.influences) {
            for (&joint, _) in
                influences.joints.iter().zip(influences.weights).filter(|(_, weight)| *weight > 0.5)
            {
                let entry = joint as usize;
                if out(entry, point) > out(entry, farthest[entry]) || farthest[entry] == Vec3::ZERO {
                    farthest[entry] = point;
                }
            }
        }
        farthest
    }

    fn add(&mut self, asset: &Asset, surface: &Surface) {
        let first = self.entries.len() as i32;
        let mut mesh = (*surface.mesh).clone();
        for influences in &mut mesh.influences {
            influences.joints.iter_mut().for_each(|joint| *joint += first);
        }
        // In the order of `Surface::palette`: the joints, and last the bind pose.
        let joints = surface.joints.iter();
        self.entries.extend(joints.map(|joint| (Some(joint.node), joint.joint_from_bind)));
        self.entries.push((None, Mat4::IDENTITY));
        let mut painted = vec![Painted { a_colour: [1.0; 4], a_dyed: 0.0 }; mesh.positions.len()];
        for submesh in &surface.submeshes {
            let Some(material) = submesh.material.map(|material| &asset.materials[material]) else {
                continue;
            };
            let [r, g, b, _] = material.colour;
            let textured = if material.image.is_some() { 1.0 } else { 0.0 };
            let a_dyed = if material.name == CLOTH { 1.0 } else { 0.0 };
            for &corner in mesh.triangles[submesh.triangles.clone()].as_flattened() {
                painted[corner as usize] = Painted { a_colour: [r, g, b, textured], a_dyed };
            }
        }
        self.painted.extend(painted);
        self.mesh.append(mesh);
    }
}

/// A skin on the graphics card, with what its materials give each vertex.
pub struct PaintedBuffers {
    pub skin: SkinBuffers,
    pub painted: VertexBuffer<Painted>,
}

impl PaintedBuffers {
    pub fn new(gl: &Gl, skin: &Skin) -> Result<Self> {
        Ok(Self {
            skin: SkinBuffers::new(gl, &skin.mesh)?,
            painted: VertexBuffer::immutable(gl, &skin.painted)?,
        })
    }
}
