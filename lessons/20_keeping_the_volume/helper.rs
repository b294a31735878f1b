//! The rotation of a helper joint.

use glam::{Quat, Vec3};

/// Returns the rotation of a helper joint, which is between a joint and its parent: half of the joint's twist.
///
/// `turn` is the joint's rotation in its parent, and `axis` the direction of the bone there, both of unit length. The twist
/// is the part of the turn about the axis. Where both of its numbers are 0 there is none to find: the helper rests.
pub fn helper_turn(turn: Quat, axis: Vec3) -> Quat {
    // TODO 20.3: Take the part of `turn` that goes about `axis`, and return half of it, the short way round.
    // BEGIN SOLUTION 20.3
    let along = Vec3::new(turn.x, turn.y, turn.z).dot(axis);
    // Of `turn` and `-turn`, the one whose `w` is not negative has the shorter direction.
    let along = if turn.w < 0.0 { -along } else { along };
    // A quaternion has half of the angle in it already.
    Quat::from_axis_angle(axis, along.atan2(turn.w.abs()))
    // END SOLUTION 20.3
    // STARTER 20.3: let _ = (turn, axis);
    // STARTER 20.3: Quat::IDENTITY
}
