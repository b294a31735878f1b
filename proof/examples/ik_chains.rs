//! Four ways to bring a chain's tip to a target, beside each other: prints how many iterations they take and what they miss.
//!
//! `cargo run --release --package proof --example ik_chains`
//!
//! Chains of equal bones, bent a bit at random, and targets that they can reach. What is missed by more than a ten
//! thousandth of the chain's length counts as a miss.

use glam::{Quat, Vec3, vec3};
use ik::{Chain, Limit, Link, Method, Report, Rules};
use std::f32::consts::PI;

/// How many chains there are in each row.
const CHAINS: usize = 200;

/// How many iterations there are at most: descent makes short steps.
fn most(method: Method) -> usize {
    if method == Method::Descent { 3000 } else { 500 }
}

/// What texts call it.
fn name(method: Method) -> &'static str {
    match method {
        Method::Descent => "downhill",
        Method::Ccd => "CCD",
        Method::Fabrik => "FABRIK",
        Method::LeastSquares => "DLS",
    }
}

/// Numbers that look random, and are the same every time.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn part(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.part()
    }

    fn direction(&mut self) -> Vec3 {
        loop {
            let vector = vec3(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if vector.length() > 0.1 && vector.length() < 1.0 {
                return vector.normalize();
            }
        }
    }
}

/// What kind of chain, and where its targets are.
struct Kind {
    name: &'static str,
    limit: Limit,
    /// How far the targets are, as parts of the length; or where another pose of the chain has its tip.
    reach: Option<[f32; 2]>,
}

const FLAT: Limit = Limit::Hinge { axis: Vec3::Z, range: [-PI, PI] };
const ELBOWS: Limit = Limit::Hinge { axis: Vec3::Z, range: [0.0, 1.5] };

const KINDS: [Kind; 6] = [
    Kind { name: "flat, 0.2–0.9", limit: FLAT, reach: Some([0.2, 0.9]) },
    Kind { name: "flat, 0.97–1", limit: FLAT, reach: Some([0.97, 1.0]) },
    Kind { name: "free, 0.2–0.9", limit: Limit::Free, reach: Some([0.2, 0.9]) },
    Kind { name: "free, 0.97–1", limit: Limit::Free, reach: Some([0.97, 1.0]) },
    Kind { name: "hinges 0–86°", limit: ELBOWS, reach: None },
    Kind { name: "cones of 30°", limit: Limit::Cone(0.524), reach: None },
];

/// A turn that a joint may have; a small one if it has no limit.
fn turn(limit: Limit, random: &mut Random) -> Quat {
    match limit {
        Limit::Hinge { axis, range: [0.0, most] } => Quat::from_axis_angle(axis, random.between(0.0, most)),
        Limit::Hinge { axis, .. } => Quat::from_axis_angle(axis, random.between(-0.3, 0.3)),
        Limit::Free => Quat::from_axis_angle(random.direction(), random.between(-0.3, 0.3)),
        Limit::Cone(most) => {
            let aside = random.direction().with_x(0.0).normalize();
            Quat::from_axis_angle(aside, random.between(0.0, most))
        }
    }
}

fn turn_all(chain: &mut Chain, random: &mut Random) {
    let turns: Vec<Quat> = chain.links().iter().map(|link| turn(link.limit, random)).collect();
    chain.turn_to(|joint| turns[joint]);
}

fn solved(kind: &Kind, joints: usize, method: Method, random: &mut Random) -> (Report, bool) {
    let link = Link { bone: Vec3::X / joints as f32, limit: kind.limit };
    let mut chain = Chain::new(Vec3::ZERO, vec![link; joints]);
    turn_all(&mut chain, random);
    let target = match kind.reach {
        Some([least, most]) => {
            let direction = random.direction();
            let flat = matches!(kind.limit, Limit::Hinge { .. });
            let direction = if flat { direction.with_z(0.0).normalize() } else { direction };
            random.between(least, most) * direction
        }
        None => {
            let tip = chain.tip();
            turn_all(&mut chain, random);
            tip
        }
    };
    let rules = Rules { iterations: most(method), ..Rules::default() };
    let report = chain.solve(method, target, &rules);
    (report, report.missed > rules.tolerance)
}

fn row(kind: &Kind, joints: usize, method: Method) {
    let mut random = Random(joints as u64);
    let outcomes: Vec<(Report, bool)> =
        (0..CHAINS).map(|_| solved(kind, joints, method, &mut random)).collect();
    let sorted = |number: &dyn Fn(&Report) -> f32| {
        let mut numbers: Vec<f32> = outcomes.iter().map(|(report, _)| number(report)).collect();
        numbers.sort_by(f32::total_cmp);
        [CHAINS / 2, CHAINS * 95 / 100, CHAINS - 1].map(|at| numbers[at])
    };
    let [middle, many, worst] = sorted(&|report| report.iterations as f32);
    let missed = sorted(&|report| report.missed);
    let turned = sorted(&|report| report.turned.to_degrees())[0];
    let misses = 100.0 * outcomes.iter().filter(|(_, missed)| *missed).count() as f32 / CHAINS as f32;
    println!(
        "| {joints} | {} | {} | {middle} | {many} | {worst} | {misses:.1} % | {:.1e} | {:.1e} | {turned:.0}° |",
        kind.name,
        name(method),
        missed[1],
        missed[2]
    );
}

fn main() {
    println!(
        "| joints | targets | method | iterations: 50 % | 95 % | worst | missed | by: 95 % | worst | turned |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for kind in &KINDS {
        for joints in [3, 10, 40] {
            Method::ALL.into_iter().for_each(|method| row(kind, joints, method));
        }
    }
}
