//! What students write: how a helper joint is turned.

use glam::{Quat, Vec3};

/// The turn of a helper joint, which stands between a joint and its parent: half of the joint's twist.
///
/// `turn` is the joint's rotation in its parent, of unit length. `axis` is the direction of the bone in the parent, of
/// unit length as well. The twist is the part of the turn that goes about the axis; what swings the bone to a side
/// stays with the joint itself.
pub fn helper_turn(turn: Quat, axis: Vec3) -> Quat {
    // TODO 19.3: Take the part of `turn` that goes about `axis`, and return half of it, the short way round.
    // BEGIN SOLUTION 19.3
    let along = Vec3::new(turn.x, turn.y, turn.z).dot(axis);
    // Of `turn` and `-turn`, the one whose `w` is not negative goes the short way.
    let [along, w] = if turn.w < 0.0 { [-along, -turn.w] } else { [along, turn.w] };
    // A quaternion has half of the angle in it already.
    Quat::from_axis_angle(axis, along.atan2(w))
    // END SOLUTION 19.3
    // STARTER 19.3: let _ = (turn, axis);
    // STARTER 19.3: Quat::IDENTITY
}
