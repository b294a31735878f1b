//! Four ways to bring a chain's tip to a target, one iteration after the other.

use crate::Chain;
use crate::chain::{angle_between, small_turn};
#[allow(unused_imports, reason = "an answer may do without it")]
use common::transform::shortest_turn;
#[allow(unused_imports, reason = "an answer may need it")]
use glam::Quat;
use glam::{Mat3, Vec3};

/// A way to bring a chain's tip to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Downhill: all joints against the slope of the energy.
    Descent,
    /// Cyclic coordinate descent: one joint after the other, from the tip, points the tip at the target.
    Ccd,
    /// Forward and backward reaching: places first, drawn along from the target, and then from the root.
    Fabrik,
    /// Damped least squares: all joints at once, by the smallest turns that would meet a target nearby.
    LeastSquares,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Descent, Self::Ccd, Self::Fabrik, Self::LeastSquares];
}

/// When a chain is satisfied, and when it gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// What a radian costs: see [`Chain::energy`]; as a part of the square of the chain's length.
    pub stiffness: f32,
    /// How near is near enough, as a part of the chain's length.
    pub tolerance: f32,
    /// How many iterations there are at most.
    pub iterations: usize,
}

impl Default for Rules {
    fn default() -> Self {
        Self { stiffness: 1e-6, tolerance: 1e-4, iterations: 100 }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// How many iterations it took.
    pub iterations: usize,
    /// From the tip to the target, in the end.
    pub missed: f32,
    /// By how much the joints have turned, all together: radians.
    pub turned: f32,
}

/// A step of the tip that is as good as none, as a part of the chain's length.
const STILL: f32 = 1e-7;

/// By how much a straight chain is bent to begin with: radians for each joint.
const NUDGE: f32 = 0.01;

/// What damps least squares: at first, at least, and when it is given up. For a chain of length 1.
const DAMPING: [f32; 3] = [0.1, 1e-6, 1e4];

impl Chain {
    /// Brings the tip to the target, or as near as the method comes. A target that is no point is not reached for.
    pub fn solve(&mut self, method: Method, target: Vec3, rules: &Rules) -> Report {
        let target = if target.is_finite() { target } else { self.tip() };
        self.begin(target);
        let mut iterations = 0;
        while self.missed(target) > rules.tolerance * self.length()
            && iterations < rules.iterations
            && self.iterate(method, target, rules)
        {
            iterations += 1;
        }
        let pairs = self.began.iter().zip(&self.turns);
        let turned = pairs.map(|(&before, &after)| angle_between(before, after)).sum();
        Report { iterations, missed: self.missed(target), turned }
    }

    /// From the tip to the target.
    pub fn missed(&self, target: Vec3) -> f32 {
        // In 64 bits: squares of far targets would be endless.
        self.tip().as_dvec3().distance(target.as_dvec3()) as f32
    }

    /// Forgets the last target, and bends the chain a bit if it is straight and points at this one.
    pub fn begin(&mut self, target: Vec3) {
        self.began.copy_from_slice(&self.turns);
        self.step = self.safe_step();
        self.damping = DAMPING[0];
        self.nudge(self.nearer(target));
    }

    /// One iteration. False, if nothing moves any more.
    pub fn iterate(&mut self, method: Method, target: Vec3, rules: &Rules) -> bool {
        let square = self.length().powi(2);
        if !square.is_normal() {
            return false;
        }
        let target = self.nearer(target);
        let tip = self.tip();
        match method {
            Method::Descent => return self.descend(target, rules.stiffness * square),
            Method::Ccd => self.ccd_pass(target),
            Method::Fabrik => self.draw_along(target),
            Method::LeastSquares => return self.least_squares(target),
        }
        self.tip().distance(tip) > STILL * self.length()
    }

    /// A target that is very far is as good as one in the same direction whose square is still a number.
    fn nearer(&self, target: Vec3) -> Vec3 {
        let root = self.places[0].as_dvec3();
        let way = target.as_dvec3() - root;
        (root + way.clamp_length_max(100.0 * f64::from(self.length()))).as_vec3()
    }

    /// A straight chain whose target lies on its line has no slope: turning a joint moves the tip only aside. So all are
    /// bent a bit, and the first one points the tip at the target again. It is taken back if the tip is not nearer then.
    fn nudge(&mut self, target: Vec3) {
        let (tip, missed) = (self.tip(), self.missed(target));
        let flat = |place: &Vec3| (tip - place).cross(tip - target).length() <= 1e-4 * self.length() * missed;
        if !self.places.iter().all(flat) {
            return;
        }
        self.saved.copy_from_slice(&self.turns);
        let line = (target - tip).normalize_or(Vec3::X);
        for nudge in [NUDGE, -NUDGE] {
            for joint in 0..self.links().len() {
                let aside = nudge * self.nudge_axis(joint, line);
                self.turn_by(joint, small_turn(aside));
                self.place_next(joint);
            }
            self.aim(0, self.tip() - self.places[0], target - self.places[0]);
            self.place();
            if self.missed(target) < missed {
                return;
            }
            self.restore();
        }
    }

    /// An axis about which a joint can turn, square to a line if it can turn about any.
    fn nudge_axis(&self, joint: usize, line: Vec3) -> Vec3 {
        self.axis(joint).unwrap_or_else(|| line.any_orthonormal_vector())
    }

    /// One pass of cyclic coordinate descent, from the last joint to the first: each turns so that the tip comes as near to
    /// the target as this joint alone can bring it.
    pub fn ccd_pass(&mut self, target: Vec3) {
        // TODO 15.4: Turn each joint once, the last one first, so that the tip comes as near to the target as that joint can
        //   bring it. In the end the chain is placed.
        // BEGIN SOLUTION 15.4
        let mut tip = self.tip();
        for joint in (0..self.links().len()).rev() {
            // The joints above have not turned yet, so that this one is still at its place.
            let place = self.places[joint];
            let [from, to] = [tip, target].map(|end| (end - place).try_normalize());
            if let (Some(from), Some(to)) = (from, to) {
                let turned = self.turn_by(joint, shortest_turn(from, to));
                tip = place + turned * (tip - place);
            }
        }
        self.place();
        // END SOLUTION 15.4
        // STARTER 15.4: let _ = target;
    }

    /// The smallest turns that would meet the target if the tip went along straight lines. The damping keeps them small
    /// where the tip can hardly move: it grows until the tip comes nearer, and shrinks again. False, if that is in vain.
    fn least_squares(&mut self, target: Vec3) -> bool {
        let before = self.missed(target);
        self.saved.copy_from_slice(&self.turns);
        let (reach, miss) = (self.reach(), (target - self.tip()) / self.length());
        let [_, least, most] = DAMPING;
        while self.damping < most {
            let pull = (reach + Mat3::from_diagonal(Vec3::splat(self.damping))).inverse() * miss;
            for joint in 0..self.links().len() {
                let arm = (self.tip() - self.places[joint]) / self.length();
                let turn = self.left_of(joint, arm.cross(pull));
                self.turn_by(joint, small_turn(turn));
            }
            self.place();
            if self.missed(target) < before {
                self.damping = (self.damping / 4.0).max(least);
                return true;
            }
            self.restore();
            self.damping *= 4.0;
        }
        false
    }

    /// How the tip moves when it is pulled and every joint gives way, for a chain of length 1: the product of the table of
    /// all that turns do to the tip with itself.
    fn reach(&self) -> Mat3 {
        let mut reach = Mat3::ZERO;
        for joint in 0..self.links().len() {
            let arm = (self.tip() - self.places[joint]) / self.length();
            let outer = |v: Vec3| Mat3::from_cols(v.x * v, v.y * v, v.z * v);
            reach += match self.axis(joint) {
                Some(axis) => outer(axis.cross(arm)),
                None => Mat3::from_diagonal(Vec3::splat(arm.length_squared())) - outer(arm),
            };
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{chain, direction};
    use crate::{Limit, Link};
    use glam::vec3;
    use proptest::prelude::*;

    fn any_method() -> impl Strategy<Value = Method> {
        (0usize..4).prop_map(|index| Method::ALL[index])
    }

    fn straight(count: usize, limit: Limit) -> Chain {
        Chain::new(Vec3::ZERO, vec![Link { bone: Vec3::X, limit }; count])
    }

    proptest! {
        #[test]
        fn limits_and_lengths_are_kept_all_along(mut chain in chain(), target in direction(), method in any_method()) {
            chain.begin(target);
            for _ in 0..20 {
                chain.iterate(method, target, &Rules::default());
                for (joint, (link, &turn)) in chain.links().iter().zip(chain.turns()).enumerate() {
                    prop_assert!(link.limit.beyond(turn, link.bone) < 1e-5, "{joint}: {:?}", link.limit);
                    let bone = chain.places()[joint].distance(chain.places()[joint + 1]);
                    prop_assert!((bone - link.bone.length()).abs() < 1e-5 * chain.length().max(1.0));
                }
            }
        }

        #[test]
        fn what_is_missed_is_told(mut chain in chain(), target in direction(), method in any_method()) {
            let before = chain.missed(target);
            let Report { iterations, missed, turned } = chain.solve(method, target, &Rules::default());
            prop_assert_eq!(missed, chain.missed(target));
            prop_assert!(iterations <= 100 && turned.is_finite());
            if matches!(method, Method::LeastSquares) {
                prop_assert!(missed <= before);
            }
            let most = Rules { tolerance: 1e9, ..Rules::default() };
            prop_assert_eq!(chain.solve(method, target, &most).iterations, 0, "near enough");
        }

        #[test]
        fn nothing_is_no_number(numbers in prop::collection::vec(prop_oneof![
            Just(f32::NAN), Just(f32::INFINITY), Just(0.0f32), Just(1e30), Just(-1e-30), -1.0f32..1.0
        ], 6), mut chain in chain(), method in any_method(), stretched in 0usize..3) {
            let target = vec3(numbers[0], numbers[1], numbers[2]);
            let bones = [0.0, 1e-20, 1e6][stretched];
            let links = chain.links().iter().map(|link| Link { bone: bones * link.bone, ..*link }).collect();
            for chain in [&mut chain, &mut Chain::new(Vec3::ONE, links), &mut Chain::new(Vec3::X, vec![])] {
                let Report { missed, turned, .. } = chain.solve(method, target, &Rules::default());
                prop_assert!(missed.is_finite() && turned.is_finite());
                prop_assert!(chain.places().iter().all(|place| place.is_finite()));
                prop_assert!(chain.turns().iter().all(|turn| turn.is_normalized()));
            }
        }
    }

    #[test]
    fn every_method_meets_a_target_that_can_be_met() {
        for method in Method::ALL {
            for limit in [Limit::Free, Limit::Hinge { axis: Vec3::Z, range: [-2.0, 2.0] }, Limit::Cone(1.5)] {
                let mut chain = straight(6, limit);
                let rules = Rules { iterations: 1000, ..Rules::default() };
                let report = chain.solve(method, vec3(2.0, 2.5, 0.0), &rules);
                assert!(report.missed < 6.1e-4, "{method:?} {limit:?} {report:?}");
            }
        }
    }

    #[test]
    fn an_arc_leads_from_one_direction_to_the_other() {
        for to in [Vec3::X, Vec3::Y, -Vec3::X, vec3(-1.0, 1e-4, 0.0), vec3(1.0, 1e-4, 0.0)] {
            let allowed = if to.x < 0.0 { 2e-3 } else { 1e-6 };
            let to = to.normalize();
            assert!((shortest_turn(Vec3::X, to) * Vec3::X).distance(to) < allowed, "{to}");
        }
    }

    #[test]
    fn a_straight_chain_comes_to_targets_on_its_own_line() {
        for method in Method::ALL {
            for target in [4.0, 1.0, -2.0] {
                for limit in [Limit::Free, Limit::Hinge { axis: Vec3::Z, range: [-3.0, 3.0] }] {
                    let rules = Rules { iterations: 3000, ..Rules::default() };
                    let report = straight(5, limit).solve(method, target * Vec3::X, &rules);
                    assert!(report.missed < 6e-4, "{method:?} {target} {report:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_too_far_is_pointed_at() {
        for method in Method::ALL {
            let mut chain = straight(3, Limit::Free);
            let target = vec3(0.0, 30.0, 0.0);
            let report = chain.solve(method, target, &Rules { iterations: 1000, ..Rules::default() });
            assert!((report.missed - 27.0).abs() < 0.01, "{method:?} {report:?}");
            assert!(chain.tip().distance(3.0 * Vec3::Y) < 0.2, "{method:?} {}", chain.tip());
        }
    }
}
