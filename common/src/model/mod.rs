//! A model from a file, ready to be drawn: its surfaces as vertices, and the joints that each hangs on.
//!
//! Every surface follows joints, even one without a skin: it hangs on its node alone. So there is one way to draw all.

mod split;

pub use split::{Mesh, split};

use crate::collada::{Document, Geometry, Instance, SkinJoint};
use crate::skin::Influences;
use glam::Mat4;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A file, and its surfaces as they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What the file says.
    pub document: Document,
    /// One for each instance in the document, in the same order.
    pub surfaces: Vec<Surface>,
}

/// A surface in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// What people call it.
    pub name: String,
    /// Which of the scene's nodes it stands on. If a skin bends it, that node's own place does not count.
    pub node: usize,
    /// Its vertices. Surfaces of the same geometry and skin share them.
    pub mesh: Arc<Mesh>,
    /// What its influences count.
    pub joints: Vec<SkinJoint>,
    /// From the mesh's own points to the model in the bind pose.
    pub bind_shape: Mat4,
    /// Its triangles by material; together they are all of the mesh's.
    pub parts: Vec<Part>,
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Which of the document's materials.
    pub material: Option<usize>,
    /// Which of the mesh's triangles.
    pub triangles: Range<usize>,
}

impl Model {
    /// Makes vertices of all that stands in a document's scene.
    pub fn new(document: Document) -> Self {
        let mut meshes = HashMap::new();
        let mut surfaces = Vec::new();
        for instance in &document.instances {
            let skin = instance.skin.as_ref().map(|skin| skin.skin);
            let mesh = meshes
                .entry((instance.geometry, skin))
                .or_insert_with(|| Arc::new(mesh(&document, instance)));
            surfaces.push(surface(&document, instance, Arc::clone(mesh)));
        }
        Self { document, surfaces }
    }
}

/// The vertices of an instance.
fn mesh(document: &Document, instance: &Instance) -> Mesh {
    let geometry = &document.geometries[instance.geometry];
    match &instance.skin {
        Some(skin) => {
            let skin = &document.skins[skin.skin];
            let mut mesh = split(geometry, &skin.influences);
            mesh.prepare_normals(skin.bind_shape);
            mesh
        }
        None => {
            let mut mesh = split(geometry, &vec![Influences::of(0); geometry.positions.len()]);
            mesh.prepare_normals(Mat4::IDENTITY);
            mesh
        }
    }
}

fn surface(document: &Document, instance: &Instance, mesh: Arc<Mesh>) -> Surface {
    let geometry = &document.geometries[instance.geometry];
    let (joints, bind_shape) = match &instance.skin {
        Some(skin) => (skin.joints.clone(), document.skins[skin.skin].bind_shape),
        None => {
            let joint = SkinJoint { node: instance.node, joint_from_bind: Mat4::IDENTITY };
            (vec![joint], Mat4::IDENTITY)
        }
    };
    let parts = parts(geometry, &instance.materials);
    Surface { name: geometry.name.clone(), node: instance.node, mesh, joints, bind_shape, parts }
}

fn parts(geometry: &Geometry, materials: &[Option<usize>]) -> Vec<Part> {
    let mut start = 0;
    let part = |(group, &material): (&crate::collada::Group, &Option<usize>)| {
        let triangles = start..start + group.triangles.len();
        start = triangles.end;
        Part { material, triangles }
    };
    geometry.groups.iter().zip(materials).map(part).collect()
}

impl Surface {
    /// For every joint, what takes the mesh's own points along with it; and last the bind shape, which takes points to
    /// the bind pose and leaves them there. `model_from_nodes` has all nodes of the scene.
    pub fn palette(&self, model_from_nodes: &[Mat4]) -> Vec<Mat4> {
        // TODO 11.4: For every joint chain the bind shape, the way into the joint, and the way out of it as its node
        //    stands now. Put the bind shape alone behind them.
        // BEGIN SOLUTION 11.4
        let mut palette = Vec::with_capacity(self.joints.len() + 1);
        for joint in &self.joints {
            let model_from_joint = model_from_nodes[joint.node];
            palette.push(model_from_joint * joint.joint_from_bind * self.bind_shape);
        }
        palette.push(self.bind_shape);
        palette
        // END SOLUTION 11.4
        // STARTER 11.4: let _ = model_from_nodes;
        // STARTER 11.4: vec![self.bind_shape; self.joints.len() + 1]
    }
}
