//! A joint's keys as matrices, as most exporters write them.

use crate::Asset;
use crate::between::{around, given_key};
#[allow(unused_imports, reason = "an answer may do without it")]
use common::clip::key_at;
use common::clip::{Clip, FRAMES_PER_SECOND, Keys};
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3};

/// Keys of a joint: its transform to its parent, at some times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixKeys {
    /// The keys' times in seconds, none earlier than the one before.
    pub times: Vec<f32>,
    /// The joint's transform to its parent, for every key.
    pub matrices: Vec<Mat4>,
}

/// Returns every joint's transform to its parent now. `key_of` returns the index of a joint's key, if it has that many.
///
/// The joints, their transforms at rest and their keys are in the same order.
pub fn parent_from_joints_at(
    at_rest: &[Mat4],
    keys: &[MatrixKeys],
    key_of: impl Fn(&MatrixKeys) -> usize,
) -> Vec<Mat4> {
    // TODO 06.3: Give every joint the transform that it has now.
    // BEGIN SOLUTION 06.3
    let now = |(keys, rest): (&MatrixKeys, &Mat4)| {
        // One that the joint has, or else its last, or else the rest.
        *keys.matrices.get(key_of(keys)).or(keys.matrices.last()).unwrap_or(rest)
    };
    keys.iter().zip(at_rest).map(now).collect()
    // END SOLUTION 06.3
    // STARTER 06.3: let _ = (keys, key_of);
    // STARTER 06.3: at_rest.to_vec()
}

/// Returns a joint's origin in its parent, if it moves linearly from each key to the next.
///
/// There is at least one key.
pub fn place_between(keys: &MatrixKeys, time: f32) -> Vec3 {
    // TODO 06.4: Say where the joint's origin is at this time: between the places that the key before and the key after
    //    it give, as far on the way as the time is.
    // BEGIN SOLUTION 06.4
    let place = |key: usize| keys.matrices[key].w_axis.truncate();
    let key = key_at(&keys.times, time);
    let Some(&next) = keys.times.get(key + 1) else { return place(key) };
    let begins = keys.times[key];
    let alpha = (time - begins) / (next - begins);
    place(key).lerp(place(key + 1), alpha.clamp(0.0, 1.0))
    // END SOLUTION 06.4
    // STARTER 06.4: let _ = time;
    // STARTER 06.4: keys.matrices[0].w_axis.truncate()
}

/// Most times of a joint that gets a key in each frame: those of five minutes.
const MAX_FRAMES: f32 = 10_000.0;

/// The keys of every node of an asset in a clip; none for a node that the clip doesn't move. Times are those of the file.
///
/// A node has a key at each time at which one of its parts has one, but no more than 30 a second.
pub fn matrix_keys(asset: &Asset, clip: &Clip) -> Vec<MatrixKeys> {
    let frames = (clip.seconds * FRAMES_PER_SECOND).round().clamp(0.0, MAX_FRAMES) as u16;
    let frames: Vec<f32> = (0..=frames).map(|frame| f32::from(frame) / FRAMES_PER_SECOND).collect();
    let mut all = vec![MatrixKeys::default(); asset.nodes.len()];
    for channel in &clip.channels {
        let parts = [channel.translations.times(), channel.rotations.times(), channel.scales.times()];
        let mut times = parts.concat();
        times.sort_by(f32::total_cmp);
        times.dedup();
        let times = if times.len() > frames.len() { &frames } else { &times };
        let rest = asset.rig.rest[channel.joint];
        for &time in times {
            // Without the exercises of lesson 12: files are played long before.
            let now = Transform {
                translation: at(&channel.translations, rest.translation, time, Vec3::lerp),
                rotation: at(&channel.rotations, rest.rotation, time, Quat::slerp),
                scale: at(&channel.scales, rest.scale, time, Vec3::lerp),
            };
            all[channel.joint].push(clip.start + time, now.to_matrix());
        }
    }
    all
}

/// Returns the value of a list at a time.
fn at<T: Copy>(keys: &Keys<T>, rest: T, time: f32, mix: fn(T, T, f32) -> T) -> T {
    let values = keys.values();
    let found = around(keys.times(), given_key(keys.times(), time), time);
    found.map_or(rest, |(from, to, alpha)| mix(values[from], values[to], alpha))
}

impl MatrixKeys {
    /// Adds a key at the end.
    pub(super) fn push(&mut self, time: f32, matrix: Mat4) {
        self.times.push(time);
        self.matrices.push(matrix);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(keys: &[(f32, f32)]) -> MatrixKeys {
        let matrix = |x: f32| Mat4::from_rotation_translation(Quat::from_rotation_z(x), x * Vec3::X);
        let (times, matrices) = keys.iter().map(|&(time, x)| (time, matrix(x))).unzip();
        MatrixKeys { times, matrices }
    }

    #[test]
    fn a_joint_has_the_key_that_is_asked_for_or_else_its_last_or_its_rest() {
        let all = [keys(&[(0.0, 1.0), (1.0, 2.0)]), keys(&[(0.0, 3.0)]), keys(&[])];
        let rest = Mat4::from_scale(9.0 * Vec3::ONE);
        let wanted = [all[0].matrices[1], all[1].matrices[0], rest];
        assert_eq!(parent_from_joints_at(&[rest; 3], &all, |_| 1), wanted);
    }

    #[test]
    fn a_place_goes_evenly_from_key_to_key_and_steps_where_two_are_at_one_time() {
        let keys = keys(&[(1.0, 0.0), (2.0, 1.0), (2.0, 5.0), (4.0, 6.0)]);
        let places = [0.5, 1.0, 1.25, 2.0, 3.0, 4.0, 9.0].map(|time| place_between(&keys, time));
        assert_eq!(places, [0.0, 0.0, 0.25, 5.0, 5.5, 6.0, 6.0].map(|x| x * Vec3::X));
    }
}
