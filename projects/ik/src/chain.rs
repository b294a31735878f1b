//! A chain of any number of joints: how it lies, and how its joints are turned.

use crate::Limit;
use glam::{Quat, Vec3};

/// A joint of a chain, and the bone that begins there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Link {
    /// From this joint to the next one, or to the tip, in the joint's own frame.
    pub bone: Vec3,
    /// How far the joint may turn.
    pub limit: Limit,
}

/// Joints in a row, the first of which stands fast. Solving takes no new memory.
#[derive(Clone, Debug)]
pub struct Chain {
    links: Vec<Link>,
    /// How each joint is turned in the one before: parent from joint.
    pub(crate) turns: Vec<Quat>,
    /// How each joint is turned in the chain's space.
    pub(crate) frames: Vec<Quat>,
    /// Where the joints are in the chain's space, and the tip.
    pub(crate) places: Vec<Vec3>,
    length: f32,
    /// How the joints were turned when a solution, or a step of it, began.
    pub(crate) began: Vec<Quat>,
    pub(crate) saved: Vec<Quat>,
    /// For each joint, in its parent's frame, how steeply the energy rises when it turns.
    pub(crate) slopes: Vec<Vec3>,
    /// Where the joints should be, for methods that move them first.
    pub(crate) wanted: Vec<Vec3>,
    /// How long the last step was that went down.
    pub(crate) step: f32,
    /// How strongly least squares are damped.
    pub(crate) damping: f32,
}

impl Chain {
    /// A chain that is not turned anywhere, but as its limits ask.
    pub fn new(root: Vec3, links: Vec<Link>) -> Self {
        let count = links.len();
        let mut chain = Self {
            turns: vec![Quat::IDENTITY; count],
            frames: vec![Quat::IDENTITY; count],
            places: vec![root; count + 1],
            length: links.iter().map(|link| link.bone.length()).sum(),
            began: vec![Quat::IDENTITY; count],
            saved: vec![Quat::IDENTITY; count],
            slopes: vec![Vec3::ZERO; count],
            wanted: vec![root; count + 1],
            step: 0.0,
            damping: 0.0,
            links,
        };
        chain.turn_to(|_| Quat::IDENTITY);
        chain
    }

    /// The joints and their bones.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// How each joint is turned in the one before.
    pub fn turns(&self) -> &[Quat] {
        &self.turns
    }

    /// Turns a joint in the chain's space as far as its limit lets it, and gives how far it did. What hangs on it stays
    /// where it is until it is placed.
    pub(crate) fn turn_by(&mut self, joint: usize, turn: Quat) -> Quat {
        let (above, before) = (self.above(joint), self.turns[joint]);
        let turned = above.inverse() * turn * above * before;
        self.turns[joint] = self.kept(joint, turned);
        (above * self.turns[joint] * before.inverse() * above.inverse()).normalize()
    }

    /// Where the joints are, and last the tip.
    pub fn places(&self) -> &[Vec3] {
        &self.places
    }

    /// Where the chain ends.
    pub fn tip(&self) -> Vec3 {
        self.places[self.links.len()]
    }

    /// How long its bones are together.
    pub fn length(&self) -> f32 {
        self.length
    }

    /// Turns all joints, as far as their limits let them.
    pub fn turn_to(&mut self, turn: impl Fn(usize) -> Quat) {
        for joint in 0..self.links.len() {
            self.turns[joint] = self.kept(joint, turn(joint));
        }
        self.place();
    }

    /// A joint's turn, no farther than its limit.
    pub(crate) fn kept(&self, joint: usize, turn: Quat) -> Quat {
        let Link { bone, limit } = self.links[joint];
        limit.kept(turn.normalize(), bone)
    }

    /// Places all joints and the tip.
    pub(crate) fn place(&mut self) {
        for joint in 0..self.links.len() {
            self.place_next(joint);
        }
    }

    /// Places what this joint's bone leads to.
    pub(crate) fn place_next(&mut self, joint: usize) {
        let frame = self.above(joint) * self.turns[joint];
        self.frames[joint] = frame;
        self.places[joint + 1] = self.places[joint] + frame * self.links[joint].bone;
    }

    /// The frame of the joint before this one.
    pub(crate) fn above(&self, joint: usize) -> Quat {
        joint.checked_sub(1).map_or(Quat::IDENTITY, |parent| self.frames[parent])
    }

    /// The axis of a joint that is a hinge, in the chain's space.
    pub(crate) fn axis(&self, joint: usize) -> Option<Vec3> {
        match self.links[joint].limit {
            Limit::Hinge { axis, .. } => Some(self.above(joint) * axis),
            _ => None,
        }
    }

    /// What is left of a small turn in the chain's space, if the joint cannot turn any other way.
    pub(crate) fn left_of(&self, joint: usize, small: Vec3) -> Vec3 {
        self.axis(joint).map_or(small, |axis| small.dot(axis) * axis)
    }

    /// How a joint is turned: its axis, in the chain's space, times its angle in radians.
    pub fn turned(&self, joint: usize) -> Vec3 {
        let turn = self.turns[joint];
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let sine = turn.xyz().length();
        // A small angle is twice its half's sine.
        let ratio = if sine > 1e-4 { 2.0 * sine.atan2(turn.w) / sine } else { 2.0 };
        self.above(joint) * (ratio * turn.xyz())
    }

    /// Goes back to the turns that were saved.
    pub(crate) fn restore(&mut self) {
        self.turns.copy_from_slice(&self.saved);
        self.place();
    }
}

/// The angle from one rotation to another, in radians.
pub(crate) fn angle_between(a: Quat, b: Quat) -> f32 {
    4.0 * (0.5 * (a - b).length().min((a + b).length())).min(1.0).asin()
}

/// A turn, from its axis times its angle. It may be smaller than glam's own can be: one that has no length in 32 bits.
pub(crate) fn small_turn(vector: Vec3) -> Quat {
    let angle = vector.length();
    if angle < 1e-4 {
        return Quat::from_vec4((0.5 * vector).extend(1.0)).normalize();
    }
    Quat::from_axis_angle(vector / angle, angle)
}
