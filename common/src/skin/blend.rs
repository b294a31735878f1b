//! Linear blend skinning: a point that several joints influence.

use super::Influences;
#[allow(unused_imports, reason = "an answer may do without it")]
use crate::transform::transform_point;
use glam::{Mat4, Vec3};

/// Where a point of the bind pose is now: each joint takes it along, and the places that come out are mixed by weight.
///
/// `palette` has every joint's `posed_from_bind`.
pub fn skin_point(palette: &[Mat4], influences: &Influences, point: Vec3) -> Vec3 {
    // TODO 08.3: Add up where each of the joints takes the point, each place times that joint's weight.
    // BEGIN SOLUTION 08.3
    let mut posed = Vec3::ZERO;
    for (joint, weight) in influences.used() {
        posed += weight * transform_point(palette[joint], point);
    }
    posed
    // END SOLUTION 08.3
    // STARTER 08.3: let (joint, _) = influences.used().next().unwrap_or_default();
    // STARTER 08.3: transform_point(palette[joint], point)
}
