//! A long arm: joints in a row, the tube around them, and how strongly each joint pulls on a point of it.

use common::gl::colour::{joint_colour, with_alpha};
use common::shapes::{Solid, cylinder};
use common::skeleton::Skeleton;
use common::stage::Frame;
use common::transform::transform_point;
use glam::{Mat4, Vec3};
use std::f32::consts::TAU;

/// How many joints the arm has.
pub const JOINTS: usize = 7;
/// How long every bone is, in metres.
const BONE: f32 = 0.34;
/// The radius of the tube, in metres.
const RADIUS: f32 = 0.14;
/// How many slices the tube has. No ring of points lies on a joint, where it would belong to two bones.
const SLICES: u16 = 93;

/// A row of joints, each the parent of the next.
pub fn skeleton() -> Skeleton {
    let mut skeleton = Skeleton::new();
    for joint in 0..JOINTS {
        skeleton.add(&format!("joint {joint}"), joint.checked_sub(1));
    }
    skeleton
}

/// Where the skin was put around the joints: every joint in its parent, all upright.
pub fn bind_pose() -> Vec<Mat4> {
    pose(0.0, 0.0)
}

/// Every joint in its parent, at a `phase` of the motion from 0 to 1. The arm rolls up from its tip, and unrolls.
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

/// The tube around all bones, in the bind pose.
pub fn tube() -> Solid {
    cylinder(RADIUS, BONE * JOINTS as f32, 24, SLICES)
}

/// The joint in whose bone a point of the tube lies, in the bind pose.
pub fn nearest(point: Vec3) -> usize {
    (point.y / BONE).clamp(0.0, (JOINTS - 1) as f32) as usize
}

/// How strongly each joint pulls on a point of the tube: the farther from the middle of its bone, the less.
///
/// `width` is in bones: over this distance a pull falls to about a third. The pulls are not one together.
pub fn pulls(point: Vec3, width: f32) -> Vec<(usize, f32)> {
    let pull = |joint: usize| {
        let distance = (point.y / BONE - (joint as f32 + 0.5)).abs();
        // Of almost no width, only the own bone is left.
        (joint, (-distance / width.max(0.01)).exp())
    };
    (0..JOINTS).map(pull).collect()
}

/// A line along every bone and a dot on every joint, over the skin.
pub fn draw_bones(frame: &mut Frame<'_>, foot: Vec3, posed_from_joints: &[Mat4]) {
    for (joint, posed_from_joint) in posed_from_joints.iter().enumerate() {
        let [from, to] = [Vec3::ZERO, Vec3::Y * BONE].map(|end| transform_point(*posed_from_joint, end));
        let colour = joint_colour(joint);
        frame.overlay.line(from + foot, to + foot, 2.0, with_alpha(colour, 0.8));
        frame.overlay.line(from + foot, from + foot, 8.0, colour);
    }
}
