//! Converts Collada's own forms to those of every format.

use super::Document;
use super::bake::MAX_EFFORT;
use super::scenes::Scene;
use crate::shear::{keeps, sheared};
use crate::{Asset, AssetNode};
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use std::sync::Arc;

impl Document {
    /// Converts the file to an asset, without Collada's stacks of transforms and its curves.
    pub fn into_asset(self) -> Asset {
        let (rig, pose_notes) = self.scene.rig();
        let mut effort = MAX_EFFORT;
        let (mut clips, mut clip_notes) = (Vec::new(), Vec::new());
        for animation in &self.clips {
            let (clip, notes) = animation.baked(&self.scene, &mut effort);
            clips.push(clip);
            clip_notes.extend(notes);
        }
        Asset {
            world_from_model: self.scene.world_from_file,
            rig: Arc::new(rig),
            chains: self.scene.chains(),
            surfaces: self.surfaces,
            clips,
            notes: self.notes,
            pose_notes,
            clip_notes,
            place: self.place,
            nodes: nodes(self.scene),
            materials: self.materials,
        }
    }
}

impl Scene {
    /// All nodes as joints of one rig, in the same order, and notes on what a pose can't keep of them.
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
