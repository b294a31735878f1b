//! Rigid motions that can be mixed without losing volume.

use crate::skin::Influences;
use glam::{Mat4, Quat, Vec3, Vec4};

/// A rotation and a translation as two quaternions.
///
/// A mix of matrices is no rigid motion any more: half-way between two rotations it shrinks. A mix of these,
/// normalised, is one.
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

    /// The mix of a vertex's joints. `palette` has the motion of every joint.
    pub fn blended(palette: &[Self], influences: &Influences) -> Self {
        let mut used = influences.used();
        let Some((first, weight)) = used.next() else {
            return Self::from_rotation_translation(Quat::IDENTITY, Vec3::ZERO);
        };
        let pivot = Vec4::from(palette[first].real);
        let (mut real, mut dual) = (pivot * weight, Vec4::from(palette[first].dual) * weight);
        for (joint, weight) in used {
            // A quaternion and its negative are the same rotation; the nearer one goes the short way round.
            let weight = if pivot.dot(palette[joint].real.into()) < 0.0 { -weight } else { weight };
            real += weight * Vec4::from(palette[joint].real);
            dual += weight * Vec4::from(palette[joint].dual);
        }
        let length = real.length();
        Self { real: Quat::from_vec4(real / length), dual: Quat::from_vec4(dual / length) }
    }
}

/// The product of two quaternions of any length; glam's own asks for unit ones in debug builds.
fn hamilton(a: Quat, b: Quat) -> Vec4 {
    let (u, v) = (Vec3::new(a.x, a.y, a.z), Vec3::new(b.x, b.y, b.z));
    (a.w * v + b.w * u + u.cross(v)).extend(a.w * b.w - u.dot(v))
}
