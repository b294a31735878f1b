//! A vertex's way in small steps, so that it can be watched.

use glam::Mat4;

/// Where the bind pose is when it has gone `way` far with one joint.
///
/// At 0 it is where it was made, at 1 in the joint's space, and at 2 where the joint has taken it.
pub fn along(way: f32, joint_from_bind: Mat4, posed_from_joint: Mat4) -> Mat4 {
    part_of(posed_from_joint, way - 1.0) * part_of(joint_from_bind, way)
}

/// A part of a rigid motion in the plane z = 0: of its turn, and of its move.
fn part_of(motion: Mat4, part: f32) -> Mat4 {
    let part = part.clamp(0.0, 1.0);
    let angle = motion.x_axis.y.atan2(motion.x_axis.x);
    Mat4::from_translation(part * motion.w_axis.truncate()) * Mat4::from_rotation_z(part * angle)
}
