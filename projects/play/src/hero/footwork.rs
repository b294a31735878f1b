//! Feet on the ground: legs that reach it, hips that come down to it.
//!
//! All places are in a frame that goes along with somebody: it begins where the feet of its shape are, x to the right, y up, z
//! to the viewer.

use super::terrain::Terrain;
use common::ik::{Foot, FootLock, Goal, named_limbs, smooth};
use common::pose::{Pose, walk};
use common::rig::Rig;
use common::transform::Transform;
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, vec3};

/// From the ground behind the heel to below the ankle, at rest.
const HEEL: Vec3 = vec3(0.0, 0.0, 0.086);

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
    steps: Vec<TrackedFoot>,
    hips: usize,
    /// Weight of all corrections: from 0, in the air, to 1, on the ground.
    weight: f32,
    /// Weight of lying: from 0, on its feet, to 1, along the ground.
    lies: f32,
    /// Height of the model above the feet of the shape.
    lift: Follows,
    /// Offset of the lowered hips: zero or less.
    drop: f32,
    /// The angles by which the ground rises to the right: below the hips, and below all of a body that lies.
    slope: f32,
    lean: f32,
    from_joints: Vec<Mat4>,
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

/// Target of a foot.
struct Wanted {
    ankle: Vec3,
    tilt: Quat,
    /// Weight of the ground: 1, if the foot is on it.
    down: f32,
    clip: Mat3,
    /// Distance between hip and ankle in the clip.
    length: f32,
}

impl Footwork {
    /// Creates the footwork of a rig: its feet are those of legs with the usual names, and have toes.
    pub fn new(rig: &Rig, world_from_model: Mat4) -> Self {
        let joints = rig.skeleton.joints();
        let mut from_joints = vec![Mat4::IDENTITY; joints.len()];
        walk(&rig.skeleton, |i| rig.rest[i].to_matrix(), &mut from_joints);
        from_joints.iter_mut().for_each(|from_joint| *from_joint = world_from_model * *from_joint);
        let limbs = named_limbs(&rig.skeleton);
        let legs = limbs.iter().filter(|limb| limb.is_leg);
        let step = |[thigh, shin, ankle]: [usize; 3]| {
            let toe = rig.skeleton.children(ankle).next()?;
            let foot = Foot::at_rest(rig, world_from_model, [thigh, shin, ankle, toe], HEEL).ok()?;
            Some(TrackedFoot::new(foot, &from_joints))
        };
        let steps: Vec<TrackedFoot> = legs.filter_map(|leg| step(leg.joints)).collect();
        let hips = steps.first().and_then(|step| joints[step.foot.leg.joints[0]].parent).unwrap_or(0);
        let (weight, lies, lift, drop, slope, lean) = (0.0, 0.0, Follows::default(), 0.0, 0.0, 0.0);
        Self { steps, hips, weight, lies, lift, drop, slope, lean, from_joints }
    }

    /// Puts the feet of a pose on the ground. Returned is how high the model is to be in the frame; and by which angle it is to
    /// be turned to the left as a whole, if it lies.
    pub fn fit(&mut self, rig: &Rig, pose: &mut Pose, tick: &Tick<'_>) -> [f32; 2] {
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
            self.leave();
            return fitted;
        }
        if upright == 0.0 {
            self.lift_feet();
            return fitted;
        }
        // Feet are placed as if the body did not lean. A lying body has let go of the ground.
        let tick = &Tick { terrain: terrain.filter(|_| !tick.lies), ..*tick };
        self.place(rig, pose, tick, lift);
        let (weight, slope) = (on_ground * upright, self.slope);
        let wanted: Vec<Wanted> = self
            .steps
            .iter_mut()
            .map(|step| step.want(&self.from_joints, lift, [weight, slope], tick))
            .collect();
        self.lower(rig, pose, &wanted, tick, [lift, upright]);
        for (step, wanted) in self.steps.iter().zip(&wanted) {
            let leg = step.foot.leg;
            let pole = leg.pole_now(&self.from_joints);
            let soft = 0.02 * (1.0 - wanted.down);
            leg.turn(pose, leg.turns(&self.from_joints, &Goal { target: wanted.ankle, pole, soft }));
        }
        self.place(rig, pose, tick, lift);
        for (step, wanted) in self.steps.iter().zip(&wanted) {
            let turned = Mat3::from_quat(wanted.tilt) * wanted.clip;
            step.foot.turn_ankle(&rig.skeleton, pose, &self.from_joints, turned);
        }
        fitted
    }

    /// Forgets what the feet stood on.
    fn leave(&mut self) {
        (self.lift, self.slope, self.lean) = (Follows::default(), 0.0, 0.0);
        self.lift_feet();
    }

    /// The feet stand on nothing.
    fn lift_feet(&mut self) {
        self.drop = 0.0;
        for step in &mut self.steps {
            *step = TrackedFoot::off(step.foot, step.rest);
        }
    }

    /// Places all joints in the frame.
    fn place(&mut self, rig: &Rig, pose: &[Transform], tick: &Tick<'_>, lift: f32) {
        walk(&rig.skeleton, |i| pose[i].to_matrix(), &mut self.from_joints);
        let from_model = Mat4::from_translation(lift * Vec3::Y) * tick.from_model;
        self.from_joints.iter_mut().for_each(|from_joint| *from_joint = from_model * *from_joint);
    }

    /// Lowers the hips as far as the legs are too short, if it is upright.
    fn lower(
        &mut self,
        rig: &Rig,
        pose: &mut Pose,
        wanted: &[Wanted],
        tick: &Tick<'_>,
        [lift, upright]: [f32; 2],
    ) {
        let need = |(step, wanted): (&TrackedFoot, &Wanted)| {
            let arm = step.foot.leg.arm(&self.from_joints);
            let most = (LONGEST * arm.length()).max(wanted.length.min(0.999 * arm.length()));
            let away = (wanted.ankle - arm.root).with_y(0.0).length();
            let highest = wanted.ankle.y + (most * most - away * away).max(0.0).sqrt();
            wanted.down * (highest - arm.root.y).clamp(-0.4 * arm.length(), 0.0)
        };
        let need = self.steps.iter().zip(wanted).map(need).fold(0.0, f32::min);
        self.drop = need.min(self.drop * 0.5f32.powf(tick.seconds / DROP_GOES));
        if self.drop == 0.0 {
            return;
        }
        let parent = rig.skeleton.joints()[self.hips].parent;
        let from_parent = parent.map_or(tick.from_model, |parent| self.from_joints[parent]);
        let up = Mat3::from_mat4(from_parent);
        if up.determinant().is_normal() {
            pose[self.hips].translation += up.inverse() * (upright * self.drop * Vec3::Y);
            self.place(rig, pose, tick, lift);
        }
    }
}

impl TrackedFoot {
    fn new(foot: Foot, from_joints: &[Mat4]) -> Self {
        Self::off(foot, foot.sole(from_joints).map(|part| part.y))
    }

    /// A foot that stands on nothing.
    fn off(foot: Foot, rest: [f32; 2]) -> Self {
        let (held, ground) = (FootLock::default(), Follows::default());
        Self { foot, rest, held, stands: [false; 2], ground, tilt: 0.0, offset: Vec3::ZERO, free: None }
    }

    /// Returns the target of the foot, from its place in the clip.
    fn want(
        &mut self,
        from_joints: &[Mat4],
        lift: f32,
        [weight, slope]: [f32; 2],
        tick: &Tick<'_>,
    ) -> Wanted {
        let heights = self.heights(from_joints, lift);
        match tick.terrain {
            Some(terrain) => self.fit(from_joints, terrain, [lift, slope], tick),
            // The correction at take-off fades with the weight.
            None => (self.stands, self.free, self.held) = ([false; 2], None, FootLock::default()),
        }
        let arm = self.foot.leg.arm(from_joints);
        Wanted {
            ankle: arm.end + weight * self.offset,
            tilt: Quat::from_rotation_z(weight * self.tilt),
            down: weight * (1.0 - smooth(heights[0].min(heights[1]) / LIFTED)),
            clip: Mat3::from_mat4(from_joints[self.foot.leg.joints[2]]),
            length: arm.root.distance(arm.end),
        }
    }

    /// Returns the heights of heel and toe in the clip, above those at rest.
    fn heights(&self, from_joints: &[Mat4], lift: f32) -> [f32; 2] {
        let sole = self.foot.sole(from_joints);
        [0, 1].map(|part| sole[part].y - lift - self.rest[part])
    }

    /// Puts the foot on the ground as the clip puts it on level ground, and keeps what stands in its place.
    fn fit(&mut self, from_joints: &[Mat4], terrain: &Terrain, [lift, slope]: [f32; 2], tick: &Tick<'_>) {
        let heights = self.heights(from_joints, lift);
        let in_clip = from_joints[self.foot.leg.joints[2]].w_axis.truncate();
        // A step along a slope is as long as one on level ground.
        let along = |place: Vec3| vec3(place.x * slope.cos(), place.y - lift, place.z);
        let (ankle, sole) = (along(in_clip), self.foot.sole(from_joints).map(along));
        let middle = 0.5 * (sole[0].x + sole[1].x);
        let tilt = terrain.rise(middle, UNDER_FOOT).clamp(-1.0, 1.0).atan();
        self.tilt += part_of(TILT_COMES, tick.seconds) * (tilt - self.tilt);
        self.ground.last += tick.moved.y;
        let height = terrain.height(middle).max(terrain.mean(middle, UNDER_FOOT));
        let before = self.free.map_or(middle, |free| 0.5 * (free[0].x + free[1].x));
        let by = 1.1 * (middle - before - tick.moved.x).abs() + 0.002;
        let height = self.ground.follow(height, by, tick.seconds);
        let turned = Quat::from_rotation_z(self.tilt);
        let plane = |x: f32| height + self.tilt.tan() * (x - middle);
        let share = smooth(0.5 + (heights[0] - heights[1]) / 0.06);
        let on_plane = |part: Vec3| part + plane(part.x) * Vec3::Y + turned * (ankle - part);
        // A blend of two poses may be below the ground.
        let sunk = heights[0].min(heights[1]).min(0.0);
        let free_ankle = on_plane(sole[0]).lerp(on_plane(sole[1]), share) - sunk * Vec3::Y;
        let free = sole.map(|part| free_ankle + turned * (part - ankle));
        self.find_stance(free, heights, tick);
        self.held.places = self.held.places.map(|place| place.map(|place| place + tick.moved.extend(0.0)));
        let offset = self.held.hold(free, self.stands, share, tick.seconds);
        // It is held along the ground, which decides its height.
        let offset = vec3(offset.x, self.tilt.tan() * offset.x, offset.z);
        self.free = Some(free);
        self.offset = free_ankle + offset - in_clip;
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
