//! A chain of any number of joints: their places and rotations.

use glam::{Quat, Vec3};

/// Joints in a row, of which the first keeps its place. A step allocates nothing.
#[derive(Clone, Debug)]
pub struct Chain {
    /// From each joint to the next one, or to the tip, in the joint's own space.
    pub(crate) bones: Vec<Vec3>,
    /// The rotation of each joint in the one before: parent from joint.
    pub(crate) turns: Vec<Quat>,
    /// The rotation of each joint in the chain's space.
    frames: Vec<Quat>,
    /// The joints in the chain's space, and the tip.
    pub(crate) places: Vec<Vec3>,
    length: f32,
    /// The rotations before a step.
    pub(crate) saved: Vec<Quat>,
    /// The gradient of the energy for each joint, in its parent's space.
    pub(crate) gradients: Vec<Vec3>,
    /// The length of the last step that lowered the energy.
    pub(crate) step: f32,
}

impl Chain {
    /// A chain whose joints are not rotated.
    pub fn new(root: Vec3, bones: Vec<Vec3>) -> Self {
        let count = bones.len();
        let mut chain = Self {
            turns: vec![Quat::IDENTITY; count],
            frames: vec![Quat::IDENTITY; count],
            places: vec![root; count + 1],
            length: bones.iter().map(|bone| bone.length()).sum(),
            saved: vec![Quat::IDENTITY; count],
            gradients: vec![Vec3::ZERO; count],
            step: 0.0,
            bones,
        };
        chain.place();
        chain
    }

    /// The rotation of each joint in the one before.
    pub fn turns(&self) -> &[Quat] {
        &self.turns
    }

    /// The joints in the chain's space, and last the tip.
    pub fn places(&self) -> &[Vec3] {
        &self.places
    }

    /// The end of the chain.
    pub fn tip(&self) -> Vec3 {
        self.places[self.bones.len()]
    }

    /// The length of all bones together.
    pub fn length(&self) -> f32 {
        self.length
    }

    /// Rotates all joints.
    pub fn turn_to(&mut self, turn: impl Fn(usize) -> Quat) {
        for (joint, rotation) in self.turns.iter_mut().enumerate() {
            *rotation = turn(joint).normalize();
        }
        self.place();
    }

    /// Places all joints and the tip.
    pub(crate) fn place(&mut self) {
        for joint in 0..self.bones.len() {
            let frame = self.chain_from_parent(joint) * self.turns[joint];
            self.frames[joint] = frame;
            self.places[joint + 1] = self.places[joint] + frame * self.bones[joint];
        }
    }

    /// The rotation of a joint's parent in the chain's space.
    pub(crate) fn chain_from_parent(&self, joint: usize) -> Quat {
        joint.checked_sub(1).map_or(Quat::IDENTITY, |parent| self.frames[parent])
    }

    /// The rotation of a joint as a vector in its parent's space: its axis times its angle in radians, at most half a turn.
    pub(crate) fn turned(&self, joint: usize) -> Vec3 {
        let turn = self.turns[joint];
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let sine = turn.xyz().length();
        // For a small angle the ratio is 2: the sine of half of it is half of it.
        let ratio = if sine > 1e-4 { 2.0 * sine.atan2(turn.w) / sine } else { 2.0 };
        ratio * turn.xyz()
    }

    /// Adds a small rotation to each joint, in its parent's space.
    pub(crate) fn turn_each_by(&mut self, vector: impl Fn(&Self, usize) -> Vec3) {
        for joint in 0..self.bones.len() {
            self.turns[joint] = (small_turn(vector(self, joint)) * self.turns[joint]).normalize();
        }
        self.place();
    }
}

/// Makes a rotation from its axis times its angle. Glam's own can't take a vector whose length is 0 in 32 bits.
fn small_turn(vector: Vec3) -> Quat {
    let angle = vector.length();
    if angle < 1e-4 {
        return Quat::from_vec4((0.5 * vector).extend(1.0)).normalize();
    }
    Quat::from_axis_angle(vector / angle, angle)
}
