//! Values of those joints whose values change, row by row.

use common::pose::Pose;
use common::transform::Transform;
use glam::Vec3;

/// The motion in a whole clip below which a joint counts as still, in metres, or for scale as a number.
const STILL: f32 = 1e-6;

/// The translations or the scales of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Tracks {
    /// The joints that have values here, sorted.
    pub joints: Vec<usize>,
    /// A value for each of these joints, row by row.
    values: Vec<Vec3>,
}

impl Tracks {
    /// Keeps a part of the transforms of those joints that change it. Each pose becomes a row.
    pub fn new(poses: &[Pose], part: fn(&Transform) -> Vec3) -> Self {
        let is_still =
            |pose: &Pose, joint: usize| part(&pose[joint]).abs_diff_eq(part(&poses[0][joint]), STILL);
        let moves = |joint: &usize| !poses.iter().all(|pose| is_still(pose, *joint));
        let joints: Vec<usize> = (0..poses[0].len()).filter(moves).collect();
        let values = poses.iter().flat_map(|pose| joints.iter().map(|&joint| part(&pose[joint]))).collect();
        Self { joints, values }
    }

    /// Calls a function with each joint's value between a row and the next.
    #[inline]
    pub fn between(&self, (row, alpha): (usize, f32), mut each: impl FnMut(usize, Vec3)) {
        let (from, to) = self.values[row * self.joints.len()..].split_at(self.joints.len());
        for ((&joint, &from), &to) in self.joints.iter().zip(from).zip(to) {
            each(joint, from + alpha * (to - from));
        }
    }
}
