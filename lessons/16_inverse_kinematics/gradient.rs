//! A chain of any number of joints, and gradient descent: all of them turn a little, so that an energy falls.

use glam::{Quat, Vec3};

/// Most halvings of a step.
const MOST_HALVINGS: usize = 40;

/// The bend of a joint of a straight chain, in radians.
const NUDGE: f32 = 0.01;

/// Joints in a row, of which the first keeps its place. A step allocates nothing.
#[derive(Clone, Debug)]
pub struct Chain {
    /// From each joint to the next one, or to the tip, in the joint's own space.
    bones: Vec<Vec3>,
    /// The rotation of each joint in the one before: parent from joint.
    turns: Vec<Quat>,
    /// The rotation of each joint in the chain's space.
    frames: Vec<Quat>,
    /// The joints in the chain's space, and the tip.
    places: Vec<Vec3>,
    length: f32,
    /// The rotations before a step.
    saved: Vec<Quat>,
    /// The gradient of the energy for each joint, in its parent's space.
    gradients: Vec<Vec3>,
    /// The length of the last step that lowered the energy.
    step: f32,
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
    fn place(&mut self) {
        for joint in 0..self.bones.len() {
            let frame = self.chain_from_parent(joint) * self.turns[joint];
            self.frames[joint] = frame;
            self.places[joint + 1] = self.places[joint] + frame * self.bones[joint];
        }
    }

    /// The rotation of a joint's parent in the chain's space.
    fn chain_from_parent(&self, joint: usize) -> Quat {
        joint.checked_sub(1).map_or(Quat::IDENTITY, |parent| self.frames[parent])
    }

    /// The rotation of a joint as a vector in its parent's space: its axis times its angle in radians, at most half a turn.
    fn turned(&self, joint: usize) -> Vec3 {
        let turn = self.turns[joint];
        if turn.w < 0.0 { (-turn).to_scaled_axis() } else { turn.to_scaled_axis() }
    }

    /// Adds a small rotation to each joint, in its parent's space.
    fn turn_each_by(&mut self, vector: impl Fn(&Self, usize) -> Vec3) {
        for joint in 0..self.bones.len() {
            self.turns[joint] = (small_turn(vector(self, joint)) * self.turns[joint]).normalize();
        }
        self.place();
    }
}

impl Chain {
    /// The energy, which is small in a good pose: half the square of the distance from tip to target, and for every
    /// joint half the square of its angle times `stiffness`.
    pub fn energy(&self, target: Vec3, stiffness: f32) -> f32 {
        let bent: f32 = (0..self.turns.len()).map(|joint| self.turned(joint).length_squared()).sum();
        0.5 * self.tip().distance_squared(target) + 0.5 * stiffness * bent
    }

    /// Returns the gradient of the energy for one joint, in its parent's space: the axis about which a turn of the
    /// joint raises the energy most, times the rise for each radian. Joints and target are in the chain's space.
    ///
    /// # Panics
    /// If there is no joint with this index.
    pub fn gradient(&self, joint: usize, target: Vec3, stiffness: f32) -> Vec3 {
        // TODO 16.5: Give the gradient of this joint: of both parts of the energy, in the space of its parent.
        // BEGIN SOLUTION 16.5
        let tip = self.tip();
        let rises = (tip - self.places[joint]).cross(tip - target);
        self.chain_from_parent(joint).inverse() * rises + stiffness * self.turned(joint)
        // END SOLUTION 16.5
        // STARTER 16.5: let _ = (joint, target, stiffness);
        // STARTER 16.5: Vec3::ZERO
    }

    /// The distance from the tip to the target.
    pub fn missed(&self, target: Vec3) -> f32 {
        self.tip().distance(target)
    }

    /// Forgets the last target, and the length of the step towards it.
    pub fn begin(&mut self) {
        self.step = self.safe_step();
    }

    /// Bends each joint a little if the whole chain is on one line with its target. There the gradient is zero, since
    /// each joint can only move the tip sideways.
    pub fn nudge(&mut self, target: Vec3) {
        let (tip, missed) = (self.tip(), self.missed(target));
        let is_flat =
            |place: &Vec3| (tip - place).cross(tip - target).length() <= 1e-4 * self.length() * missed;
        if self.places.iter().all(is_flat) {
            let axis = (target - tip).normalize_or(Vec3::X).any_orthonormal_vector();
            self.turn_each_by(|chain, joint| NUDGE * (chain.chain_from_parent(joint).inverse() * axis));
        }
    }

    /// Takes one step downhill. Its length is at first twice that of the last one, and then halved until the energy
    /// falls. Returns false if no step lowers it any more. A target that isn't finite is ignored.
    pub fn descend(&mut self, target: Vec3, stiffness: f32) -> bool {
        if !target.is_finite() {
            return false;
        }
        let before = self.energy(target, stiffness);
        self.find_gradients(target, stiffness);
        let mut step = 2.0 * self.step;
        for _ in 0..MOST_HALVINGS {
            self.stride(step);
            if self.energy(target, stiffness) < before {
                self.step = step;
                return true;
            }
            self.turns.copy_from_slice(&self.saved);
            self.place();
            step *= 0.5;
        }
        false
    }

    /// Takes one step against the gradient without testing its length: the energy may rise.
    pub fn descend_blindly(&mut self, target: Vec3, stiffness: f32, step: f32) {
        self.find_gradients(target, stiffness);
        self.stride(step);
    }

    /// Stores the present rotations, and the gradient of each joint.
    fn find_gradients(&mut self, target: Vec3, stiffness: f32) {
        self.saved.copy_from_slice(&self.turns);
        for joint in 0..self.turns.len() {
            self.gradients[joint] = self.gradient(joint, target, stiffness);
        }
    }

    /// Turns every joint against its gradient, by `step` radians for each unit of the gradient.
    fn stride(&mut self, step: f32) {
        self.turn_each_by(|chain, joint| -step * chain.gradients[joint]);
    }

    /// The step that is safe near a target that is reached: for the greatest curvature that the energy can have there.
    fn safe_step(&self) -> f32 {
        let arms = self.places.iter().map(|place| self.tip().distance_squared(*place)).sum::<f32>();
        1.0 / arms.max(self.length().powi(2))
    }
}

/// Makes a rotation from its axis times its angle, which may be next to nothing: glam's own would divide by a rounded length.
fn small_turn(vector: Vec3) -> Quat {
    let is_a_turn = vector.length_squared().is_normal();
    if is_a_turn { Quat::from_scaled_axis(vector) } else { Quat::IDENTITY }
}
