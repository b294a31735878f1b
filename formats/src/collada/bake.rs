//! Turns animations into clips: each node's motion is decomposed once, when the file is read.

use super::animations::{Animation, AnimationChannel, ChannelPart};
use super::curves::{Curve, Interpolation};
use super::scenes::Scene;
use super::stacks::Stack;
use super::transforms::{NodeTransform, TransformKind, matrix_from_rows};
use crate::MatrixKeys;
use crate::shear::{keeps, sheared};
use common::clip::{Channel, Clip, Keys};
use common::transform::{Transform, turn_and_stretch};
use glam::{Quat, Vec3};

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
            let numbers: usize = moving.iter().map(|channel| channel.curve.values().len()).sum();
            let left = effort.checked_sub(numbers);
            *effort = left.unwrap_or(*effort);
            let keys = match (&node.transforms[..], moving) {
                _ if left.is_none() => None,
                // Its only transform is one matrix, moved as a whole.
                (
                    [NodeTransform { kind: TransformKind::Matrix(_), .. }],
                    [AnimationChannel { part: ChannelPart::Whole, curve, .. }],
                ) => Some(matrix_keys(curve, self.start, self.end)),
                _ => Stack::new(node, moving, effort).keys(self.start, self.end),
            };
            let Some(keys) = keys else {
                notes.push(format!("The node '{}' stays at rest: the clip has too many keys.", node.name));
                continue;
            };
            if *effort == 0 {
                notes.push(format!("The node '{}' moves less exactly than its curves.", node.name));
            }
            let (channel, whole) = channel(joint, &keys, self.start);
            if !whole {
                notes.push(sheared(&node.name));
            }
            channels.push(channel);
        }
        let seconds = self.end - self.start;
        (Clip { name: self.name.clone(), start: self.start, seconds, channels }, notes)
    }
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

/// Decomposes the matrices of a joint's keys into its channel; returns it, and false if it loses something of them.
fn channel(joint: usize, keys: &MatrixKeys, start: f32) -> (Channel, bool) {
    // A matrix without volume keeps the rotation of the key before it, as far as possible.
    let first = keys.matrices.iter().find_map(|&matrix| turn_and_stretch(matrix));
    let mut last = first.map_or(Quat::IDENTITY, |(turn, _)| turn);
    let mut whole = true;
    let (mut translations, mut rotations, mut scales) = (Vec::new(), Vec::new(), Vec::new());
    for &matrix in &keys.matrices {
        let Transform { translation, rotation, scale } = Transform::from_matrix_near(matrix, last);
        // A quaternion and its negative are the same rotation. Neighbours get the same sign.
        last = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
        whole &= keeps(Transform { translation, rotation, scale }, matrix);
        translations.push(translation);
        rotations.push(last);
        scales.push(scale);
    }
    let times: Vec<f32> = keys.times.iter().map(|time| time - start).collect();
    let same_turn = |a: Quat, b: Quat| a.abs_diff_eq(b, SAME);
    let channel = Channel {
        joint,
        translations: list(&times, translations),
        rotations: reduced(&times, rotations, same_turn),
        scales: list(&times, scales),
    };
    (channel, whole)
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
