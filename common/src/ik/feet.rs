//! Feet that stand: a figure's steps fitted to uneven ground.
//!
//! All places are in the world: right-handed, y up, metres. A clip walks on the level y = 0 of the model; the ground is a
//! height for every x and z. What stands on the ground keeps its place until it leaves.

use super::limb::{turn_in, turn_joint};
use super::stance::{Stance, smooth};
use super::{Goal, Limb};
use crate::clip::{Animator, Clip};
use crate::pose::walk;
use crate::rig::Rig;
use crate::transform::{Transform, transform_point};
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
use std::sync::Arc;

/// How long it takes, in seconds, until half of what a foot was held back by is gone.
const HALF_LIFE: f32 = 0.1;

/// How long it takes, in seconds, until the hips are half as low, if nothing keeps them down.
const RISE: f32 = 0.6;

/// A foot that is held back farther than this, in metres, lets go.
const FARTHEST: f32 = 0.2;

/// How steep the ground may be below a foot: the tangent of 35°.
const STEEPEST: f32 = 0.7;

/// The part of a leg's length in which it grows soft in the air.
const SOFT: f32 = 0.02;

/// In how many parts the ground below a foot in the air is looked at.
const LOOKS: u8 = 12;

/// How many times a second a clip is looked at.
const SAMPLES: f32 = 120.0;

/// A leg, and what it stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// Hip, knee and ankle.
    pub leg: Limb,
    /// Where the heel touches the ground, in the frame of the ankle's joint.
    pub heel: Vec3,
    /// The joint of the toes, over which the foot rolls.
    pub toe: usize,
}

/// What a picture is made with.
#[derive(Clone, Copy)]
pub struct Ground<'g> {
    /// From the model to the world, on level ground: height zero.
    pub world_from_model: Mat4,
    /// How fast the figure moves, in metres a second.
    pub velocity: Vec3,
    /// The height of the ground at an x and a z.
    pub height: &'g dyn Fn(f32, f32) -> f32,
}

/// Fits a clip's steps to the ground. All its lists are made once.
#[derive(Clone, Debug)]
pub struct Feet {
    rig: Arc<Rig>,
    hips: usize,
    steps: Vec<Step>,
    seconds: f32,
    /// How far the hips are below where the feet alone would have them: zero or less.
    drop: f32,
    missed: f32,
    world_from_joints: Vec<Mat4>,
}

/// A foot on its way.
#[derive(Clone, Debug)]
struct Step {
    foot: Foot,
    stance: Stance,
    /// Where its parts are in the model at the clip's samples.
    samples: Vec<Parts>,
    /// How long the leg may be between hip and ankle while it stands, as a part of its whole length.
    reach: f32,
    held: Held,
    /// What it stands on, or stood on before it left; and what it will stand on.
    footings: [Footing; 2],
    /// How far the ground between them is above the way from one to the other.
    hump: f32,
    /// Whether it is in the air; nothing before the first picture.
    in_air: Option<bool>,
    /// What is to come of it in this picture.
    fitted: Fitted,
}

/// Where the parts of a leg are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Parts {
    hip: Vec3,
    ankle: Vec3,
    /// Heel and toe.
    sole: [Vec3; 2],
}

/// A piece of even ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Footing {
    at: Vec3,
    /// How much it rises for each metre along x and z.
    rise: [f32; 2],
}

/// Where a foot is to be.
#[derive(Clone, Copy, Debug, Default)]
struct Fitted {
    ankle: Vec3,
    /// How far it is tilted from how the clip has it.
    tilt: Quat,
    /// How much of its way from footing to footing is over: 1, if it stands.
    over: f32,
    /// From the ankle to the world, as the clip has it.
    clip: Mat4,
    landing: Landing,
}

/// What a leg is to reach: now, if its foot stands, or else when it lands.
#[derive(Clone, Copy, Debug, Default)]
struct Landing {
    /// Where the hip is on level ground.
    hip: Vec3,
    ankle: Vec3,
    /// How far they are from each other in the clip.
    clip: f32,
    /// How far the figure will have moved by then.
    moved: Vec3,
}

/// A foot's heel and toe, held in place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// Where heel and toe stand, if they do.
    pub places: [Option<Vec3>; 2],
    /// From where the foot would be to where it is.
    pub offset: Vec3,
}

impl Held {
    /// From where the foot would be to where it is held. `free` is where heel and toe would be. What begins to stand keeps
    /// the place that it has then. If both stand, `share` says how much the toe counts. A foot that has left comes back
    /// to where it would be, half of what is left of the way in each [`HALF_LIFE`].
    pub fn hold(&mut self, free: [Vec3; 2], stands: [bool; 2], share: f32, dt: f32) -> Vec3 {
        for (place, stands) in self.places.iter_mut().zip(stands) {
            *place = place.filter(|_| stands);
        }
        let offset = |part: usize| self.places[part].map(|place| place - free[part]);
        self.offset = match [offset(0), offset(1)] {
            [Some(heel), Some(toe)] => heel.lerp(toe, share),
            [Some(one), None] | [None, Some(one)] => one,
            [None, None] => self.offset * 0.5f32.powf(dt.max(0.0) / HALF_LIFE),
        };
        for ((place, free), stands) in self.places.iter_mut().zip(free).zip(stands) {
            if stands {
                place.get_or_insert(free + self.offset);
            }
        }
        // A leap is no step.
        if !self.offset.is_finite() || self.offset.length() > FARTHEST {
            *self = Self::default();
        }
        self.offset
    }
}

impl Footing {
    /// The ground below a foot. Where its height is no number, it is zero. It goes through the ground below heel and toe, and rises to the side as it does there.
    fn below([heel, toe]: [Vec3; 2], height: &dyn Fn(f32, f32) -> f32) -> Self {
        let height =
            |x: f32, z: f32| Some(height(x, z)).filter(|height| height.is_finite()).unwrap_or_default();
        let along = vec3(toe.x - heel.x, 0.0, toe.z - heel.z);
        let at = vec3(heel.x, height(heel.x, heel.z), heel.z);
        let length = along.length();
        if length <= 1e-6 {
            return Self { at, rise: [0.0; 2] };
        }
        let (ahead, aside) = (along / length, vec3(along.z, 0.0, -along.x) / length);
        let middle = heel + 0.5 * along;
        let rise_to = |from: Vec3, to: Vec3| {
            let rise = height(to.x, to.z) - height(from.x, from.z);
            (rise / from.with_y(0.0).distance(to.with_y(0.0))).clamp(-STEEPEST, STEEPEST)
        };
        let half = 0.25 * length * aside;
        let rise = rise_to(heel, toe) * ahead + rise_to(middle - half, middle + half) * aside;
        let rise = if rise.is_finite() { [rise.x, rise.z] } else { [0.0; 2] };
        Self { at, rise }
    }

    fn height(self, place: Vec3) -> f32 {
        let away = place - self.at;
        self.at.y + self.rise[0] * away.x + self.rise[1] * away.z
    }

    /// The turn from level ground to this.
    fn tilt(self) -> Quat {
        let normal = vec3(-self.rise[0], 1.0, -self.rise[1]).normalize();
        Quat::from_rotation_arc(Vec3::Y, normal)
    }
}

impl Feet {
    /// Feet for a clip that walks in place, on level ground. `level` says how the figure stands and how fast it moves
    /// where the clip was made for it: its feet do not slide then.
    pub fn new(rig: &Arc<Rig>, clip: &Arc<Clip>, hips: usize, feet: &[Foot], level: &Ground) -> Self {
        let joints = rig.skeleton.joints().len();
        let mut animator = Animator::new(rig.clone(), clip.clone());
        let count = (clip.seconds * SAMPLES).ceil().max(1.0) as usize;
        let dt = clip.seconds / count as f32;
        let mut model_from_joints = vec![Mat4::IDENTITY; joints];
        let mut steps: Vec<Step> = feet.iter().map(|foot| Step::new(*foot)).collect();
        let mut lengths = vec![Vec::with_capacity(count); feet.len()];
        for sample in 0..count {
            animator.seek(sample as f32 * dt);
            walk(&rig.skeleton, animator.pose(), &mut model_from_joints);
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
            rig: rig.clone(),
            hips,
            steps,
            seconds: clip.seconds,
            drop: 0.0,
            missed: 0.0,
            world_from_joints: vec![Mat4::IDENTITY; joints],
        }
    }

    /// Fits a pose of the clip to the ground: that at `phase`, a part of the clip from 0 to 1. `dt` seconds have passed
    /// since the last picture. What is no number leaves the pose as it is.
    pub fn fit(&mut self, pose: &mut [Transform], phase: f32, dt: f32, ground: &Ground) {
        let Ground { world_from_model, velocity, .. } = ground;
        if !(phase.is_finite() && dt.is_finite() && world_from_model.is_finite() && velocity.is_finite()) {
            return;
        }
        self.place(pose, ground);
        for step in &mut self.steps {
            step.fit(&self.world_from_joints, (phase, self.seconds), dt, ground);
        }
        let shift = self.shifted(dt);
        self.move_hips(shift, pose, ground);
        self.missed = 0.0;
        for Step { foot, fitted, .. } in &self.steps {
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

    /// By how much a foot that stands misses its place in this picture, in metres: more than nothing only where a leg is
    /// too short.
    pub fn missed(&self) -> f32 {
        self.missed
    }

    /// How far the hips are lowered in this picture for the legs to reach the ground, in metres.
    pub fn lowered(&self) -> f32 {
        -self.drop
    }

    /// When each foot stands, in the order in which they were given.
    pub fn stances(&self) -> impl Iterator<Item = &Stance> {
        self.steps.iter().map(|step| &step.stance)
    }

    /// Where heel and toe of each foot are held now.
    pub fn held(&self) -> impl Iterator<Item = &Held> {
        self.steps.iter().map(|step| &step.held)
    }

    /// Places all joints in the world.
    fn place(&mut self, pose: &[Transform], ground: &Ground) {
        walk(&self.rig.skeleton, pose, &mut self.world_from_joints);
        for world_from_joint in &mut self.world_from_joints {
            *world_from_joint = ground.world_from_model * *world_from_joint;
        }
    }

    /// How far the hips move up or down: as the ground does below them, and then down as far as the legs are too short.
    /// They come up again slowly.
    fn shifted(&mut self, dt: f32) -> f32 {
        let hips = self.world_from_joints[self.hips].w_axis.truncate();
        let need = |(index, step): (usize, &Step)| {
            let ground = self.ground(hips + step.fitted.landing.moved, Some(index));
            step.need(&self.world_from_joints, ground)
        };
        let need = self.steps.iter().enumerate().map(need).fold(0.0, f32::min);
        self.drop = need.min(self.drop * 0.5f32.powf(dt.max(0.0) / RISE));
        self.ground(hips, None) + self.drop
    }

    /// How high the ground is, by what all feet know of it; one of them as it will when it has landed.
    fn ground(&self, place: Vec3, landed: Option<usize>) -> f32 {
        let height = |(index, step): (usize, &Step)| match landed == Some(index) {
            true => step.landing_height(place),
            false => step.height(place),
        };
        self.steps.iter().enumerate().map(height).sum::<f32>() / self.steps.len().max(1) as f32
    }

    /// Moves the hips, and all that hangs on them, up or down in the world.
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

    /// Turns an ankle so that the foot is to the ground as the clip has it to level ground.
    fn tilt(&self, step: &Step, pose: &mut [Transform]) {
        let ankle = step.foot.leg.joints[2];
        let now = Mat3::from_mat4(self.world_from_joints[ankle]);
        if let Some(parent) = self.rig.skeleton.joints()[ankle].parent
            && now.determinant().is_normal()
        {
            let wanted = Mat3::from_quat(step.fitted.tilt) * Mat3::from_mat4(step.fitted.clip);
            let turn = Quat::from_mat3(&(wanted * now.inverse())).normalize();
            turn_joint(&mut pose[ankle], turn_in(self.world_from_joints[parent], turn));
        }
    }
}

impl Foot {
    /// Where the parts of the leg are.
    fn parts(&self, from_joints: &[Mat4]) -> Parts {
        let [hip, _, ankle] = self.leg.joints;
        let at = |joint: usize| from_joints[joint].w_axis.truncate();
        Parts {
            hip: at(hip),
            ankle: at(ankle),
            sole: [transform_point(from_joints[ankle], self.heel), at(self.toe)],
        }
    }
}

impl Parts {
    /// The same in another space.
    fn map(self, place: impl Fn(Vec3) -> Vec3) -> Self {
        Self { hip: place(self.hip), ankle: place(self.ankle), sole: self.sole.map(place) }
    }
}

impl Step {
    fn new(foot: Foot) -> Self {
        Self {
            foot,
            stance: Stance::of(&[[Vec3::ZERO; 2]], 1.0, Vec3::ZERO),
            samples: Vec::new(),
            reach: 0.0,
            held: Held::default(),
            footings: [Footing::default(); 2],
            hump: 0.0,
            in_air: None,
            fitted: Fitted::default(),
        }
    }

    /// Finds out when it stands, and how far its leg is stretched then.
    fn look(&mut self, lengths: &[f32], dt: f32, level: &Ground) {
        let over_ground = |(sample, parts): (usize, &Parts)| {
            let moved = sample as f32 * dt * level.velocity;
            parts.sole.map(|place| transform_point(level.world_from_model, place) + moved)
        };
        let places: Vec<[Vec3; 2]> = self.samples.iter().enumerate().map(over_ground).collect();
        let count = places.len();
        self.stance = Stance::of(&places, dt, count as f32 * dt * level.velocity);
        let stands = |sample: &usize| self.stance.stands(*sample as f32 / count as f32) != [false; 2];
        self.reach = (0..count).filter(stands).map(|sample| lengths[sample]).fold(0.0, f32::max);
    }

    /// Where the clip will have it when it lands.
    fn landing(&self, phase: f32, until: f32, seconds: f32, ground: &Ground) -> Parts {
        let count = self.samples.len();
        let sample = ((phase + until).rem_euclid(1.0) * count as f32).round() as usize % count;
        let moved = until * seconds * ground.velocity;
        self.samples[sample].map(|place| transform_point(ground.world_from_model, place) + moved)
    }

    /// Where the foot is to be, by where the clip has it.
    fn fit(&mut self, world_from_joints: &[Mat4], (phase, seconds): (f32, f32), dt: f32, ground: &Ground) {
        let parts = self.foot.parts(world_from_joints);
        let air = self.stance.air(phase);
        let landing = air.map(|air| self.landing(phase, air.until, seconds, ground));
        self.find_footings(parts, landing, ground);
        let over = air.map_or(1.0, |air| smooth(air.part()));
        let tilts = self.footings.map(Footing::tilt);
        let tilt = if air.is_some() { tilts[0].slerp(tilts[1], over) } else { tilts[0] };
        self.fitted.over = over;

        let share = self.stance.share(phase);
        let free_ankle = fitted_ankle(parts, tilt, share, |place| self.height(place));
        let free = parts.sole.map(|part| free_ankle + tilt * (part - parts.ankle));
        let offset = self.held.hold(free, self.stance.stands(phase), share, dt);
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

    /// What the leg is to reach, standing or when it lands.
    fn to_reach(&self, landing: Option<Parts>, now: Parts, share: f32) -> Landing {
        let tilt = self.footings[1].tilt();
        let ankle = match landing {
            Some(parts) => fitted_ankle(parts, tilt, share, |place| self.landing_height(place)),
            None => self.fitted.ankle,
        };
        let Parts { hip, ankle: clip, .. } = landing.unwrap_or(now);
        Landing { hip, ankle, clip: hip.distance(clip), moved: Vec3::ZERO }
    }

    /// What the foot stands on, or stood on; and what it will stand on, if it is in the air.
    fn find_footings(&mut self, parts: Parts, landing: Option<Parts>, ground: &Ground) {
        // A foot that lets go, or has not begun yet, stands where it happens to be.
        let lost = self.in_air.is_none() || self.in_air == Some(false) && self.held == Held::default();
        if lost {
            self.footings = [Footing::below(parts.sole, ground.height); 2];
        }
        match landing {
            Some(landing) => self.footings[1] = Footing::below(landing.sole, ground.height),
            None if self.in_air == Some(true) => self.footings[0] = self.footings[1],
            None => {}
        }
        self.in_air = Some(landing.is_some());
        self.hump = landing.map_or(0.0, |_| hump(self.footings, ground.height));
    }

    /// How high the ground is at a place, as far as this foot knows. In the air it goes over to that where it will stand,
    /// and above what lies between.
    fn height(&self, place: Vec3) -> f32 {
        let [from, to] = self.footings.map(|footing| footing.height(place));
        let over = self.fitted.over;
        let way = from + over * (to - from) + softness(over) * self.hump;
        if self.in_air == Some(true) { way } else { from }
    }

    /// The same when it has landed.
    fn landing_height(&self, place: Vec3) -> f32 {
        self.footings[usize::from(self.in_air == Some(true))].height(place)
    }

    /// How far the hips must come down for this leg, on ground of this height: zero or less.
    fn need(&self, world_from_joints: &[Mat4], ground: f32) -> f32 {
        let length = self.foot.leg.arm(world_from_joints).length();
        let Landing { hip, ankle, clip, .. } = self.fitted.landing;
        let hip = hip + ground * Vec3::Y;
        // The nearer it comes to its longest, the less it grows longer than in the clip.
        let (left, more) = (self.reach * length - clip, hip.distance(ankle) - clip);
        let most = if left > 0.0 && more > 0.0 { clip + left * (1.0 - (-more / left).exp()) } else { clip };
        let away = (ankle - hip).with_y(0.0).length();
        let highest = ankle.y + (most * most - away * away).max(0.0).sqrt();
        self.fitted.over * (highest - hip.y).clamp(-0.3 * length, 0.0)
    }
}

/// The ankle of a foot whose heel and toe are each as high above the ground as in the clip: as the one or the other would
/// have it, or between, as `share` says.
fn fitted_ankle(parts: Parts, tilt: Quat, share: f32, height: impl Fn(Vec3) -> f32) -> Vec3 {
    let ankle = |part: Vec3| part + height(part) * Vec3::Y + tilt * (parts.ankle - part);
    ankle(parts.sole[0]).lerp(ankle(parts.sole[1]), share)
}

/// How far the ground between two footings is above the way from one to the other: zero or more.
fn hump([from, to]: [Footing; 2], height: &dyn Fn(f32, f32) -> f32) -> f32 {
    let above = |look: u8| {
        let part = f32::from(look) / f32::from(LOOKS);
        let place = from.at.lerp(to.at, part);
        let way = from.height(place) + smooth(part) * (to.height(place) - from.height(place));
        height(place.x, place.z) - way
    };
    (1..LOOKS).map(above).filter(|hump| hump.is_finite()).fold(0.0, f32::max)
}

/// How soft a leg is, and how much of a hump it clears: not at all while its foot stands, and wholly in most of its way
/// through the air.
fn softness(over: f32) -> f32 {
    (8.0 * over * (1.0 - over)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    /// Both would be drawn along evenly: the heel, and a toe that is ahead of it.
    fn free(step: u8) -> [Vec3; 2] {
        [vec3(0.0, 0.0, 0.001 * f32::from(step)), vec3(0.0, 0.0, 0.2 + 0.001 * f32::from(step))]
    }

    #[test]
    fn what_stands_stays_where_it_came_down() {
        let mut held = Held::default();
        for step in 0..50u8 {
            let stands = [step < 30, step >= 10];
            let share = (f32::from(step.clamp(10, 30)) - 10.0) / 20.0;
            let offset = held.hold(free(step), stands, share, DT);
            let [heel, toe] = free(step).map(|part| part + offset);
            assert!(!stands[0] || heel.distance(free(0)[0]) < 1e-6, "{step}");
            assert!(!stands[1] || toe.distance(free(0)[1]) < 1e-6, "{step}");
        }
    }

    #[test]
    fn what_leaves_comes_back_without_a_jump() {
        let mut held = Held::default();
        for step in 0..40u8 {
            held.hold(free(step), [true, false], 0.0, DT);
        }
        let mut before = held.offset;
        for _ in 0..6 {
            let offset = held.hold(free(40), [false; 2], 0.0, DT);
            assert!(offset.distance(before) < 0.006 && offset.length() < before.length());
            before = offset;
        }
        assert!((before.length() - 0.02).abs() < 0.001, "half of it is left after a tenth of a second");
        // What comes down again stands where it is seen.
        let offset = held.hold(free(40), [true, false], 0.0, DT);
        assert!(offset.distance(before) < 0.003);
        assert_eq!(held.hold(free(40), [true, false], 0.0, DT), offset);
    }

    #[test]
    fn what_is_drawn_too_far_lets_go() {
        let mut held = Held::default();
        held.hold([Vec3::ZERO; 2], [true; 2], 0.5, DT);
        assert_eq!(held.hold([Vec3::X; 2], [true; 2], 0.5, DT), Vec3::ZERO);
        assert_eq!(held.hold([Vec3::NAN; 2], [true; 2], 0.5, f32::NAN), Vec3::ZERO);
    }

    #[test]
    fn a_footing_is_the_ground_under_heel_and_toe() {
        let height = |x: f32, z: f32| 0.3 * x - 0.2 * z + 1.0;
        let footing = Footing::below([vec3(1.0, 9.0, 2.0), vec3(1.1, 9.0, 2.2)], &height);
        for (x, z) in [(1.0, 2.0), (1.1, 2.2), (0.5, 3.0)] {
            assert!((footing.height(vec3(x, 0.0, z)) - height(x, z)).abs() < 1e-5);
        }
        let normal = footing.tilt() * Vec3::Y;
        assert!(normal.distance(vec3(-0.3, 1.0, 0.2).normalize()) < 1e-5);
        let cliff = |_: f32, z: f32| if z > 2.1 { 5.0 } else { 0.0 };
        let steep = Footing::below([vec3(1.0, 0.0, 2.0), vec3(1.0, 0.0, 2.2)], &cliff);
        assert!(steep.rise[1] <= STEEPEST);
        let nowhere = Footing::below([Vec3::X; 2], &height);
        assert_eq!(nowhere.tilt(), Quat::IDENTITY);
    }
}
