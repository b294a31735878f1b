//! Planted feet: a figure's steps fitted to uneven ground.
//!
//! All places are in the world: right-handed, y up, metres. A clip walks on the level y = 0 of the model; the ground is
//! a height for every x and z. A planted foot keeps its place until it leaves the ground.

use crate::clip::{Animator, Clip};
use crate::ik::foot_contacts::{FootContacts, smooth};
use crate::ik::foot_placement::{FootPlacement, hump};
use crate::ik::limb::{turn_in, turn_joint};
use crate::ik::{FootLock, Goal, Limb, NoLimb};
use crate::pose::walk;
use crate::rig::Rig;
use crate::skeleton::Skeleton;
use crate::transform::{Transform, transform_point};
use glam::{Mat3, Mat4, Quat, Vec3};
use std::sync::Arc;

/// Half-life of the hips' lowering, in seconds, once nothing needs it.
const RISE: f32 = 0.6;

/// Fraction of a leg's length over which it softens in the air.
const SOFT: f32 = 0.02;

/// Samples of a clip in a second.
const SAMPLES: f32 = 120.0;

/// A leg, and the parts of its foot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Hip, knee and ankle.
    pub leg: Limb,
    /// The point of the heel that touches the ground, in the ankle joint's frame.
    pub heel: Vec3,
    /// The joint of the toes, over which the foot rolls.
    pub toe: usize,
}

/// The parts of the fitting that are switched on: without one, its effect is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeetOptions {
    /// A planted foot keeps its place.
    pub holds: bool,
    /// The hips come down where a leg is too short.
    pub lowers: bool,
    /// A foot tilts as the ground does.
    pub tilts: bool,
}

/// The figure and the ground in a picture.
#[derive(Clone, Copy)]
pub struct Ground<'g> {
    /// From the model to the world, on level ground: height zero.
    pub world_from_model: Mat4,
    /// Velocity of the figure, in metres a second.
    pub velocity: Vec3,
    /// The height of the ground at an x and a z.
    pub height: &'g dyn Fn(f32, f32) -> f32,
}

/// Fits a clip's steps to the ground. All lists are allocated once, by `new`.
#[derive(Clone, Debug)]
pub struct Feet {
    /// The parts of the fitting that are switched on. At first, all are.
    pub does: FeetOptions,
    rig: Arc<Rig>,
    hips: usize,
    steps: Vec<MovingFoot>,
    seconds: f32,
    /// Offset of the hips for the legs' sake alone, beside that of the ground: zero or less.
    drop: f32,
    missed: f32,
    world_from_joints: Vec<Mat4>,
}

/// A foot in motion.
#[derive(Clone, Debug)]
struct MovingFoot {
    foot: Foot,
    does: FeetOptions,
    stance: FootContacts,
    /// The places of its parts in the model at the clip's samples.
    samples: Vec<Parts>,
    /// Greatest distance between hip and ankle while it is planted, as a fraction of the leg's length.
    reach: f32,
    held: FootLock,
    /// The ground below it, or in the air the ground that it left; and the ground on which it will land.
    footings: [FootPlacement; 2],
    /// Height by which the ground between them rises above the path from one to the other.
    hump: f32,
    /// True if it is in the air; none before the first picture.
    in_air: Option<bool>,
    /// Its target in this picture.
    fitted: Fitted,
}

/// The places of a leg's parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Parts {
    hip: Vec3,
    ankle: Vec3,
    /// Heel and toe.
    sole: [Vec3; 2],
}

/// The target of a foot.
#[derive(Clone, Copy, Debug, Default)]
struct Fitted {
    ankle: Vec3,
    /// The tilt from its rotation in the clip.
    tilt: Quat,
    /// The fraction of its path from footing to footing that is over: 1 if it is planted.
    over: f32,
    /// The ankle's transform to the world in the clip.
    clip: Mat4,
    landing: Landing,
}

/// The target that a leg must reach: now if its foot is planted, or else when it lands.
#[derive(Clone, Copy, Debug, Default)]
struct Landing {
    /// The place of the hip on level ground.
    hip: Vec3,
    ankle: Vec3,
    /// Distance between the two in the clip.
    clip: f32,
    /// The figure's displacement until then.
    moved: Vec3,
}

impl FeetOptions {
    /// All of it.
    pub const ALL: Self = Self { holds: true, lowers: true, tilts: true };
}

impl Feet {
    /// Prepares feet for a clip that walks in place, on level ground. `level` is the figure's place and velocity for
    /// which the clip was made, so that its feet don't slide.
    pub fn new(rig: &Arc<Rig>, clip: &Arc<Clip>, hips: usize, feet: &[Foot], level: &Ground) -> Self {
        let joints = rig.skeleton.joints().len();
        let mut animator = Animator::new(rig.clone(), clip.clone());
        let count = (clip.seconds * SAMPLES).ceil().max(1.0) as usize;
        let dt = clip.seconds / count as f32;
        let mut model_from_joints = vec![Mat4::IDENTITY; joints];
        let mut steps: Vec<MovingFoot> = feet.iter().map(|foot| MovingFoot::new(*foot)).collect();
        let mut lengths = vec![Vec::with_capacity(count); feet.len()];
        for sample in 0..count {
            animator.seek(sample as f32 * dt);
            walk(&rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut model_from_joints);
            for (step, lengths) in steps.iter_mut().zip(&mut lengths) {
                step.samples.push(step.foot.parts(&model_from_joints));
                let arm = step.foot.leg.arm(&model_from_joints);
                lengths.push(arm.root.distance(arm.end) / arm.length());
            }
        }
        for (step, lengths) in steps.iter_mut().zip(&lengths) {
            step.look(lengths, dt, level);
        }
        Self {
            does: FeetOptions::ALL,
            rig: rig.clone(),
            hips,
            steps,
            seconds: clip.seconds,
            drop: 0.0,
            missed: 0.0,
            world_from_joints: vec![Mat4::IDENTITY; joints],
        }
    }

    /// Fits a pose of the clip to the ground: the pose at `phase`, a fraction of the clip from 0 to 1. `dt` seconds
    /// have passed since the last picture. NaN leaves the pose as it is.
    pub fn fit(&mut self, pose: &mut [Transform], phase: f32, dt: f32, ground: &Ground) {
        let Ground { world_from_model, velocity, .. } = ground;
        if !(phase.is_finite() && dt.is_finite() && world_from_model.is_finite() && velocity.is_finite()) {
            return;
        }
        self.place(pose, ground);
        for step in &mut self.steps {
            step.does = self.does;
            step.fit(&self.world_from_joints, (phase, self.seconds), dt, ground);
        }
        let shift = self.shifted(dt);
        self.move_hips(shift, pose, ground);
        self.missed = 0.0;
        for MovingFoot { foot, fitted, .. } in &self.steps {
            let soft = SOFT * softness(fitted.over);
            let pole = foot.leg.pole_now(&self.world_from_joints);
            let turns = foot.leg.turns(&self.world_from_joints, &Goal { target: fitted.ankle, pole, soft });
            foot.leg.turn(pose, turns);
            self.missed = self.missed.max(fitted.over.floor() * turns.missed);
        }
        self.place(pose, ground);
        for step in &self.steps {
            self.tilt(step, pose);
        }
    }

    /// Moves all remembered places in the world, for ground that is shifted.
    pub fn carry(&mut self, by: Vec3) {
        for step in &mut self.steps {
            step.held.places = step.held.places.map(|place| place.map(|place| place + by));
            step.footings = step.footings.map(|footing| footing.moved(by));
        }
    }

    /// Returns the distance by which a planted foot misses its place in this picture, in metres: above zero only where
    /// a leg is too short.
    pub fn missed(&self) -> f32 {
        self.missed
    }

    /// Returns the distance by which the hips are lowered in this picture for the legs to reach the ground, in metres.
    pub fn lowered(&self) -> f32 {
        -self.drop
    }

    /// Returns the contacts of each foot, in the order in which they were given.
    pub fn stances(&self) -> impl Iterator<Item = &FootContacts> {
        self.steps.iter().map(|step| &step.stance)
    }

    /// Places all joints in the world.
    fn place(&mut self, pose: &[Transform], ground: &Ground) {
        walk(&self.rig.skeleton, |i| pose[i].to_matrix(), &mut self.world_from_joints);
        for world_from_joint in &mut self.world_from_joints {
            *world_from_joint = ground.world_from_model * *world_from_joint;
        }
    }

    /// Returns the hips' vertical offset: that of the ground, and down for short legs. They rise again slowly.
    fn shifted(&mut self, dt: f32) -> f32 {
        let hips = self.world_from_joints[self.hips].w_axis.truncate();
        let need = |(index, step): (usize, &MovingFoot)| {
            let ground = self.ground(hips + step.fitted.landing.moved, Some(index));
            step.need(&self.world_from_joints, ground)
        };
        let need = self.steps.iter().enumerate().map(need).fold(0.0, f32::min);
        let need = if self.does.lowers { need } else { 0.0 };
        self.drop = need.min(self.drop * 0.5f32.powf(dt.max(0.0) / RISE));
        self.ground(hips, None) + self.drop
    }

    /// Returns the mean height of the ground at a place, by all feet's footings; `landed` counts as landed already.
    fn ground(&self, place: Vec3, landed: Option<usize>) -> f32 {
        let height = |(index, step): (usize, &MovingFoot)| match landed == Some(index) {
            true => step.landing_height(place),
            false => step.height(place),
        };
        self.steps.iter().enumerate().map(height).sum::<f32>() / self.steps.len().max(1) as f32
    }

    /// Moves the hips, and all joints below them in the tree, up or down in the world.
    fn move_hips(&mut self, shift: f32, pose: &mut [Transform], ground: &Ground) {
        let parent = self.rig.skeleton.joints()[self.hips].parent;
        let world_from_parent =
            parent.map_or(ground.world_from_model, |parent| self.world_from_joints[parent]);
        let up = Mat3::from_mat4(world_from_parent);
        if up.determinant().is_normal() && shift.is_finite() {
            pose[self.hips].translation += up.inverse() * (shift * Vec3::Y);
            self.place(pose, ground);
        }
    }

    /// Turns an ankle so that the foot has the angle to the ground that it has in the clip to level ground.
    fn tilt(&self, step: &MovingFoot, pose: &mut [Transform]) {
        let wanted = Mat3::from_quat(step.fitted.tilt) * Mat3::from_mat4(step.fitted.clip);
        step.foot.turn_ankle(&self.rig.skeleton, pose, &self.world_from_joints, wanted);
    }
}

impl Foot {
    /// Measures the foot of a thigh, a shin, an ankle and toes in the pose at rest, on level ground. `heel` is the
    /// vector from above the heel to the ankle, along the ground of the world.
    ///
    /// # Errors
    /// If the joints don't form a leg.
    pub fn at_rest(
        rig: &Rig,
        world_from_model: Mat4,
        [thigh, shin, ankle, toe]: [usize; 4],
        heel: Vec3,
    ) -> Result<Self, NoLimb> {
        let mut model_from_joints = vec![Mat4::IDENTITY; rig.rest.len()];
        walk(&rig.skeleton, |i| rig.rest[i].to_matrix(), &mut model_from_joints);
        let leg = Limb::new(&rig.skeleton, &model_from_joints, [thigh, shin, ankle], None)?;
        let world_from_ankle = world_from_model * model_from_joints[ankle];
        let on_ground = (world_from_ankle.w_axis.truncate() - heel).with_y(0.0);
        Ok(Self { leg, heel: transform_point(world_from_ankle.inverse(), on_ground), toe })
    }

    /// Returns the places of its heel and toe.
    pub fn sole(&self, from_joints: &[Mat4]) -> [Vec3; 2] {
        let ankle = from_joints[self.leg.joints[2]];
        [transform_point(ankle, self.heel), from_joints[self.toe].w_axis.truncate()]
    }

    /// Turns the ankle of a pose to `wanted` in the space to which the matrices, which are the pose's, map.
    pub fn turn_ankle(
        &self,
        skeleton: &Skeleton,
        pose: &mut [Transform],
        from_joints: &[Mat4],
        wanted: Mat3,
    ) {
        let ankle = self.leg.joints[2];
        let now = Mat3::from_mat4(from_joints[ankle]);
        if let Some(parent) = skeleton.joints()[ankle].parent
            && now.determinant().is_normal()
        {
            let turn = Quat::from_mat3(&(wanted * now.inverse())).normalize();
            turn_joint(&mut pose[ankle], turn_in(from_joints[parent], turn));
        }
    }

    /// Returns the places of the leg's parts.
    fn parts(&self, from_joints: &[Mat4]) -> Parts {
        let [hip, _, ankle] = self.leg.joints;
        let at = |joint: usize| from_joints[joint].w_axis.truncate();
        Parts { hip: at(hip), ankle: at(ankle), sole: self.sole(from_joints) }
    }
}

impl Parts {
    /// Returns the parts with every place mapped.
    fn map(self, place: impl Fn(Vec3) -> Vec3) -> Self {
        Self { hip: place(self.hip), ankle: place(self.ankle), sole: self.sole.map(place) }
    }
}

impl MovingFoot {
    fn new(foot: Foot) -> Self {
        Self {
            foot,
            does: FeetOptions::ALL,
            stance: FootContacts::of(&[[Vec3::ZERO; 2]], 1.0, Vec3::ZERO),
            samples: Vec::new(),
            reach: 0.0,
            held: FootLock::default(),
            footings: [FootPlacement::default(); 2],
            hump: 0.0,
            in_air: None,
            fitted: Fitted::default(),
        }
    }

    /// Finds its contacts, and how far its leg is stretched in them.
    fn look(&mut self, lengths: &[f32], dt: f32, level: &Ground) {
        let over_ground = |(sample, parts): (usize, &Parts)| {
            let moved = sample as f32 * dt * level.velocity;
            parts.sole.map(|place| transform_point(level.world_from_model, place) + moved)
        };
        let places: Vec<[Vec3; 2]> = self.samples.iter().enumerate().map(over_ground).collect();
        let count = places.len();
        self.stance = FootContacts::of(&places, dt, count as f32 * dt * level.velocity);
        let stands = |sample: &usize| self.stance.stands(*sample as f32 / count as f32) != [false; 2];
        self.reach = (0..count).filter(stands).map(|sample| lengths[sample]).fold(0.0, f32::max);
    }

    /// Returns the places of its parts in the world, as in the clip, when it lands.
    fn landing(&self, phase: f32, until: f32, seconds: f32, ground: &Ground) -> Parts {
        let count = self.samples.len();
        let sample = ((phase + until).rem_euclid(1.0) * count as f32).round() as usize % count;
        let moved = until * seconds * ground.velocity;
        self.samples[sample].map(|place| transform_point(ground.world_from_model, place) + moved)
    }

    /// Computes the target of the foot, from its place in the clip.
    fn fit(&mut self, world_from_joints: &[Mat4], (phase, seconds): (f32, f32), dt: f32, ground: &Ground) {
        let parts = self.foot.parts(world_from_joints);
        let air = self.stance.air(phase);
        let landing = air.map(|air| self.landing(phase, air.until, seconds, ground));
        self.find_footings(parts, landing, ground);
        let over = air.map_or(1.0, |air| smooth(air.part()));
        let tilts = self.footings.map(|footing| self.tilt(footing));
        let tilt = if air.is_some() { tilts[0].slerp(tilts[1], over) } else { tilts[0] };
        self.fitted.over = over;

        let share = self.stance.share(phase);
        let free_ankle = fitted_ankle(parts, tilt, share, |place| self.height(place));
        let free = parts.sole.map(|part| free_ankle + tilt * (part - parts.ankle));
        let stands = if self.does.holds { self.stance.stands(phase) } else { [false; 2] };
        let offset = self.held.hold(free, stands, share, dt);
        self.fitted = Fitted {
            ankle: free_ankle + offset,
            tilt,
            over,
            clip: world_from_joints[self.foot.leg.joints[2]],
            landing: Landing::default(),
        };
        let until = air.map_or(0.0, |air| air.until);
        self.fitted.landing = Landing {
            moved: until * seconds * ground.velocity,
            ..self.to_reach(landing, parts, self.stance.share(phase + until))
        };
    }

    /// Returns the tilt of a foot on some ground.
    fn tilt(&self, footing: FootPlacement) -> Quat {
        if self.does.tilts { footing.tilt() } else { Quat::IDENTITY }
    }

    /// Returns the target that the leg must reach: now, or when it lands.
    fn to_reach(&self, landing: Option<Parts>, now: Parts, share: f32) -> Landing {
        let tilt = self.tilt(self.footings[1]);
        let ankle = match landing {
            Some(parts) => fitted_ankle(parts, tilt, share, |place| self.landing_height(place)),
            None => self.fitted.ankle,
        };
        let Parts { hip, ankle: clip, .. } = landing.unwrap_or(now);
        Landing { hip, ankle, clip: hip.distance(clip), moved: Vec3::ZERO }
    }

    /// Finds the ground below the foot, or keeps the one that it left; and in the air the ground where it lands.
    fn find_footings(&mut self, parts: Parts, landing: Option<Parts>, ground: &Ground) {
        // A foot that lets go, or hasn't begun, gets the ground below its present place.
        let lost = self.in_air.is_none() || self.in_air == Some(false) && self.held == FootLock::default();
        if lost {
            self.footings = [FootPlacement::below(parts.sole, ground.height); 2];
        }
        match landing {
            Some(landing) => self.footings[1] = FootPlacement::below(landing.sole, ground.height),
            None if self.in_air == Some(true) => self.footings[0] = self.footings[1],
            None => {}
        }
        self.in_air = Some(landing.is_some());
        self.hump = landing.map_or(0.0, |_| hump(self.footings, ground.height));
    }

    /// Returns the height of the ground at a place, from this foot's footings. In the air the height blends to that of
    /// the landing, and clears the ground between them.
    fn height(&self, place: Vec3) -> f32 {
        let [from, to] = self.footings.map(|footing| footing.height(place));
        let over = self.fitted.over;
        let way = from + over * (to - from) + softness(over) * self.hump;
        if self.in_air == Some(true) { way } else { from }
    }

    /// Returns the height of the ground at a place once the foot has landed.
    fn landing_height(&self, place: Vec3) -> f32 {
        self.footings[usize::from(self.in_air == Some(true))].height(place)
    }

    /// Returns the offset of the hips for this leg, on ground of this height: zero or less.
    fn need(&self, world_from_joints: &[Mat4], ground: f32) -> f32 {
        let length = self.foot.leg.arm(world_from_joints).length();
        let Landing { hip, ankle, clip, .. } = self.fitted.landing;
        let hip = hip + ground * Vec3::Y;
        // The nearer the leg is to its greatest length, the less it may exceed the clip's.
        let (left, more) = (self.reach * length - clip, hip.distance(ankle) - clip);
        let most = if left > 0.0 && more > 0.0 { clip + left * (1.0 - (-more / left).exp()) } else { clip };
        let away = (ankle - hip).with_y(0.0).length();
        let highest = ankle.y + (most * most - away * away).max(0.0).sqrt();
        self.fitted.over * (highest - hip.y).clamp(-0.3 * length, 0.0)
    }
}

/// Returns the ankle of a foot whose heel and toe are as high above the ground as in the clip: `share` weighs the toe's
/// answer against the heel's.
fn fitted_ankle(parts: Parts, tilt: Quat, share: f32, height: impl Fn(Vec3) -> f32) -> Vec3 {
    let ankle = |part: Vec3| part + height(part) * Vec3::Y + tilt * (parts.ankle - part);
    ankle(parts.sole[0]).lerp(ankle(parts.sole[1]), share)
}

/// Returns the weight of a leg's softness and of the hump that it clears: 0 while planted, 1 for most of its time in
/// the air.
fn softness(over: f32) -> f32 {
    (8.0 * over * (1.0 - over)).min(1.0)
}
