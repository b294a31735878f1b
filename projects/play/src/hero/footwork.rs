//! Feet on the ground: legs that reach it, hips that come down to it.
//!
//! All places are in a frame that goes along with somebody: it begins where the feet of its shape are, x to the right, y up, z
//! to the viewer.

use super::terrain::Terrain;
use common::ik::{Foot, FootGoal, FootLock, FootPlaces, Legs, drop_to_reach, smooth};
use common::pose::Pose;
use common::rig::Rig;
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, vec3};
use std::sync::Arc;

/// Seconds until feet are fully on the ground, or fully off it.
const COMES: f32 = 0.12;

/// Seconds until a body is fully along the ground, or fully on its feet.
const LIES: f32 = 0.3;

/// Half the widths of the ground under the hips, under a foot and under a lying body, in metres.
const UNDER_HIPS: f32 = 0.3;
const UNDER_FOOT: f32 = 0.1;
const UNDER_BODY: f32 = 0.6;

/// Greatest distance between hip and ankle, as a part of the leg's length.
const LONGEST: f32 = 0.985;

/// Half-life of a correction that is no longer needed, in seconds: for a step in the ground, lowered hips or a tilt.
const STEP_GOES: f32 = 0.05;
const DROP_GOES: f32 = 0.12;
const TILT_COMES: f32 = 0.03;

/// Limits for a heel or toe that is planted: its height above the place at rest, in metres, and its speed over the
/// ground, in metres a second. The first number is for planting it, the second for keeping it planted.
const HEIGHT: [f32; 2] = [0.015, 0.04];
const SPEED: [f32; 2] = [0.45, 1.0];

/// Height of a foot that is fully in the air, in metres.
const LIFTED: f32 = 0.12;

/// Somebody's feet, and what they stand on.
#[derive(Clone, Debug)]
pub(super) struct Footwork {
    legs: Legs,
    steps: Vec<TrackedFoot>,
    /// Weight of all corrections: from 0, in the air, to 1, on the ground.
    weight: f32,
    /// Weight of lying: from 0, on its feet, to 1, along the ground.
    lies: f32,
    /// Height of the model above the feet of the shape.
    lift: Follows,
    /// The angles by which the ground rises to the right: below the hips, and below all of a body that lies.
    slope: f32,
    lean: f32,
}

/// A foot, and what is known of it.
#[derive(Clone, Debug)]
struct TrackedFoot {
    foot: Foot,
    /// Heights of heel and toe at rest.
    rest: [f32; 2],
    held: FootLock,
    stands: [bool; 2],
    ground: Follows,
    /// The angle by which the ground rises to the right below it.
    tilt: f32,
    /// Offset from the ankle's place in the clip to its target.
    offset: Vec3,
    /// Places of heel and toe before this tick, as if nothing held them.
    free: Option<[Vec3; 2]>,
    goal: FootGoal,
}

/// Somebody's tick, for its feet.
#[derive(Clone, Copy)]
pub(super) struct Tick<'t> {
    /// From the model to the frame that goes along.
    pub from_model: Mat4,
    /// Ground for a body that stands.
    pub terrain: Option<&'t Terrain>,
    /// True if it lies along the ground, and its feet stand on nothing.
    pub lies: bool,
    /// Way of the ground in this frame.
    pub moved: Vec2,
    pub seconds: f32,
}

/// Number that follows another one smoothly: a leap of that one is spread over time.
#[derive(Clone, Copy, Debug, Default)]
struct Follows {
    last: f32,
    behind: f32,
}

impl Follows {
    /// `by` is how far the other one may have come in this time without a leap.
    fn follow(&mut self, to: f32, by: f32, dt: f32) -> f32 {
        let way = to - self.last;
        self.behind = self.behind * 0.5f32.powf(dt / STEP_GOES) + way.clamp(-by, by) - way;
        self.last = to;
        to + self.behind
    }
}

impl Footwork {
    /// Creates the footwork of a rig's legs.
    pub fn new(rig: &Arc<Rig>, world_from_model: Mat4) -> Self {
        let (legs, feet) = Legs::new(rig, world_from_model);
        let step = |foot: Foot| TrackedFoot::off(foot, foot.sole(&legs.world_from_joints).map(|part| part.y));
        let steps = feet.into_iter().map(step).collect();
        Self { legs, steps, weight: 0.0, lies: 0.0, lift: Follows::default(), slope: 0.0, lean: 0.0 }
    }

    /// Puts the feet of a pose on the ground. Returned is how high the model is to be in the frame; and by which angle it is to
    /// be turned to the left as a whole, if it lies.
    pub fn fit(&mut self, pose: &mut Pose, tick: &Tick<'_>) -> [f32; 2] {
        let Tick { terrain, moved, seconds, .. } = *tick;
        let comes = seconds / COMES;
        self.weight = (self.weight + if terrain.is_some() { comes } else { -comes }).clamp(0.0, 1.0);
        let falls = if tick.lies { seconds } else { -seconds };
        self.lies = (self.lies + falls / LIES).clamp(0.0, 1.0);
        let lift = match terrain {
            Some(terrain) => {
                let comes = part_of(TILT_COMES, seconds);
                self.slope += comes * (terrain.rise(0.0, UNDER_HIPS).atan() - self.slope);
                self.lean += comes * (terrain.rise(0.0, UNDER_BODY).atan() - self.lean);
                self.lift.last += moved.y;
                let by = 1.1 * moved.x.abs() + 0.002;
                self.lift.follow(terrain.mean(0.0, UNDER_HIPS), by, seconds)
            }
            None => self.lift.last + self.lift.behind,
        };
        let (on_ground, upright) = (smooth(self.weight), 1.0 - smooth(self.lies));
        let lift = on_ground * lift;
        let fitted = [lift, on_ground * (1.0 - upright) * self.lean];
        if self.weight == 0.0 {
            (self.lift, self.slope, self.lean) = (Follows::default(), 0.0, 0.0);
        }
        if self.weight == 0.0 || upright == 0.0 {
            // They stand on nothing.
            self.legs.drop = 0.0;
            self.steps.iter_mut().for_each(|step| *step = TrackedFoot::off(step.foot, step.rest));
            return fitted;
        }
        // Feet are placed as if the body was neither lifted nor leant. A lying body has let go of the ground.
        let tick = &Tick { terrain: terrain.filter(|_| !tick.lies), ..*tick };
        self.legs.place(pose, tick.from_model);
        let (weight, from_joints) = (on_ground * upright, &self.legs.world_from_joints);
        let want = |step: &mut TrackedFoot| step.want(from_joints, weight, [lift, self.slope], tick);
        let needs = self.steps.iter_mut().map(want);
        let need = needs.fold(0.0, f32::min);
        self.legs.lower(need, DROP_GOES, seconds);
        let goals = self.steps.iter().map(|step| (step.foot, step.goal));
        self.legs.reach(pose, tick.from_model, upright * self.legs.drop, goals);
        fitted
    }
}

impl TrackedFoot {
    /// A foot that stands on nothing.
    fn off(foot: Foot, rest: [f32; 2]) -> Self {
        Self {
            foot,
            rest,
            held: FootLock::default(),
            stands: [false; 2],
            ground: Follows::default(),
            tilt: 0.0,
            offset: Vec3::ZERO,
            free: None,
            goal: FootGoal::default(),
        }
    }

    /// Finds the target of the foot, from its place in the clip. Returns the offset of the hips for it: zero or less.
    fn want(&mut self, from_joints: &[Mat4], weight: f32, ground: [f32; 2], tick: &Tick<'_>) -> f32 {
        let in_clip = self.foot.places(from_joints);
        let heights = [0, 1].map(|part| in_clip.sole[part].y - self.rest[part]);
        match tick.terrain {
            Some(terrain) => self.fit(in_clip, heights, terrain, ground, tick),
            // The correction at take-off fades with the weight.
            None => (self.stands, self.free, self.held) = ([false; 2], None, FootLock::default()),
        }
        let FootPlaces { hip, ankle, .. } = in_clip;
        let length = self.foot.leg.arm(from_joints).length();
        let most = (LONGEST * length).max(hip.distance(ankle).min(0.999 * length));
        let ankle = ankle + weight * self.offset;
        let down = weight * (1.0 - smooth(heights[0].min(heights[1]) / LIFTED));
        let turned =
            Mat3::from_rotation_z(weight * self.tilt) * Mat3::from_mat4(from_joints[self.foot.leg.joints[2]]);
        self.goal = FootGoal { ankle, turned, soft: 1.0 - down };
        down * drop_to_reach([hip, ankle], most, 0.4 * length)
    }

    /// Puts the foot on the ground as the clip puts it on level ground, and keeps what stands in its place.
    fn fit(
        &mut self,
        in_clip: FootPlaces,
        heights: [f32; 2],
        terrain: &Terrain,
        [lift, slope]: [f32; 2],
        tick: &Tick<'_>,
    ) {
        // A step along a slope is as long as one on level ground.
        let level = in_clip.map(|place| vec3(place.x * slope.cos(), place.y, place.z));
        let middle = 0.5 * (level.sole[0].x + level.sole[1].x);
        let tilt = terrain.rise(middle, UNDER_FOOT).clamp(-1.0, 1.0).atan();
        self.tilt += part_of(TILT_COMES, tick.seconds) * (tilt - self.tilt);
        self.ground.last += tick.moved.y;
        let height = terrain.height(middle).max(terrain.mean(middle, UNDER_FOOT));
        let before = self.free.map_or(middle, |free| 0.5 * (free[0].x + free[1].x));
        let by = 1.1 * (middle - before - tick.moved.x).abs() + 0.002;
        let height = self.ground.follow(height, by, tick.seconds);
        let share = smooth(0.5 + (heights[0] - heights[1]) / 0.06);
        // A blend of two poses may be below the ground.
        let sunk = heights[0].min(heights[1]).min(0.0);
        let plane = |part: Vec3| height + self.tilt.tan() * (part.x - middle) - sunk;
        let free = level.on_ground(Quat::from_rotation_z(self.tilt), share, plane);
        self.find_stance(free.sole, heights, tick);
        self.held.places = self.held.places.map(|place| place.map(|place| place + tick.moved.extend(0.0)));
        let offset = self.held.hold(free.sole, self.stands, share, tick.seconds);
        // It is held along the ground, which decides its height.
        let offset = vec3(offset.x, self.tilt.tan() * offset.x, offset.z);
        self.free = Some(free.sole);
        self.offset = free.ankle + offset - in_clip.ankle - lift * Vec3::Y;
    }

    /// Finds the parts of the foot that are planted: low, and hardly moving over the ground.
    fn find_stance(&mut self, free: [Vec3; 2], heights: [f32; 2], tick: &Tick<'_>) {
        let before = self.free.unwrap_or([Vec3::INFINITY; 2]);
        for part in 0..2 {
            let which = usize::from(self.stands[part]);
            let way = free[part] - before[part] - tick.moved.extend(0.0);
            self.stands[part] =
                heights[part] < HEIGHT[which] && way.with_y(0.0).length() < SPEED[which] * tick.seconds;
        }
    }
}

/// Returns the part of a way that is gone after some seconds, given its half-life.
fn part_of(half: f32, seconds: f32) -> f32 {
    1.0 - 0.5f32.powf(seconds / half)
}
