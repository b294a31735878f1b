//! A matrix for a point that several joints influence.

use crate::skin::Influences;
use glam::Mat4;

/// The matrix that mixes what the joints do: it takes a point to the same place as
/// [`skin_point`](crate::skin::skin_point).
pub fn blended(palette: &[Mat4], influences: &Influences) -> Mat4 {
    influences
        .used()
        .map(|(joint, weight)| palette[joint] * weight)
        .fold(Mat4::ZERO, |sum, matrix| sum + matrix)
}
