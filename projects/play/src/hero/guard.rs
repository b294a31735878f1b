//! A blade that keeps out of walls and of who is in its way: the arm that holds it folds, and the blade points up.
//!
//! All places are in the frame of `footwork`: it goes along with somebody, x to the right, y up, z to the viewer.

use crate::{Hand, JOINT_FROM_GRIP};
use common::ik::{Goal, Limb, LookAt, named_limbs};
use common::pose::{Pose, walk};
use common::rig::Rig;
use common::transform::transform_point;
use glam::{Mat4, Vec3, vec3};
use std::f32::consts::PI;

/// Seconds until the arm is folded, or stretched again.
const COMES: f32 = 0.15;

/// Place of the folded arm's hand, from the shoulder, and the direction of the blade: ahead and up, in metres.
const FOLDED: [f32; 2] = [0.13, -0.2];
const UP: [f32; 2] = [-0.2, 1.0];

/// Extra length of a raised blade, in metres: it is lowered only once there is more room than it needs.
const ROOM: f32 = 0.06;

/// Number of places of a blade that are tested.
const PLACES: u8 = 8;

/// A blade in a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blade {
    /// Hand that holds it.
    pub hand: Hand,
    /// Length from the grip to the tip, in metres.
    pub long: f32,
}

/// Both arms, and how much one of them is folded.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    arms: Vec<(Hand, Limb, LookAt)>,
    /// The last blade, which the arm still comes back with.
    blade: Option<Blade>,
    /// From 0, as its clip has it, to 1.
    weight: f32,
    model_from_joints: Vec<Mat4>,
}

impl Guard {
    /// Creates the guard of a rig: its arms are those whose hands have the usual names.
    pub fn new(rig: &Rig) -> Self {
        let skeleton = &rig.skeleton;
        let mut model_from_joints = vec![Mat4::IDENTITY; skeleton.joints().len()];
        walk(skeleton, |i| rig.rest[i].to_matrix(), &mut model_from_joints);
        let arm = |hand: Hand| {
            let is_its = |joint: usize| skeleton.joints()[joint].name == hand.joint();
            let named = named_limbs(skeleton).into_iter().find(|limb| is_its(limb.joints[2]))?;
            let limb = Limb::new(skeleton, &model_from_joints, named.joints, Some(-Vec3::Z)).ok()?;
            let [grip, along] = [JOINT_FROM_GRIP.w_axis, JOINT_FROM_GRIP.y_axis].map(|axis| axis.truncate());
            let joints = vec![(named.joints[2], 1.0)];
            Some((hand, limb, LookAt { joints, eyes: grip, ahead: along, limit: PI }))
        };
        let arms = [Hand::Left, Hand::Right].into_iter().filter_map(arm).collect();
        Self { arms, blade: None, weight: 0.0, model_from_joints }
    }

    /// Returns the weight of the folded arm.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// Folds the arm of a pose as far as it must. `facing` is where its owner looks, and `is_taken` tells of a place whether
    /// something is there already.
    pub fn keep_out(
        &mut self,
        rig: &Rig,
        pose: &mut Pose,
        (from_model, facing): (Mat4, Vec3),
        (blade, seconds): (Option<Blade>, f32),
        is_taken: impl Fn(Vec3) -> bool,
    ) {
        let held = blade.or(self.blade);
        let arm = held.and_then(|blade| Some((blade, self.arms.iter().find(|arm| arm.0 == blade.hand)?)));
        let Some((held, (_, limb, gaze))) = arm else { return };
        walk(&rig.skeleton, |i| pose[i].to_matrix(), &mut self.model_from_joints);
        let from_grip = from_model * self.model_from_joints[limb.joints[2]] * JOINT_FROM_GRIP;
        let long = held.long + if self.weight > 0.0 { ROOM } else { 0.0 };
        let place = |part: u8| f32::from(part) / f32::from(PLACES) * long * Vec3::Y;
        let meets =
            blade.is_some() && (1..=PLACES).any(|part| is_taken(transform_point(from_grip, place(part))));
        let step = if meets { seconds } else { -seconds };
        (self.blade, self.weight) = (Some(held), (self.weight + step / COMES).clamp(0.0, 1.0));
        if self.weight == 0.0 {
            self.blade = None;
            return;
        }
        let model_from = from_model.inverse();
        let led = |[ahead, up]: [f32; 2]| model_from.transform_vector3(ahead * facing + up * Vec3::Y);
        let target = limb.arm(&self.model_from_joints).root + led(FOLDED);
        let goal = Goal { target, pole: led([-1.0, -1.0]), soft: 0.0 };
        limb.turn(pose, limb.turns(&self.model_from_joints, &goal).weighted(self.weight));
        walk(&rig.skeleton, |i| pose[i].to_matrix(), &mut self.model_from_joints);
        let grip = transform_point(self.model_from_joints[limb.joints[2]], gaze.eyes);
        let above = grip + led(UP);
        gaze.look(&rig.skeleton, pose, &mut self.model_from_joints, above, self.weight);
    }
}

/// Returns the direction in which a body turned to the left by an angle looks.
pub(super) fn facing(angle: f64) -> Vec3 {
    let (sine, cosine) = (angle as f32).sin_cos();
    vec3(sine, 0.0, cosine)
}
