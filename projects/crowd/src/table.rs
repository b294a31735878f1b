//! A clip as a table of every joint's transform in its parent, at evenly spaced times.
//!
//! There are no keys to search, and the next numbers that are needed are next in memory.

use crate::tracks::Tracks;
use common::clip::{Clip, Cursors, Search};
use common::pose::Pose;
use common::rig::Rig;
use common::transform::Transform;
use glam::{Quat, Vec3};

/// The motion in a whole clip below which a joint counts as still, in metres, or for scale as a number.
pub const STILL: f32 = 1e-6;

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

impl Table {
    /// Samples a clip about `rate` times a second, so that the last row is exactly its end.
    ///
    /// Between two rows each joint is interpolated, so keys between them are lost.
    pub fn bake(rig: &Rig, clip: &Clip, rate: f32) -> Self {
        let rows = 1 + ((clip.seconds * rate).round() as usize).max(1);
        // Without an exercise's search for keys: a table must be right before the lessons on those are done.
        let mut cursors = vec![Cursors::new(Search::FromStart); clip.channels.len()];
        let poses: Vec<Pose> = (0..rows)
            .map(|row| {
                // The last row is the last moment: a loop reaches it before it begins again.
                let time = clip.seconds * (row as f32 / (rows - 1) as f32);
                let mut pose = rig.rest.clone();
                for (channel, cursors) in clip.channels.iter().zip(&mut cursors) {
                    pose[channel.joint] = channel.sample(rig.rest[channel.joint], time, cursors);
                }
                pose
            })
            .collect();
        Self::of_poses(clip.seconds, poses)
    }

    /// Returns a table of evenly spaced poses, at least two.
    pub fn of_poses(seconds: f32, poses: Vec<Pose>) -> Self {
        let joints = poses[0].len();
        let rotations = rotations(&poses);
        let lists = |part: fn(&Transform) -> Vec3| {
            Tracks::new(joints, poses.iter().map(|pose| pose.iter().map(part).collect()).collect(), STILL)
        };
        let translations = lists(|joint| joint.translation);
        let scales = lists(|joint| joint.scale);
        let (rows, first) = (poses.len(), poses[0].clone());
        Self { seconds, rows, translations, scales, first, rotations }
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

    /// Returns a joint's transforms in its parent, one for each row.
    pub fn joint(&self, joint: usize) -> Pose {
        let part = |tracks: &Tracks, row: usize, still: Vec3| {
            tracks.joints.binary_search(&joint).map_or(still, |track| tracks.row(row)[track])
        };
        let first = self.first[joint];
        let transform = |row| Transform {
            translation: part(&self.translations, row, first.translation),
            rotation: self.rotations(row)[joint],
            scale: part(&self.scales, row, first.scale),
        };
        (0..self.rows).map(transform).collect()
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

    fn table(joints: usize, keys: usize) -> Table {
        Table::bake(&rig(joints), &clip(joints, keys, 2.5, 0.3), 30.0)
    }

    #[test]
    fn a_time_lies_between_two_rows_of_the_table() {
        let table = table(5, 11);
        let third = table.seconds / 3.0;
        for looping in [false, true] {
            let (row, alpha) = table.place(third, looping);
            assert_eq!((row, table.rows), (3, 11));
            assert!((alpha - 1.0 / 3.0).abs() < 1e-5);
            assert_eq!(table.place(0.0, looping), (0, 0.0));
            assert_eq!(table.place(f32::NAN, looping), (0, 0.0));
        }
        assert_eq!([table.seconds, 9.0].map(|end| table.place(end, false)), [(9, 1.0); 2]);
        assert_eq!(table.place(-1.0, false), (0, 0.0));
        assert_eq!(table.place(table.seconds, true), (0, 0.0));
        let (row, alpha) = table.place(-third, true);
        assert!(row == 6 && (alpha - 2.0 / 3.0).abs() < 1e-4, "{row} {alpha}");
        // The last number before the end.
        for looping in [false, true] {
            let (row, alpha) = table.place(table.seconds.next_down(), looping);
            assert!(row == 9 && (0.999..=1.0).contains(&alpha), "{row} {alpha}");
        }
    }

    #[test]
    fn the_last_row_is_the_last_moment_whatever_the_rate() {
        let (rig, clip) = (rig(5), clip(5, 11, 2.5, 0.3));
        for rate in [30.0, 24.0, 7.0, 0.1] {
            let table = Table::bake(&rig, &clip, rate);
            for channel in &clip.channels {
                let want = channel.rotations.values()[10];
                assert!(table.rotations(table.rows - 1)[channel.joint].dot(want).abs() > 1.0 - 1e-6);
            }
        }
    }

    #[test]
    fn neighbours_lie_on_the_same_side() {
        for joints in [1, 4, 5, 67] {
            let table = table(joints, 11);
            for row in 1..table.rows {
                for (before, now) in table.rotations(row - 1).iter().zip(table.rotations(row)) {
                    assert!(before.dot(*now) >= 0.0 && now.is_normalized());
                }
            }
        }
    }

    #[test]
    fn what_stands_still_is_kept_once() {
        let table = table(9, 5);
        assert_eq!((&table.translations.joints[..], &table.scales.joints[..]), (&[0][..], &[1][..]));
        assert_eq!(table.joint(8), vec![table.first[8]; 5]);
    }

    #[test]
    fn a_clip_of_a_single_moment_has_two_rows() {
        let table = table(3, 1);
        assert_eq!((table.rows, table.place(0.7, true), table.place(0.7, false)), (2, (0, 0.0), (0, 0.0)));
    }
}
