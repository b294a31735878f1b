//! How a skeleton stands: a local transform per joint, and the walk to model space.

use crate::skeleton::Skeleton;
use crate::transform::Transform;
use glam::Mat4;
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

/// Every joint's transform to the world, for a skeleton that stands in the world at `world_from_model`.
///
/// The walk is depth first: all that hangs on a joint comes before its next sibling.
pub fn world_from_joints(
    skeleton: &Skeleton,
    world_from_model: Mat4,
    parent_from_joints: &[Mat4],
) -> Vec<Mat4> {
    let mut world_from_joints = vec![Mat4::IDENTITY; skeleton.joints().len()];
    for root in skeleton.roots() {
        place_in_world(skeleton, root, world_from_model, parent_from_joints, &mut world_from_joints);
    }
    world_from_joints
}

/// Writes the transforms to the world of a joint, and of all that hangs on it, each at its own index.
fn place_in_world(
    skeleton: &Skeleton,
    joint: usize,
    world_from_parent: Mat4,
    parent_from_joints: &[Mat4],
    world_from_joints: &mut [Mat4],
) {
    // TODO 04.2: Write the transforms to the world of this joint and of all joints below it, each at its own index.
    // BEGIN SOLUTION 04.2
    let world_from_joint = world_from_parent * parent_from_joints[joint];
    world_from_joints[joint] = world_from_joint;
    for child in skeleton.children(joint) {
        place_in_world(skeleton, child, world_from_joint, parent_from_joints, world_from_joints);
    }
    // END SOLUTION 04.2
    // STARTER 04.2: let _ = (skeleton, parent_from_joints);
    // STARTER 04.2: world_from_joints[joint] = world_from_parent;
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

        for (rigid, matrix) in by_rigid.iter().zip(&by_matrix) {
            assert!(rigid.to_matrix().abs_diff_eq(*matrix, 1e-5));
        }
    }

    #[test]
    fn the_loop_and_the_recursion_agree() {
        let mut skeleton = Skeleton::chain(&["trunk", "bough"]);
        for parent in [0, 1, 0, 3, 2] {
            skeleton.add("twig", Some(parent));
        }
        let turned = |i: u8| {
            Mat4::from_translation(vec3(f32::from(i), 1.0, 0.5)) * Mat4::from_rotation_x(0.3 * f32::from(i))
        };
        let parent_from_joints: Vec<Mat4> = (0..7).map(turned).collect();
        let world_from_model = turned(9);

        let down = world_from_joints(&skeleton, world_from_model, &parent_from_joints);
        let along = model_from_joints(&skeleton, &parent_from_joints);

        for (down, along) in down.iter().zip(along) {
            assert!(down.abs_diff_eq(world_from_model * along, 1e-4));
        }
    }
}
