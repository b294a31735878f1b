//! The walk to model space.

use crate::skeleton::Skeleton;
use crate::transform::Transform;
use glam::{Mat3, Mat4, Vec3};

/// Writes where every joint of a pose stands in the model, over what stood there one picture ago.
///
/// It is the walk of [`model_from_joints`](crate::pose::model_from_joints) for a player: all three lists are as long as each
/// other, and nothing is made anew.
pub fn walk(skeleton: &Skeleton, pose: &[Transform], model_from_joints: &mut [Mat4]) {
    for (index, (joint, transform)) in skeleton.joints().iter().zip(pose).enumerate() {
        model_from_joints[index] = match joint.parent {
            // Parents come first.
            Some(parent) => placed(&model_from_joints[parent], transform),
            // What has none stands in the model itself.
            None => transform.to_matrix(),
        };
    }
}

/// The product of a matrix and that of a transform. Both last rows are 0 0 0 1, so nothing is multiplied by them.
fn placed(model_from_parent: &Mat4, joint: &Transform) -> Mat4 {
    let Mat4 { x_axis, y_axis, z_axis, w_axis } = model_from_parent;
    let turn = Mat3::from_quat(joint.rotation);
    let direction = |way: Vec3| x_axis * way.x + y_axis * way.y + z_axis * way.z;
    let origin = joint.translation;
    Mat4::from_cols(
        direction(turn.x_axis) * joint.scale.x,
        direction(turn.y_axis) * joint.scale.y,
        direction(turn.z_axis) * joint.scale.z,
        // In pairs: children wait for it, and two short sums take less time than a long one.
        (x_axis * origin.x + y_axis * origin.y) + (z_axis * origin.z + w_axis),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    #[test]
    fn every_joint_goes_with_all_above_it() {
        let mut skeleton = Skeleton::chain(&["hips", "spine", "neck"]);
        skeleton.add("thigh", Some(0));
        skeleton.add("sword", None);
        let joint = Transform {
            translation: Vec3::X,
            rotation: Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
            scale: Vec3::splat(2.0),
        };
        let mut placed = [Mat4::ZERO; 5];
        walk(&skeleton, &[joint; 5], &mut placed);
        let places = placed.map(|model_from_joint| model_from_joint.w_axis.truncate().round());
        let up = Vec3::new(1.0, 2.0, 0.0);
        assert_eq!(places, [Vec3::X, up, Vec3::new(-3.0, 2.0, 0.0), up, Vec3::X]);
    }
}
