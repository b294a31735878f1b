//! Linear blend skinning: a point that several joints influence.

use super::Influences;
#[allow(unused_imports, reason = "an answer may do without it")]
use crate::transform::transform_point;
use glam::{Mat3, Mat4, Vec3};

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

/// Where the surface faces now, of unit length; `normal` is where it faced in the bind pose.
///
/// `normal_palette` has a matrix for the directions of every joint: for each of the palette, the inverse's transpose.
pub fn skin_normal(normal_palette: &[Mat3], influences: &Influences, normal: Vec3) -> Vec3 {
    let normals = influences.used().map(|(joint, weight)| weight * (normal_palette[joint] * normal));
    normals.sum::<Vec3>().normalize_or_zero()
}
