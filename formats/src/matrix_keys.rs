//! A joint's keys as whole matrices, the way most exporters write them.

use super::collada::matrix_from_rows;
#[allow(unused_imports, reason = "an answer may do without it")]
use common::clip::key_at;
use glam::Mat4;
use std::ops::Range;

/// By how much a key's time in a file may be too late, in seconds: files round their numbers.
pub const ROUNDING: f32 = 0.001;

/// More frames are not made of a clip: those of five minutes.
const MOST_FRAMES: f32 = 10_000.0;

/// Where a joint stands in its parent, at some times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixKeys {
    /// The keys' times in seconds, none earlier than the one before.
    pub times: Vec<f32>,
    /// From the joint to its parent, for every key.
    pub matrices: Vec<Mat4>,
}

/// The matrices of a joint's keys, from all their numbers in a row: sixteen for each, row by row.
///
/// # Errors
/// If the numbers are not a multiple of sixteen. The message names the joint, and how many there are.
pub fn matrices_from_floats(joint: &str, floats: &[f32]) -> Result<Vec<Mat4>, String> {
    let (pieces, rest) = floats.as_chunks();
    if !rest.is_empty() {
        return Err(format!("joint '{joint}' has {} numbers, which is no multiple of 16", floats.len()));
    }
    Ok(pieces.iter().map(matrix_from_rows).collect())
}

/// Every joint's transform to its parent: that of the key which `key_of` chooses among the joint's own keys.
///
/// A joint without keys stays where it stands at rest.
pub fn parent_from_joints_at(
    at_rest: &[Mat4],
    keys: &[MatrixKeys],
    key_of: impl Fn(&MatrixKeys) -> usize,
) -> Vec<Mat4> {
    // TODO 06.4: For every joint take the matrix of its own key, the last one if there are fewer keys than that.
    // BEGIN SOLUTION 06.4
    let mut parent_from_joints = Vec::new();
    for (keys, &rest) in keys.iter().zip(at_rest) {
        let last = keys.matrices.len().saturating_sub(1);
        let key = key_of(keys).min(last);
        parent_from_joints.push(keys.matrices.get(key).copied().unwrap_or(rest));
    }
    parent_from_joints
    // END SOLUTION 06.4
    // STARTER 06.4: let _ = (keys, key_of);
    // STARTER 06.4: at_rest.to_vec()
}

/// A joint's keys at a steady rate: one for each frame of the clip, with the matrix that holds when the frame begins.
///
/// The clip's end is the beginning of its next round, so no frame begins there. There is one frame at least; no clip has
/// more than 10,000 of them, and no joint without keys has any.
pub fn baked(keys: &MatrixKeys, clip: Range<f32>, per_second: f32) -> MatrixKeys {
    let is_played = (0.0..MOST_FRAMES).contains(&((clip.end - clip.start) * per_second));
    if !is_played || per_second <= 0.0 || !clip.start.is_finite() {
        return MatrixKeys::default();
    }
    // TODO 06.3: Make a new key for every frame of the clip: its time, and the matrix of the joint's key that holds then.
    // BEGIN SOLUTION 06.3
    let frames = ((clip.end - clip.start) * per_second).round().max(1.0) as usize;
    let mut baked = MatrixKeys::default();
    for frame in 0..frames {
        let time = clip.start + frame as f32 / per_second;
        if let Some(&matrix) = keys.matrices.get(key_at(&keys.times, time + ROUNDING)) {
            baked.times.push(time);
            baked.matrices.push(matrix);
        }
    }
    baked
    // END SOLUTION 06.3
    // STARTER 06.3: let _ = keys;
    // STARTER 06.3: MatrixKeys::default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn numbers_come_in_sixteens() {
        let rows: Vec<f32> = Mat4::from_translation(vec3(1.0, 2.0, 3.0)).transpose().to_cols_array().to_vec();
        let matrices = matrices_from_floats("knee", &rows.repeat(3)).unwrap();
        assert_eq!(matrices, [Mat4::from_translation(vec3(1.0, 2.0, 3.0)); 3]);
        let error = matrices_from_floats("knee", &rows[1..]).unwrap_err();
        assert_eq!(error, "joint 'knee' has 15 numbers, which is no multiple of 16");
        assert_eq!(matrices_from_floats("knee", &[]), Ok(vec![]));
    }

    #[test]
    fn a_joint_without_keys_rests() {
        let place = |x: f32| Mat4::from_translation(vec3(x, 0.0, 0.0));
        let keys = [
            MatrixKeys { times: vec![0.0, 1.0], matrices: vec![place(1.0), place(2.0)] },
            MatrixKeys::default(),
        ];
        let posed = parent_from_joints_at(&[place(7.0), place(8.0)], &keys, |_| 5);
        assert_eq!(posed, [place(2.0), place(8.0)]);
    }

    /// Keys at some times; each moves as far along x as its index.
    fn keys(times: &[f32]) -> MatrixKeys {
        let places = (0u8..).map(|key| Mat4::from_translation(vec3(f32::from(key), 0.0, 0.0)));
        MatrixKeys { times: times.to_vec(), matrices: places.take(times.len()).collect() }
    }

    #[test]
    fn every_frame_has_the_key_that_holds() {
        let baked = baked(&keys(&[0.5, 0.6, 1.0004, 2.4]), 0.5..2.5, 4.0);
        assert_eq!(baked.times, [0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25]);
        let shown: Vec<f32> = baked.matrices.iter().map(|matrix| matrix.w_axis.x).collect();
        assert_eq!(shown, [0.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]);
    }

    #[test]
    fn what_is_baked_already_stays() {
        let once = baked(&keys(&[0.1, 0.14, 0.5, 1.7, 2.2]), 0.1..2.5, 24.0);
        assert_eq!(baked(&once, 0.1..2.5, 24.0), once);
    }

    #[test]
    fn there_is_a_frame_for_any_key_and_none_for_none() {
        assert_eq!(baked(&keys(&[3.0]), 3.0..3.0, 30.0), keys(&[3.0]));
        assert_eq!(baked(&keys(&[]), 0.0..3.0, 30.0), keys(&[]));
    }

    #[test]
    fn what_cannot_be_played_has_no_frames() {
        for (clip, per_second) in [
            (0.0..1.0, f32::NAN),
            (0.0..1.0, -30.0),
            (0.0..1.0, 0.0),
            (0.0..1.0, f32::INFINITY),
            (0.0..1e9, 30.0),
            (2.0..1.0, 30.0),
            (f32::NAN..1.0, 30.0),
            (f32::INFINITY..f32::INFINITY, 30.0),
        ] {
            assert_eq!(baked(&keys(&[0.0]), clip, per_second), keys(&[]));
        }
    }
}
