//! A pose between matrix keys. Lesson 05 plays its file with it, before lessons 06 and 10 ask how, so that nothing here is an
//! exercise but the search in [`between`].

use crate::MatrixKeys;
use common::clip::{Keys, key_at};
use common::transform::turn_and_stretch;
use glam::{Mat3, Mat4};

/// Returns every joint's transform to its parent at a time, between the key before and the key after: the rotation along
/// the shorter arc, and all else linearly.
pub fn parent_from_joints_between(at_rest: &[Mat4], keys: &[MatrixKeys], time: f32) -> Vec<Mat4> {
    let placed = |(keys, &rest): (&MatrixKeys, &Mat4)| {
        let Some((from, to, alpha)) = around(&keys.times, given_key(&keys.times, time), time) else {
            return rest;
        };
        if alpha > 0.0 { blend(keys.matrices[from], keys.matrices[to], alpha) } else { keys.matrices[from] }
    };
    keys.iter().zip(at_rest).map(placed).collect()
}

/// Returns the key that holds at a time, as [`key_at`] does, for what is read and played before that is written.
pub(super) fn given_key(times: &[f32], time: f32) -> usize {
    times.partition_point(|&key| key <= time).saturating_sub(1)
}

/// Returns the key that holds at a time and the one after it, and how far the time has come from one to the other, from 0 to 1.
///
/// Before the first key, and at the last or past it, the part is 0. There is nothing if there are no keys.
pub(super) fn around(times: &[f32], holds: usize, time: f32) -> Option<(usize, usize, f32)> {
    let last = times.len().checked_sub(1)?;
    // A search that is wrong may lead beyond the list.
    let from = holds.min(last);
    let to = (from + 1).min(last);
    let [start, end, now] = [times[from], times[to], time].map(f64::from);
    let alpha = if now > start && end > start { ((now - start) / (end - start)).min(1.0) } else { 0.0 };
    Some((from, to, alpha as f32))
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
/// are no keys. The search is 06.2.
pub fn between<T: Copy>(keys: &Keys<T>, time: f32) -> Option<(T, T, f32)> {
    let (from, to, alpha) = around(keys.times(), key_at(keys.times(), time), time)?;
    Some((keys.values()[from], keys.values()[to], alpha))
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
