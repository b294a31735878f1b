//! Times two bones, matrices in and turns out, beside ozz-animation's `IKTwoBoneJob`.

use super::library::{Library, in_turns};
use common::ik::{Arm, Goal, Limb, Turns};
use common::pose::walk;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Mat3, Mat4, Quat, Vec3, Vec4, vec3};
use std::hint::black_box;

/// The greatest difference of joints, as a fraction of the arm, as ozz-animation estimates reciprocals.
const CLOSE: f32 = 1e-3;

/// An arm and its goal, laid out as in `driver.cpp`.
#[repr(C)]
struct Question {
    joints: [Mat4; 3],
    target: Vec4,
    pole: Vec4,
    /// The axis about which the elbow opens, in the elbow's own space.
    opens: Vec4,
    /// The fraction of its length from which on the arm grows soft, in the first number.
    firm: Vec4,
}

/// The corrections of root and middle joint, each in its own space, laid out as in `driver.cpp`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Answer([Quat; 2]);

type Solve = unsafe extern "C" fn(*const Question, *mut Answer, usize);

/// The number of poses and targets that take turns, so that no branch can be predicted.
const ARMS: usize = 256;

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

/// Times both solvers, if ozz-animation is there.
pub fn compare() {
    let Some(library) = Library::named() else { return };
    let solve: Solve = library.function(c"solve");
    println!("\n{ARMS} arms of two bones");
    let (limb, arms) = arms();
    // The other one leaves it to its caller that no pole lies on the line to the target.
    let says = |(joints, goal): &&(Vec<Mat4>, Goal)| {
        let ahead = (goal.target - limb.arm(joints).root).normalize();
        ahead.cross(goal.pole).length() > 1e-3
    };
    let arms: &[_] = &arms.iter().filter(says).cloned().collect::<Vec<_>>();
    let questions: Vec<Question> = arms.iter().map(|(joints, goal)| question(&limb, joints, goal)).collect();
    let (mut turns, mut answers) = (vec![None; arms.len()], vec![Answer::default(); arms.len()]);
    let mut ours = || {
        for (turns, (joints, goal)) in turns.iter_mut().zip(black_box(arms)) {
            *turns = Some(limb.turns(joints, goal));
        }
    };
    // Both lists are as long as is said, and laid out as the driver has it.
    let mut theirs =
        || unsafe { solve(black_box(&questions).as_ptr(), answers.as_mut_ptr(), questions.len()) };

    in_turns(arms.len(), "solution", &mut [("Limb::turns", &mut ours), ("ozz-animation", &mut theirs)]);

    let turns: Vec<Turns> = turns.into_iter().flatten().collect();
    agree(&limb, arms, &turns, &answers);
}

fn question(limb: &Limb, joints: &[Mat4], goal: &Goal) -> Question {
    let Arm { root, middle, end } = limb.arm(joints);
    let matrices = limb.joints.map(|joint| joints[joint]);
    let opens = (root - middle).cross(end - middle).normalize();
    Question {
        joints: matrices,
        target: goal.target.extend(1.0),
        pole: goal.pole.extend(0.0),
        opens: (Mat3::from_mat4(matrices[1]).transpose() * opens).extend(0.0),
        firm: Vec4::splat(1.0 - goal.soft),
    }
}

/// Checks that both solvers put elbow and hand at the same places.
fn agree(limb: &Limb, arms: &[(Vec<Mat4>, Goal)], turns: &[Turns], answers: &[Answer]) {
    // The two soften an almost straight arm by different curves.
    let (mut firm, mut worst, mut worst_soft) = (0, 0.0f32, 0.0f32);
    for (((joints, goal), turns), Answer(corrections)) in arms.iter().zip(turns).zip(answers) {
        let arm = limb.arm(joints);
        let [body, shoulder, elbow] = [0, 1, 2].map(|joint| Mat3::from_mat4(joints[joint]));
        let ours = turned(arm, [body, shoulder], [turns.root, turns.middle]);
        let theirs = turned(arm, [shoulder, elbow], *corrections);
        let apart = ours.middle.distance(theirs.middle).max(ours.end.distance(theirs.end)) / arm.length();
        if arm.root.distance(goal.target) < (1.0 - goal.soft) * arm.length() {
            (firm, worst) = (firm + 1, apart.max(worst));
        } else {
            worst_soft = apart.max(worst_soft);
        }
    }
    println!(
        "  elbow and hand differ by {worst:.1e} of the arm's length at most in {firm} arms, \
         and by {worst_soft:.1e} in the {} that grow soft",
        arms.len() - firm
    );
    assert!(worst < CLOSE, "they did not solve the same");
}

/// Returns an arm whose two bones, with all that hangs on them, are rotated in `frames`.
fn turned(arm: Arm, frames: [Mat3; 2], turns: [Quat; 2]) -> Arm {
    let in_model = |index: usize| {
        let model_from_frame = frames[index];
        model_from_frame * Mat3::from_quat(turns[index]) * model_from_frame.inverse()
    };
    let [of_upper, of_lower] = [0, 1].map(in_model);
    let place = |from: Vec3, turn: Mat3, bone: Vec3| from + turn * bone;
    let middle = place(arm.root, of_upper, arm.middle - arm.root);
    Arm { middle, end: place(middle, of_upper * of_lower, arm.end - arm.middle), ..arm }
}
