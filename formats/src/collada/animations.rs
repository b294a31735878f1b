//! Motion: clips, and their channels.

use super::curves::Curve;
use super::scenes::{Node, Scene};
use super::transforms::{TransformKind, parent_from_steps};
use glam::Mat4;
use std::sync::Arc;

/// Channels that play together.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Its name for people.
    pub name: String,
    /// Its first moment, in seconds. It need not be zero.
    pub start: f32,
    /// Its last moment.
    pub end: f32,
    /// Its channels, in the order of the nodes and of their transforms.
    pub channels: Vec<AnimationChannel>,
}

/// A curve, and what it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationChannel {
    /// One of the scene's nodes.
    pub node: usize,
    /// One of that node's transforms.
    pub transform: usize,
    /// One or all of that transform's numbers.
    pub part: ChannelPart,
    /// Its value over time. Channels that move instances of one node share it.
    pub curve: Arc<Curve>,
}

/// The part of a transform that a channel sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChannelPart {
    /// All of its numbers.
    Whole,
    /// The number with this index, in the file's order: 3 is the angle of a turn.
    Number(usize),
}

impl Animation {
    /// The channels of each node that moves.
    pub(super) fn moving(&self) -> impl Iterator<Item = &[AnimationChannel]> {
        self.channels.chunk_by(|a, b| a.node == b.node)
    }

    /// The transform of every node to its parent at a time. Nodes without channels keep the file's.
    pub fn parent_from_nodes(&self, scene: &Scene, time: f32) -> Vec<Mat4> {
        let mut parent_from_nodes = Vec::new();
        let mut rest = &self.channels[..];
        for (index, node) in scene.nodes.iter().enumerate() {
            let count = rest.iter().take_while(|channel| channel.node == index).count();
            let (moving, others) = rest.split_at(count);
            rest = others;
            parent_from_nodes.push(node.parent_from_node_at(moving, time));
        }
        parent_from_nodes
    }
}

impl Node {
    /// The node's transform to its parent at a time; `moving` are the channels that move it, in the order of its
    /// transforms.
    pub(super) fn parent_from_node_at(&self, moving: &[AnimationChannel], time: f32) -> Mat4 {
        let mut moving = moving.iter().peekable();
        parent_from_steps(self.transforms.iter().enumerate().map(|(index, step)| {
            let mut kind = step.kind;
            while let Some(channel) = moving.next_if(|channel| channel.transform == index) {
                channel.apply(&mut kind, time);
            }
            kind
        }))
    }
}

impl AnimationChannel {
    /// Replaces the file's numbers by the curve's at a time.
    fn apply(&self, kind: &mut TransformKind, time: f32) {
        match (self.part, kind) {
            (ChannelPart::Whole, TransformKind::Matrix(matrix)) => *matrix = self.curve.matrix_at(time),
            (ChannelPart::Whole, kind) => {
                self.curve.numbers_at(time).enumerate().for_each(|(index, number)| kind.set(index, number));
            }
            (ChannelPart::Number(index), kind) => {
                self.curve.numbers_at(time).for_each(|number| kind.set(index, number));
            }
        }
    }
}
