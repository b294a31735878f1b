//! A matrix for normals whatever the joint does. Lesson 09 teaches it for joints that can be undone.

use glam::{Mat3, Mat4};

/// What takes normals along with a joint: the inverse's transpose, as [`normal_palette`](crate::skin::normal_palette) has it.
///
/// What is pressed flat has no inverse. Then its normals face across the plane, or if that is not left either, nowhere.
pub fn normal_matrix(posed_from_bind: &Mat4) -> Mat3 {
    let m = Mat3::from_mat4(*posed_from_bind);
    let largest = m.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
    if !(largest > 0.0 && largest.is_finite()) {
        return Mat3::ZERO;
    }
    // The inverse's transpose is the matrix of cofactors, divided by the determinant.
    let m = m * largest.recip();
    let cofactors =
        Mat3::from_cols(m.y_axis.cross(m.z_axis), m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    let determinant = m.x_axis.dot(cofactors.x_axis);
    match determinant.abs() > 1e-12 {
        true => cofactors * (determinant * largest).recip(),
        false => cofactors,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skin::normal_palette;
    use glam::{Vec3, vec3};

    #[test]
    fn it_is_the_inverses_transpose_where_there_is_one() {
        let turn = Mat4::from_rotation_z(0.7) * Mat4::from_rotation_x(0.3);
        let mirrored = Mat4::from_scale(vec3(-1.0, 1.0, 1.0));
        let bind_shape = Mat4::from_scale(vec3(3.0, 1.0, 0.5)) * Mat4::from_rotation_y(1.0);
        for matrix in
            [turn, mirrored, turn * bind_shape, mirrored * bind_shape * Mat4::from_scale(Vec3::splat(1e-4))]
        {
            let wanted = normal_palette(&[matrix])[0];
            let size = wanted.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
            assert!(
                (normal_matrix(&matrix) * size.recip()).abs_diff_eq(wanted * size.recip(), 1e-5),
                "{matrix}"
            );
        }
    }

    #[test]
    fn what_is_flat_faces_across_its_plane() {
        let flat = Mat4::from_rotation_x(0.5) * Mat4::from_scale(vec3(2.0, 0.0, 1.0));
        let normal = (normal_matrix(&flat) * vec3(0.3, 0.8, 0.1)).normalize();
        assert!(normal.abs_diff_eq(Vec3::Y.rotate_x(0.5), 1e-6), "{normal}");
        for nothing in [Mat4::ZERO, Mat4::from_scale(vec3(1.0, 0.0, 0.0))] {
            assert_eq!(normal_matrix(&nothing), Mat3::ZERO, "{nothing}");
        }
    }
}
