//! How a skeleton stands: a local transform per joint, and the walk to model space.

use crate::skeleton::Skeleton;
use crate::transform::Transform;
use std::ops::Mul;

pub use crate::reference::walk;

/// How a skeleton stands: for every joint, how it stands in its parent.
pub type Pose = Vec<Transform>;

/// Every joint's transform to model space, from every joint's transform to its parent.
///
/// A root's parent is the model itself. The transforms may be rigid transforms or matrices:
/// whatever can be chained by `*`.
pub fn model_from_joints<T>(skeleton: &Skeleton, parent_from_joints: &[T]) -> Vec<T>
where
    T: Copy + Mul<Output = T>,
{
    // TODO 02.4: Say how every joint stands in the model. Parents stand before their children in the skeleton.
    // BEGIN SOLUTION 02.4
    let mut model_from_joints: Vec<T> = Vec::new();
    for (joint, &parent_from_joint) in skeleton.joints().iter().zip(parent_from_joints) {
        let model_from_joint = match joint.parent {
            Some(parent) => model_from_joints[parent] * parent_from_joint,
            None => parent_from_joint,
        };
        model_from_joints.push(model_from_joint);
    }
    model_from_joints
    // END SOLUTION 02.4
    // STARTER 02.4: let _ = skeleton;
    // STARTER 02.4: parent_from_joints.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::RigidTransform;
    use glam::{Mat4, Quat, vec3};

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

        for (rigid, matrix) in by_rigid.iter().zip(&by_matrix) {
            assert!(rigid.to_matrix().abs_diff_eq(*matrix, 1e-5));
        }
    }
}
