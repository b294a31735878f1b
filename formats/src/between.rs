//! A pose between matrix keys. Lesson 05 plays its file with it, before lesson 06 asks how.

use crate::MatrixKeys;
use common::clip::Keys;
use common::transform::turn_and_stretch;
use glam::{Mat3, Mat4};

/// Returns every joint's transform to its parent at a time, between the key before and the key after: the rotation along
/// the shorter arc, and all else linearly.
pub fn parent_from_joints_between(at_rest: &[Mat4], keys: &[MatrixKeys], time: f32) -> Vec<Mat4> {
    let now = |(keys, &rest): (&MatrixKeys, &Mat4)| {
        let behind = keys.times.partition_point(|&key| key <= time);
        let ends = [behind.saturating_sub(1), behind.min(keys.times.len().saturating_sub(1))];
        let [Some(&from), Some(&to)] = ends.map(|key| keys.matrices.get(key)) else { return rest };
        let [start, end] = ends.map(|key| keys.times[key]);
        if end > start { blend(from, to, (time - start) / (end - start)) } else { from }
    };
    keys.iter().zip(at_rest).map(now).collect()
}

/// Interpolates two matrices: the translation and the scale linearly, the rotation along the shorter arc.
pub(super) fn blend(a: Mat4, b: Mat4, alpha: f32) -> Mat4 {
    let (Some((turn_a, stretch_a)), Some((turn_b, stretch_b))) = (turn_and_stretch(a), turn_and_stretch(b))
    else {
        // A matrix that collapses space to a line or a point has no rotation.
        return a * (1.0 - alpha) + b * alpha;
    };
    let turn = turn_a.slerp(turn_b, alpha);
    let stretch = stretch_a * (1.0 - alpha) + stretch_b * alpha;
    let moved = a.w_axis * (1.0 - alpha) + b.w_axis * alpha;
    let turned = Mat3::from_quat(turn) * stretch;
    let [x, y, z] = [turned.x_axis, turned.y_axis, turned.z_axis].map(|axis| axis.extend(0.0));
    Mat4::from_cols(x, y, z, moved)
}

/// Returns the values of the two keys around a time, and how far it has come from one to the other, from 0 to 1.
///
/// Before the first key, and at the last or past it, that key is all there is: the part is 0. There is nothing if there
/// are no keys.
pub fn between<T: Copy>(keys: &Keys<T>, time: f32) -> Option<(T, T, f32)> {
    let (times, values) = (keys.times(), keys.values());
    let key = times.partition_point(|&key| key <= time).saturating_sub(1);
    let from = *values.get(key)?;
    let Some(&to) = values.get(key + 1) else { return Some((from, from, 0.0)) };
    let [start, end] = [key, key + 1].map(|key| times[key]);
    Some((from, to, ((time - start) / (end - start)).max(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_hold_and_equal_times_step() {
        let keys = Keys::new([1.0, 2.0, 2.0, 2.0, 4.0], ['a', 'b', 'c', 'd', 'e']);
        let at = |time| between(&keys, time);
        assert_eq!(at(-5.0), Some(('a', 'b', 0.0)));
        assert_eq!(at(1.25), Some(('a', 'b', 0.25)));
        assert_eq!(at(2.0), Some(('d', 'e', 0.0)));
        assert_eq!(at(3.0), Some(('d', 'e', 0.5)));
        assert_eq!(at(4.0), Some(('e', 'e', 0.0)));
        assert_eq!(at(f32::INFINITY), Some(('e', 'e', 0.0)));
        assert_eq!(at(f32::NAN).map(|(.., alpha)| alpha), Some(0.0));
        assert_eq!(between(&Keys::<f32>::default(), 1.0), None);
    }
}
