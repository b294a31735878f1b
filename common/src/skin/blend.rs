//! Linear blend skinning: a point that several joints influence.

use super::Influences;
use crate::transform::transform_point;
use glam::{Mat4, Vec3};

/// Returns the place of a point of the bind pose now: each joint moves it, and the results are mixed with their weights.
///
/// `palette` has every joint's `posed_from_bind`.
pub fn skin_point(palette: &[Mat4], influences: &Influences, point: Vec3) -> Vec3 {
    let mut posed = Vec3::ZERO;
    for (joint, weight) in influences.used() {
        posed += weight * transform_point(palette[joint], point);
    }
    posed
}
