//! A rotation that somebody drags by a ring.

use glam::{Quat, Vec3};

/// Whose axes a ring turns about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RingAxes {
    /// The joint's own, as it is turned.
    #[default]
    Own,
    /// Those of its parent.
    Parent,
}

/// A ring around a joint, and how it was dragged: all of it in the axes that it turns about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DraggedRing {
    /// The owner of these axes.
    pub axes: RingAxes,
    /// The axis that the ring turns about, by the right-hand rule: of length 1.
    pub axis: Vec3,
    /// From the joint to where the mouse took the ring, in the ring's plane.
    pub from: Vec3,
    /// From the joint to where the mouse is now, in the ring's plane. Both may be of any length but 0.
    pub to: Vec3,
}

/// Returns the rotation of a joint in its parent after a ring around it was dragged. `rotation` is the one before.
pub fn turned_by_ring(rotation: Quat, ring: DraggedRing) -> Quat {
    let DraggedRing { axes, axis, from, to } = ring;
    // TODO 15.1: Turn the joint by as much as the ring was dragged, and to the same side.
    // BEGIN SOLUTION 15.1
    // Sine and cosine of the angle, both times both lengths. Along the axis the sine has its sign.
    let angle = axis.dot(from.cross(to)).atan2(from.dot(to));
    let turn = Quat::from_axis_angle(axis, angle);
    match axes {
        RingAxes::Own => rotation * turn,
        RingAxes::Parent => turn * rotation,
    }
    // END SOLUTION 15.1
    // STARTER 15.1: let _ = (axes, axis);
    // STARTER 15.1: Quat::from_rotation_x(from.distance(to)) * rotation
}
