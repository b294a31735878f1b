//! Takes matrices apart into translation, rotation and scale.

use super::Transform;
use glam::{Mat3, Mat4, Quat, Vec3, Vec4};

impl Transform {
    /// The transform that a matrix stands for. A shear, which no transform of this kind has, is lost.
    pub fn from_matrix(matrix: Mat4) -> Self {
        Self::from_matrix_near(matrix, Quat::IDENTITY)
    }

    /// The same. What is pressed to a line or a point does not say how it is turned: it is turned no further from
    /// `near` than it must be.
    pub fn from_matrix_near(matrix: Mat4, near: Quat) -> Self {
        let (rotation, stretch) = turn_and_stretch(matrix).unwrap_or_else(|| {
            let rotation = turn_of_line(matrix, near);
            (rotation, Mat3::from_quat(rotation).transpose() * Mat3::from_mat4(matrix))
        });
        let scale = Vec3::new(stretch.x_axis.x, stretch.y_axis.y, stretch.z_axis.z);
        Self { translation: matrix.w_axis.truncate(), rotation, scale }
    }
}

/// Splits a matrix, but for its move, into a rotation and what happens before it: `matrix = turn * stretch`.
///
/// Without shear the stretch is the scale along the axes. The rotation takes x where the matrix takes
/// it, and y as near to there as a right angle allows. Any two axes that differ will do; with fewer there is none.
pub fn turn_and_stretch(matrix: Mat4) -> Option<(Quat, Mat3)> {
    let [x, y, z] = axes_to_size_one(matrix)?;
    let square = |axis: Vec3, to: Vec3| unit(axis - axis.dot(to) * to);
    let turn = if let Some(x) = unit(x) {
        match square(y, x) {
            Some(y) => Mat3::from_cols(x, y, x.cross(y)),
            None => square(z, x).map(|z| Mat3::from_cols(x, z.cross(x), z))?,
        }
    } else {
        let y = unit(y)?;
        square(z, y).map(|z| Mat3::from_cols(y.cross(z), y, z))?
    };
    let rotation = rotation_from_axes([turn.x_axis, turn.y_axis, turn.z_axis]);
    // An answer that is wrong may have any length; glam would stop the program.
    let rotation = Vec4::from(rotation).try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4);
    Some((rotation, turn.transpose() * Mat3::from_mat4(matrix)))
}

/// The rotation that turns x, y and z to where the three `axes` point: each of unit length, at right angles to each
/// other, and right-handed. Of a rotation's two quaternions it may be either.
pub fn rotation_from_axes(axes: [Vec3; 3]) -> Quat {
    // TODO 10.3: Find the quaternion whose matrix has these three columns, whatever the rotation is.
    // BEGIN SOLUTION 10.3
    let [a, b, c] = axes;
    let (xy, yz, zx) = (a.y + b.x, b.z + c.y, c.x + a.z);
    let (xw, yw, zw) = (b.z - c.y, c.x - a.z, a.y - b.x);
    let largest = a.x.max(b.y).max(c.z);
    // Each of these is the quaternion, times four of its own numbers: one that is not small.
    let times = match a.x + b.y + c.z {
        trace if trace > 0.0 => Vec4::new(xw, yw, zw, 1.0 + trace),
        _ if a.x == largest => Vec4::new(1.0 + a.x - b.y - c.z, xy, zx, xw),
        _ if b.y == largest => Vec4::new(xy, 1.0 - a.x + b.y - c.z, yz, yw),
        _ => Vec4::new(zx, yz, 1.0 - a.x - b.y + c.z, zw),
    };
    times.try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4)
    // END SOLUTION 10.3
    // STARTER 10.3: let _ = axes;
    // STARTER 10.3: Quat::IDENTITY
}

/// The rotation nearest to `near` that takes the first axis which is not flat to where the matrix takes it.
fn turn_of_line(matrix: Mat4, near: Quat) -> Quat {
    let axes = axes_to_size_one(matrix).into_iter().flatten().zip(Vec3::AXES);
    match axes.filter_map(|(to, axis)| Some((unit(to)?, axis))).next() {
        Some((to, axis)) => (shortest_turn(near * axis, to) * near).normalize(),
        None => near,
    }
}

/// The smallest rotation that takes one unit vector to another.
///
/// `Quat::from_rotation_arc` takes vectors that are less than 0.04° apart for the same, which is seen in a long bone.
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

/// Where a matrix takes the three axes, made smaller or larger so that the largest number is one; none if there is none.
fn axes_to_size_one(matrix: Mat4) -> Option<[Vec3; 3]> {
    let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate());
    let size = axes.iter().map(|axis| axis.abs().max_element()).fold(0.0, f32::max);
    (size > 0.0 && size.is_finite()).then(|| axes.map(|axis| axis / size))
}

/// The direction of a vector that is long enough to have one in spite of rounding.
fn unit(v: Vec3) -> Option<Vec3> {
    let length = v.length();
    (length > 1e-4).then(|| v / length)
}

#[cfg(test)]
mod tests {
    use super::super::trs::tests::transform;
    use super::*;
    use glam::{vec3, vec4};
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

    #[test]
    fn half_turns_come_out_of_their_axes() {
        for axis in
            [Vec3::X, Vec3::Y, Vec3::Z, vec3(1.0, 1.0, 0.0), vec3(-1.0, 0.0, 1.0), vec3(1.0, -2.0, 2.0)]
        {
            let half_turn = Quat::from_vec4(axis.normalize().extend(0.0));
            assert!(rotation_from_axes(axes(half_turn)).dot(half_turn).abs() > 1.0 - 1e-6, "{axis}");
        }
        assert_eq!(rotation_from_axes([Vec3::NAN; 3]), Quat::IDENTITY);
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
