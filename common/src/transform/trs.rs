//! A translation, a rotation and a scale.

use glam::{Mat3, Mat4, Quat, Vec3};

/// The transform of a joint in its parent: scale first, then rotation, then translation.
///
/// The three are kept apart because each is interpolated in its own way. So there is no product and no inverse, as a
/// [`RigidTransform`](super::RigidTransform) has them: if `a` has an uneven scale and `b` a rotation, then `a * b` shears, and
/// if `a` has both, so does its inverse. Neither is a translation, a rotation and a scale any more, so chain their matrices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// The joint's origin in its parent.
    pub translation: Vec3,
    /// Its rotation there: a unit quaternion.
    pub rotation: Quat,
    /// Its scale along its own axes.
    pub scale: Vec3,
}

impl Transform {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// A step from `self` (at 0) to `to` (at 1), each of the three in its own way.
    pub fn interpolate(self, to: Self, alpha: f32) -> Self {
        Self {
            translation: (1.0 - alpha) * self.translation + alpha * to.translation,
            rotation: slerp(self.rotation, to.rotation, alpha),
            scale: (1.0 - alpha) * self.scale + alpha * to.scale,
        }
    }

    /// The point in the parent: scaled, then rotated, then moved.
    pub fn transform_point(self, point: Vec3) -> Vec3 {
        self.rotation * (self.scale * point) + self.translation
    }

    /// The same transform as a matrix for column vectors.
    #[inline]
    pub fn to_matrix(self) -> Mat4 {
        let (turn, origin) = (Mat3::from_quat(self.rotation), self.translation);
        Mat4::from_cols(
            (turn.x_axis * self.scale.x).extend(0.0),
            (turn.y_axis * self.scale.y).extend(0.0),
            (turn.z_axis * self.scale.z).extend(0.0),
            origin.extend(1.0),
        )
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Above this cosine of the arc between two quaternions, it counts as straight: the two rotations are less than 16.2° apart.
///
/// The straight mix, made of unit length again, is off by 0.0052° at most, and takes a root where the arc takes an arc cosine and three
/// sines.
pub const NEARLY_STRAIGHT: f32 = 0.99;

/// Returns the weights of two rotations in the one that is `alpha` of the way from the first to the second, along the arc
/// between both. `cos` is the cosine of the arc's angle.
pub fn arc_weights(cos: f32, alpha: f32) -> [f32; 2] {
    // TODO 10.2: Weigh both so that the sum moves along the arc evenly, and the short way round.
    // BEGIN SOLUTION 10.2
    // A quaternion and its negative are the same rotation: where the second is far, its negative is near.
    let side = 1f32.copysign(cos);
    let cos = cos.abs();
    let [a, b] = [1.0 - alpha, alpha];
    let [of_from, of_to] = if cos > NEARLY_STRAIGHT {
        let length = (a * a + b * b + 2.0 * a * b * cos).sqrt();
        [a / length, b / length]
    } else {
        let angle = cos.acos();
        [a, b].map(|part| (part * angle).sin() / angle.sin())
    };
    [of_from, side * of_to]
    // END SOLUTION 10.2
    // STARTER 10.2: let _ = (cos, alpha);
    // STARTER 10.2: [1.0, 0.0]
}

/// A rotation on the way from `from` (at 0) to `to` (at 1): evenly, and the short way round.
pub fn slerp(from: Quat, to: Quat, alpha: f32) -> Quat {
    let [of_from, of_to] = arc_weights(from.dot(to), alpha);
    from * of_from + to * of_to
}

/// A rotation of unit length again. One of almost no length is the identity, such as the turn about the upright axis of somebody
/// upside down.
pub(crate) fn unit_rotation(rotation: Quat) -> Quat {
    let length = rotation.length();
    if length.is_finite() && length > 1e-4 { rotation / length } else { Quat::IDENTITY }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use glam::vec3;
    use proptest::prelude::*;

    prop_compose! {
        pub fn transform()(t in prop::array::uniform3(-10.0f32..10.0), axis in prop::array::uniform3(-1.0f32..1.0),
                       angle in -3.0f32..3.0, s in prop::array::uniform3(0.1f32..3.0), mirrored in prop::bool::ANY)
                       -> Transform {
            let axis = Vec3::from(axis).try_normalize().unwrap_or(Vec3::Y);
            let scale = Vec3::from(s) * if mirrored { vec3(1.0, 1.0, -1.0) } else { Vec3::ONE };
            Transform { translation: t.into(), rotation: Quat::from_axis_angle(axis, angle), scale }
        }
    }

    proptest! {
        #[test]
        fn a_point_is_scaled_then_turned_then_moved(given in transform(), x in prop::array::uniform3(-10.0f32..10.0)) {
            let x = Vec3::from(x);
            prop_assert!(given.to_matrix().transform_point3(x).distance(given.transform_point(x)) < 1e-3);
            let by_glam = Mat4::from_scale_rotation_translation(given.scale, given.rotation, given.translation);
            prop_assert!(given.to_matrix().abs_diff_eq(by_glam, 1e-5));
        }
    }

    prop_compose! {
        fn rotation()(numbers in prop::array::uniform4(-1.0f32..1.0)) -> Quat {
            let quat = glam::Vec4::from(numbers).try_normalize().map(Quat::from_vec4);
            quat.unwrap_or(Quat::IDENTITY)
        }
    }

    /// Largest difference in a quaternion: that of the straight mix of an arc which counts as straight.
    const CLOSE: f32 = 4.6e-5;

    /// Returns the distance of two quaternions, taken as rotations.
    fn apart(a: Quat, b: Quat) -> f32 {
        (a - b).length().min((a + b).length())
    }

    proptest! {
        #[test]
        fn slerp_goes_a_part_of_the_turn(from in rotation(), to in rotation(), alpha in 0.0f32..=1.0) {
            // Half a turn has no short way round.
            prop_assume!(from.dot(to).abs() > 1e-3);
            let ours = slerp(from, to, alpha);
            prop_assert!(apart(ours, from.slerp(to, alpha)) < CLOSE);
            prop_assert!((ours.length() - 1.0).abs() < 1e-6);
            prop_assert!(apart(ours, slerp(from, -to, alpha)) < 1e-6);
            prop_assert!(apart(ours, slerp(to, from, 1.0 - alpha)) < CLOSE);
        }

        #[test]
        fn weights_are_quotients_of_sines(arc in 0.15f32..1.5, alpha in -6.0f32..6.0) {
            let angle = f64::from(arc.cos()).acos();
            let exact = [1.0 - f64::from(alpha), f64::from(alpha)].map(|part| (part * angle).sin() / angle.sin());
            for (ours, exact) in arc_weights(arc.cos(), alpha).into_iter().zip(exact) {
                prop_assert!((f64::from(ours) - exact).abs() < 2e-6 * exact.abs().max(1.0), "{arc} {alpha}: {ours}, {exact}");
            }
        }
    }
}
