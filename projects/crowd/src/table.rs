//! A clip as a table of every joint's transform in its parent, at evenly spaced times.
//!
//! There are no keys to search, and the next numbers that are needed are next in memory.

use crate::tracks::Tracks;
use common::clip::{Animator, Clip, Search};
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use glam::Quat;
use std::sync::Arc;

/// A clip sampled at evenly spaced times.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The duration of the clip, in seconds.
    pub seconds: f32,
    /// The number of rows, at least two.
    pub rows: usize,
    /// The translations of joints that move.
    pub translations: Tracks,
    /// The scales of joints that change theirs.
    pub scales: Tracks,
    /// Every joint's transform in its parent in the first row.
    pub first: Pose,
    /// The rotations row by row, for every joint, each with the sign nearer to the one before it.
    rotations: Vec<Quat>,
}

/// Samples a clip about `rate` times a second, so that the last pose is exactly its end.
///
/// Between two of them each joint is interpolated, so keys between them are lost.
pub fn bake(rig: &Arc<Rig>, clip: &Arc<Clip>, rate: f32) -> Vec<Pose> {
    let gaps = (clip.seconds * rate).round().max(1.0);
    let mut animator = Animator::new(rig.clone(), clip.clone());
    // A loop reaches its last moment before it begins again. The search is no exercise's: a table must be right before 21.6 is.
    animator.looping = false;
    animator.search_by(Search::FromStart);
    let pose = |row: usize| {
        animator.seek(clip.seconds * (row as f32 / gaps));
        animator.pose().to_vec()
    };
    (0..=gaps as usize).map(pose).collect()
}

impl Table {
    /// Returns a table of evenly spaced poses, at least two.
    pub fn of_poses(seconds: f32, poses: &[Pose]) -> Self {
        Self {
            seconds,
            rows: poses.len(),
            translations: Tracks::new(poses, |joint: &Transform| joint.translation),
            scales: Tracks::new(poses, |joint: &Transform| joint.scale),
            first: poses[0].clone(),
            rotations: rotations(poses),
        }
    }

    /// Returns the rows around a time: the index of the first, and the fraction, 0 to 1, of the interval to the second.
    ///
    /// A loop begins again at its end; otherwise the clip stays there. NaN is the start.
    #[inline]
    pub fn place(&self, seconds: f32, looping: bool) -> (usize, f32) {
        if !(self.seconds > 0.0 && seconds.is_finite()) {
            return (0, 0.0);
        }
        // TODO 21.2: Return the first of the two rows between which the time lies, and the part of the way to the second.
        // BEGIN SOLUTION 21.2
        let seconds = if looping { seconds.rem_euclid(self.seconds) } else { seconds };
        let last = self.rows - 1;
        let at = (seconds / self.seconds).clamp(0.0, 1.0) * last as f32;
        // At the very end there is no row after the one that is reached.
        let row = (at as usize).min(last - 1);
        (row, at - row as f32)
        // END SOLUTION 21.2
        // STARTER 21.2: let _ = looping;
        // STARTER 21.2: (0, 0.0)
    }

    /// Returns the rotations of all joints in a row.
    #[inline]
    pub fn rotations(&self, row: usize) -> &[Quat] {
        let joints = self.first.len();
        &self.rotations[row * joints..][..joints]
    }
}

/// Returns the rotations of poses, row by row, each with the sign nearer to that of the row before.
pub fn rotations(poses: &[Pose]) -> Vec<Quat> {
    // TODO 21.1: List the rotations row by row, each on the same side as its neighbour in the row before.
    // BEGIN SOLUTION 21.1
    let mut rotations: Vec<Quat> = Vec::new();
    for pose in poses {
        for joint in pose {
            let before = rotations.len().checked_sub(pose.len()).map(|place| rotations[place]);
            let is_far = before.is_some_and(|before| before.dot(joint.rotation) < 0.0);
            rotations.push(if is_far { -joint.rotation } else { joint.rotation });
        }
    }
    rotations
    // END SOLUTION 21.1
    // STARTER 21.1: poses.iter().flat_map(|_| poses[0].iter().map(|joint| joint.rotation)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{clip, rig};

    #[test]
    fn the_last_row_is_the_last_moment_and_what_stands_still_is_kept_once() {
        let (rig, clip) = (rig(9), clip(9, 5, 2.5, 0.3));
        for rate in [30.0, 24.0, 7.0, 0.1] {
            let table = Table::of_poses(clip.seconds, &bake(&rig, &clip, rate));
            for channel in &clip.channels {
                let want = channel.rotations.values()[4];
                assert!(table.rotations(table.rows - 1)[channel.joint].dot(want).abs() > 1.0 - 1e-6);
            }
            assert_eq!((&table.translations.joints[..], &table.scales.joints[..]), (&[0][..], &[1][..]));
        }
    }

    #[test]
    fn a_clip_of_a_single_moment_and_no_time_at_all_have_a_place() {
        let (rig, [moment, clip]) = (rig(3), [1, 5].map(|keys| clip(3, keys, 2.5, 0.3)));
        let [moment, clip] = [moment, clip].map(|of| Table::of_poses(of.seconds, &bake(&rig, &of, 30.0)));
        for (table, time) in [(&moment, 0.7), (&clip, f32::NAN)] {
            assert_eq!([true, false].map(|looping| table.place(time, looping)), [(0, 0.0); 2]);
        }
        assert_eq!(moment.rows, 2);
    }
}
