//! Poses made of poses: one blended towards another, one on some joints of another, and one added to another; and the layers that
//! do so over time.

use super::{Mixer, Source};
use crate::pose::Pose;
use crate::skeleton::Skeleton;
use crate::transform::Transform;
#[allow(unused_imports, reason = "an answer may do without it")]
use crate::transform::slerp;
#[allow(unused_imports, reason = "an answer may do without it")]
use glam::Quat;

/// Blends a pose towards another one: at 0 it stays, at 1 it is the other.
///
/// Both are poses of the same skeleton. Each joint goes its way in its own parent, so that no bone changes its length
/// unless one of the poses does that.
pub fn blend(pose: &mut [Transform], other: &[Transform], weight: f32) {
    for (joint, &to) in pose.iter_mut().zip(other) {
        *joint = joint.interpolate(to, weight);
    }
}

/// A mask with a soft edge: a list of weights, one for each joint, that rise evenly along a chain.
///
/// Joints that are not below its `first` joint have 0. Its `last` joint, and all joints below it, have 1. A branch on the
/// way keeps the weight of the joint that it leaves. If `first` is `last`, the edge is hard.
///
/// # Panics
/// If `last` is none of the joints.
pub fn feathered_mask(skeleton: &Skeleton, first: usize, last: usize) -> Vec<f32> {
    let joints = skeleton.joints();
    // TODO 13.2: Give the weight of every joint. `last` is below `first`, or is the same joint.
    // BEGIN SOLUTION 13.2
    let up = |&joint: &usize| if joint == first { None } else { joints[joint].parent };
    let chain: Vec<usize> = std::iter::successors(Some(last), up).collect();
    let mut mask = vec![0.0; joints.len()];
    for (index, joint) in joints.iter().enumerate() {
        let above = joint.parent.map_or(0.0, |parent| mask[parent]);
        let rise = if chain.contains(&index) { 1.0 / chain.len() as f32 } else { 0.0 };
        mask[index] = above + rise;
    }
    mask
    // END SOLUTION 13.2
    // STARTER 13.2: let _ = (first, last);
    // STARTER 13.2: vec![0.0; joints.len()]
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
/// All four lists belong to the same skeleton, and `weight` is from 0 to 1. Turns are added in each joint's own axes, places in
/// its parent. No scale of the reference is zero, and none of the layer has another sign.
///
/// # Panics
/// If another list is shorter than `pose`.
pub fn add_layer(
    pose: &mut [Transform],
    layer: &[Transform],
    reference: &[Transform],
    mask: &[f32],
    weight: f32,
) {
    // TODO 13.3: Turn, move and stretch every joint of `pose` further: by the difference from the same joint of `reference` to
    //   that of `layer`, as far as its part of the mask times `weight` says.
    // BEGIN SOLUTION 13.3
    for (i, joint) in pose.iter_mut().enumerate() {
        let (from, to, weight) = (reference[i], layer[i], mask[i] * weight);
        let turn = from.rotation.inverse() * to.rotation;
        joint.rotation *= slerp(Quat::IDENTITY, turn, weight);
        joint.translation += weight * (to.translation - from.translation);
        joint.scale *= (to.scale / from.scale).powf(weight);
    }
    // END SOLUTION 13.3
    // STARTER 13.3: let _ = (pose, layer, reference, mask, weight);
}

/// A motion of some joints on top of another motion. It comes and goes without a jump.
#[derive(Clone, Debug)]
pub struct Layer<S> {
    /// The mixer that it plays.
    pub mixer: Mixer<S>,
    /// Share of each joint that is its own, from 0 to 1.
    pub mask: Vec<f32>,
    /// The weight to reach, from 0 to 1. The layer gets there evenly.
    pub goal: f32,
    /// Adds the difference from the reference if true; else the pose is blended towards the layer.
    pub is_added: bool,
    reference: Pose,
    weight: f32,
}

impl<S: Source> Layer<S> {
    /// A layer of weight 0. An added one adds the difference of its motion from the reference pose.
    pub fn new(mixer: Mixer<S>, reference: Pose) -> Self {
        let mask = vec![0.0; mixer.pose().len()];
        Self { mixer, mask, goal: 0.0, is_added: false, reference, weight: 0.0 }
    }

    /// Lets `dt` seconds pass. From nothing to all of it takes `fade` seconds, even if time runs back.
    pub fn update(&mut self, dt: f32, fade: f32) {
        self.mixer.update(dt);
        // NaN becomes 0: `clamp` would stop the program.
        let step = if fade > 0.0 { (dt / fade).abs().max(0.0) } else { 1.0 };
        self.weight += (self.goal - self.weight).clamp(-step, step);
    }

    /// Returns its weight now.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// Lays it over a pose.
    pub fn lay_over(&self, pose: &mut [Transform]) {
        let layer = self.mixer.pose();
        match self.is_added {
            true => add_layer(pose, layer, &self.reference, &self.mask, self.weight),
            false => overlay(pose, layer, &self.mask, self.weight),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    /// A tree in which every joint's parent comes before it, or there is none.
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
        fn a_layer_adds_its_difference_from_any_reference(joints in prop::collection::vec((joint(), joint(), joint(), 0.0f32..=1.0), 1..9),
                                                          weight in 0.0f32..=1.0) {
            let list = |part: fn(&(Transform, Transform, Transform, f32)) -> Transform| joints.iter().map(part).collect::<Pose>();
            let mask: Vec<f32> = joints.iter().map(|joint| joint.3).collect();
            let mut added = list(|joint| joint.0);
            add_layer(&mut added, &list(|joint| joint.1), &list(|joint| joint.2), &mask, weight);
            let wanted = |&(pose, layer, from, part): &(Transform, Transform, Transform, f32)| {
                // Turned by glam's slerp, moved, and stretched by as many times as the layer is.
                let turn = Quat::IDENTITY.slerp(from.rotation.inverse() * layer.rotation, part * weight);
                Transform {
                    translation: pose.translation + part * weight * (layer.translation - from.translation),
                    rotation: pose.rotation * turn,
                    scale: pose.scale * (part * weight * (layer.scale.x / from.scale.x).ln()).exp(),
                }
            };
            prop_assert!(close(&added, &joints.iter().map(wanted).collect::<Pose>()), "{added:?}");
        }

        #[test]
        fn a_mask_rises_along_its_chain_and_keeps_its_weight_beside_it(skeleton in tree(), last in any::<prop::sample::Index>(),
                                                                       first in any::<prop::sample::Index>()) {
            let joints = skeleton.joints();
            let way_up = |joint| std::iter::successors(Some(joint), |&above: &usize| joints[above].parent);
            let last = last.index(joints.len());
            let above: Vec<usize> = way_up(last).collect();
            let chain = &above[..=first.index(above.len())];
            for (joint, weight) in feathered_mask(&skeleton, chain[chain.len() - 1], last).into_iter().enumerate() {
                let of_chain = way_up(joint).filter(|above| chain.contains(above)).count();
                prop_assert_eq!(weight, of_chain as f32 / chain.len() as f32);
            }
        }
    }
}
