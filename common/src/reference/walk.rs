//! The walk to model space.

use crate::skeleton::Skeleton;
use crate::transform::Transform;
use glam::Mat4;

/// Writes where every joint of a pose stands in the model, over what stood there one picture ago.
///
/// It is the walk of [`model_from_joints`](crate::pose::model_from_joints) for a player: all three lists are as long as each
/// other, and nothing is made anew.
pub fn walk(skeleton: &Skeleton, pose: &[Transform], model_from_joints: &mut [Mat4]) {
    for (index, joint) in skeleton.joints().iter().enumerate() {
        // Parents come first. What has none stands in the model itself.
        let model_from_parent = joint.parent.map_or(Mat4::IDENTITY, |parent| model_from_joints[parent]);
        model_from_joints[index] = model_from_parent * pose[index].to_matrix();
    }
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
