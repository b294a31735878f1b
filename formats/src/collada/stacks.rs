//! Motion along curves of any kind, sampled into keys.

use super::animations::AnimationChannel;
use super::scenes::Node;
use super::transforms::{TransformKind, parent_from_steps};
use crate::MatrixKeys;
use crate::halving::{Curved, halve};
use crate::shear::turn_and_scale;
use common::transform::Transform;
use glam::Mat4;

/// Largest error of the keys, relative to the joint's size and to its distances.
///
/// It is 0.2 mm at the end of an arm of 1 m: ten joints that all err the same way still err by less than a pixel of a
/// picture that a person fills. Keys written 30 times a second, as exporters do it, are ten times less exact.
const TOLERANCE: f32 = 2e-4;

/// Most bisections between two keys of a file. Ten are enough for a hundred turns.
const MAX_HALVINGS: u32 = 10;

/// Cosine of half an angle below which two rotations are about half a turn apart: either direction may be shorter.
const HALF_A_TURN: f32 = 0.1;

/// A node that several curves move: an angle, one number of a matrix, a translation with ease.
///
/// It gets keys where the file has them, and others half-way between where needed, so that interpolation stays within
/// the tolerance of the curves. Angles in particular may turn several times between two keys.
pub(super) struct Stack<'e> {
    node: &'e Node,
    moving: &'e [AnimationChannel],
    /// The largest distance of its translations.
    reach: f32,
    /// Count of the numbers that may still be evaluated on curves.
    effort: &'e mut usize,
}

impl<'e> Stack<'e> {
    /// A node, and the channels that move it.
    pub fn new(node: &'e Node, moving: &'e [AnimationChannel], effort: &'e mut usize) -> Self {
        Self { node, moving, reach: reach(node, moving), effort }
    }

    /// All keys from `start` to `end`; none if they are too many.
    pub fn keys(&mut self, start: f32, end: f32) -> Option<MatrixKeys> {
        let times = self.times(start, end);
        if self.cost().saturating_mul(2 * times.len()) > *self.effort {
            return None;
        }
        let mut keys = MatrixKeys::default();
        let mut from = (start, self.at(start));
        keys.push(start, from.1.0);
        for time in times {
            // The value before a step is sampled right before it.
            let arriving = self.at(time.next_down());
            halve(self, from, (time, arriving), MAX_HALVINGS, &mut |time, key| keys.push(time, key.0));
            from = (time, self.at(time));
            if !self.is_close(arriving.1, from.1.1) {
                keys.push(time, arriving.0);
            }
            keys.push(time, from.1.0);
        }
        Some(keys)
    }

    /// The times after `start` at which any of the curves has a key, and the end.
    fn times(&self, start: f32, end: f32) -> Vec<f32> {
        let all = self.moving.iter().flat_map(|channel| channel.curve.times());
        let mut times: Vec<f32> = all.copied().filter(|&time| start < time && time < end).collect();
        times.extend((start < end).then_some(end));
        times.sort_by(f32::total_cmp);
        times.dedup();
        times
    }

    fn is_close(&self, a: Transform, b: Transform) -> bool {
        let [turn_a, turn_b] = [a, b].map(turn_and_scale);
        let size = a.scale.abs().max(b.scale.abs()).max_element();
        turn_a.abs_diff_eq(turn_b, TOLERANCE * size)
            && a.translation.distance(b.translation) <= TOLERANCE * self.reach
    }

    /// Count of the numbers of one evaluation. A decomposition counts as much as a matrix.
    fn cost(&self) -> usize {
        self.moving.len() + 16
    }
}

impl Curved for Stack<'_> {
    /// The node in its parent: the matrix, and what a clip keeps of it.
    type Value = (Mat4, Transform);

    fn at(&mut self, time: f32) -> Self::Value {
        *self.effort = self.effort.saturating_sub(self.cost());
        let matrix = self.node.parent_from_node_at(self.moving, time);
        // A curve may reach farther than its keys.
        self.reach = self.reach.max(matrix.w_axis.truncate().length());
        (matrix, Transform::from_matrix(matrix))
    }

    fn is_near(&self, [(_, from), (_, to)]: [Self::Value; 2], alpha: f32, (_, wanted): Self::Value) -> bool {
        let evenly = Transform {
            translation: from.translation.lerp(to.translation, alpha),
            rotation: from.rotation.slerp(to.rotation, alpha),
            scale: from.scale.lerp(to.scale, alpha),
        };
        from.rotation.dot(to.rotation).abs() >= HALF_A_TURN && self.is_close(evenly, wanted)
    }

    fn is_spent(&self) -> bool {
        *self.effort == 0
    }
}

/// The largest distance in any of the node's transforms.
///
/// The product isn't enough: opposite translations may cancel out to rounding errors.
fn reach(node: &Node, moving: &[AnimationChannel]) -> f32 {
    use TransformKind::{Matrix, Translate};
    let at_rest =
        node.transforms.iter().map(|step| parent_from_steps([step.kind]).w_axis.truncate().length());
    let moves = |channel: &&AnimationChannel| {
        matches!(node.transforms[channel.transform].kind, Matrix(_) | Translate(_))
    };
    let moved =
        moving.iter().filter(moves).flat_map(|channel| channel.curve.values()).map(|value| value.abs());
    at_rest.chain(moved).fold(0.0, f32::max)
}
