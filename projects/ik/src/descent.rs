//! Downhill: joints turn so that an energy falls.

use crate::Chain;
use crate::chain::small_turn;
use glam::Vec3;

/// How often a step is halved before it is given up.
const MOST_HALVINGS: usize = 40;

impl Chain {
    /// What a chain is to have little of: half the square of the distance from tip to target, and a little for every
    /// joint that is turned: half the square of its angle, times `stiffness`.
    pub fn energy(&self, target: Vec3, stiffness: f32) -> f32 {
        let bent: f32 = (0..self.links().len()).map(|joint| self.turned(joint).length_squared()).sum();
        0.5 * self.tip().distance_squared(target) + 0.5 * stiffness * bent
    }

    /// How steeply the energy rises when a joint turns: about which axis it does so most, times the rise for each radian.
    /// All in the chain's space.
    fn slope(&self, joint: usize, target: Vec3, stiffness: f32) -> Vec3 {
        let arm = self.tip() - self.places[joint];
        let miss = self.tip() - target;
        let slope = arm.cross(miss) + stiffness * self.turned(joint);
        self.left_of(joint, slope)
    }

    /// One step downhill. It is as long as it may be and still go down: at first twice as long as the last one, then half
    /// of that, and again. False, if no step goes down any more.
    pub(crate) fn descend(&mut self, target: Vec3, stiffness: f32) -> bool {
        let before = self.energy(target, stiffness);
        self.find_slopes(target, stiffness);
        let mut step = 2.0 * self.step;
        for _ in 0..MOST_HALVINGS {
            self.stride(step);
            self.keep_limits();
            if self.energy(target, stiffness) < before {
                self.step = step;
                return true;
            }
            self.restore();
            step *= 0.5;
        }
        false
    }

    /// One step against the slope, of a length that nobody asks about: it may climb.
    pub fn descend_blindly(&mut self, target: Vec3, stiffness: f32, step: f32) {
        self.find_slopes(target, stiffness);
        self.stride(step);
        self.keep_limits();
    }

    /// Keeps how the joints are turned now, and the slope of each in its parent's frame.
    fn find_slopes(&mut self, target: Vec3, stiffness: f32) {
        self.saved.copy_from_slice(&self.turns);
        for joint in 0..self.links().len() {
            let slope = self.slope(joint, target, stiffness);
            self.slopes[joint] = self.above(joint).inverse() * slope;
        }
    }

    /// Turns every joint against its slope, beyond its limit too: by `step` radians for each of the slope.
    fn stride(&mut self, step: f32) {
        for joint in 0..self.links().len() {
            self.turns[joint] = small_turn(-step * self.slopes[joint]) * self.turns[joint];
        }
        self.place();
    }

    /// Turns every joint that is beyond its limit back to it.
    fn keep_limits(&mut self) {
        for joint in 0..self.links().len() {
            self.turns[joint] = self.kept(joint, self.turns[joint]);
        }
        self.place();
    }

    /// The step that is safe near a target that is met: one through the steepest curve that the energy can have there.
    pub(crate) fn safe_step(&self) -> f32 {
        let arms = self.places.iter().map(|place| self.tip().distance_squared(*place)).sum::<f32>();
        1.0 / arms.max(self.length().powi(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{chain, direction};
    use crate::{Limit, Link};
    use glam::{DQuat, DVec3, Quat, vec3};
    use proptest::prelude::*;

    /// The energy in 64 bits, with one joint turned by a bit more, in the chain's space.
    fn exactly(chain: &Chain, target: Vec3, stiffness: f32, joint: usize, small: DVec3) -> f64 {
        let (mut frame, mut place, mut bent) = (DQuat::IDENTITY, chain.places()[0].as_dvec3(), 0.0);
        for (index, (link, turn)) in chain.links().iter().zip(chain.turns()).enumerate() {
            let above = frame;
            frame = (above * turn.as_dquat()).normalize();
            if index == joint {
                frame = DQuat::from_scaled_axis(small) * frame;
            }
            let own = above.inverse() * frame;
            let half = own.xyz().length().atan2(own.w.abs());
            bent += (2.0 * half).powi(2);
            place += frame * link.bone.as_dvec3();
        }
        0.5 * place.distance_squared(target.as_dvec3()) + 0.5 * f64::from(stiffness) * bent
    }

    proptest! {
        #[test]
        fn the_slope_is_what_small_turns_tell(chain in chain(), target in direction(), joint in any::<prop::sample::Index>(),
                                              axis in direction(), stiffness in 0.0f32..0.5) {
            let joint = joint.index(chain.links().len());
            let axis = match chain.links()[joint].limit {
                Limit::Hinge { .. } => chain.axis(joint).unwrap(),
                _ => axis.normalize(),
            };
            // Half a turn has no axis of its own, and its square no slope.
            prop_assume!(chain.turned(joint).length() < 3.0);
            let small = 1e-5 * axis.as_dvec3();
            let [more, less] = [small, -small].map(|small| exactly(&chain, target, stiffness, joint, small));
            let wanted = (more - less) / 2e-5;
            let given = chain.slope(joint, target, stiffness).dot(axis);
            let size = f64::from(chain.length() * (chain.length() + target.length())).max(1.0);
            prop_assert!((f64::from(given) - wanted).abs() < 1e-5 * size, "{given} {wanted}");
        }

        #[test]
        fn no_step_climbs(mut chain in chain(), target in direction(), stiffness in 0.0f32..0.1) {
            chain.begin(target);
            let mut before = chain.energy(target, stiffness);
            for _ in 0..50 {
                let goes_on = chain.descend(target, stiffness);
                let after = chain.energy(target, stiffness);
                prop_assert!(if goes_on { after < before } else { after == before }, "{before} {after}");
                before = after;
            }
        }
    }

    proptest! {
        #[test]
        fn a_short_step_falls_as_far_as_the_slope_says(turns in prop::collection::vec(direction(), 5), target in direction()) {
            let mut chain = Chain::new(Vec3::ZERO, vec![Link { bone: Vec3::X, limit: Limit::Free }; 5]);
            chain.turn_to(|joint| Quat::from_scaled_axis(turns[joint]));
            chain.step = 0.005 * chain.safe_step();
            let square: f32 = (0..5).map(|joint| chain.slope(joint, target, 0.1).length_squared()).sum();
            let before = chain.energy(target, 0.1);
            // Where it hardly falls, rounding is as large.
            prop_assume!(chain.step * square > 2e-4 * before && chain.descend(target, 0.1));
            let fallen = (before - chain.energy(target, 0.1)) / (chain.step * square);
            prop_assert!((fallen - 1.0).abs() < 0.1, "{fallen}");
        }
    }

    /// Nobody asks whether a step that is too long goes down.
    #[test]
    fn a_blind_step_may_climb() {
        let link = Link { bone: Vec3::X, limit: Limit::Free };
        let climbs = |times: f32| {
            let mut chain = Chain::new(Vec3::ZERO, vec![link; 4]);
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

    /// Where it ends, no joint can make it better.
    #[test]
    fn it_ends_in_a_valley() {
        let link = Link { bone: Vec3::X, limit: Limit::Free };
        let mut chain = Chain::new(Vec3::ZERO, vec![link; 4]);
        let target = vec3(1.0, 2.0, 0.5);
        chain.begin(target);
        while chain.descend(target, 0.05) {}
        assert!((0..4).all(|joint| chain.slope(joint, target, 0.05).length() < 2e-3));
        assert!(chain.missed(target) > 1e-3, "what is bent costs");
    }
}
