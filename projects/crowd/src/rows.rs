//! Affine matrices as three rows, since the fourth is always 0 0 0 1.

use glam::{Mat4, Vec3, Vec4};

#[allow(unused_imports, reason = "an answer may do without it")]
use glam::Vec4Swizzles as _;

/// The first three rows of an affine matrix for column vectors.
pub type Rows = [Vec4; 3];

pub const IDENTITY: Rows = [Vec4::X, Vec4::Y, Vec4::Z];

/// Returns the three rows of a matrix.
#[inline]
pub fn rows(matrix: &Mat4) -> Rows {
    let across = matrix.transpose();
    [across.x_axis, across.y_axis, across.z_axis]
}

/// Returns the product of two matrices: `a_from_b` times `b_from_c` is `a_from_c`.
#[inline(always)]
pub fn product(a_from_b: &Rows, b_from_c: &Rows) -> Rows {
    // TODO 21.4: Return the three rows of the product of the two matrices, whose fourth rows are 0 0 0 1.
    // BEGIN SOLUTION 21.4
    let [x, y, z] = *b_from_c;
    a_from_b.map(|row| row.xxxx() * x + row.yyyy() * y + row.zzzz() * z + row * Vec4::W)
    // END SOLUTION 21.4
    // STARTER 21.4: let _ = b_from_c;
    // STARTER 21.4: *a_from_b
}

/// Returns a point transformed by a matrix.
#[inline]
pub fn carried(a_from_b: &Rows, point: Vec3) -> Vec3 {
    Vec3::from(a_from_b.map(|row| row.dot(point.extend(1.0))))
}
