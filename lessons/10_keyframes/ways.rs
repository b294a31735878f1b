//! Methods to interpolate transforms that are often tried instead of separating the three parts.

use common::transform::Transform;
use glam::{EulerRot, Mat4, Quat};

/// A method to interpolate, for the figure beside.
#[derive(Clone, Copy, PartialEq)]
pub enum MixMethod {
    Matrices,
    /// The rotations as three angles.
    Euler,
    /// The rotations by slerp, but without choosing the shorter direction.
    Long,
    /// The rotations number by number, normalised.
    Nlerp,
}

/// The methods: their names in the panel, and the figure's names.
pub const WAYS: [(&str, &str, Option<MixMethod>); 5] = [
    ("none", "", None),
    ("matrix", "matrices", Some(MixMethod::Matrices)),
    ("Euler", "Euler angles", Some(MixMethod::Euler)),
    ("long", "the long way", Some(MixMethod::Long)),
    ("nlerp", "nlerp", Some(MixMethod::Nlerp)),
];

impl MixMethod {
    /// Returns the interpolated matrix from the joint to its parent.
    pub fn parent_from_joint(self, from: Transform, to: Transform, alpha: f32) -> Mat4 {
        let Some(rotation) = self.rotation(from.rotation, to.rotation, alpha) else {
            return from.to_matrix() * (1.0 - alpha) + to.to_matrix() * alpha;
        };
        let translation = from.translation.lerp(to.translation, alpha);
        let scale = from.scale.lerp(to.scale, alpha);
        Transform { translation, rotation, scale }.to_matrix()
    }

    /// The interpolated rotation; none if the method has no rotations.
    pub fn rotation(self, from: Quat, to: Quat, alpha: f32) -> Option<Quat> {
        match self {
            Self::Matrices => None,
            Self::Euler => Some(euler(from, to, alpha)),
            Self::Long => Some(from.slerp_long(to, alpha)),
            // glam would stop the program.
            Self::Nlerp => Some(if alpha.is_finite() { from.lerp(to, alpha) } else { Quat::NAN }),
        }
    }
}

fn euler(from: Quat, to: Quat, alpha: f32) -> Quat {
    let [(x0, y0, z0), (x1, y1, z1)] = [from, to].map(|rotation| rotation.to_euler(EulerRot::XYZ));
    let mix = |from: f32, to: f32| (1.0 - alpha) * from + alpha * to;
    Quat::from_euler(EulerRot::XYZ, mix(x0, x1), mix(y0, y1), mix(z0, z1))
}
