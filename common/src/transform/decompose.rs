//! Takes matrices apart into translation, rotation and scale.

use super::{Transform, unit_rotation};
#[allow(unused_imports, reason = "an answer may do without it")]
use glam::vec3;
use glam::{Mat3, Mat4, Quat, Vec3};

impl Transform {
    /// Takes a matrix apart. A shear, which no transform of this kind has, is lost.
    pub fn from_matrix(matrix: Mat4) -> Self {
        Self::from_matrix_near(matrix, Quat::IDENTITY)
    }

    /// Takes a matrix apart that may be pressed to a line or a point, which leaves its rotation open: of all that fit, the
    /// one nearest to `near` is chosen.
    pub fn from_matrix_near(matrix: Mat4, near: Quat) -> Self {
        let moved = matrix.w_axis.truncate();
        let Some((columns, size)) = columns_to_size_one(matrix) else {
            return Self { translation: moved, rotation: near, scale: Vec3::ZERO };
        };
        let at_right_angles = without_shear(columns);
        let turned = turned(at_right_angles);
        let (mut scale, rotation) = turned.unwrap_or_else(|| (Vec3::ZERO, turn_of_line(columns, near)));
        for (i, column) in columns.into_iter().enumerate() {
            // Next to nothing is not nothing, and a line has a length too.
            if turned.is_none() || at_right_angles[i] == Vec3::ZERO {
                scale[i] = column.dot(rotation * Vec3::AXES[i]);
            }
        }
        Self { translation: moved, rotation, scale: scale * size }
    }
}

/// The scale and the rotation in the first three columns of a joint's matrix, which are one unit along its x, y and z in its
/// parent. It is scaled first, along its own axes, and then rotated.
///
/// The columns are at right angles to each other, and one of them may be 0. If the matrix mirrors, the scale of z is negative.
pub fn scale_and_rotation(columns: [Vec3; 3]) -> (Vec3, Quat) {
    // TODO 10.1: Find the scale, and what is left to be a rotation: also of a matrix that mirrors, or that is flat.
    // BEGIN SOLUTION 10.1
    let [a, b, c] = columns;
    let mirrors = a.cross(b).dot(c) < 0.0;
    let scale = vec3(a.length(), b.length(), if mirrors { -c.length() } else { c.length() });
    let axis = |i: usize| match scale[i] {
        // Flat: what is at right angles to the other two is left.
        0.0 => columns[(i + 1) % 3].cross(columns[(i + 2) % 3]).normalize(),
        size => columns[i] / size,
    };
    (scale, rotation_from_axes([axis(0), axis(1), axis(2)]))
    // END SOLUTION 10.1
    // STARTER 10.1: (Vec3::ONE, rotation_from_axes(columns))
}

/// The rotation that turns x, y and z to where the three `axes` point: each of unit length, at right angles to each
/// other, and right-handed. For other axes it is the identity.
pub fn rotation_from_axes(axes: [Vec3; 3]) -> Quat {
    // glam would stop the program.
    if !axes.iter().all(|axis| axis.is_normalized()) {
        return Quat::IDENTITY;
    }
    unit_rotation(Quat::from_mat3(&Mat3::from_cols(axes[0], axes[1], axes[2])))
}

/// Splits a matrix, without its translation, into a stretch and the rotation after it: `matrix = turn * stretch`.
///
/// Without shear the stretch is the scale along the axes. The rotation takes x where the matrix takes
/// it, and y as near to there as a right angle allows. Any two axes that differ will do; with fewer there is none.
pub fn turn_and_stretch(matrix: Mat4) -> Option<(Quat, Mat3)> {
    let (columns, _) = columns_to_size_one(matrix)?;
    let (_, turn) = turned(without_shear(columns))?;
    Some((turn, Mat3::from_quat(turn).transpose() * Mat3::from_mat4(matrix)))
}

/// The scale and the rotation of columns at right angles, if two of them at least are not 0.
fn turned(columns: [Vec3; 3]) -> Option<(Vec3, Quat)> {
    if columns.iter().filter(|column| **column == Vec3::ZERO).count() > 1 {
        return None;
    }
    let (scale, rotation) = scale_and_rotation(columns);
    // An answer that is wrong may have any length; glam would stop the program.
    Some((scale, unit_rotation(rotation)))
}

/// The columns without shear: y at right angles to x, and z to both. A column so short that rounding decides on its direction
/// is 0.
fn without_shear(mut columns: [Vec3; 3]) -> [Vec3; 3] {
    for i in 0..3 {
        let others = columns.into_iter().take(i).filter_map(unit);
        // Twice, since the first time leaves rounding, which is much beside what is short.
        for other in others.clone().chain(others) {
            columns[i] -= columns[i].dot(other) * other;
        }
        columns[i] = if unit(columns[i]).is_some() { columns[i] } else { Vec3::ZERO };
    }
    columns
}

/// The rotation nearest to `near` that takes the first axis which is not flat to where the matrix takes it.
fn turn_of_line(columns: [Vec3; 3], near: Quat) -> Quat {
    let axes = columns.into_iter().zip(Vec3::AXES);
    match axes.filter_map(|(to, axis)| Some((unit(to)?, axis))).next() {
        Some((to, axis)) => (shortest_turn(near * axis, to) * near).normalize(),
        None => near,
    }
}

/// The smallest rotation that takes one unit vector to another.
///
/// `Quat::from_rotation_arc` takes vectors less than 0.04° apart for the same, and one sees that in a long bone.
pub fn shortest_turn(from: Vec3, to: Vec3) -> Quat {
    if from.dot(to) >= 0.0 {
        // The axis times the sine, and one more than the cosine: the quaternion of half the angle, but for its length.
        return Quat::from_vec4(from.cross(to).extend(1.0 + from.dot(to))).normalize();
    }
    // First half a turn, to the other end of the same line; the rest is small again.
    let axis = unit(from.cross(to)).and_then(|axis| unit(axis - axis.dot(from) * from));
    let axis = axis.unwrap_or_else(|| from.any_orthonormal_vector());
    shortest_turn(-from, to) * Quat::from_axis_angle(axis, std::f32::consts::PI)
}

/// Returns the images of the three axes, scaled so that the longest is of unit length, and its length before; none if all are
/// zero.
fn columns_to_size_one(matrix: Mat4) -> Option<([Vec3; 3], f32)> {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|column| column.truncate());
    let largest = columns.iter().map(|column| column.abs().max_element()).fold(0.0, f32::max);
    // The square of a length may be too small or too large for a number: first by the largest of them.
    let longest = columns.iter().map(|column| (*column / largest).length()).fold(0.0, f32::max);
    let is_sized = largest > 0.0 && (largest * longest).is_finite();
    is_sized.then(|| (columns.map(|column| column / largest / longest), largest * longest))
}

/// The direction of a vector, if it is long enough for rounding not to decide on it.
fn unit(v: Vec3) -> Option<Vec3> {
    let length = v.length();
    (length > 1e-4).then(|| v / length)
}

#[cfg(test)]
mod tests {
    use super::super::trs::tests::transform;
    use super::*;
    use glam::{Vec4, vec4};
    use proptest::prelude::*;

    fn axes(rotation: Quat) -> [Vec3; 3] {
        let turn = Mat3::from_quat(rotation);
        [turn.x_axis, turn.y_axis, turn.z_axis]
    }

    proptest! {
        #[test]
        fn a_rotation_comes_out_of_its_axes(given in transform(), small in prop::sample::select(&[0.0f32, 1e-7, 1e-4, 1.0][..])) {
            // Near half a turn, about any axis, w is next to nothing.
            let half_turn = Quat::from_vec4(Vec4::from(given.rotation) * vec4(1.0, 1.0, 1.0, small)).normalize();
            for rotation in [given.rotation, half_turn] {
                let again = rotation_from_axes(axes(rotation));
                prop_assert!((again.length() - 1.0).abs() < 1e-6, "{rotation} {again}");
                let apart = (again - rotation).length().min((again + rotation).length());
                prop_assert!(apart < 1e-6, "{rotation} {again}");
            }
        }

        #[test]
        fn a_matrix_comes_apart_into_what_it_was_made_of(given in transform()) {
            let again = Transform::from_matrix(given.to_matrix());
            prop_assert!(again.to_matrix().abs_diff_eq(given.to_matrix(), 1e-4));
            prop_assert!(again.scale.abs_diff_eq(given.scale, 1e-4));
            prop_assert!(again.rotation.dot(given.rotation).abs() > 0.9999);
            prop_assert_eq!(Transform::from_matrix(0.0 * given.to_matrix()).scale, Vec3::ZERO);
            prop_assert_eq!(rotation_from_axes([given.translation, Vec3::NAN, Vec3::Z]), Quat::IDENTITY);
        }

        #[test]
        fn what_is_flat_keeps_its_turn(given in transform(), flat in 0usize..3, alike in prop::bool::ANY) {
            let mut given = given;
            given.scale[flat] = 0.0;
            let again = Transform::from_matrix(given.to_matrix());
            prop_assert!(again.to_matrix().abs_diff_eq(given.to_matrix(), 1e-4), "{again:?}");
            if given.scale.min_element() >= 0.0 {
                prop_assert!(again.rotation.dot(given.rotation).abs() > 0.9999, "{again:?}");
            }
            // Flat in another way: two axes that are one.
            let mut sheared = given.to_matrix();
            *sheared.col_mut(flat) = sheared.col((flat + 1) % 3) * if alike { 1.0 } else { -2.0 };
            let again = Transform::from_matrix(sheared);
            let (kept, third) = ((flat + 1) % 3, (flat + 2) % 3);
            let first = kept.min(flat);
            for axis in [first, third] {
                let (wanted, given) = (sheared.col(axis), again.to_matrix().col(axis));
                prop_assert!(wanted.abs_diff_eq(given, 1e-3), "axis {axis}: {wanted} {given}");
            }
        }

        #[test]
        fn the_shortest_turn_is_exact_and_short(turn in transform(), apart in prop::sample::select(&[0.0f32, 1e-4, 1e-3, 0.5, 1.5][..]), back in prop::bool::ANY) {
            let angle = if back { std::f32::consts::PI - apart } else { apart };
            let from = turn.rotation * Vec3::Z;
            let to = turn.rotation * (Quat::from_rotation_y(angle) * Vec3::Z);
            let arc = shortest_turn(from, to);
            prop_assert!((arc * from).abs_diff_eq(to, 1e-6), "{from} {to} {}", arc * from);
            prop_assert!((arc.to_axis_angle().1 - angle).abs() < 1e-3, "{arc}");
        }

        #[test]
        fn a_line_keeps_its_direction(given in transform(), long in 0usize..3) {
            let mut given = given;
            given.scale *= Vec3::AXES[long];
            let again = Transform::from_matrix(given.to_matrix());
            prop_assert!(again.to_matrix().abs_diff_eq(given.to_matrix(), 1e-4), "{again:?}");
            prop_assert!(again.rotation.is_normalized());
            // It says nothing of a turn about itself.
            let near = Transform::from_matrix_near(given.to_matrix(), given.rotation);
            let mirrored = given.scale.min_element() < 0.0;
            prop_assert!(mirrored || near.rotation.dot(given.rotation).abs() > 0.9999, "{near:?}");
        }
    }
}
