//! What moves over time: clips, and the channels of which they are made.

use super::curves::Curve;
use super::scenes::{Node, Scene};
use super::transforms::{TransformKind, parent_from_steps};
use glam::Mat4;
use std::sync::Arc;

/// Channels that play together.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// What people call it.
    pub name: String,
    /// When it begins, in seconds. It need not be zero.
    pub start: f32,
    /// When it ends.
    pub end: f32,
    /// What it moves, in the order of the nodes and of their transforms.
    pub channels: Vec<AnimationChannel>,
}

/// A curve, and what it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationChannel {
    /// Which of the scene's nodes.
    pub node: usize,
    /// Which of that node's transforms.
    pub transform: usize,
    /// Which of that transform's numbers.
    pub part: Part,
    /// Its value over time. Channels that move instances of one node share it.
    pub curve: Arc<Curve>,
}

/// What part of a transform a channel replaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// All of its numbers.
    Whole,
    /// The number with this index, in the file's order: 3 is the angle of a turn.
    Number(usize),
}

impl Animation {
    /// From every node's coordinates to its parent's at a time. Nodes without channels stay as the file places them.
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
    /// From the node's coordinates to its parent's at a time; `moving` are the channels that move it, in the order of its
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
    /// Puts the curve's numbers at a time in place of the file's.
    fn apply(&self, kind: &mut TransformKind, time: f32) {
        match (self.part, kind) {
            (Part::Whole, TransformKind::Matrix(matrix)) => *matrix = self.curve.matrix_at(time),
            (Part::Whole, kind) => {
                self.curve.numbers_at(time).enumerate().for_each(|(index, number)| kind.set(index, number));
            }
            (Part::Number(index), kind) => {
                self.curve.numbers_at(time).for_each(|number| kind.set(index, number));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Step;
    use super::*;
    use glam::{Vec3, vec3};

    fn channel(transform: usize, part: Part, values: &[f32]) -> AnimationChannel {
        let curve = Curve::new(vec![0.0, 1.0], values.to_vec(), vec![Default::default(); 2], Vec::new());
        AnimationChannel { node: 1, transform, part, curve: Arc::new(curve) }
    }

    fn scene() -> Scene {
        let node = |parent, kinds: &[TransformKind]| Node {
            name: String::new(),
            id: None,
            sid: None,
            is_joint: true,
            parent,
            transforms: kinds.iter().map(|&kind| Step { sid: None, kind }).collect(),
        };
        let moved = TransformKind::Translate(vec3(1.0, 2.0, 3.0));
        let turned = TransformKind::Rotate { axis: Vec3::Z, degrees: 0.0 };
        let nodes = vec![node(None, &[moved]), node(Some(0), &[moved, turned]), node(Some(1), &[])];
        Scene { nodes, world_from_file: Mat4::IDENTITY }
    }

    fn sampled(channels: Vec<AnimationChannel>, time: f32) -> Vec<Mat4> {
        Animation { name: String::new(), start: 0.0, end: 1.0, channels }.parent_from_nodes(&scene(), time)
    }

    #[test]
    fn what_has_no_channel_stays() {
        assert_eq!(sampled(Vec::new(), 0.5), scene().parent_from_nodes());
    }

    #[test]
    fn a_channel_replaces_a_whole_transform_or_one_of_its_numbers() {
        let whole = channel(0, Part::Whole, &[0.0, 0.0, 0.0, 10.0, 20.0, 30.0]);
        let y = channel(0, Part::Number(1), &[0.0, 100.0]);
        let place = |channels| sampled(channels, 0.5)[1].transform_point3(Vec3::ZERO);
        assert_eq!(place(vec![whole.clone()]), vec3(5.0, 10.0, 15.0));
        assert_eq!(place(vec![y.clone()]), vec3(1.0, 50.0, 3.0));
        assert_eq!(place(vec![whole, y]), vec3(5.0, 50.0, 15.0), "the later channel counts");
    }

    #[test]
    fn an_angle_turns_more_than_once_between_two_keys() {
        let turning = channel(1, Part::Number(3), &[0.0, 720.0]);
        let x = |time| sampled(vec![turning.clone()], time)[1].transform_vector3(Vec3::X);
        assert!(x(0.125).abs_diff_eq(Vec3::Y, 1e-5));
        assert!(x(0.25).abs_diff_eq(Vec3::NEG_X, 1e-5));
        assert!(x(0.5).abs_diff_eq(Vec3::X, 1e-5));
    }
}
