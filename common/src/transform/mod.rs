//! Spaces, and the transforms from one to another.
//!
//! A transform is named by the two spaces it joins, right to left: `world_from_b` takes coordinates
//! in space `b` and gives the same point's coordinates in the world. In a correct product the names
//! meet: `world_from_o * o_from_b` is `world_from_b`.

mod decompose;
mod rigid;
mod spaces;
mod trs;

pub use decompose::{rotation_from_axes, scale_and_rotation, shortest_turn, turn_and_stretch};
pub use rigid::{RigidTransform, seen_from};
pub use spaces::{aim_hinge, parent_from_hinge, world_from_spaces};
pub(crate) use trs::unit_rotation;
pub use trs::{NEARLY_STRAIGHT, Transform, arc_weights, slerp};

use glam::{Mat4, Vec3};

/// Transforms a point with a matrix, and ignores its last row.
///
/// glam's own `transform_point3` insists on a last row of 0 0 0 1; a matrix that is not finished yet may have another.
pub fn transform_point(matrix: Mat4, point: Vec3) -> Vec3 {
    (matrix * point.extend(1.0)).truncate()
}
