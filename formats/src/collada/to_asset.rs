//! From Collada's own forms to those of every format.

use super::Document;
use super::bake::MAX_EFFORT;
use super::corners::Geometry;
use super::instances::Instance;
use super::scenes::Scene;
use super::split::split;
use crate::shear::{keeps, sheared};
use crate::{Asset, AssetNode, Submesh, Surface};
use common::mesh::Mesh;
use common::pose::Pose;
use common::rig::Rig;
use common::skin::Influences;
use common::skin::SkinJoint;
use common::transform::Transform;
use glam::{Mat4, Vec3};
use std::collections::HashMap;
use std::sync::Arc;

impl Document {
    /// What the file says, as every format says it. Stacks of transforms, curves and corners end here.
    pub fn into_asset(self) -> Asset {
        let (rig, pose_notes) = self.scene.rig();
        let mut effort = MAX_EFFORT;
        let (mut clips, mut clip_notes) = (Vec::new(), Vec::new());
        for animation in &self.clips {
            let (clip, notes) = animation.baked_within(&self.scene, &mut effort);
            clips.push(clip);
            clip_notes.extend(notes);
        }
        Asset {
            world_from_model: self.scene.world_from_file,
            rig: Arc::new(rig),
            chains: self.scene.chains(),
            surfaces: surfaces(&self),
            clips,
            notes: self.notes.iter().map(ToString::to_string).collect(),
            pose_notes,
            clip_notes,
            place: self.error("", ""),
            nodes: nodes(self.scene),
            materials: self.materials,
        }
    }
}

impl Scene {
    /// All nodes as joints of one rig, in the same order, and notes on what a pose cannot keep of them.
    pub fn rig(&self) -> (Rig, Vec<String>) {
        let mut notes = Vec::new();
        let mut rest = Pose::new();
        for node in &self.nodes {
            let parent_from_node = node.parent_from_node();
            let transform = Transform::from_matrix(parent_from_node);
            if !keeps(transform, parent_from_node) {
                notes.push(sheared(&node.name));
            }
            rest.push(transform);
        }
        (Rig { skeleton: self.skeleton(), rest }, notes)
    }
}

fn nodes(scene: Scene) -> Vec<AssetNode> {
    let node = |node: super::Node| AssetNode {
        parent_from_node: node.parent_from_node(),
        placed_by: node.transforms.iter().map(|step| step.kind.name()).collect(),
        ids: [node.id, node.sid],
    };
    scene.nodes.into_iter().map(node).collect()
}

/// All that stands in the scene, as vertices. Instances of the same geometry and skin share them.
fn surfaces(document: &Document) -> Vec<Surface> {
    let mut meshes = HashMap::new();
    let mut surfaces = Vec::new();
    for instance in &document.instances {
        let skin = instance.skin.as_ref().map(|skin| skin.skin);
        let mesh =
            meshes.entry((instance.geometry, skin)).or_insert_with(|| Arc::new(mesh(document, instance)));
        surfaces.push(surface(document, instance, Arc::clone(mesh)));
    }
    surfaces
}

/// The vertices of an instance.
fn mesh(document: &Document, instance: &Instance) -> Mesh {
    let geometry = &document.geometries[instance.geometry];
    let mut mesh = match &instance.skin {
        Some(skin) => split(geometry, &document.skins[skin.skin].influences),
        None => split(geometry, &vec![Influences::of(0); geometry.positions.len()]),
    };
    for normal in &mut mesh.normals {
        *normal = normal.normalize_or(Vec3::Y);
    }
    mesh
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
    let (name, positions) = (geometry.name.clone(), geometry.positions.len());
    Surface { name, mesh, positions, joints, bind_shape, submeshes: submeshes(geometry, &instance.materials) }
}

fn submeshes(geometry: &Geometry, materials: &[Option<usize>]) -> Vec<Submesh> {
    let mut start = 0;
    let mut submeshes = Vec::new();
    for (group, &material) in geometry.groups.iter().zip(materials) {
        let triangles = start..start + group.triangles.len();
        start = triangles.end;
        submeshes.push(Submesh { material, triangles });
    }
    submeshes
}
