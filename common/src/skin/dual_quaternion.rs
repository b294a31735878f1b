//! Rigid motions that can be mixed without losing volume.

use glam::{Mat4, Quat, Vec3, Vec4};

/// A rotation and a translation as two quaternions.
///
/// A mix of matrices is no rigid motion any more: half-way between two rotations it shrinks. A mix of these can be made
/// one: `rigged_dual.vert` does, in exercise 09.4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuaternion {
    /// The rotation.
    pub real: Quat,
    /// Half the translation, times the rotation.
    pub dual: Quat,
}

impl DualQuaternion {
    /// The rigid motion of a matrix; what else the matrix does is left out.
    pub fn from_matrix(matrix: Mat4) -> Self {
        let (_, rotation, translation) = matrix.to_scale_rotation_translation();
        Self::from_rotation_translation(rotation.normalize(), translation)
    }

    /// Rotates by a unit quaternion, then translates.
    pub fn from_rotation_translation(rotation: Quat, translation: Vec3) -> Self {
        let half = Quat::from_vec4((0.5 * translation).extend(0.0));
        Self { real: rotation, dual: Quat::from_vec4(hamilton(half, rotation)) }
    }

    /// Where a point goes.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        let back = self.real.conjugate();
        let translation = 2.0 * hamilton(self.dual, back).truncate();
        self.real * point + translation
    }
}

/// The product of two quaternions of any length; glam's own asks for unit ones in debug builds.
fn hamilton(a: Quat, b: Quat) -> Vec4 {
    let (u, v) = (Vec3::new(a.x, a.y, a.z), Vec3::new(b.x, b.y, b.z));
    (a.w * v + b.w * u + u.cross(v)).extend(a.w * b.w - u.dot(v))
}
