//! Inverse kinematics: from where a hand or a foot is to be, to how the joints above it turn.

mod limb;
mod two_bone;

pub use limb::{Limb, NoLimb, Turns};
pub use two_bone::{Arm, Bend, Goal, Reached, bend, hinge, softened};

use glam::{DVec3, Vec3};

/// The direction of the first of several vectors that has one, in 32 bits. Squares of long and short vectors fit into 64.
fn first_direction(vectors: impl IntoIterator<Item = DVec3>) -> Option<Vec3> {
    let mut directions = vectors.into_iter().filter_map(DVec3::try_normalize);
    directions.next().map(|direction| direction.as_vec3())
}
