//! How far a joint may turn.

use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// What a joint may do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Limit {
    /// It turns any way.
    #[default]
    Free,
    /// It turns about one axis, as a door does.
    Hinge {
        /// The axis, in the parent's frame: of length 1.
        axis: Vec3,
        /// The least and the greatest angle, in radians: from half a turn back to half a turn on.
        range: [f32; 2],
    },
    /// Its bone leans away from where it points at rest by so many radians at most, to any side.
    Cone(f32),
}

impl Limit {
    /// The turn that is nearest to this one among those that the joint may have. `bone` is where its bone points, in the
    /// joint's own frame.
    pub fn kept(self, turn: Quat, bone: Vec3) -> Quat {
        match self {
            Self::Free => turn,
            Self::Hinge { axis, range } => Quat::from_axis_angle(axis, nearest(angle(turn, axis), range)),
            Self::Cone(most) => {
                let at_rest = bone.normalize_or_zero();
                let now = turn * at_rest;
                let lean = lean(at_rest, now);
                if lean <= most {
                    return turn;
                }
                let back = now.cross(at_rest).try_normalize();
                let axis = back.unwrap_or_else(|| now.normalize_or(Vec3::X).any_orthonormal_vector());
                (Quat::from_axis_angle(axis, lean - most) * turn).normalize()
            }
        }
    }

    /// By how many radians a turn is beyond the limit.
    pub fn beyond(self, turn: Quat, bone: Vec3) -> f32 {
        match self {
            Self::Free => 0.0,
            Self::Hinge { axis, range: [least, most] } => {
                let angle = angle(turn, axis);
                let aside = 2.0 * turn.xyz().reject_from_normalized(axis).length();
                aside.max(least - angle).max(angle - most).max(0.0)
            }
            Self::Cone(most) => {
                let at_rest = bone.normalize_or_zero();
                (lean(at_rest, turn * at_rest) - most).max(0.0)
            }
        }
    }
}

/// By how much a turn turns about an axis: from -π to π.
fn angle(turn: Quat, axis: Vec3) -> f32 {
    let angle = 2.0 * turn.xyz().dot(axis).atan2(turn.w);
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

/// The angle in the range that is nearest to this one, round the circle.
fn nearest(angle: f32, [least, most]: [f32; 2]) -> f32 {
    if (least..=most).contains(&angle) {
        return angle;
    }
    let way = |to: f32| (angle - to).abs().min(TAU - (angle - to).abs());
    if way(least) < way(most) { least } else { most }
}

/// The angle between two directions, exact also where it is small.
fn lean(a: Vec3, b: Vec3) -> f32 {
    a.cross(b).length().atan2(a.dot(b))
}
