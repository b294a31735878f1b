//! Rigid motions that can be mixed without losing volume.

use crate::transform::Transform;
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn motion()(turn in prop::array::uniform3(-3.0f32..3.0), way in prop::array::uniform3(-4.0f32..4.0)) -> Mat4 {
            Mat4::from_rotation_translation(Quat::from_scaled_axis(turn.into()), way.into())
        }
    }

    proptest! {
        #[test]
        fn one_motion_after_another_is_the_product_of_their_matrices(first in motion(), then in motion()) {
            let given = DualQuaternion::from_matrix(then).after(DualQuaternion::from_matrix(first));
            let wanted = DualQuaternion::from_matrix(then * first);
            // Both with the other sign are the same motion.
            let side = given.real.dot(wanted.real).signum();
            prop_assert!((given.real * side).abs_diff_eq(wanted.real, 1e-4));
            prop_assert!((given.dual * side).abs_diff_eq(wanted.dual, 1e-4), "{given:?} {wanted:?}");
        }
    }
}
