//! Compares two-bone solutions with Blender's own inverse kinematics.

use common::ik::{Arm, Goal};
use course::root;
use glam::Vec3;
use serde::Deserialize;

/// An arm with its goal, and the places where Blender puts its joints.
#[derive(Deserialize)]
struct Case {
    shoulder: Vec3,
    elbow: Vec3,
    hand: Vec3,
    target: Vec3,
    pole: Vec3,
    solved_elbow: Vec3,
    solved_hand: Vec3,
}

#[test]
fn every_elbow_is_where_blender_has_it() {
    let file = std::fs::read_to_string(root().join("workshop/assets/arms/arms_oracle.json")).unwrap();
    let cases: Vec<Case> = serde_json::from_str(&file).unwrap();
    let mut worst = [0.0f32; 2];
    for case in &cases {
        let arm = Arm { root: case.shoulder, middle: case.elbow, end: case.hand };
        let reached = arm.reaching(&Goal { target: case.target, pole: case.pole, ..Goal::default() });
        let off = [reached.middle.distance(case.solved_elbow), reached.end.distance(case.solved_hand)];
        worst = [0, 1].map(|joint| worst[joint].max(off[joint] / arm.length()));
    }
    println!("of {} elbows and hands the worst are off by {worst:?} of the arm", cases.len());
    // Blender goes nearer to the target step by step, and stops before it is there.
    assert!(cases.len() == 60 && worst.iter().all(|&off| off < 1e-3), "{worst:?}");
}
