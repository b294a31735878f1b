//! Shear, which poses cannot keep.

use common::transform::Transform;
use glam::{Mat3, Mat4};

/// Tells if a transform says all that a matrix does, but for rounding.
pub(super) fn keeps(transform: Transform, matrix: Mat4) -> bool {
    let whole = Mat3::from_mat4(matrix);
    let largest = |m: Mat3| m.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
    largest(turn_and_scale(transform) - whole) <= 1e-3 * largest(whole)
}

/// A transform as a matrix, but for its move.
pub(super) fn turn_and_scale(transform: Transform) -> Mat3 {
    Mat3::from_quat(transform.rotation) * Mat3::from_diagonal(transform.scale)
}

/// The note on a node that is more than moved, turned and stretched.
pub(super) fn sheared(node: &str) -> String {
    format!("The node '{node}' is sheared: it moves without that.")
}
