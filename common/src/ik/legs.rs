//! Legs that stand: from the targets of the feet to a pose.

use crate::ik::limb::{turn_in, turn_joint};
use crate::ik::{Goal, Limb, named_limbs};
use crate::pose::{place_down_to, walk};
use crate::rig::Rig;
use crate::skeleton::Skeleton;
use crate::transform::{Transform, transform_point};
use glam::{Mat3, Mat4, Quat, Vec3};
use std::sync::Arc;

/// Fraction of a leg's length over which it softens in the air.
const SOFT: f32 = 0.02;

/// The vector from the ground behind a heel to below the ankle, in metres: a grown man's, in the world, where he looks along z.
const HEEL: Vec3 = Vec3::new(0.0, 0.0, 0.086);

/// A leg, and the parts of its foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Hip, knee and ankle.
    pub leg: Limb,
    /// The point of the heel that touches the ground, in the ankle joint's space.
    pub heel: Vec3,
    /// The joint of the toes, over which the foot rolls.
    pub toe: usize,
}

/// The places of a leg's ends and of its foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootPlaces {
    /// The hip.
    pub hip: Vec3,
    /// The ankle.
    pub ankle: Vec3,
    /// Heel and toe.
    pub sole: [Vec3; 2],
}

/// The target of a foot, in the world.
#[derive(Clone, Copy, Debug, Default)]
pub struct FootGoal {
    /// The place of its ankle.
    pub ankle: Vec3,
    /// The matrix of its rotation and scale: how the ankle is turned.
    pub turned: Mat3,
    /// The weight of its leg's softness: 0 on the ground, 1 in the air.
    pub soft: f32,
}

/// The hips and legs of a figure. All lists are allocated once, by `new`.
#[derive(Clone, Debug)]
pub struct Legs {
    rig: Arc<Rig>,
    /// The joint that is lowered for the legs' sake: the one above them.
    pub hips: usize,
    /// Offset of the hips for the legs' sake: zero or less.
    pub drop: f32,
    /// The matrices of the pose that was placed last. Once feet are at their targets, those from the hips to the ankles are
    /// the new ones.
    pub world_from_joints: Vec<Mat4>,
}

impl Foot {
    /// Measures the foot of a thigh, a shin, an ankle and toes, from the matrices at rest on level ground.
    fn at_rest(
        skeleton: &Skeleton,
        world_from_joints_at_rest: &[Mat4],
        [thigh, shin, ankle, toe]: [usize; 4],
    ) -> Option<Self> {
        let leg = Limb::new(skeleton, world_from_joints_at_rest, [thigh, shin, ankle], None)?;
        let world_from_ankle = world_from_joints_at_rest[ankle];
        let on_ground = (world_from_ankle.w_axis.truncate() - HEEL).with_y(0.0);
        Some(Self { leg, heel: transform_point(world_from_ankle.inverse(), on_ground), toe })
    }

    /// Returns the places of its heel and toe.
    ///
    /// # Panics
    /// If ankle or toe has no matrix.
    pub fn sole(&self, from_joints: &[Mat4]) -> [Vec3; 2] {
        let ankle = from_joints[self.leg.joints[2]];
        [transform_point(ankle, self.heel), from_joints[self.toe].w_axis.truncate()]
    }

    /// Returns the places of its leg and its parts.
    ///
    /// # Panics
    /// If a joint of the leg has no matrix.
    pub fn places(&self, from_joints: &[Mat4]) -> FootPlaces {
        let [hip, _, ankle] = self.leg.joints.map(|joint| from_joints[joint].w_axis.truncate());
        FootPlaces { hip, ankle, sole: self.sole(from_joints) }
    }

    /// Turns the ankle of a pose to `wanted` in the space to which the matrices, which are the pose's, map.
    fn turn_ankle(&self, skeleton: &Skeleton, pose: &mut [Transform], from_joints: &[Mat4], wanted: Mat3) {
        let ankle = self.leg.joints[2];
        let now = Mat3::from_mat4(from_joints[ankle]);
        if let Some(parent) = skeleton.joints()[ankle].parent
            && now.determinant().is_normal()
        {
            let turn = Quat::from_mat3(&(wanted * now.inverse())).normalize();
            turn_joint(&mut pose[ankle], turn_in(&from_joints[parent], turn));
        }
    }
}

impl FootPlaces {
    /// Returns the places, each mapped.
    pub fn map(self, place: impl Fn(Vec3) -> Vec3) -> Self {
        Self { hip: place(self.hip), ankle: place(self.ankle), sole: self.sole.map(place) }
    }

    /// Returns the foot tilted, with heel and toe as high above the ground as above the level: `share` weighs the toe's
    /// answer against the heel's.
    pub fn on_ground(self, tilt: Quat, share: f32, height: impl Fn(Vec3) -> f32) -> Self {
        let over = |part: Vec3| part + height(part) * Vec3::Y + tilt * (self.ankle - part);
        let ankle = over(self.sole[0]).lerp(over(self.sole[1]), share);
        Self { ankle, sole: self.sole.map(|part| ankle + tilt * (part - self.ankle)), ..self }
    }
}

impl Legs {
    /// The legs of a rig at rest, on level ground, and their feet: those of all legs with the usual names that have toes.
    pub fn new(rig: &Arc<Rig>, world_from_model: Mat4) -> (Self, Vec<Foot>) {
        let (skeleton, world_from_joints) = (&rig.skeleton, vec![Mat4::IDENTITY; rig.rest.len()]);
        let mut legs = Self { rig: rig.clone(), hips: 0, drop: 0.0, world_from_joints };
        legs.place(&rig.rest, world_from_model);
        let foot = |[thigh, shin, ankle]: [usize; 3]| {
            let joints = [thigh, shin, ankle, skeleton.children(ankle).next()?];
            Foot::at_rest(skeleton, &legs.world_from_joints, joints)
        };
        let limbs = named_limbs(skeleton).into_iter().filter(|limb| limb.is_leg);
        let feet: Vec<Foot> = limbs.filter_map(|leg| foot(leg.joints)).collect();
        let hips = feet.first().and_then(|foot| skeleton.joints()[foot.leg.joints[0]].parent);
        legs.hips = hips.unwrap_or(0);
        (legs, feet)
    }

    /// Places all joints of a pose in the world.
    ///
    /// # Panics
    /// If the pose has fewer joints than the rig.
    pub fn place(&mut self, pose: &[Transform], world_from_model: Mat4) {
        walk(&self.rig.skeleton, |i| pose[i].to_matrix(), &mut self.world_from_joints);
        for world_from_joint in &mut self.world_from_joints {
            *world_from_joint = world_from_model * *world_from_joint;
        }
    }

    /// Lowers the hips by what the neediest leg wants, a number of zero or less. A drop that nothing needs any longer is
    /// halved in each `half_life`.
    pub fn lower(&mut self, need: f32, half_life: f32, dt: f32) {
        self.drop = need.min(self.drop * 0.5f32.powf(dt.max(0.0) / half_life));
    }

    /// Brings feet to their targets, after the hips have moved up by `shift`. The pose must be the one that was placed.
    ///
    /// # Panics
    /// If the pose has fewer joints than the rig, or a foot is of another rig.
    pub fn reach(
        &mut self,
        pose: &mut [Transform],
        world_from_model: Mat4,
        shift: f32,
        goals: impl Iterator<Item = (Foot, FootGoal)>,
    ) {
        self.move_hips(shift, pose, world_from_model);
        for (foot, FootGoal { ankle, turned, soft }) in goals {
            let leg = foot.leg;
            let [thigh, _, ankle_joint] = leg.joints;
            let (skeleton, joints) = (&self.rig.skeleton, &mut self.world_from_joints);
            // A leg needs no walk over the whole skeleton.
            place_down_to(skeleton, [self.hips, ankle_joint], pose, world_from_model, joints);
            let pole = leg.pole_now(joints);
            let goal = Goal { target: ankle, pole, soft: SOFT * soft, ..Goal::default() };
            leg.turn(pose, leg.turns(joints, &goal));
            place_down_to(skeleton, [thigh, ankle_joint], pose, world_from_model, joints);
            foot.turn_ankle(skeleton, pose, joints, turned);
        }
    }

    /// Moves the hips, and all joints below them in the tree, up or down in the world.
    fn move_hips(&self, shift: f32, pose: &mut [Transform], world_from_model: Mat4) {
        let parent = self.rig.skeleton.joints()[self.hips].parent;
        let world_from_parent = parent.map_or(world_from_model, |parent| self.world_from_joints[parent]);
        let up = Mat3::from_mat4(world_from_parent);
        if up.determinant().is_normal() && shift.is_finite() {
            pose[self.hips].translation += up.inverse() * (shift * Vec3::Y);
        }
    }
}

/// Returns how far a hip must come down, as a number of zero or less, so that it is within `most` of its ankle: never by
/// more than `lowest`.
pub fn drop_to_reach([hip, ankle]: [Vec3; 2], most: f32, lowest: f32) -> f32 {
    let away = (ankle - hip).with_y(0.0).length();
    let highest = ankle.y + (most * most - away * away).max(0.0).sqrt();
    (highest - hip.y).clamp(-lowest, 0.0)
}
