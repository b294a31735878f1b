//! What clips move.

use crate::collada::Scene;
use crate::pose::Pose;
use crate::skeleton::Skeleton;
use crate::transform::Transform;
use glam::{Mat3, Mat4};

/// A skeleton, and how it stands where nothing moves it. Many characters may share one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The joints.
    pub skeleton: Skeleton,
    /// How each of them stands in its parent at rest.
    pub rest: Pose,
}

impl Figure {
    /// All nodes of a scene as joints, in the same order, and notes on what a pose cannot keep of them.
    pub fn of_scene(scene: &Scene) -> (Self, Vec<String>) {
        let mut notes = Vec::new();
        let mut rest = Pose::new();
        for node in &scene.nodes {
            let parent_from_node = node.parent_from_node();
            let transform = Transform::from_matrix(parent_from_node);
            if !keeps(transform, parent_from_node) {
                notes.push(sheared(&node.name));
            }
            rest.push(transform);
        }
        (Self { skeleton: scene.skeleton(), rest }, notes)
    }
}

/// Whether a transform says all that a matrix does, but for rounding.
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
    format!("The node '{node}' is sheared or pressed flat: it moves without that.")
}
