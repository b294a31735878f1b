//! Poses out of poses: one on its way to another, one on some joints of another, and one on top of another.

use crate::skeleton::Skeleton;
use crate::transform::Transform;
#[allow(unused_imports, reason = "an answer may do without it")]
use crate::transform::slerp;
#[allow(unused_imports, reason = "an answer may do without it")]
use glam::Quat;

/// Takes a pose a part of the way to another one: at 0 it stays, at 1 it is the other.
///
/// Both are poses of the same skeleton. Each joint goes its way in its own parent, so that no bone changes its length
/// unless one of the poses does that.
pub fn blend(pose: &mut [Transform], other: &[Transform], weight: f32) {
    for (joint, &to) in pose.iter_mut().zip(other) {
        *joint = joint.interpolate(to, weight);
    }
}

/// Gives a joint, and all that hangs on it, the same weight in a mask: a list of weights, one for each joint.
pub fn set_below(mask: &mut [f32], skeleton: &Skeleton, joint: usize, weight: f32) {
    let joints = skeleton.joints();
    // TODO 13.4: Give the weight to the joint and to all that hang on it, however far below. Leave all others as they are.
    // BEGIN SOLUTION 13.4
    let mut below = vec![false; joints.len()];
    for index in 0..joints.len() {
        let parent_below = joints[index].parent.is_some_and(|parent| below[parent]);
        below[index] = index == joint || parent_below;
        if below[index] {
            mask[index] = weight;
        }
    }
    // END SOLUTION 13.4
    // STARTER 13.4: let _ = (mask, joints, joint, weight);
}

/// Lays a pose over another: each joint goes as far towards the layer as the mask and the weight together say.
///
/// All three lists belong to the same skeleton. A mask goes from 0, the joint is left alone, to 1, the layer has it all.
pub fn overlay(pose: &mut [Transform], layer: &[Transform], mask: &[f32], weight: f32) {
    // One joint makes a pose as well.
    for ((joint, to), part) in pose.chunks_mut(1).zip(layer.chunks(1)).zip(mask) {
        let weight = part * weight;
        if weight > 0.0 {
            blend(joint, to, weight);
        }
    }
}

/// Adds to a pose what a layer does beyond a reference pose, as far as the mask and the weight together say.
///
/// All four lists belong to the same skeleton. Turns are added in each joint's own axes, places in its parent. No scale of
/// the reference is zero, and none of the layer has another sign.
pub fn add_layer(
    pose: &mut [Transform],
    layer: &[Transform],
    reference: &[Transform],
    mask: &[f32],
    weight: f32,
) {
    // TODO 13.5: Turn, move and stretch every joint of `pose` further: by what leads from the same joint of `reference` to
    //   that of `layer`, as far as its part of the mask times `weight` says.
    // BEGIN SOLUTION 13.5
    for (i, joint) in pose.iter_mut().enumerate() {
        let (from, to, weight) = (reference[i], layer[i], mask[i] * weight);
        let turn = from.rotation.inverse() * to.rotation;
        joint.rotation *= slerp(Quat::IDENTITY, turn, weight);
        joint.translation += weight * (to.translation - from.translation);
        joint.scale *= (to.scale / from.scale).powf(weight);
    }
    // END SOLUTION 13.5
    // STARTER 13.5: let _ = (pose, layer, reference, mask, weight);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::Pose;
    use glam::Vec3;
    use proptest::prelude::*;

    prop_compose! {
        fn joint()(t in prop::array::uniform3(-2.0f32..2.0), turn in prop::array::uniform3(-1.5f32..1.5), s in 0.5f32..2.0)
                  -> Transform {
            let rotation = Quat::from_scaled_axis(Vec3::from(turn));
            Transform { translation: t.into(), rotation, scale: Vec3::splat(s) }
        }
    }

    fn poses() -> impl Strategy<Value = (Pose, Pose)> {
        (1usize..9).prop_flat_map(|joints| {
            let pose = || prop::collection::vec(joint(), joints);
            (pose(), pose())
        })
    }

    fn close(a: &[Transform], b: &[Transform]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_matrix().abs_diff_eq(b.to_matrix(), 1e-4))
    }

    fn blended(pose: &Pose, other: &Pose, weight: f32) -> Pose {
        let mut pose = pose.clone();
        blend(&mut pose, other, weight);
        pose
    }

    /// A tree in which every joint hangs on one before it, or on none.
    fn tree() -> impl Strategy<Value = Skeleton> {
        prop::collection::vec(prop::option::weighted(0.9, any::<prop::sample::Index>()), 1..20).prop_map(
            |parents| {
                let mut skeleton = Skeleton::new();
                for (i, parent) in parents.into_iter().enumerate() {
                    let parent = parent.filter(|_| i > 0).map(|parent| parent.index(i));
                    skeleton.add(&i.to_string(), parent);
                }
                skeleton
            },
        )
    }

    proptest! {
        #[test]
        fn a_blend_leads_from_one_pose_to_the_other((from, to) in poses(), weight in 0.0f32..=1.0) {
            prop_assert!(close(&blended(&from, &to, 0.0), &from));
            prop_assert!(close(&blended(&from, &to, 1.0), &to));
            prop_assert!(close(&blended(&from, &from, weight), &from));
            prop_assert!(close(&blended(&from, &to, weight), &blended(&to, &from, 1.0 - weight)));
        }

        #[test]
        fn a_layer_is_a_blend_of_each_joint_by_itself((pose, layer) in poses(), mask in prop::array::uniform8(0.0f32..=1.0),
                                                      weight in 0.0f32..=1.0) {
            let mut laid = pose.clone();
            overlay(&mut laid, &layer, &mask, weight);
            for (joint, given) in laid.iter().enumerate() {
                prop_assert!(close(&[*given], &[blended(&pose, &layer, mask[joint] * weight)[joint]]));
            }
        }

        #[test]
        fn what_a_layer_adds_to_its_reference_is_the_layer((from, layer) in poses(), weight in 0.0f32..=1.0) {
            let ones = vec![1.0; from.len()];
            for weight in [0.0, weight, 1.0] {
                let mut added = from.clone();
                add_layer(&mut added, &layer, &from, &ones, weight);
                for (added, (from, layer)) in added.iter().zip(from.iter().zip(&layer)) {
                    // Turned and moved as by a blend; a scale goes evenly if its ratio does.
                    let blended = from.interpolate(*layer, weight);
                    let scale = from.scale * (layer.scale / from.scale).powf(weight);
                    prop_assert!(close(&[*added], &[Transform { scale, ..blended }]), "{added:?} {blended:?}");
                }
            }
        }

        #[test]
        fn a_layer_adds_in_the_joints_own_axes((pose, layer) in poses(), parent in joint(), w in 0.0f32..=1.0) {
            // Whatever the joint's parent is turned by, and however the joint stands, the same turn comes last.
            let reference = vec![parent; pose.len()];
            let ones = vec![1.0; pose.len()];
            let mut added = pose.clone();
            add_layer(&mut added, &layer, &reference, &ones, w);
            for (i, added) in added.iter().enumerate() {
                let turn = pose[i].rotation.inverse() * added.rotation;
                let (axis, angle) = (parent.rotation.inverse() * layer[i].rotation).to_axis_angle();
                let angle = if angle > std::f32::consts::PI { angle - std::f32::consts::TAU } else { angle };
                let wanted = Quat::from_axis_angle(axis, w * angle);
                prop_assert!(turn.dot(wanted).abs() > 0.9999, "{turn} {wanted}");
            }
        }

        #[test]
        fn a_layer_adds_nothing_where_the_mask_is_zero((pose, layer) in poses(), w in 0.0f32..=1.0) {
            let zeros = vec![0.0; pose.len()];
            let mut added = pose.clone();
            add_layer(&mut added, &layer, &pose, &zeros, w);
            prop_assert!(close(&added, &pose));
        }

        #[test]
        fn a_mask_covers_a_joint_and_all_that_hangs_on_it(skeleton in tree(), joint in any::<prop::sample::Index>()) {
            let joints = skeleton.joints();
            let joint = joint.index(joints.len());
            let mut mask = vec![0.25; joints.len()];
            set_below(&mut mask, &skeleton, joint, 0.75);
            for (index, weight) in mask.into_iter().enumerate() {
                let up = |&index: &usize| joints[index].parent;
                let is_below = std::iter::successors(Some(index), up).any(|above| above == joint);
                prop_assert_eq!(weight, if is_below { 0.75 } else { 0.25 });
            }
        }
    }
}
