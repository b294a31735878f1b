//! Values of those joints whose values change, row by row.

use glam::Vec3;

/// The translations or the scales of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// The joints that have values here, sorted.
    pub joints: Vec<usize>,
    /// A value for each of these joints, row by row.
    values: Vec<Vec3>,
}

impl Tracks {
    /// Keeps the joints whose values change by `still` or more. Each of `rows` has a value for every joint.
    pub fn new(joints: usize, rows: Vec<Vec<Vec3>>, still: f32) -> Self {
        let moves = |joint: &usize| rows.iter().any(|row| !row[*joint].abs_diff_eq(rows[0][*joint], still));
        let joints: Vec<usize> = (0..joints).filter(moves).collect();
        let values = rows.iter().flat_map(|row| joints.iter().map(|&joint| row[joint])).collect();
        Self { joints, values }
    }

    /// Returns the values of a row, in the order of `joints`.
    #[inline]
    pub fn row(&self, row: usize) -> &[Vec3] {
        let count = self.joints.len();
        &self.values[row * count..][..count]
    }

    /// Calls a function with each joint's value between a row and the next.
    #[inline]
    pub fn between(&self, (row, alpha): (usize, f32), mut each: impl FnMut(usize, Vec3)) {
        let pairs = self.row(row).iter().zip(self.row(row + 1));
        for (&joint, (&from, &to)) in self.joints.iter().zip(pairs) {
            each(joint, from + alpha * (to - from));
        }
    }
}
