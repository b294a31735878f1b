//! Shear, which poses can't have.

use common::transform::Transform;
use glam::{Mat3, Mat4};

/// Returns true if a transform equals a matrix, except for rounding.
pub(super) fn keeps(transform: Transform, matrix: Mat4) -> bool {
    let whole = Mat3::from_mat4(matrix);
    let largest = |m: Mat3| m.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
    largest(turn_and_scale(transform) - whole) <= 1e-3 * largest(whole)
}

/// The rotation and scale of a transform, as a matrix.
pub(super) fn turn_and_scale(transform: Transform) -> Mat3 {
    Mat3::from_quat(transform.rotation) * Mat3::from_diagonal(transform.scale)
}

/// The note on a node whose matrix is more than translation, rotation and scale.
pub(super) fn sheared(node: &str) -> String {
    format!("The node '{node}' is sheared: it moves without that.")
}
