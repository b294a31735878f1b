//! Times inverse kinematics in one thread: two bones, one step of a chain, and a pair of feet.
//!
//! `cargo bench --package proof --bench ik`
//!
//! Two bones are compared with ozz-animation's if the variable `OZZ` names it, as docs/speed.md says.

#[cfg(unix)]
mod beside_ozz;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_inverse_kinematics/gradient.rs"]
mod gradient;
mod timing;
#[cfg(unix)]
#[path = "beside_ozz/two_bones.rs"]
mod two_bones;
#[path = "../tests/support/walked.rs"]
mod walked;

use common::ik::{Arm, Goal, Limb, Turns};
use common::pose::walk;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3, vec3};
use gradient::Chain;
use std::hint::black_box;
use timing::Group;

/// The number of poses and targets that take turns, so that no branch can be predicted.
const ARMS: usize = 256;

/// The number of steps that are timed together, since near a target there may be nothing left to do.
const STEPS: usize = 4;

/// Returns an arm, and poses with the goal that each has to reach.
fn arms() -> (Limb, Vec<(Vec<Mat4>, Goal)>) {
    let skeleton = Skeleton::chain(&["body", "shoulder", "elbow", "hand"]);
    let posed = |index: usize| {
        let way = index as f32;
        let joint = |place: Vec3, angle: f32| Transform {
            translation: place,
            rotation: Quat::from_rotation_z(angle) * Quat::from_rotation_y(0.2 * angle),
            scale: Vec3::ONE,
        };
        let pose = [
            joint(Vec3::Y, 0.1),
            joint(0.2 * Vec3::X, way.sin()),
            joint(0.3 * Vec3::X, 1.1 + way.cos()),
            joint(0.25 * Vec3::X, 0.0),
        ];
        let mut joints = vec![Mat4::IDENTITY; 4];
        walk(&skeleton, |i| pose[i].to_matrix(), &mut joints);
        joints
    };
    let limb = Limb::new(&skeleton, &posed(0), [1, 2, 3], None);
    let Some(limb) = limb else { panic!("the arm isn't bent") };
    let goal = |joints: &[Mat4], index: usize| {
        let way = index as f32;
        let direction = vec3((2.0 * way).sin(), (3.0 * way).cos(), (5.0 * way).sin());
        Goal { target: limb.arm(joints).root + 0.35 * direction, pole: Vec3::Y, soft: 0.03 }
    };
    let all = (0..ARMS).map(|index| {
        let joints = posed(index);
        let goal = goal(&joints, index);
        (joints, goal)
    });
    (limb, all.collect())
}

fn two_bones() {
    let (limb, arms) = arms();
    let group = Group::new("two bones", ARMS, "solution");
    let places: Vec<(Arm, Goal)> = arms.iter().map(|(joints, goal)| (limb.arm(joints), *goal)).collect();
    group.time("places", || {
        black_box(&places).iter().map(|(arm, goal)| arm.reaching(goal).middle).sum::<Vec3>()
    });
    group.time("matrices in, turns out", || {
        let turns = black_box(&arms).iter().map(|(joints, goal)| limb.turns(joints, goal));
        turns.map(|Turns { root, middle, .. }| root.w + middle.w).sum::<f32>()
    });
    #[cfg(unix)]
    two_bones::compare(&limb, &arms);
}

fn chains() {
    for joints in [3, 10, 40] {
        let mut chain = Chain::new(Vec3::ZERO, vec![Vec3::X / joints as f32; joints]);
        let group = Group::new(&format!("{joints} joints"), STEPS, "step");
        group.time("downhill", || {
            chain.turn_to(|joint| Quat::from_rotation_z(0.3 - 0.2 * (joint % 2) as f32));
            let target = black_box(vec3(0.3, 0.6, 0.0));
            chain.begin();
            for _ in 0..STEPS {
                chain.descend(target, 1e-6);
            }
            chain.tip()
        });
    }
}

fn feet() {
    let knight = walked::Knight::read();
    let Ok(knight) = knight else { panic!("no knight") };
    let group = Group::new("the knight's feet, and the clip that they walk", 60, "picture");
    let fitted = knight.fitted();
    for way in walked::GROUNDS {
        group.time(way.0, || walked::walked(&knight, fitted.clone(), way, 1));
    }
}

fn main() {
    two_bones();
    chains();
    feet();
}
