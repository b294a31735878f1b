//! Feet on the ground: any pose of a figure, fitted to ground of any height.
//!
//! All places are in one space: right-handed, y up, metres. It is the world, or one that goes along with the figure, whose
//! ground then [moves](Ground::moved). A pose stands on the level y = 0; the ground is a height for every x and z.

use crate::ik::limb::{turn_in, turn_joint};
use crate::ik::{FootLock, Goal, Limb, named_limbs};
use crate::pose::walk;
use crate::rig::Rig;
use crate::skeleton::Skeleton;
use crate::transform::{Transform, shortest_turn, transform_point};
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
use std::sync::Arc;

/// Limits for a heel or toe that is planted: its height in the pose above that at rest, in metres, and its speed over the
/// ground, in metres a second. The first number is for planting it, the second for keeping it planted.
const HEIGHT: [f32; 2] = [0.01, 0.02];
const SPEED: [f32; 2] = [0.3, 0.6];

/// Way in metres that counts as none, as in a frame without time.
const ROUNDING: f32 = 1e-5;

/// Half-lives in seconds: of the distance to the height behind a step of the ground, to the ground's tilt, and of a drop of the
/// hips that nothing needs any longer.
const STEP_GOES: f32 = 0.03;
const TILT_COMES: f32 = 0.025;
const DROP_GOES: f32 = 0.12;

/// Speed in metres a second up to which a change of height is no step.
const NO_STEP: f32 = 0.6;

/// The product of rate and half-life of a critically damped spring that begins at rest.
const HALVES: f32 = 1.678;

/// Time in seconds for which a foot in the air looks ahead, and the number of places at which it looks.
const AHEAD: f32 = 0.22;
const LOOKS: u8 = 8;

/// Heights above the level, in metres: at which a foot looks ahead fully, between which it stops to follow the ground's tilt,
/// and at which it is fully in the air.
const LOOKS_AHEAD: f32 = 0.02;
const KEEPS_TILT: [f32; 2] = [0.02, 0.05];
const LIFTED: f32 = 0.12;

/// Steepest ground below a foot: the tangent of 40°.
const STEEPEST: f32 = 0.84;

/// Difference in height of heel and toe, in metres, over which the foot's weight goes from one to the other.
const ROLLS: f32 = 0.06;

/// Greatest distance between hip and ankle of a planted foot, as a fraction of the leg's length.
const LONGEST: f32 = 0.985;

/// The ground below a figure.
#[derive(Clone, Copy)]
pub struct Ground<'g> {
    /// From the model to the space of the feet, on level ground: height zero.
    pub world_from_model: Mat4,
    /// The height of the ground at an x and a z. None in the air, where the last correction stays.
    pub height: Option<&'g dyn Fn(f32, f32) -> f32>,
    /// The weight of all corrections, from 0 to 1.
    pub weight: f32,
    /// How far the ground has moved in the space of the feet since the last pose, and with it all that they remember.
    pub moved: Vec3,
}

/// Fits poses to the ground. All lists are allocated once, by `new`.
#[derive(Clone, Debug)]
pub struct Feet {
    /// True if a planted foot keeps its place. At first, it does.
    pub holds: bool,
    /// True if the hips come down where a leg is too short. At first, they do.
    pub lowers: bool,
    rig: Arc<Rig>,
    /// The joint that is lowered for the legs' sake: the one above them.
    hips: usize,
    /// Offset of the hips for the legs' sake: zero or less.
    drop: f32,
    /// The matrices of the pose that was placed last.
    world_from_joints: Vec<Mat4>,
    feet: Vec<MovingFoot>,
}

/// A foot in motion.
#[derive(Clone, Debug)]
struct MovingFoot {
    foot: Foot,
    /// Heights of heel and toe at rest.
    rest: [f32; 2],
    /// Their heights in this frame's pose above those.
    above: [f32; 2],
    /// The places of heel and toe in the last frame: in the pose, and on the ground as if nothing held them.
    before: Option<[[Vec3; 2]; 2]>,
    /// Height of the ground below its middle.
    under: Follower,
    /// The rotation from level ground to the ground below it.
    tilt: Quat,
    /// True for heel and toe if planted.
    stands: [bool; 2],
    held: FootLock,
    /// Offset from the ankle's place in the pose to its target.
    offset: Vec3,
    goal: FootGoal,
}

/// A height that follows another one: on slopes at once, over steps smoothly.
#[derive(Clone, Copy, Debug, Default)]
struct Follower {
    /// The height that is followed, none at first.
    last: Option<f32>,
    /// Distance from that, and its change in a second.
    away: [f32; 2],
}

impl Feet {
    /// Prepares the feet of a rig's legs. At rest, the figure stands on level ground.
    pub fn new(rig: &Arc<Rig>, world_from_model: Mat4) -> Self {
        let (world_from_joints, feet) = Foot::of_rig(rig, world_from_model);
        let hips = feet.first().and_then(|foot| rig.skeleton.joints()[foot.leg.joints[0]].parent);
        let rest = |foot: &Foot| foot.sole(&world_from_joints).map(|part| part.y);
        let feet = feet.into_iter().map(|foot| MovingFoot::new(foot, rest(&foot))).collect();
        let (rig, hips) = (rig.clone(), hips.unwrap_or(0));
        Self { holds: true, lowers: true, rig, hips, drop: 0.0, world_from_joints, feet }
    }

    /// Fits a pose, `dt` seconds after the last one. NaN leaves it as it is.
    pub fn fit(&mut self, pose: &mut [Transform], ground: &Ground, dt: f32) {
        let Ground { world_from_model, height, weight, moved } = *ground;
        if !(world_from_model.is_finite() && weight.is_finite() && dt.is_finite()) {
            return;
        }
        if weight == 0.0 {
            return self.let_go();
        }
        place(&self.rig.skeleton, pose, world_from_model, &mut self.world_from_joints);
        let joints = &self.world_from_joints;
        for foot in &mut self.feet {
            foot.held.places = foot.held.places.map(|place| place.map(|place| place + moved));
            foot.before = foot.before.map(|before| before.map(|places| places.map(|place| place + moved)));
            foot.under.last = foot.under.last.map(|last| last + moved.y);
            let places = foot.foot.places(joints);
            foot.above = [0, 1].map(|part| places.sole[part].y - foot.rest[part]);
            match height {
                Some(height) => {
                    let free = foot.find_ground(&places, height, dt);
                    foot.find_contacts(&places, free.sole, dt);
                    foot.find_ankle(&places, free, self.holds, dt);
                }
                None => (foot.before, foot.stands, foot.held) = (None, [false; 2], FootLock::default()),
            }
            foot.aim(&places, joints, weight);
        }
        let shift = self.find_hips(weight, dt);
        self.move_hips(shift, pose, world_from_model);
        let (skeleton, joints) = (&self.rig.skeleton, &mut self.world_from_joints);
        place(skeleton, pose, world_from_model, joints);
        for MovingFoot { foot, goal: FootGoal { ankle, turned, soft }, .. } in &self.feet {
            let goal = Goal { target: *ankle, pole: foot.leg.pole_now(joints), soft: SOFT * soft };
            foot.leg.turn(pose, foot.leg.turns(joints, &goal));
            place(skeleton, pose, world_from_model, joints);
            foot.turn_ankle(skeleton, pose, joints, *turned);
        }
    }

    /// Returns the hips' offset: that of the ground below the feet, and down for the neediest leg.
    fn find_hips(&mut self, weight: f32, dt: f32) -> f32 {
        let count = self.feet.len().max(1) as f32;
        let lift = weight * self.feet.iter().map(|foot| foot.under.height()).sum::<f32>() / count;
        let need = self.feet.iter().map(|foot| foot.need(&self.world_from_joints, lift));
        let need = if self.lowers { need.fold(0.0, f32::min) } else { 0.0 };
        self.drop = need.min(self.drop * 0.5f32.powf(dt.max(0.0) / DROP_GOES));
        lift + self.drop
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

    /// Returns for each foot if heel and toe are planted.
    pub fn stands(&self) -> impl Iterator<Item = [bool; 2]> {
        self.feet.iter().map(|foot| foot.stands)
    }

    /// Forgets the ground.
    fn let_go(&mut self) {
        self.drop = 0.0;
        self.feet.iter_mut().for_each(|foot| *foot = MovingFoot::new(foot.foot, foot.rest));
    }
}

impl MovingFoot {
    /// Returns a foot that has never stood.
    fn new(foot: Foot, rest: [f32; 2]) -> Self {
        let (before, under, held, goal) = Default::default();
        let (tilt, stands, offset) = (Quat::IDENTITY, [false; 2], Vec3::ZERO);
        Self { foot, rest, above: [0.0; 2], before, under, tilt, stands, held, offset, goal }
    }

    /// Returns the share of the toe in the weight on the foot: from 0, all heel, to 1, all toe.
    fn share(&self) -> f32 {
        let [heel, toe] = self.above;
        smooth(0.5 + (heel - toe) / ROLLS)
    }

    /// Returns the height by which the ground below the foot rises on a level way.
    fn rise(&self, way: Vec3) -> f32 {
        let normal = self.tilt * Vec3::Y;
        -(normal.x * way.x + normal.z * way.z) / normal.y
    }

    /// Finds height and tilt of the ground below the foot; in the air it also clears what comes. Returns the foot as high
    /// above that as the pose has it above the level.
    fn find_ground(&mut self, places: &FootPlaces, height: &dyn Fn(f32, f32) -> f32, dt: f32) -> FootPlaces {
        let [heel, toe] = places.sole;
        let middle = heel.midpoint(toe);
        let lowest = self.above[0].min(self.above[1]);
        let way =
            self.before.map_or(Vec3::ZERO, |[[heel, toe], _]| (middle - heel.midpoint(toe)).with_y(0.0));
        let follows = 1.0 - smooth((lowest - KEEPS_TILT[0]) / (KEEPS_TILT[1] - KEEPS_TILT[0]));
        // A foot that was in the air is tilted at once.
        let comes = if self.before.is_some() { follows * (1.0 - 0.5f32.powf(dt / TILT_COMES)) } else { 1.0 };
        self.tilt = self.tilt.slerp(tilt_below(places.sole, height), comes);

        let (here, in_air) = (height(middle.x, middle.z), smooth(lowest / LOOKS_AHEAD));
        let over = |part: Vec3| height(part.x, part.z) - here - self.rise(part - middle);
        let velocity = if dt > 0.0 { way / dt } else { Vec3::ZERO };
        let bump = bump_ahead(middle, AHEAD * in_air * velocity, height);
        let clears = bump.max(in_air * over(heel).max(over(toe)));
        let under = self.under.follow(here + clears, self.rise(way), dt);
        // A blend of two poses may be below the level.
        let plane = |part: Vec3| under + self.rise(part - middle) - lowest.min(0.0);
        places.on_ground(self.tilt, self.share(), plane)
    }

    /// Finds the parts of the foot that are planted: low, and hardly moving over the ground.
    fn find_contacts(&mut self, places: &FootPlaces, free: [Vec3; 2], dt: f32) {
        self.stands = [0, 1].map(|part| {
            let keeps = usize::from(self.stands[part]);
            let way = self.before.map_or(f32::INFINITY, |[_, before]| free[part].distance(before[part]));
            let is_still = way < SPEED[keeps] * dt + ROUNDING;
            self.above[part] < HEIGHT[keeps] && is_still
        });
        self.before = Some([places.sole, free]);
    }

    /// Finds how far the ankle goes to the foot's place on the ground. What is planted keeps its own.
    fn find_ankle(&mut self, places: &FootPlaces, free: FootPlaces, holds: bool, dt: f32) {
        let stands = if holds { self.stands } else { [false; 2] };
        let held = self.held.hold(free.sole, stands, self.share(), dt);
        // It is held along the ground, which decides its height.
        self.offset = free.ankle + held.with_y(self.rise(held)) - places.ankle;
    }

    /// Sets the leg's goal: it is soft in the air.
    fn aim(&mut self, places: &FootPlaces, joints: &[Mat4], weight: f32) {
        let lowest = self.above[0].min(self.above[1]);
        let tilt = Quat::IDENTITY.slerp(self.tilt, weight);
        self.goal = FootGoal {
            ankle: places.ankle + weight * self.offset,
            turned: Mat3::from_quat(tilt) * Mat3::from_mat4(joints[self.foot.leg.joints[2]]),
            soft: 1.0 - weight * (1.0 - smooth(lowest / LIFTED)),
        };
    }

    /// Returns the offset of the hips for this leg, on ground of this height: zero or less.
    fn need(&self, joints: &[Mat4], lift: f32) -> f32 {
        let FootPlaces { hip, ankle, .. } = self.foot.places(joints);
        let length = self.foot.leg.arm(joints).length();
        let most = (LONGEST * length).max(hip.distance(ankle).min(0.999 * length));
        (1.0 - self.goal.soft) * drop_to_reach([hip + lift * Vec3::Y, self.goal.ankle], most, 0.4 * length)
    }
}

impl Follower {
    /// Follows a height, of whose change `slope` is no step.
    fn follow(&mut self, to: f32, slope: f32, dt: f32) -> f32 {
        let change = self.last.map_or(0.0, |last| to - last - slope);
        let step = change - change.clamp(-NO_STEP * dt, NO_STEP * dt);
        let [away, speed] = [self.away[0] - step, self.away[1]];
        let rate = HALVES / STEP_GOES;
        let pull = speed + rate * away;
        self.away = [away + pull * dt, speed - rate * pull * dt].map(|part| part * (-rate * dt).exp());
        self.last = Some(to);
        self.height()
    }

    fn height(&self) -> f32 {
        self.last.unwrap_or_default() + self.away[0]
    }
}

/// Returns the rotation from level ground to that below heel and toe, with its slope to the side.
fn tilt_below([heel, toe]: [Vec3; 2], height: &dyn Fn(f32, f32) -> f32) -> Quat {
    let Some(ahead) = (toe - heel).with_y(0.0).try_normalize() else { return Quat::IDENTITY };
    let (middle, length) = (heel.midpoint(toe), (toe - heel).dot(ahead));
    let rise = |along: Vec3, reach: f32| {
        let [from, to] = [-reach, reach].map(|reach| middle + reach * along);
        let rise = (height(to.x, to.z) - height(from.x, from.z)) / (2.0 * reach);
        rise.clamp(-STEEPEST, STEEPEST) * along
    };
    let rise = rise(ahead, 0.5 * length) + rise(vec3(ahead.z, 0.0, -ahead.x), 0.25 * length);
    let normal = (Vec3::Y - rise).normalize();
    if normal.is_finite() { shortest_turn(Vec3::Y, normal) } else { Quat::IDENTITY }
}

/// Returns the height by which the ground on a way rises above a straight line that doesn't fall: zero or more.
fn bump_ahead(from: Vec3, way: Vec3, height: &dyn Fn(f32, f32) -> f32) -> f32 {
    let over = |part: f32| {
        let place = from + part * way;
        height(place.x, place.z) - height(from.x, from.z)
    };
    let end = over(1.0).max(0.0);
    let above = |look: u8| {
        let part = f32::from(look) / f32::from(LOOKS);
        over(part) - part * end
    };
    (1..LOOKS).map(above).fold(0.0, f32::max)
}

/// Smooths a fraction from 0 to 1: slow at both ends.
pub fn smooth(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

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
struct FootPlaces {
    /// The hip.
    hip: Vec3,
    /// The ankle.
    ankle: Vec3,
    /// Heel and toe.
    sole: [Vec3; 2],
}

/// The target of a foot, in the world.
#[derive(Clone, Copy, Debug, Default)]
struct FootGoal {
    /// The place of its ankle.
    ankle: Vec3,
    /// The matrix of its rotation and scale: how the ankle is turned.
    turned: Mat3,
    /// The weight of its leg's softness: 0 on the ground, 1 in the air.
    soft: f32,
}

impl Foot {
    /// Returns a rig's joints at rest, on level ground, and its feet: those of all legs with the usual names that have toes.
    pub fn of_rig(rig: &Rig, world_from_model: Mat4) -> (Vec<Mat4>, Vec<Self>) {
        let (skeleton, mut at_rest) = (&rig.skeleton, vec![Mat4::IDENTITY; rig.rest.len()]);
        place(skeleton, &rig.rest, world_from_model, &mut at_rest);
        let foot = |joints: [usize; 3]| {
            let (leg, ankle) = (Limb::new(skeleton, &at_rest, joints, None)?, joints[2]);
            let on_ground = (at_rest[ankle].w_axis.truncate() - HEEL).with_y(0.0);
            let heel = transform_point(at_rest[ankle].inverse(), on_ground);
            Some(Self { leg, heel, toe: skeleton.children(ankle).next()? })
        };
        let legs = named_limbs(skeleton).into_iter().filter(|limb| limb.is_leg);
        let feet = legs.filter_map(|leg| foot(leg.joints)).collect();
        (at_rest, feet)
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
    fn places(&self, from_joints: &[Mat4]) -> FootPlaces {
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
    /// Returns the foot tilted, with heel and toe as high above the ground as above the level: `share` weighs the toe's
    /// answer against the heel's.
    fn on_ground(self, tilt: Quat, share: f32, height: impl Fn(Vec3) -> f32) -> Self {
        let over = |part: Vec3| part + height(part) * Vec3::Y + tilt * (self.ankle - part);
        let ankle = over(self.sole[0]).lerp(over(self.sole[1]), share);
        Self { ankle, sole: self.sole.map(|part| ankle + tilt * (part - self.ankle)), ..self }
    }
}

/// Places all joints of a pose in the world.
fn place(skeleton: &Skeleton, pose: &[Transform], world_from_model: Mat4, world_from_joints: &mut [Mat4]) {
    let placed = |i: usize| {
        let parent_from_joint = pose[i].to_matrix();
        let is_root = skeleton.joints()[i].parent.is_none();
        if is_root { world_from_model * parent_from_joint } else { parent_from_joint }
    };
    walk(skeleton, placed, world_from_joints);
}

/// Returns how far a hip must come down, as a number of zero or less, so that it is within `most` of its ankle: never by
/// more than `lowest`.
fn drop_to_reach([hip, ankle]: [Vec3; 2], most: f32, lowest: f32) -> f32 {
    let away = (ankle - hip).with_y(0.0).length();
    let highest = ankle.y + (most * most - away * away).max(0.0).sqrt();
    (highest - hip.y).clamp(-lowest, 0.0)
}
