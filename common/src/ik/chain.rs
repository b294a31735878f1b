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
        if !target.is_finite() || !self.length().powi(2).is_normal() {
            return false;
        }
        // One that is much too far is as good nearer, where the energy still tells steps apart.
        let (root, most) = (self.places[0], 100.0 * self.length());
        let is_near = target.distance(root) < most;
        let target = if is_near { target } else { root + most * (target - root).normalize_or_zero() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::tests::direction;
    use glam::{DQuat, DVec3, vec3};
    use proptest::prelude::*;

    prop_compose! {
        /// A chain of bones of many lengths, whose joints are rotated in any way.
        fn chain()(bones in prop::collection::vec(direction(), 1..12), root in direction(),
                   turns in prop::collection::vec(direction(), 12)) -> Chain {
            let mut chain = Chain::new(root, bones.iter().map(|bone| 0.3 * bone).collect());
            chain.turn_to(|joint| Quat::from_scaled_axis(1.5 * turns[joint]));
            chain
        }
    }

    fn straight(count: usize) -> Chain {
        Chain::new(Vec3::ZERO, vec![Vec3::X; count])
    }

    /// Returns the chain after at most `steps` steps.
    fn after(mut chain: Chain, target: Vec3, stiffness: f32, steps: usize) -> Chain {
        chain.begin();
        chain.nudge(target);
        (0..steps).all(|_| chain.descend(target, stiffness));
        chain
    }

    /// The energy in 64 bits, with one joint turned a little more, in its parent's space.
    fn exactly(chain: &Chain, target: Vec3, stiffness: f32, joint: usize, small: DVec3) -> f64 {
        let (mut frame, mut place, mut bent) = (DQuat::IDENTITY, chain.places[0].as_dvec3(), 0.0);
        for (index, turn) in chain.turns.iter().enumerate() {
            let small = if index == joint { DQuat::from_scaled_axis(small) } else { DQuat::IDENTITY };
            let own = small * turn.as_dquat();
            bent += (2.0 * own.xyz().length().atan2(own.w.abs())).powi(2);
            frame = (frame * own).normalize();
            place += frame * chain.bones[index].as_dvec3();
        }
        0.5 * place.distance_squared(target.as_dvec3()) + 0.5 * f64::from(stiffness) * bent
    }

    proptest! {
        #[test]
        fn the_gradient_is_what_small_turns_tell(chain in chain(), target in direction(), joint in any::<prop::sample::Index>(),
                                                 axis in direction(), stiffness in 0.0f32..0.5) {
            let joint = joint.index(chain.turns.len());
            // A half turn has no unique axis, and its square no gradient.
            prop_assume!(chain.turned(joint).length() < 3.0);
            let axis = axis.normalize();
            let small = 1e-5 * axis.as_dvec3();
            let [more, less] = [small, -small].map(|small| exactly(&chain, target, stiffness, joint, small));
            let wanted = (more - less) / 2e-5;
            let given = chain.gradient(joint, target, stiffness).dot(axis);
            let size = f64::from(chain.length() * (chain.length() + target.length())).max(1.0);
            prop_assert!((f64::from(given) - wanted).abs() < 1e-5 * size, "{given} {wanted}");
        }

        #[test]
        fn no_step_climbs_and_bones_keep_their_lengths(mut chain in chain(), target in direction(), stiffness in 0.0f32..0.1) {
            chain.begin();
            let mut before = chain.energy(target, stiffness);
            for _ in 0..50 {
                let goes_on = chain.descend(target, stiffness);
                let after = chain.energy(target, stiffness);
                prop_assert!(if goes_on { after < before } else { after == before }, "{before} {after}");
                before = after;
            }
            for (pair, bone) in chain.places.windows(2).zip(&chain.bones) {
                prop_assert!((pair[0].distance(pair[1]) - bone.length()).abs() < 1e-5 * chain.length().max(1.0));
            }
        }

        #[test]
        fn nothing_is_no_number(numbers in prop::array::uniform3(prop_oneof![
            Just(f32::NAN), Just(f32::INFINITY), Just(0.0f32), Just(1e30), Just(-1e-30), -1.0f32..1.0
        ]), chain in chain(), stretched in 0usize..3) {
            let target = Vec3::from(numbers);
            let bones = chain.bones.iter().map(|bone| [0.0, 1e-20, 1e6][stretched] * bone).collect();
            for chain in [chain, Chain::new(Vec3::ONE, bones), Chain::new(Vec3::X, vec![])] {
                let chain = after(chain, target, 1e-6, 100);
                prop_assert!(chain.places.iter().all(|place| place.is_finite()));
                prop_assert!(chain.turns.iter().all(|turn| turn.is_normalized()));
            }
        }
    }

    /// A step of untested length may raise the energy.
    #[test]
    fn a_blind_step_may_climb() {
        let climbs = |times: f32| {
            let mut chain = straight(4);
            let target = vec3(2.0, 2.0, 0.5);
            let step = times * chain.safe_step();
            (0..30).any(|_| {
                let before = chain.energy(target, 0.0);
                chain.descend_blindly(target, 0.0, step);
                chain.energy(target, 0.0) > before
            })
        };
        assert!(climbs(8.0) && !climbs(0.5));
    }

    /// At its end, no joint can improve it.
    #[test]
    fn it_ends_in_a_valley() {
        let target = vec3(1.0, 2.0, 0.5);
        let chain = after(straight(4), target, 0.05, 3000);
        assert!((0..4).all(|joint| chain.gradient(joint, target, 0.05).length() < 2e-3));
        assert!(chain.missed(target) > 1e-3, "what is bent costs");
    }

    #[test]
    fn it_meets_what_it_can_and_points_at_what_is_too_far() {
        // The last three are on the line of the straight chain.
        for target in [vec3(2.0, 2.5, 0.0), vec3(-1.0, 0.5, 3.0), 4.0 * Vec3::X, Vec3::X, -2.0 * Vec3::X] {
            let missed = after(straight(5), target, 2.5e-5, 3000).missed(target);
            assert!(missed < 6e-4, "{target} {missed}");
        }
        let chain = after(straight(3), 30.0 * Vec3::Y, 9e-6, 1000);
        assert!(chain.tip().distance(3.0 * Vec3::Y) < 0.2, "{}", chain.tip());
    }
}
