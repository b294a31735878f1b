//! Planted feet: a figure's steps fitted to uneven ground.
//!
//! All places are in the world: right-handed, y up, metres. A clip walks on the level y = 0 of the model; the ground is
//! a height for every x and z. A planted foot keeps its place until it leaves the ground.

use crate::clip::{Animator, Clip};
use crate::ik::foot_contacts::{FootContacts, smooth};
use crate::ik::foot_placement::{FootPlacement, hump};
use crate::ik::{Foot, FootGoal, FootLock, FootPlaces, Legs, drop_to_reach};
use crate::rig::Rig;
use crate::transform::{Transform, transform_point};
use glam::{Mat3, Mat4, Quat, Vec3};
use std::sync::Arc;

/// Half-life of the hips' lowering, in seconds, once nothing needs it.
const RISE: f32 = 0.6;

/// Samples of a clip in a second.
const SAMPLES: f32 = 120.0;

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

/// The figure and the ground in a frame.
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
    legs: Legs,
    steps: Vec<MovingFoot>,
    seconds: f32,
}

/// A foot in motion.
#[derive(Clone, Debug)]
struct MovingFoot {
    foot: Foot,
    does: FeetOptions,
    stance: FootContacts,
    /// The places of its parts in the model at the clip's samples.
    samples: Vec<FootPlaces>,
    /// Greatest distance between hip and ankle while it is planted, as a fraction of the leg's length.
    reach: f32,
    held: FootLock,
    /// The ground below it, twice; or in the air the ground that it left, and the ground on which it will land.
    footings: [FootPlacement; 2],
    /// Height by which the ground between them rises above the path from one to the other.
    hump: f32,
    /// True if it is in the air; none before the first frame.
    in_air: Option<bool>,
    /// The fraction of its path from footing to footing that is over: 1 if it is planted.
    over: f32,
    goal: FootGoal,
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
    /// Prepares the feet of a rig's legs for a clip that walks in place, on level ground. `level` is the figure's place and
    /// velocity for which the clip was made, so that its feet don't slide.
    pub fn new(rig: &Arc<Rig>, clip: &Arc<Clip>, level: &Ground) -> Self {
        let mut animator = Animator::new(rig.clone(), clip.clone());
        let count = (clip.seconds * SAMPLES).ceil().max(1.0) as usize;
        let dt = clip.seconds / count as f32;
        let (mut legs, feet) = Legs::new(rig, level.world_from_model);
        let mut steps: Vec<MovingFoot> = feet.into_iter().map(MovingFoot::new).collect();
        for sample in 0..count {
            animator.seek(sample as f32 * dt);
            legs.place(animator.pose(), Mat4::IDENTITY);
            for step in &mut steps {
                step.samples.push(step.foot.places(&legs.world_from_joints));
            }
        }
        for step in &mut steps {
            step.look(&legs.world_from_joints, dt, level);
        }
        Self { does: FeetOptions::ALL, legs, steps, seconds: clip.seconds }
    }

    /// Fits a pose of the clip to the ground: the pose at `phase`, a fraction of the clip from 0 to 1. `dt` seconds
    /// have passed since the last frame. NaN leaves the pose as it is.
    pub fn fit(&mut self, pose: &mut [Transform], phase: f32, dt: f32, ground: &Ground) {
        let Ground { world_from_model, velocity, .. } = ground;
        if !(phase.is_finite() && dt.is_finite() && world_from_model.is_finite() && velocity.is_finite()) {
            return;
        }
        self.legs.place(pose, *world_from_model);
        for step in &mut self.steps {
            step.does = self.does;
            step.fit(&self.legs.world_from_joints, (phase, self.seconds), dt, ground);
        }
        let shift = self.shifted(dt);
        let goals = self.steps.iter().map(|step| (step.foot, step.goal));
        self.legs.reach(pose, *world_from_model, shift, goals);
    }

    /// Moves all remembered places in the world, for ground that is shifted.
    pub fn carry(&mut self, by: Vec3) {
        for step in &mut self.steps {
            step.held.places = step.held.places.map(|place| place.map(|place| place + by));
            step.footings = step.footings.map(|footing| footing.moved(by));
        }
    }

    /// Returns the distance by which a planted foot misses its place in this frame, in metres: above zero only where
    /// a leg is too short.
    pub fn missed(&self) -> f32 {
        let ankle =
            |step: &MovingFoot| self.legs.world_from_joints[step.foot.leg.joints[2]].w_axis.truncate();
        let planted = self.steps.iter().filter(|step| step.over == 1.0);
        planted.map(|step| ankle(step).distance(step.goal.ankle)).fold(0.0, f32::max)
    }

    /// Returns the distance by which the hips are lowered in this frame for the legs to reach the ground, in metres.
    pub fn lowered(&self) -> f32 {
        -self.legs.drop
    }

    /// Returns the contacts of each foot, in the order in which they were given.
    pub fn stances(&self) -> impl Iterator<Item = &FootContacts> {
        self.steps.iter().map(|step| &step.stance)
    }

    /// Returns the hips' vertical offset: that of the ground, and down for short legs. They rise again slowly.
    fn shifted(&mut self, dt: f32) -> f32 {
        let from_joints = &self.legs.world_from_joints;
        let hips = from_joints[self.legs.hips].w_axis.truncate();
        let need = |(index, step): (usize, &MovingFoot)| {
            step.need(from_joints, self.ground(hips + step.landing.moved, Some(index)))
        };
        let need = self.steps.iter().enumerate().map(need).fold(0.0, f32::min);
        self.legs.lower(if self.does.lowers { need } else { 0.0 }, RISE, dt);
        self.ground(hips, None) + self.legs.drop
    }

    /// Returns the mean height of the ground at a place, by all feet's footings; `landed` counts as landed already.
    fn ground(&self, place: Vec3, landed: Option<usize>) -> f32 {
        let height = |(index, step): (usize, &MovingFoot)| match landed == Some(index) {
            true => step.footings[1].height(place),
            false => step.height(place),
        };
        self.steps.iter().enumerate().map(height).sum::<f32>() / self.steps.len().max(1) as f32
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
            over: 1.0,
            goal: FootGoal::default(),
            landing: Landing::default(),
        }
    }

    /// Finds its contacts, and how far its leg is stretched in them.
    fn look(&mut self, model_from_joints: &[Mat4], dt: f32, level: &Ground) {
        let over_ground = |(sample, parts): (usize, &FootPlaces)| {
            let moved = sample as f32 * dt * level.velocity;
            parts.sole.map(|place| transform_point(level.world_from_model, place) + moved)
        };
        let places: Vec<[Vec3; 2]> = self.samples.iter().enumerate().map(over_ground).collect();
        let count = places.len();
        self.stance = FootContacts::of(&places, dt, count as f32 * dt * level.velocity);
        let stands = |sample: &usize| self.stance.stands(*sample as f32 / count as f32) != [false; 2];
        let length = |sample: usize| self.samples[sample].hip.distance(self.samples[sample].ankle);
        let longest = (0..count).filter(stands).map(length).fold(0.0, f32::max);
        self.reach = longest / self.foot.leg.arm(model_from_joints).length();
    }

    /// Returns the places of its parts in the model, at a phase of the clip.
    fn at(&self, phase: f32) -> FootPlaces {
        let count = self.samples.len();
        self.samples[(phase.rem_euclid(1.0) * count as f32).round() as usize % count]
    }

    /// Computes the target of the foot, from its place in the clip.
    fn fit(&mut self, world_from_joints: &[Mat4], (phase, seconds): (f32, f32), dt: f32, ground: &Ground) {
        let parts = self.foot.places(world_from_joints);
        let air = self.stance.air(phase);
        let until = air.map_or(0.0, |air| air.until);
        let moved = until * seconds * ground.velocity;
        let then = |place: Vec3| transform_point(ground.world_from_model, place) + moved;
        let landing = air.map(|_| self.at(phase + until).map(then));
        self.find_footings(parts, landing, ground);
        self.over = air.map_or(1.0, |air| smooth(air.part()));
        let [from, to] = self.footings.map(|footing| self.tilt(footing));
        let (tilt, share) = (from.slerp(to, self.over), self.stance.share(phase));
        let free = parts.on_ground(tilt, share, |place| self.height(place));
        let stands = if self.does.holds { self.stance.stands(phase) } else { [false; 2] };
        self.goal = FootGoal {
            ankle: free.ankle + self.held.hold(free.sole, stands, share, dt),
            turned: Mat3::from_quat(tilt) * Mat3::from_mat4(world_from_joints[self.foot.leg.joints[2]]),
            soft: softness(self.over),
        };
        let ankle = landing.map_or(self.goal.ankle, |parts| {
            let share = self.stance.share(phase + until);
            parts.on_ground(to, share, |place| self.footings[1].height(place)).ankle
        });
        let FootPlaces { hip, ankle: clip, .. } = landing.unwrap_or(parts);
        self.landing = Landing { hip, ankle, clip: hip.distance(clip), moved };
    }

    /// Returns the tilt of a foot on some ground.
    fn tilt(&self, footing: FootPlacement) -> Quat {
        if self.does.tilts { footing.tilt() } else { Quat::IDENTITY }
    }

    /// Finds the ground below the foot, or keeps the one that it left; and in the air the ground where it lands.
    fn find_footings(&mut self, parts: FootPlaces, landing: Option<FootPlaces>, ground: &Ground) {
        // A foot that lets go, or hasn't begun, gets the ground below its present place.
        let lost = self.in_air.is_none() || self.in_air == Some(false) && self.held == FootLock::default();
        if lost {
            self.footings = [FootPlacement::below(parts.sole, ground.height); 2];
        }
        match landing {
            Some(landing) => self.footings[1] = FootPlacement::below(landing.sole, ground.height),
            None => self.footings = [self.footings[usize::from(self.in_air == Some(true))]; 2],
        }
        self.in_air = Some(landing.is_some());
        self.hump = landing.map_or(0.0, |_| hump(self.footings, ground.height));
    }

    /// Returns the height of the ground at a place, from this foot's footings. In the air the height blends to that of
    /// the landing, and clears the ground between them.
    fn height(&self, place: Vec3) -> f32 {
        let [from, to] = self.footings.map(|footing| footing.height(place));
        from + self.over * (to - from) + softness(self.over) * self.hump
    }

    /// Returns the offset of the hips for this leg, on ground of this height: zero or less.
    fn need(&self, world_from_joints: &[Mat4], ground: f32) -> f32 {
        let length = self.foot.leg.arm(world_from_joints).length();
        let Landing { hip, ankle, clip, .. } = self.landing;
        let hip = hip + ground * Vec3::Y;
        // The nearer the leg is to its greatest length, the less it may exceed the clip's.
        let (left, more) = (self.reach * length - clip, hip.distance(ankle) - clip);
        let most = if left > 0.0 && more > 0.0 { clip + left * (1.0 - (-more / left).exp()) } else { clip };
        self.over * drop_to_reach([hip, ankle], most, 0.3 * length)
    }
}

/// Returns the weight of a leg's softness and of the hump that it clears: 0 while planted, 1 for most of its time in
/// the air.
fn softness(over: f32) -> f32 {
    (8.0 * over * (1.0 - over)).min(1.0)
}
