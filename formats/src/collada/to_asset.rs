//! Converts Collada's own forms to those of every format.

use super::Document;
use super::bake::MAX_EFFORT;
use crate::shear::{keeps, sheared};
use crate::{Asset, AssetNode};
use common::rig::Rig;
use common::transform::Transform;
use std::sync::Arc;

impl Document {
    /// Converts the file to an asset, without Collada's stacks of transforms and its curves. All nodes are joints of one
    /// rig, in the same order.
    pub fn into_asset(self) -> Asset {
        let mut effort = MAX_EFFORT;
        let (mut clips, mut clip_notes) = (Vec::new(), Vec::new());
        for animation in &self.clips {
            let (clip, notes) = animation.baked(&self.scene, &mut effort);
            clips.push(Arc::new(clip));
            clip_notes.extend(notes);
        }
        let (skeleton, chains) = (self.scene.skeleton(), self.scene.chains());
        let (mut nodes, mut rest, mut pose_notes) = (Vec::new(), Vec::new(), Vec::new());
        for node in self.scene.nodes {
            let parent_from_node = node.parent_from_node();
            let transform = Transform::from_matrix(parent_from_node);
            if !keeps(transform, parent_from_node) {
                pose_notes.push(sheared(&node.name));
            }
            rest.push(transform);
            let placed_by = node.transforms.iter().map(|step| step.kind.name()).collect();
            nodes.push(AssetNode { ids: [node.id, node.sid], parent_from_node, placed_by });
        }
        Asset {
            world_from_model: self.scene.world_from_file,
            rig: Arc::new(Rig { skeleton, rest }),
            nodes,
            chains,
            surfaces: self.surfaces,
            materials: self.materials,
            clips,
            notes: self.notes,
            left_out: self.left_out,
            pose_notes,
            clip_notes,
            place: self.place,
        }
    }
}
