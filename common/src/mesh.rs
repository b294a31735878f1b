//! Surfaces of triangles, made here or read from a file.
//!
//! Every surface follows joints: one without a skin follows its node alone. So all are drawn in one way.

use crate::skin::{Influences, SkinJoint, fill_palette};
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::ops::Range;
use std::sync::Arc;

/// Vertices, and triangles between them. Each list has an entry for every vertex, or is empty if the mesh does without.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Positions of the vertices.
    pub positions: Vec<Vec3>,
    /// The direction that the surface faces there: unit vectors.
    pub normals: Vec<Vec3>,
    /// Texture coordinates, from (0, 0) at the texture's lower left to (1, 1): v goes up.
    pub texture_coordinates: Vec<Vec2>,
    /// Factors of the material's colour: red, green and blue as amounts of light, and opacity.
    pub colours: Vec<Vec4>,
    /// Joints and weights of each vertex.
    pub influences: Vec<Influences>,
    /// Index of each vertex's position in the file.
    pub points: Vec<u32>,
    /// The vertices at the corners of every triangle, counter-clockwise from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Adds all of another mesh that has the same lists.
    pub fn append(&mut self, other: Self) {
        if self.positions.is_empty() && self.triangles.is_empty() {
            *self = other;
            return;
        }
        let first = self.positions.len() as u32;
        self.positions.extend(other.positions);
        self.normals.extend(other.normals);
        self.texture_coordinates.extend(other.texture_coordinates);
        self.colours.extend(other.colours);
        self.influences.extend(other.influences);
        self.points.extend(other.points);
        self.triangles.extend(other.triangles.iter().map(|corners| corners.map(|corner| first + corner)));
    }
}

/// A surface in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// Name for people.
    pub name: String,
    /// Its vertices, in the model in the bind pose. Surfaces with the same geometry and skin share them.
    pub mesh: Arc<Mesh>,
    /// Number of positions in the file: fewer than vertices, since corners at one position may differ.
    pub positions: usize,
    /// The joints that its influences refer to.
    pub joints: Vec<SkinJoint>,
    /// From the file's mesh to the model in the bind pose. The points have been there since they were read.
    pub bind_shape: Mat4,
    /// Its triangles by material; together they are all of the mesh's.
    pub submeshes: Vec<Submesh>,
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Submesh {
    /// One of the asset's materials.
    pub material: Option<usize>,
    /// The range of the mesh's triangles.
    pub triangles: Range<usize>,
}

impl Surface {
    /// Makes a surface in code. Its mesh is in the model as the joints bind it, and its influences are indices into `joints`.
    pub fn of(name: &str, mut mesh: Mesh, joints: Vec<SkinJoint>) -> Self {
        let positions = mesh.positions.len();
        if mesh.points.is_empty() {
            mesh.points = (0..positions as u32).collect();
        }
        let submeshes = vec![Submesh { material: None, triangles: 0..mesh.triangles.len() }];
        Self {
            name: name.to_owned(),
            mesh: Arc::new(mesh),
            positions,
            joints,
            bind_shape: Mat4::IDENTITY,
            submeshes,
        }
    }

    /// Returns the matrix that moves the mesh's points with each joint; and last the identity, for points without a joint,
    /// which stay in the bind pose. `model_from_nodes` has all nodes of the asset.
    pub fn palette(&self, model_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let mut palette = Vec::with_capacity(self.joints.len() + 1);
        self.palette_into(model_from_nodes, &mut palette);
        palette
    }

    /// Replaces a list by the palette. A list with enough room allocates nothing.
    pub fn palette_into(&self, model_from_nodes: &[Mat4], palette: &mut Vec<Mat4>) {
        palette.clear();
        palette.resize(self.joints.len() + 1, Mat4::IDENTITY);
        fill_palette(model_from_nodes, &self.joints, palette);
    }

    /// Moves the surfaces of node `from` to node `to`. In the current pose they don't move.
    ///
    /// `model_from_nodes` has all nodes of the asset in this pose. Surfaces of other nodes stay as they are.
    pub fn hand_over(&mut self, from: usize, to: usize, model_from_nodes: &[Mat4]) {
        // TODO 11.1: Of the surface's joints, let each that is the node `from` be the node `to`, with an inverse bind
        //    matrix by which its points stay where they are now.
        // BEGIN SOLUTION 11.1
        for joint in &mut self.joints {
            if joint.node == from {
                let to_from_model = model_from_nodes[to].inverse();
                joint.joint_from_bind = to_from_model * model_from_nodes[from] * joint.joint_from_bind;
                joint.node = to;
            }
        }
        // END SOLUTION 11.1
        // STARTER 11.1: let _ = (from, model_from_nodes);
        // STARTER 11.1: self.joints.iter_mut().for_each(|joint| joint.node = to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

    #[test]
    fn no_point_moves_when_a_surface_is_handed_over_from_node_to_node() {
        // The second is stretched, and the third is mirrored.
        let scales = [Vec3::ONE, vec3(2.0, 1.0, 0.5), vec3(1.0, -1.0, 1.0)];
        let node = |i: u8| {
            let turn = Quat::from_rotation_x(0.7 * f32::from(i) + 0.2) * Quat::from_rotation_z(0.9);
            Mat4::from_scale_rotation_translation(scales[usize::from(i)], turn, vec3(f32::from(i), 1.0, -0.5))
        };
        let nodes = [0, 1, 2].map(node);
        let joints = [2, 0, 2, 1].map(|on| SkinJoint { node: on, joint_from_bind: node(1) * node(on as u8) });
        let scarf = Surface::of("scarf", Mesh::default(), joints.to_vec());
        for (from, to) in (0..9).map(|pair| (pair / 3, pair % 3)) {
            let mut after = scarf.clone();
            after.hand_over(from, to, &nodes);
            for (was, is) in scarf.palette(&nodes).iter().zip(after.palette(&nodes)) {
                assert!(is.abs_diff_eq(*was, 1e-4), "{from} to {to}: {is} {was}");
            }
            for (was, is) in scarf.joints.iter().zip(&after.joints) {
                assert!(if was.node == from { is.node == to } else { is == was });
            }
            after.joints.clone_from(&scarf.joints);
            assert_eq!(after, scarf);
        }
    }
}
