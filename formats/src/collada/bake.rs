//! Turns animations into clips: each node's motion is decomposed once, when the file is read.

use super::animations::{Animation, AnimationChannel, ChannelPart};
use super::curves::{Curve, Interpolation};
use super::scenes::{Node, Scene};
use super::stacks::Stack;
use super::transforms::{TransformKind, matrix_from_rows};
use crate::MatrixKeys;
use crate::shear::{keeps, sheared};
use common::clip::{Channel, Clip, Keys};
use common::transform::{Transform, turn_and_stretch};
use glam::{Mat4, Quat, Vec3};

/// Largest relative difference of equal values: files write seven digits, after a few roundings.
const SAME: f32 = 4e-6;

/// Most numbers that are evaluated on a file's curves, which takes seconds. Nodes can share curves, so that a short
/// file could ask for far more.
pub(super) const MAX_EFFORT: usize = 1 << 26;

impl Animation {
    /// Converts the motion to a clip of the scene's rig; also returns notes on what a clip can't keep. `effort` is the count of
    /// numbers that may still be evaluated.
    ///
    /// A matrix curve keeps its keys. Any other motion gets as many keys as it needs.
    pub(super) fn baked(&self, scene: &Scene, effort: &mut usize) -> (Clip, Vec<String>) {
        let mut notes = Vec::new();
        let mut channels = Vec::new();
        for moving in self.moving() {
            let joint = moving[0].node;
            let node = &scene.nodes[joint];
            let Some(keys) = keys(node, moving, [self.start, self.end], effort) else {
                notes.push(format!("The node '{}' stays at rest: the clip has too many keys.", node.name));
                continue;
            };
            if *effort == 0 {
                notes.push(format!("The node '{}' moves less exactly than its curves.", node.name));
            }
            let (channel, whole) = channel(joint, keys, self.start);
            if !whole {
                notes.push(sheared(&node.name));
            }
            channels.push(channel);
        }
        let seconds = self.end - self.start;
        (Clip { name: self.name.clone(), start: self.start, seconds, channels }, notes)
    }
}

/// The keys of a node from `start` to `end`; none if they are too many.
fn keys(
    node: &Node,
    moving: &[AnimationChannel],
    [start, end]: [f32; 2],
    effort: &mut usize,
) -> Option<MatrixKeys> {
    let numbers: usize = moving.iter().map(|channel| channel.curve.values().len()).sum();
    *effort = effort.checked_sub(numbers)?;
    match only_matrix(node, moving) {
        Some(curve) => Some(matrix_keys(curve, start, end)),
        None => Stack::new(node, moving, effort).keys(start, end),
    }
}

/// The curve of a node whose only transform is one matrix, moved as a whole.
fn only_matrix<'c>(node: &Node, moving: &'c [AnimationChannel]) -> Option<&'c Curve> {
    let [step] = &node.transforms[..] else { return None };
    let [channel] = moving else { return None };
    let is_matrix = matches!(step.kind, TransformKind::Matrix(_)) && channel.part == ChannelPart::Whole;
    is_matrix.then_some(&*channel.curve)
}

/// The keys of a matrix curve from `start` to `end`. A step becomes two keys at one time.
fn matrix_keys(curve: &Curve, start: f32, end: f32) -> MatrixKeys {
    let mut keys = MatrixKeys::default();
    if curve.start() < start {
        keys.push(start, curve.matrix_at(start));
    }
    let (rows, _) = curve.values().as_chunks();
    for (key, &time) in curve.times().iter().enumerate() {
        if time < start || time > end {
            continue;
        }
        if key > 0 && curve.interpolations()[key - 1] == Interpolation::Step {
            keys.push(time, matrix_from_rows(&rows[key - 1]));
        }
        keys.push(time, matrix_from_rows(&rows[key]));
    }
    if curve.end() > end {
        keys.push(end, curve.matrix_at(end));
    }
    keys
}

/// Returns a joint's channel, and false if it loses something of the matrices.
fn channel(joint: usize, keys: MatrixKeys, start: f32) -> (Channel, bool) {
    let times: Vec<f32> = keys.times.iter().map(|time| time - start).collect();
    let transforms = transforms(&keys.matrices);
    let whole = transforms.iter().zip(&keys.matrices).all(|(&transform, &matrix)| keeps(transform, matrix));
    let rotations = transforms.iter().map(|transform| transform.rotation).collect();
    let same_turn = |a: Quat, b: Quat| a.abs_diff_eq(b, SAME);
    let channel = Channel {
        joint,
        translations: list(&times, transforms.iter().map(|transform| transform.translation).collect()),
        rotations: reduced(&times, rotations, same_turn),
        scales: list(&times, transforms.iter().map(|transform| transform.scale).collect()),
    };
    (channel, whole)
}

/// Decomposes the matrices of a joint's keys. A matrix without volume keeps the rotation of the key before it, as far
/// as possible.
fn transforms(matrices: &[Mat4]) -> Vec<Transform> {
    let first = matrices.iter().find_map(|&matrix| turn_and_stretch(matrix));
    let mut last = first.map_or(Quat::IDENTITY, |(turn, _)| turn);
    let next = |&matrix: &Mat4| {
        let mut transform = Transform::from_matrix_near(matrix, last);
        // A quaternion and its negative are the same rotation. Neighbours get the same sign.
        if transform.rotation.dot(last) < 0.0 {
            transform.rotation = -transform.rotation;
        }
        last = transform.rotation;
        transform
    };
    matrices.iter().map(next).collect()
}

/// A list of translations or scales.
fn list(times: &[f32], values: Vec<Vec3>) -> Keys<Vec3> {
    let largest = values.iter().map(|value| value.abs().max_element()).fold(0.0, f32::max);
    reduced(times, values, |a, b| a.abs_diff_eq(b, SAME * largest))
}

/// A list of keys, or a single one if none differs from the first.
fn reduced<T: Copy>(times: &[f32], mut values: Vec<T>, same: impl Fn(T, T) -> bool) -> Keys<T> {
    if values.iter().all(|&value| same(values[0], value)) {
        values.truncate(1);
    }
    Keys::new(times.iter().copied(), values)
}
