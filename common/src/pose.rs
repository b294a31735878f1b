//! A pose of a skeleton: a local transform per joint, and the walk to model space.

use crate::skeleton::Skeleton;
use crate::transform::Transform;
use glam::Mat4;
use std::ops::Mul;

/// A pose: every joint's transform to its parent.
pub type Pose = Vec<Transform>;

/// Returns true if all rotations are of unit length. Those of an answer that isn't finished may not be, and glam stops the
/// program where they become matrices.
pub fn is_pose(pose: &[Transform]) -> bool {
    pose.iter().all(|joint| joint.rotation.is_normalized())
}

/// Fills `model_from_joints` with every joint's transform to model space.
///
/// `parent_from_joint(i)` is the transform of joint `i` to its parent; a root's parent is the model itself. The transforms
/// may be rigid transforms or matrices: anything that `*` chains.
///
/// # Panics
/// If `model_from_joints` is shorter than the list of joints.
pub fn walk<T>(skeleton: &Skeleton, parent_from_joint: impl Fn(usize) -> T, model_from_joints: &mut [T])
where
    T: Copy + Mul<Output = T>,
{
    // TODO 02.4: Fill in every joint's transform to model space. Parents come before their children in the skeleton.
    // BEGIN SOLUTION 02.4
    for (i, joint) in skeleton.joints().iter().enumerate() {
        model_from_joints[i] = match joint.parent {
            Some(parent) => model_from_joints[parent] * parent_from_joint(i),
            None => parent_from_joint(i),
        };
    }
    // END SOLUTION 02.4
    // STARTER 02.4: let joints = 0..skeleton.joints().len();
    // STARTER 02.4: joints.for_each(|i| model_from_joints[i] = parent_from_joint(i));
}

/// Returns every joint's transform to model space in a new list: [`walk`] for a list of transforms.
///
/// # Panics
/// If there are fewer transforms than joints.
pub fn model_from_joints<T>(skeleton: &Skeleton, parent_from_joints: &[T]) -> Vec<T>
where
    T: Copy + Mul<Output = T>,
{
    let mut model_from_joints = parent_from_joints.to_vec();
    walk(skeleton, |i| parent_from_joints[i], &mut model_from_joints);
    model_from_joints
}

/// Returns every joint's transform to model space in a pose. If it [isn't one](is_pose), all of them are zero, and nothing is seen.
///
/// # Panics
/// If the pose has fewer joints than the skeleton.
pub fn placed(skeleton: &Skeleton, pose: &[Transform]) -> Vec<Mat4> {
    let mut model_from_joints = vec![Mat4::ZERO; pose.len()];
    if is_pose(pose) {
        walk(skeleton, |i| pose[i].to_matrix(), &mut model_from_joints);
    }
    model_from_joints
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::RigidTransform;
    use glam::{Quat, vec3};

    #[test]
    fn rigid_transforms_and_matrices_walk_to_the_same_place() {
        let mut skeleton = Skeleton::chain(&["hip", "spine", "neck"]);
        skeleton.add("left leg", Some(0));
        let rigid: Vec<_> = (0..4u8)
            .map(|i| {
                let i = f32::from(i);
                let turn = Quat::from_rotation_z(0.4 * i) * Quat::from_rotation_x(0.3);
                RigidTransform::new(vec3(i, 1.0, -i), turn)
            })
            .collect();
        let matrices: Vec<Mat4> = rigid.iter().map(|rigid| rigid.to_matrix()).collect();

        let by_rigid = model_from_joints(&skeleton, &rigid);
        let by_matrix = model_from_joints(&skeleton, &matrices);

        // The way from the model down to each joint.
        let ways = [&[0][..], &[0, 1], &[0, 1, 2], &[0, 3]];
        for ((rigid, matrix), way) in by_rigid.iter().zip(&by_matrix).zip(ways) {
            assert!(rigid.to_matrix().abs_diff_eq(*matrix, 1e-5));
            let wanted: Mat4 = way.iter().map(|&joint| matrices[joint]).product();
            assert!(matrix.abs_diff_eq(wanted, 1e-5));
        }
    }
}
