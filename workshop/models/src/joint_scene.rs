//! Draws the joints of a model file as lines.

use anyhow::{Context as _, Result};
use common::pose::model_from_joints;
use formats::Asset;
use gl::{Gl, SkeletonLines};
use glam::{Mat4, Vec3};
use stage::Inspected;

/// A model file, and the lines of its skeletons on the graphics card.
pub struct JointScene {
    /// The contents of the file.
    pub asset: Asset,
    /// The skeletons among the file's nodes.
    pub skeletons: SkeletonLines,
}

impl JointScene {
    /// Uploads the joints of a file. A lesson's own file may have none yet, as students write the reader.
    pub fn new(gl: &Gl, asset: Asset, is_own: bool) -> Result<Self> {
        if !is_own {
            formats::require_joints(&asset)?;
        }
        let skeletons = SkeletonLines::new(gl, asset.chains.clone());
        Ok(Self { skeletons: skeletons.with_context(|| asset.file().to_owned())?, asset })
    }

    /// Returns every node's matrix to the world, from every node's matrix to its parent.
    pub fn world_from_nodes(&self, parent_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let world_from_model = self.asset.world_from_model;
        let model_from_nodes = model_from_joints(&self.asset.rig.skeleton, parent_from_nodes);
        model_from_nodes.iter().map(|&model_from_node| world_from_model * model_from_node).collect()
    }

    /// Returns the places of the joints in world space, in a pose.
    pub fn places(&self, parent_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let world_from_nodes = self.world_from_nodes(parent_from_nodes);
        let place = |node: usize| world_from_nodes.get(node).map(|matrix| matrix.w_axis.truncate());
        self.skeletons.joints().filter_map(|(node, _)| place(node)).collect()
    }

    /// Returns what the inspector shows, from every node's matrix to its parent.
    pub fn inspected(&self, world_from_model: Mat4, parent_from_nodes: Vec<Mat4>) -> Inspected {
        let skeleton = &self.asset.rig.skeleton;
        let model_from_nodes = model_from_joints(skeleton, &parent_from_nodes);
        Inspected::new(skeleton, Some(world_from_model), parent_from_nodes, model_from_nodes)
    }
}
