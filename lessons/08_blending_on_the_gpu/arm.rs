//! A long arm: a row of joints that rolls up, the tube around it, and the weights of the tube's vertices.

use common::mesh::Mesh;
use common::shapes::cylinder;
use common::skeleton::Skeleton;
use glam::{Mat4, Vec3};
use std::f32::consts::TAU;

pub const JOINTS: usize = 7;
/// The length of every bone, in metres.
pub const BONE: f32 = 0.34;
/// The radius of the tube, in metres.
const RADIUS: f32 = 0.14;
/// The number of slices of the tube. No ring of vertices is at a joint, where it would belong to two bones.
const SLICES: u16 = 93;

/// Returns a row of joints, each the parent of the next.
pub fn skeleton() -> Skeleton {
    let mut skeleton = Skeleton::new();
    for joint in 0..JOINTS {
        skeleton.add(&format!("joint {joint}"), joint.checked_sub(1));
    }
    skeleton
}

/// Returns every joint's matrix to its parent in the bind pose, all upright.
pub fn bind_pose() -> Vec<Mat4> {
    pose(0.0, 0.0)
}

/// Returns every joint's matrix to its parent, at a `phase` from 0 to 1. The arm rolls up from its tip.
pub fn pose(phase: f32, bend: f32) -> Vec<Mat4> {
    let joint = |joint: usize| {
        let along = joint as f32 / (JOINTS - 1) as f32;
        let rolled = 0.5 - 0.5 * ((phase - 0.12 * (1.0 - along)) * TAU).cos();
        let degrees = bend * rolled * (14.0 + 60.0 * along);
        let offset = if joint == 0 { Vec3::ZERO } else { Vec3::Y * BONE };
        let turned = if joint == 0 { 0.0 } else { -degrees.to_radians() };
        Mat4::from_translation(offset) * Mat4::from_rotation_z(turned)
    };
    (0..JOINTS).map(joint).collect()
}

/// Returns the tube around all bones, in the bind pose.
pub fn tube() -> Mesh {
    cylinder(RADIUS, BONE * JOINTS as f32, 24, SLICES)
}

/// Returns the joint of the bone that a point of the tube is around, in the bind pose.
pub fn own_joint(point: Vec3) -> usize {
    (point.y / BONE).clamp(0.0, (JOINTS - 1) as f32) as usize
}

/// Returns every joint's weight for a point of the tube, less the farther its bone's middle is.
///
/// `width` is the distance, in bones, over which a weight falls to about a third. The weights don't sum to 1.
pub fn weights(point: Vec3, width: f32) -> Vec<(usize, f32)> {
    let weight = |joint: usize| {
        let distance = (point.y / BONE - (joint as f32 + 0.5)).abs();
        // At almost no width, only the own bone remains.
        (joint, (-distance / width.max(0.01)).exp())
    };
    (0..JOINTS).map(weight).collect()
}
