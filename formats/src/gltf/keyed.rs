//! Animations as matrices, which lesson 06 plays.

use super::Document;
use super::animations::{Animation, Channel, TargetPath};
use super::nodes::{Node, Placed};
use crate::{KeyedClip, MatrixKeys};
use glam::{Mat4, Quat};
use std::sync::Arc;

impl Document {
    /// The clips with the keys of every node: one key wherever any of a node's parts has one.
    pub fn keyed_clips(&self) -> Vec<KeyedClip> {
        let nodes = Arc::new(self.nodes.clone());
        let clip = |animation: &Animation| {
            let (animation, nodes) = (animation.clone(), Arc::clone(&nodes));
            KeyedClip {
                name: animation.name.clone(),
                start: animation.start,
                end: animation.end,
                keys: animation.matrix_keys(&nodes),
                parent_from_nodes: Box::new(move |time| animation.parent_from_nodes(&nodes, time)),
            }
        };
        self.animations.iter().map(clip).collect()
    }
}

impl Animation {
    /// The transform of every node to its parent at a time. Nodes without channels keep the file's.
    pub fn parent_from_nodes(&self, nodes: &[Node], time: f32) -> Vec<Mat4> {
        let mut parent_from_nodes: Vec<_> = nodes.iter().map(|node| node.placed.parent_from_node()).collect();
        for moving in self.moving() {
            let node = moving[0].node;
            parent_from_nodes[node] = nodes[node].placed.moved(moving, time).parent_from_node();
        }
        parent_from_nodes
    }

    /// The channels of each node that moves.
    fn moving(&self) -> impl Iterator<Item = &[Channel]> {
        self.channels.chunk_by(|a, b| a.node == b.node)
    }

    fn matrix_keys(&self, nodes: &[Node]) -> Vec<MatrixKeys> {
        let mut all = vec![MatrixKeys::default(); nodes.len()];
        for moving in self.moving() {
            let node = moving[0].node;
            let mut times: Vec<f32> =
                moving.iter().flat_map(|channel| channel.sampler.times.clone()).collect();
            times.sort_by(f32::total_cmp);
            times.dedup();
            let matrix = |&time: &f32| nodes[node].placed.moved(moving, time).parent_from_node();
            all[node] = MatrixKeys { matrices: times.iter().map(matrix).collect(), times };
        }
        all
    }
}

impl Placed {
    /// The node's transform at a time, with the values of the channels that move it.
    fn moved(self, moving: &[Channel], time: f32) -> Self {
        let Self::Parts(mut transform) = self else { return self };
        for Channel { path, sampler, .. } in moving {
            let value = sampler.at(time);
            match path {
                TargetPath::Translation => transform.translation = value.truncate(),
                TargetPath::Rotation => transform.rotation = Quat::from_vec4(value),
                TargetPath::Scale => transform.scale = value.truncate(),
            }
        }
        Self::Parts(transform)
    }
}
