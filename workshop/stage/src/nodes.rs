//! The nodes of a model in the panel, chosen and turned there.

use super::{Branch, Chosen, Panel};
use common::skeleton::Skeleton;
use gl::SkeletonLines;
use gl::colour::{INK, joint_colour};
use glam::{EulerRot, Mat4, Vec3};
use std::collections::HashMap;

impl Panel<'_> {
    /// The tree of all nodes, to choose one: joints with a filled dot in their colour, other nodes with an empty one.
    /// At most `rows` rows are seen at once. True if another one was chosen.
    pub fn node_tree(
        &mut self,
        nodes: &Skeleton,
        skeletons: &SkeletonLines,
        rows: f32,
        chosen: &mut Option<usize>,
    ) -> bool {
        with_branches(nodes, skeletons, |branches| self.tree("node", rows, branches, chosen))
    }

    /// The tree of all nodes, to choose several.
    pub fn node_tree_of_many(
        &mut self,
        nodes: &Skeleton,
        skeletons: &SkeletonLines,
        rows: f32,
        chosen: &mut Chosen,
    ) -> bool {
        with_branches(nodes, skeletons, |branches| self.tree_of_many("node", rows, branches, chosen))
    }
}

/// A row for each node.
fn with_branches<T>(nodes: &Skeleton, skeletons: &SkeletonLines, show: impl FnOnce(&[Branch<'_>]) -> T) -> T {
    let joints: HashMap<usize, usize> = skeletons.joints().collect();
    let mut depths: Vec<usize> = Vec::new();
    let mut branches = Vec::new();
    let ends: Vec<String> = (0..nodes.joints().len()).map(|index| index.to_string()).collect();
    for (index, node) in nodes.joints().iter().enumerate() {
        depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
        let colour = joints.get(&index).map_or(INK, |&joint| joint_colour(joint));
        let (name, solid) = (node.name.as_str(), joints.contains_key(&index));
        branches.push(Branch { depth: depths[index], name, end: &ends[index], colour, solid });
    }
    show(&branches)
}

/// Angles in degrees by which nodes are turned by hand, about their own x, y and z axes.
#[derive(Default)]
pub struct Turns(HashMap<usize, Vec3>);

impl Turns {
    /// Turns the nodes: each rotation is to the right of the node's transform.
    pub fn apply(&self, parent_from_nodes: &mut [Mat4]) {
        for (&node, degrees) in &self.0 {
            if let Some(parent_from_node) = parent_from_nodes.get_mut(node) {
                let [x, y, z] = degrees.to_array().map(f32::to_radians);
                *parent_from_node *= Mat4::from_euler(EulerRot::XYZ, x, y, z);
            }
        }
    }

    /// Sliders for a node.
    pub fn sliders(&mut self, panel: &mut Panel<'_>, node: usize) {
        let turn = self.0.entry(node).or_default();
        panel.slider("turn x", &mut turn.x, -180.0..=180.0, "%.0f°");
        panel.slider("turn y", &mut turn.y, -180.0..=180.0, "%.0f°");
        panel.slider("turn z", &mut turn.z, -180.0..=180.0, "%.0f°");
    }
}
