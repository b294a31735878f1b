//! Rigid motions that can be mixed without losing volume.

use common::transform::Transform;
use glam::{Mat4, Quat, Vec3};

/// A rotation and a translation as two quaternions.
///
/// A mix of matrices is no rigid motion any more: half-way between two rotations it shrinks. A mix of these can be made
/// one: `rigged_dual.vert` does, in exercise 20.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuaternion {
    /// The rotation, of unit length.
    pub real: Quat,
    /// Half of the translation times the rotation.
    pub dual: Quat,
}

impl DualQuaternion {
    /// Returns the pair of a matrix's rotation and translation. Its scale is left out, and nothing is mirrored.
    pub fn from_matrix(matrix: Mat4) -> Self {
        let Transform { translation, rotation: real, .. } = Transform::from_matrix(matrix);
        let half = Quat::from_vec4((0.5 * translation).extend(0.0));
        Self { real, dual: product(half, real) }
    }

    /// Returns the motion that moves by `first`, and then by this one.
    pub fn after(self, first: Self) -> Self {
        // TODO 20.1: Give the pair of both motions, made of the four parts of the two.
        // BEGIN SOLUTION 20.1
        Self {
            real: product(self.real, first.real),
            dual: product(self.dual, first.real) + product(self.real, first.dual),
        }
        // END SOLUTION 20.1
        // STARTER 20.1: let _ = first;
        // STARTER 20.1: self
    }
}

/// Multiplies two quaternions of any length; glam's own product asks for unit ones in debug builds.
fn product(a: Quat, b: Quat) -> Quat {
    let (u, v) = (Vec3::new(a.x, a.y, a.z), Vec3::new(b.x, b.y, b.z));
    Quat::from_vec4((a.w * v + b.w * u + u.cross(v)).extend(a.w * b.w - u.dot(v)))
}
