//! Shows the nodes of a model in the panel, to choose and turn them.

use super::{Branch, Chosen, Panel};
use common::skeleton::Skeleton;
use gl::SkeletonLines;
use gl::colour::{Colour, INK, joint_colour};
use glam::{EulerRot, Mat4, Vec3};
use std::collections::HashMap;

impl Panel<'_> {
    /// Shows the tree of all nodes in at most `rows` rows, to choose one. Joints have a filled dot in their
    /// colour, other nodes an empty one. Returns true if another one was chosen.
    pub fn node_tree(
        &mut self,
        nodes: &Skeleton,
        skeletons: &SkeletonLines,
        rows: f32,
        chosen: &mut Option<usize>,
    ) -> bool {
        with_branches(nodes, skeletons, |branches| self.tree("node", rows, branches, chosen))
    }

    /// Shows the tree of all nodes, to choose several.
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

/// Calls `show` with a row for each node.
fn with_branches<T>(nodes: &Skeleton, skeletons: &SkeletonLines, show: impl FnOnce(&[Branch<'_>]) -> T) -> T {
    let joints: HashMap<usize, usize> = skeletons.joints().collect();
    let ends: Vec<String> = (0..nodes.joints().len()).map(|index| index.to_string()).collect();
    show(&branches(nodes, |index| {
        let joint = joints.get(&index);
        (joint.map_or(INK, |&joint| joint_colour(joint)), joint.is_some(), &ends[index])
    }))
}

/// Returns a row for each node. `look` returns its dot's colour, whether that is filled, and the end's text.
pub(crate) fn branches<'a>(
    nodes: &'a Skeleton,
    look: impl Fn(usize) -> (Colour, bool, &'a str),
) -> Vec<Branch<'a>> {
    let mut branches: Vec<Branch<'_>> = Vec::new();
    for (index, node) in nodes.joints().iter().enumerate() {
        let depth = node.parent.map_or(0, |parent| branches[parent].depth + 1);
        let (colour, solid, end) = look(index);
        branches.push(Branch { depth, name: &node.name, end, colour, solid });
    }
    branches
}

/// The angles, in degrees, by which the user turns nodes about their own x, y and z axes.
#[derive(Default)]
pub struct Turns(HashMap<usize, Vec3>);

impl Turns {
    /// Turns the nodes, with each rotation to the right of the node's own matrix.
    pub fn apply(&self, parent_from_nodes: &mut [Mat4]) {
        for (&node, degrees) in &self.0 {
            if let Some(parent_from_node) = parent_from_nodes.get_mut(node) {
                let [x, y, z] = degrees.to_array().map(f32::to_radians);
                *parent_from_node *= Mat4::from_euler(EulerRot::XYZ, x, y, z);
            }
        }
    }

    /// Shows sliders for a node's angles.
    pub fn sliders(&mut self, panel: &mut Panel<'_>, node: usize) {
        let turn = self.0.entry(node).or_default();
        panel.slider("turn x", &mut turn.x, -180.0..=180.0, "%.0f°");
        panel.slider("turn y", &mut turn.y, -180.0..=180.0, "%.0f°");
        panel.slider("turn z", &mut turn.z, -180.0..=180.0, "%.0f°");
    }
}
