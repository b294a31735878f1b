//! How long Blender draws bones, and how they are rolled. Collada knows joints alone: Blender adds the rest in words of its own.

use super::scene::Scene;
use glam::{Mat4, Quat, Vec3};

/// Joints closer than this, in metres, say nothing of how long the bone between them is.
const CLOSE: f32 = 4e-3;

/// A bone, which is drawn from a joint to its tip.
#[derive(Clone, Copy)]
pub(super) struct Bone {
    /// From the joint, as the file's world has it in the bind pose.
    pub tip: Vec3,
    /// How far it is turned about itself, in radians.
    pub roll: f32,
}

/// The bones of all joints of the rig. A bone lies along its joint's own y, and reaches as far as the nearest joint that
/// hangs on it. Where none does it is as long as the one before.
pub(super) fn bones(scene: &Scene) -> Vec<Option<Bone>> {
    let world_from_joints: Vec<Mat4> = scene.joint_from_bind.iter().map(Mat4::inverse).collect();
    let origin = |node: usize| world_from_joints[node].w_axis.truncate();
    let mut bones: Vec<Option<Bone>> = Vec::new();
    for (index, node) in scene.nodes.iter().enumerate().take(world_from_joints.len()) {
        let children = scene.children(Some(index)).filter(|&child| child < world_from_joints.len());
        let joints = children.filter(|&child| scene.nodes[child].is_joint);
        let nearest = joints.map(|child| origin(child).distance(origin(index))).filter(|&away| away > CLOSE);
        let parent = node.parent.and_then(|parent| *bones.get(parent)?);
        let length = nearest.reduce(f32::min).or(parent.map(|parent| parent.tip.length()));
        let bone = bone(world_from_joints[index], length.unwrap_or(1.0));
        bones.push(bone.filter(|_| node.is_joint));
    }
    bones
}

/// The bone of a joint; none if it is pressed flat.
fn bone(world_from_joint: Mat4, length: f32) -> Option<Bone> {
    let along = world_from_joint.y_axis.truncate().try_normalize()?;
    let side = world_from_joint.z_axis.truncate();
    let side = (side - side.dot(along) * along).try_normalize()?;
    // Blender rolls from where the shortest turn takes z when it takes y along the bone.
    let unrolled = match along.y > -1.0 + 1e-6 {
        true => Quat::from_rotation_arc(Vec3::Y, along) * Vec3::Z,
        false => Vec3::Z,
    };
    let roll = unrolled.cross(side).dot(along).atan2(unrolled.dot(side));
    Some(Bone { tip: length * along, roll })
}
