//! Motion along curves of any kind, sampled into keys.

use super::animations::AnimationChannel;
use super::scenes::Node;
use super::transforms::{TransformKind, parent_from_steps};
use crate::MatrixKeys;
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

/// Fractions of the interval between two keys at which the keys are compared with the curves.
///
/// They aren't simple fractions, at which something that turns several times could always show the same angle.
const PROBES: [f32; 3] = [0.236_068, 0.5, 0.854_102];

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

/// The node in its parent at a time.
#[derive(Clone, Copy)]
struct Moment {
    time: f32,
    matrix: Mat4,
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
        let mut from = self.at(start);
        keys.push(start, from.matrix);
        for time in times {
            // The value before a step is sampled right before it.
            let arriving = Moment { time, ..self.at(time.next_down()) };
            self.refine(from, arriving, MAX_HALVINGS, &mut keys);
            from = self.at(time);
            if !self.is_close(Transform::from_matrix(arriving.matrix), Transform::from_matrix(from.matrix)) {
                keys.push(time, arriving.matrix);
            }
            keys.push(time, from.matrix);
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

    /// Adds the keys that are needed between two others, in the order of their times.
    fn refine(&mut self, from: Moment, to: Moment, halvings: u32, keys: &mut MatrixKeys) {
        let time = 0.5 * (from.time + to.time);
        let apart = from.time < time && time < to.time;
        if !apart || halvings == 0 || *self.effort == 0 || self.is_even(from, to) {
            return;
        }
        let half_way = self.at(time);
        self.refine(from, half_way, halvings - 1, keys);
        keys.push(time, half_way.matrix);
        self.refine(half_way, to, halvings - 1, keys);
    }

    /// Returns true if interpolation between two moments stays near the curves.
    fn is_even(&mut self, from: Moment, to: Moment) -> bool {
        let [a, b] = [from, to].map(|moment| Transform::from_matrix(moment.matrix));
        if a.rotation.dot(b.rotation).abs() < HALF_A_TURN {
            return false;
        }
        PROBES.iter().all(|probe| {
            let time = from.time + probe * (to.time - from.time);
            let alpha = (time - from.time) / (to.time - from.time);
            let evenly = Transform {
                translation: a.translation.lerp(b.translation, alpha),
                rotation: a.rotation.slerp(b.rotation, alpha),
                scale: a.scale.lerp(b.scale, alpha),
            };
            let wanted = self.at(time);
            self.is_close(evenly, Transform::from_matrix(wanted.matrix))
        })
    }

    fn is_close(&self, a: Transform, b: Transform) -> bool {
        let [turn_a, turn_b] = [a, b].map(turn_and_scale);
        let size = a.scale.abs().max(b.scale.abs()).max_element();
        turn_a.abs_diff_eq(turn_b, TOLERANCE * size)
            && a.translation.distance(b.translation) <= TOLERANCE * self.reach
    }

    fn at(&mut self, time: f32) -> Moment {
        *self.effort = self.effort.saturating_sub(self.cost());
        let matrix = self.node.parent_from_node_at(self.moving, time);
        // A curve may reach farther than its keys.
        self.reach = self.reach.max(matrix.w_axis.truncate().length());
        Moment { time, matrix }
    }

    /// Count of the numbers of one evaluation. A decomposition counts as much as a matrix.
    fn cost(&self) -> usize {
        self.moving.len() + 16
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
