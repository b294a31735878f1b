//! Stops a swung prop at a body, and lets it glance off: it follows its clip as far as that is free.

use crate::character::angle;
use crate::{Hand, JOINT_FROM_GRIP};
use common::pose::{Pose, walk};
use common::rig::Rig;
use common::transform::{Transform, slerp, transform_point};
use glam::{Mat4, Quat, Vec3};
use ground::TICK;

/// Number of places that are tested on a tick's way, and of halvings that find the last free one more closely.
const PLACES: u8 = 8;
const HALVES: u8 = 5;

/// Most turns that take a prop out of a body, the joints to turn, upwards from the hand, and the gap left, in metres.
const PUSHES: usize = 12;
const TURNED: [usize; 2] = [2, 1];
const CLEAR: f32 = 1e-3;

/// Most ticks after a strike for which an arm is held back: a body that does not give way must not hold it for ever.
const LASTS: u8 = 90;

/// Speed at which each joint of a held-back arm catches up with its clip, in radians a second.
const CATCHES: f32 = 8.0;

/// Number of joints above a hand that turn with it: forearm, upper arm and shoulder.
const ABOVE: usize = 3;

/// Something in a hand that keeps out of bodies while somebody strikes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// Hand that holds it.
    pub hand: Hand,
    /// Its two ends, in the hand's grip.
    pub ends: [Vec3; 2],
    /// Distance of its surface from the line between them, in metres.
    pub thick: f32,
}

/// A ball that nothing carried goes into: its centre in the world, and its radius in metres.
pub type Ball = (Vec3, f32);

/// The arms of somebody who strikes.
#[derive(Clone, Debug)]
pub(super) struct Glance {
    /// Each hand's joint, and those above it that turn with it.
    arms: Vec<(Hand, Vec<usize>)>,
    /// Number of ticks for which an arm may still be held back.
    left: u8,
    /// True if each arm was held back, and is not where its clip has it yet.
    lags: [bool; 2],
    pose: Pose,
    model_from_joints: Vec<Mat4>,
}

impl Glance {
    /// Creates the glance of a rig: its arms are those whose hands have the usual names.
    pub fn new(rig: &Rig) -> Self {
        let joints = rig.skeleton.joints();
        let arm = |hand: Hand| {
            let end = joints.iter().position(|joint| joint.name == hand.joint())?;
            let above = std::iter::successors(Some(end), |&joint| joints[joint].parent);
            Some((hand, above.take(1 + ABOVE).collect()))
        };
        let arms = [Hand::Left, Hand::Right].into_iter().filter_map(arm).collect();
        let model_from_joints = vec![Mat4::IDENTITY; joints.len()];
        Self { arms, left: 0, lags: [false; 2], pose: Pose::new(), model_from_joints }
    }

    /// Returns its state as bytes.
    pub fn to_bytes(&self) -> [u8; 3] {
        [self.left, u8::from(self.lags[0]), u8::from(self.lags[1])]
    }

    /// Holds the arms of a pose back, from the pose before it on, so that nothing carried goes into a ball. A thing in
    /// one already goes no deeper. The matrix maps from the model to the space of the balls.
    pub fn keep_out(
        &mut self,
        rig: &Rig,
        (before, pose): (&[Transform], &mut Pose),
        world_from_model: Mat4,
        (carried, balls): (&[Carried], &[Ball]),
        strikes: bool,
    ) {
        self.left = if strikes { LASTS } else { self.left.saturating_sub(1) };
        if self.left == 0 {
            self.lags = [false; 2];
            return;
        }
        let mut lags = [false; 2];
        for carried in carried {
            let Some(hand) = self.arms.iter().position(|arm| arm.0 == carried.hand) else { continue };
            let arm = &self.arms[hand].1;
            if self.lags[hand] {
                for &joint in arm {
                    lags[hand] |= slow_down(before[joint], &mut pose[joint]);
                }
            }
            let (between, placed) = (&mut self.pose, &mut self.model_from_joints);
            let mut way = Way { rig, world_from_model, carried, balls, arm, pose: between, placed };
            let goes_all_of_it = way.go(before, pose);
            if way.push_out() || !goes_all_of_it {
                lags[hand] = true;
                pose.copy_from_slice(&self.pose);
            }
        }
        self.lags = lags;
        if !strikes && lags == [false; 2] {
            self.left = 0;
        }
    }
}

/// Lets a joint turn no faster than one that catches up. Says whether it would have.
fn slow_down(before: Transform, joint: &mut Transform) -> bool {
    let (most, angle) = (CATCHES * TICK as f32, angle(before, *joint));
    if angle > most {
        joint.rotation = slerp(before.rotation, joint.rotation, most / angle);
    }
    angle > most
}

/// The way of an arm in a tick.
struct Way<'a> {
    rig: &'a Rig,
    world_from_model: Mat4,
    carried: &'a Carried,
    balls: &'a [Ball],
    arm: &'a [usize],
    /// Poses: in the parents, and in the model.
    pose: &'a mut Pose,
    placed: &'a mut Vec<Mat4>,
}

impl Way<'_> {
    /// Goes from one pose to another as far as it is free. A thing in a ball already may go, but no deeper. Says
    /// whether it has gone all of the way.
    fn go(&mut self, before: &[Transform], to: &Pose) -> bool {
        self.pose.clone_from(to);
        let mut depth = |part: f32| {
            for &joint in self.arm {
                self.pose[joint].rotation = slerp(before[joint].rotation, to[joint].rotation, part);
            }
            self.deepest().map_or(0.0, |(depth, ..)| depth)
        };
        let mut most = depth(0.0);
        let (mut free, mut blocked) = (0.0, None);
        for place in 1..=PLACES {
            let part = f32::from(place) / f32::from(PLACES);
            let deep = depth(part);
            if deep > most {
                blocked = Some(part);
                break;
            }
            (free, most) = (part, deep);
        }
        if let Some(mut blocked) = blocked {
            for _ in 0..HALVES {
                let part = 0.5 * (free + blocked);
                *(if depth(part) > most { &mut blocked } else { &mut free }) = part;
            }
            depth(free);
        }
        blocked.is_none()
    }

    /// Turns the arm a little so that it leaves the balls that somebody has carried it into. Says whether it was in one.
    fn push_out(&mut self) -> bool {
        let mut is_pushed = false;
        for step in 0..PUSHES {
            let Some((depth, place, out)) = self.deepest() else { break };
            is_pushed = true;
            let joint = self.arm[TURNED[step % TURNED.len()].min(self.arm.len() - 1)];
            let joint_place = transform_point(self.world_from_model * self.placed[joint], Vec3::ZERO);
            let arm = place - joint_place;
            let [from, to] = [arm, arm + (depth + CLEAR) * out].map(Vec3::try_normalize);
            let (Some(from), Some(to)) = (from, to) else { continue };
            let parent = self.rig.skeleton.joints()[joint].parent;
            let model_from_parent = parent.map_or(Mat4::IDENTITY, |parent| self.placed[parent]);
            let world_from_parent =
                Transform::from_matrix(self.world_from_model * model_from_parent).rotation;
            let turn = world_from_parent.inverse() * Quat::from_rotation_arc(from, to) * world_from_parent;
            self.pose[joint].rotation = (turn * self.pose[joint].rotation).normalize();
        }
        is_pushed
    }

    /// Returns the deepest place of the prop in a ball, if it is in one: depth, place and direction outwards.
    fn deepest(&mut self) -> Option<(f32, Vec3, Vec3)> {
        walk(&self.rig.skeleton, |i| self.pose[i].to_matrix(), self.placed);
        let from_grip = self.world_from_model * self.placed[self.arm[0]] * JOINT_FROM_GRIP;
        let [from, to] = self.carried.ends.map(|end| transform_point(from_grip, end));
        let way = to - from;
        let depths = self.balls.iter().map(|&(centre, radius)| {
            let along = (centre - from).dot(way) / way.length_squared().max(f32::MIN_POSITIVE);
            let place = from + along.clamp(0.0, 1.0) * way;
            let out = (place - centre).normalize_or(Vec3::Y);
            (radius + self.carried.thick - centre.distance(place), place, out)
        });
        depths.filter(|(depth, ..)| *depth > 0.0).max_by(|a, b| a.0.total_cmp(&b.0))
    }
}
