//! Ways from one transform to another that are often tried instead of keeping the three parts apart.

use common::transform::{Transform, nlerp};
use glam::{EulerRot, Mat4, Quat};

/// A way for the figure beside to go from key to key.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    /// The matrices, number by number.
    Matrices,
    /// The rotations as three angles.
    Euler,
    /// Uses slerp, but without the choice of the shorter way round.
    Long,
    /// The rotations number by number, normalised.
    Nlerp,
}

/// The ways: their names in the panel, and the figure's names.
pub const WAYS: [(&str, &str, Option<Way>); 5] = [
    ("none", "", None),
    ("matrix", "matrices", Some(Way::Matrices)),
    ("Euler", "Euler angles", Some(Way::Euler)),
    ("long", "the long way", Some(Way::Long)),
    ("nlerp", "nlerp", Some(Way::Nlerp)),
];

impl Way {
    /// Returns the matrix from the joint to its parent, `alpha` of the way.
    pub fn parent_from_joint(self, from: Transform, to: Transform, alpha: f32) -> Mat4 {
        let Some(rotation) = self.rotation(from.rotation, to.rotation, alpha) else {
            return from.to_matrix() * (1.0 - alpha) + to.to_matrix() * alpha;
        };
        let translation = from.translation.lerp(to.translation, alpha);
        let scale = from.scale.lerp(to.scale, alpha);
        Transform { translation, rotation, scale }.to_matrix()
    }

    /// The rotation `alpha` of the way; none if that way has no rotations.
    pub fn rotation(self, from: Quat, to: Quat, alpha: f32) -> Option<Quat> {
        match self {
            Self::Matrices => None,
            Self::Euler => Some(euler(from, to, alpha)),
            Self::Long => Some(from.slerp_long(to, alpha)),
            Self::Nlerp => Some(nlerp(from, to, alpha)),
        }
    }
}

fn euler(from: Quat, to: Quat, alpha: f32) -> Quat {
    let [(x0, y0, z0), (x1, y1, z1)] = [from, to].map(|rotation| rotation.to_euler(EulerRot::XYZ));
    let mix = |from: f32, to: f32| (1.0 - alpha) * from + alpha * to;
    Quat::from_euler(EulerRot::XYZ, mix(x0, x1), mix(y0, y1), mix(z0, z1))
}
