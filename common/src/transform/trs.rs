//! A translation, a rotation and a scale.

use glam::{Mat3, Mat4, Quat, Vec3};

/// How a joint stands in its parent: scaled first, then turned, then moved.
///
/// The three are kept apart, since each goes from one key to the next in its own way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Where the joint's origin is in its parent.
    pub translation: Vec3,
    /// How it is turned there: a unit quaternion.
    pub rotation: Quat,
    /// How far it is stretched along its own axes.
    pub scale: Vec3,
}

impl Transform {
    /// Leaves every point where it is.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// The same transform as a matrix for column vectors.
    pub fn to_matrix(self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// The transform that a matrix stands for. A shear, which no transform of this kind has, is lost.
    pub fn from_matrix(matrix: Mat4) -> Self {
        let translation = matrix.w_axis.truncate();
        let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate());
        match turn_and_stretch(matrix) {
            Some((rotation, stretch)) => {
                let scale = Vec3::new(stretch.x_axis.x, stretch.y_axis.y, stretch.z_axis.z);
                Self { translation, rotation, scale }
            }
            // What is pressed flat has lost how it was turned.
            None => {
                Self { translation, rotation: Quat::IDENTITY, scale: axes.map(|axis| axis.length()).into() }
            }
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Splits a matrix, but for its move, into a rotation and what happens before it: `matrix = turn * stretch`.
///
/// Without shear the stretch is the scale along the axes. The rotation takes x where the matrix takes
/// it, and y as near to there as a right angle allows.
pub(crate) fn turn_and_stretch(matrix: Mat4) -> Option<(Quat, Mat3)> {
    let m = Mat3::from_mat4(matrix);
    let size = m.x_axis.abs().max(m.y_axis.abs()).max(m.z_axis.abs()).max_element();
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    let x = unit(m.x_axis / size)?;
    let y = m.y_axis / size;
    let y = unit(y - y.dot(x) * x)?;
    let turn = Mat3::from_cols(x, y, x.cross(y));
    Some((Quat::from_mat3(&turn).normalize(), turn.transpose() * m))
}

/// The direction of a vector that is long enough to have one in spite of rounding.
fn unit(v: Vec3) -> Option<Vec3> {
    let length = v.length();
    (length > 1e-4).then(|| v / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;
    use proptest::prelude::*;

    prop_compose! {
        fn transform()(t in prop::array::uniform3(-10.0f32..10.0), axis in prop::array::uniform3(-1.0f32..1.0),
                       angle in -3.0f32..3.0, s in prop::array::uniform3(0.1f32..3.0), mirrored in prop::bool::ANY)
                       -> Transform {
            let axis = Vec3::from(axis).try_normalize().unwrap_or(Vec3::Y);
            let scale = Vec3::from(s) * if mirrored { vec3(1.0, 1.0, -1.0) } else { Vec3::ONE };
            Transform { translation: t.into(), rotation: Quat::from_axis_angle(axis, angle), scale }
        }
    }

    proptest! {
        #[test]
        fn a_matrix_comes_apart_into_what_it_was_made_of(given in transform()) {
            let again = Transform::from_matrix(given.to_matrix());
            prop_assert!(again.to_matrix().abs_diff_eq(given.to_matrix(), 1e-4));
            prop_assert!(again.scale.abs_diff_eq(given.scale, 1e-4));
            prop_assert!(again.rotation.dot(given.rotation).abs() > 0.9999);
        }

        #[test]
        fn a_point_is_scaled_then_turned_then_moved(given in transform(), x in prop::array::uniform3(-10.0f32..10.0)) {
            let x = Vec3::from(x);
            let by_hand = given.rotation * (given.scale * x) + given.translation;
            prop_assert!(given.to_matrix().transform_point3(x).distance(by_hand) < 1e-3);
        }
    }

    #[test]
    fn what_is_flat_keeps_its_size() {
        let flat = Transform::from_matrix(Mat4::from_cols(
            glam::Vec4::ZERO,
            (2.0 * Vec3::Y).extend(0.0),
            (3.0 * Vec3::Z).extend(0.0),
            vec3(1.0, 2.0, 3.0).extend(1.0),
        ));
        assert_eq!((flat.translation, flat.scale), (vec3(1.0, 2.0, 3.0), vec3(0.0, 2.0, 3.0)));
        assert_eq!(Transform::from_matrix(Mat4::ZERO).scale, Vec3::ZERO);
    }
}
