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

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_3;

    #[test]
    fn a_hinge_turns_about_its_axis_to_the_nearest_end() {
        let hinge = Limit::Hinge { axis: Vec3::Z, range: [-0.5, 2.0] };
        let kept =
            |degrees: f32| angle(hinge.kept(Quat::from_rotation_z(degrees.to_radians()), Vec3::X), Vec3::Z);
        for (degrees, wanted) in
            [(60.0, FRAC_PI_3), (-40.0, -0.5), (130.0, 2.0), (170.0, 2.0), (-120.0, -0.5)]
        {
            assert!((kept(degrees) - wanted).abs() < 1e-5, "{degrees}: {}", kept(degrees));
        }
        let aside = Quat::from_rotation_z(0.7) * Quat::from_rotation_x(0.4);
        assert_eq!(hinge.beyond(hinge.kept(aside, Vec3::X), Vec3::X), 0.0);
        assert!(hinge.beyond(aside, Vec3::X) > 0.3);
        assert!((hinge.beyond(Quat::from_rotation_z(2.3), Vec3::X) - 0.3).abs() < 1e-5);
    }

    #[test]
    fn a_cone_lets_a_bone_lean_and_twist() {
        let cone = Limit::Cone(0.5);
        let twist = Quat::from_rotation_x(2.0);
        assert_eq!(cone.kept(twist, Vec3::X), twist);
        let lean = Quat::from_rotation_y(1.2);
        let kept = cone.kept(lean * twist, Vec3::X);
        assert!((kept * Vec3::X).distance(Quat::from_rotation_y(0.5) * Vec3::X) < 1e-5);
        assert!(cone.beyond(kept, Vec3::X) < 1e-6 && (cone.beyond(lean, Vec3::X) - 0.7).abs() < 1e-5);
        assert!(cone.beyond(cone.kept(Quat::from_rotation_y(PI), Vec3::X), Vec3::X) < 1e-6);
    }
}
