//! A million random arms reach for random targets: prints the worst of them.
//!
//! `cargo run --release --package proof --example ik_arms`
//!
//! Lengths and distances are parts of the arm's length. Bones are of any length, very short, or of none; targets are near
//! and far, on the shoulder, on the line of the pole, and where the hand is already.

use common::ik::{Arm, Goal, Limb, Reached};
use common::pose::walk;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3, vec3};

const ARMS: usize = 1_000_000;

/// Numbers that look random, and are the same every time.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn part(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn vector(&mut self) -> Vec3 {
        vec3(self.part(), self.part(), self.part()) * 2.0 - Vec3::ONE
    }

    fn below(&mut self, count: usize) -> usize {
        (self.part() * count as f32) as usize % count
    }
}

/// The largest of many numbers, and how many there were.
#[derive(Default)]
struct Worst {
    count: usize,
    most: f32,
}

impl Worst {
    fn add(&mut self, off: f32) {
        self.count += 1;
        self.most = self.most.max(off);
    }
}

#[derive(Default)]
struct Worsts {
    in_reach: Worst,
    too_far: Worst,
    too_near: Worst,
    bones: Worst,
    /// The sine of the angle by which the elbow is out of the plane of line and pole.
    plane: Worst,
    wrong_side: usize,
    no_number: usize,
    skeleton: Worst,
}

fn arm(random: &mut Random) -> Arm {
    let bone = |random: &mut Random| random.vector() * [1.0, 1.0, 1.0, 1e-3, 0.0][random.below(5)];
    let (upper, lower) = (bone(random), bone(random));
    // Places far from the origin are rounded more than a short bone can bear.
    let root = (upper.length() + lower.length()) * random.vector();
    Arm { root, middle: root + upper, end: root + upper + lower }
}

fn goal(arm: Arm, random: &mut Random) -> Goal {
    let pole = random.vector();
    let target = match random.below(8) {
        0 => arm.root,
        1 => arm.root + 1e-7 * random.vector(),
        2 => arm.root + pole,
        3 => arm.end,
        4 => arm.root + 5.0 * random.vector(),
        _ => arm.root + arm.length() * random.vector(),
    };
    Goal { target, pole, soft: 0.0 }
}

fn try_one(random: &mut Random, worsts: &mut Worsts) {
    let arm = arm(random);
    let goal = goal(arm, random);
    let length = arm.length();
    if length == 0.0 {
        return;
    }
    let [upper, lower] = [arm.root.distance(arm.middle), arm.middle.distance(arm.end)];
    let Reached { arm: reached, missed, .. } = arm.reaching(&goal);
    if !(reached.middle.is_finite() && reached.end.is_finite() && missed.is_finite()) {
        worsts.no_number += 1;
    }
    let bones = [reached.root.distance(reached.middle), reached.middle.distance(reached.end)];
    worsts.bones.add((bones[0] - upper).abs().max((bones[1] - lower).abs()) / length);

    let way = goal.target - arm.root;
    let distance = way.length();
    let hand = reached.end - reached.root;
    let (least, most) = ((upper - lower).abs(), upper + lower);
    if distance > most {
        worsts.too_far.add(hand.distance(most * way / distance) / length);
    } else if distance >= least {
        worsts.in_reach.add(reached.end.distance(goal.target) / length);
    } else if distance > 1e-4 * length {
        worsts.too_near.add(hand.distance(least * way / distance) / length);
    }

    let normal = way.cross(goal.pole);
    if normal.length() > 1e-2 * distance && distance > 1e-4 * length {
        let elbow = reached.middle - reached.root;
        worsts.plane.add(elbow.dot(normal.normalize()).abs() / length);
        let aside = elbow - elbow.dot(way) / way.length_squared() * way;
        worsts.wrong_side += usize::from(aside.dot(goal.pole) < -1e-5 * length);
    }
}

/// The same by a skeleton: two of its joints turn, and the hand should be where the arm alone has it.
fn try_skeleton(random: &mut Random, worsts: &mut Worsts) {
    let skeleton = Skeleton::chain(&["body", "shoulder", "twist", "elbow", "hand"]);
    let mut turned = |translation: Vec3| Transform {
        translation,
        rotation: Quat::from_scaled_axis(2.0 * random.vector()),
        scale: Vec3::ONE,
    };
    let mut pose = [Vec3::ZERO, Vec3::X, 0.5 * Vec3::X, 0.5 * Vec3::X, Vec3::X].map(&mut turned);
    let mut joints = [Mat4::IDENTITY; 5];
    walk(&skeleton, &pose, &mut joints);
    let Ok(limb) = Limb::new(&skeleton, &joints, [1, 3, 4], None) else { return };
    for joint in &mut pose {
        joint.rotation = Quat::from_scaled_axis(2.0 * random.vector());
    }
    walk(&skeleton, &pose, &mut joints);
    let arm = limb.arm(&joints);
    let goal = Goal { target: arm.root + 2.0 * random.vector(), pole: random.vector(), soft: 0.0 };
    limb.turn(&mut pose, limb.turns(&joints, &goal));
    walk(&skeleton, &pose, &mut joints);
    let (given, wanted) = (limb.arm(&joints), arm.reaching(&goal).arm);
    worsts
        .skeleton
        .add(given.end.distance(wanted.end).max(given.middle.distance(wanted.middle)) / arm.length());
}

fn main() {
    let (mut random, mut worsts) = (Random(15), Worsts::default());
    for _ in 0..ARMS {
        try_one(&mut random, &mut worsts);
        try_skeleton(&mut random, &mut worsts);
    }
    println!("| what | arms | worst |");
    println!("|---|---|---|");
    let row = |what: &str, Worst { count, most }: Worst| println!("| {what} | {count} | {most:.1e} |");
    row("in reach: from the hand to the target", worsts.in_reach);
    row("too far: from the hand to the straight arm's", worsts.too_far);
    row("too near: from the hand to the folded arm's", worsts.too_near);
    row("bones: longer or shorter", worsts.bones);
    row("the elbow out of the plane of the pole", worsts.plane);
    row("a skeleton's joints: from where the arm alone has them", worsts.skeleton);
    println!("elbows on the wrong side: {}; no number: {}", worsts.wrong_side, worsts.no_number);
}
