//! A joint's keys as matrices, as most exporters write them.

#[allow(unused_imports, reason = "an answer may do without it")]
use common::clip::key_at;
use glam::{Mat4, Vec3};

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
    let mut parent_from_joints = Vec::new();
    for (keys, &rest) in keys.iter().zip(at_rest) {
        let parent_from_joint = match keys.matrices.last() {
            Some(&last) => keys.matrices.get(key_of(keys)).copied().unwrap_or(last),
            None => rest,
        };
        parent_from_joints.push(parent_from_joint);
    }
    parent_from_joints
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
