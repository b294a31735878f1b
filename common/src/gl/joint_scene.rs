//! The joints of a model, as lines.

use super::{Gl, SkeletonLines, View};
use crate::pose::model_from_joints;
use crate::skeleton::{Chain, Skeleton};
use anyhow::Result;
use glam::{Mat4, Vec3};
use glium::Surface;

/// A tree of nodes, and the lines of the skeletons among them on the graphics card.
pub struct JointScene {
    /// All nodes.
    pub nodes: Skeleton,
    /// The skeletons.
    pub skeletons: SkeletonLines,
    world_from_model: Mat4,
}

impl JointScene {
    /// Uploads the lines of all skeletons among some nodes.
    pub fn new(gl: &Gl, nodes: Skeleton, chains: Vec<Chain>, world_from_model: Mat4) -> Result<Self> {
        Ok(Self { nodes, skeletons: SkeletonLines::new(gl, chains)?, world_from_model })
    }

    /// Every node's transform to the world, from every node's transform to its parent.
    pub fn world_from_nodes(&self, parent_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let model_from_nodes = model_from_joints(&self.nodes, parent_from_nodes);
        model_from_nodes.iter().map(|&model_from_node| self.world_from_model * model_from_node).collect()
    }

    /// The joints: which node each is, and its number in its skeleton.
    pub fn joints(&self) -> impl Iterator<Item = (usize, usize)> {
        self.skeletons.joints()
    }

    /// Where the joints are in the world, in a pose.
    pub fn places(&self, parent_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let world_from_nodes = self.world_from_nodes(parent_from_nodes);
        let place = |node: usize| world_from_nodes.get(node).map(|matrix| matrix.w_axis.truncate());
        self.joints().filter_map(|(node, _)| place(node)).collect()
    }

    /// Draws the lines of all skeletons.
    pub fn draw(&self, target: &mut impl Surface, view: &View, world_from_nodes: &[Mat4]) -> Result<()> {
        self.skeletons.draw(target, view, world_from_nodes)
    }
}
