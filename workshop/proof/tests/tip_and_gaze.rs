//! Compares lesson 16's gradient with one in 64 bits, and lets its chains and heads meet any target.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_inverse_kinematics/gradient.rs"]
mod gradient;
#[path = "../../../lessons/16_inverse_kinematics/feet/look_at.rs"]
mod look_at;

use common::pose::{Pose, walk};
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{DQuat, DVec3, Mat4, Quat, Vec3, vec3};
use gradient::Chain;
use look_at::LookAt;
use proptest::prelude::*;

fn direction() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-1.0f32..1.0).prop_map(|numbers| {
        let vector = Vec3::from(numbers);
        if vector.length() > 0.1 { vector } else { Vec3::X }
    })
}

prop_compose! {
    /// Bones of many lengths, and their chain, whose joints are rotated in any way.
    fn chain()(bones in prop::collection::vec(direction(), 1..12), root in direction(),
               turns in prop::collection::vec(direction(), 12)) -> (Vec<Vec3>, Chain) {
        let bones: Vec<Vec3> = bones.iter().map(|bone| 0.3 * bone).collect();
        let mut chain = Chain::new(root, bones.clone());
        chain.turn_to(|joint| Quat::from_scaled_axis(1.5 * turns[joint]));
        (bones, chain)
    }
}

/// The energy in 64 bits, with one joint turned a little more, in its parent's space.
fn exactly(
    (bones, chain): &(Vec<Vec3>, Chain),
    target: Vec3,
    stiffness: f32,
    joint: usize,
    small: DVec3,
) -> f64 {
    let (mut frame, mut place, mut bent) = (DQuat::IDENTITY, chain.places()[0].as_dvec3(), 0.0);
    for (index, turn) in chain.turns().iter().enumerate() {
        let small = if index == joint { DQuat::from_scaled_axis(small) } else { DQuat::IDENTITY };
        let own = small * turn.as_dquat();
        bent += (2.0 * own.xyz().length().atan2(own.w.abs())).powi(2);
        frame = (frame * own).normalize();
        place += frame * bones[index].as_dvec3();
    }
    0.5 * place.distance_squared(target.as_dvec3()) + 0.5 * f64::from(stiffness) * bent
}

/// Joints of a chest, a neck, a head and a plume on it; the chest is turned, and perhaps mirrored.
fn walked(pose: &Pose) -> (Skeleton, Vec<Mat4>) {
    let skeleton = Skeleton::chain(&["chest", "neck", "head", "plume"]);
    let mut model_from_joints = vec![Mat4::IDENTITY; 4];
    walk(&skeleton, |i| pose[i].to_matrix(), &mut model_from_joints);
    (skeleton, model_from_joints)
}

fn gaze(limit: f32) -> LookAt {
    LookAt { joints: vec![(1, 0.4), (2, 0.0)], eyes: vec3(0.0, 0.1, 0.12), ahead: Vec3::Z, limit }
}

/// The angle between the line of sight and the direction to the target.
fn off(gaze: &LookAt, model_from_head: Mat4, target: Vec3) -> f32 {
    let eyes = model_from_head.transform_point3(gaze.eyes);
    model_from_head.transform_vector3(gaze.ahead).angle_between(target - eyes)
}

proptest! {
    #[test]
    fn the_gradient_is_what_small_turns_tell(given in chain(), target in direction(), joint in any::<prop::sample::Index>(),
                                             axis in direction(), stiffness in 0.0f32..0.5) {
        let chain = &given.1;
        let joint = joint.index(chain.turns().len());
        // A half turn has no unique axis, and its square no gradient.
        prop_assume!(chain.turns()[joint].w.abs() > 0.07);
        let axis = axis.normalize();
        let small = 1e-5 * axis.as_dvec3();
        let [more, less] = [small, -small].map(|small| exactly(&given, target, stiffness, joint, small));
        let (wanted, gradient) = ((more - less) / 2e-5, chain.gradient(joint, target, stiffness).dot(axis));
        let size = f64::from(chain.length() * (chain.length() + target.length())).max(1.0);
        prop_assert!((f64::from(gradient) - wanted).abs() < 1e-5 * size, "{gradient} {wanted}");
    }

    #[test]
    fn no_step_climbs_and_bones_keep_their_lengths((bones, mut chain) in chain(), target in direction(), stiffness in 0.0f32..0.1) {
        chain.begin();
        let mut before = chain.energy(target, stiffness);
        for _ in 0..50 {
            let goes_on = chain.descend(target, stiffness);
            let after = chain.energy(target, stiffness);
            prop_assert!(if goes_on { after < before } else { after == before }, "{before} {after}");
            before = after;
        }
        for (pair, bone) in chain.places().windows(2).zip(bones) {
            prop_assert!((pair[0].distance(pair[1]) - bone.length()).abs() < 1e-5 * chain.length().max(1.0));
        }
    }

    #[test]
    fn a_head_looks_at_its_target_if_it_may(turns in prop::collection::vec(direction(), 4), mirrored in any::<bool>(),
                                            target in direction(), far in 2.0f32..9.0, limit in 0.1f32..2.5) {
        let chest = if mirrored { vec3(-1.0, 1.0, 1.0) } else { Vec3::splat(1.3) };
        let joint = |(index, turn): (usize, &Vec3)| Transform {
            translation: 0.1 * Vec3::Y,
            rotation: Quat::from_scaled_axis(*turn),
            scale: if index == 0 { chest } else { Vec3::ONE },
        };
        let before: Pose = turns.iter().enumerate().map(joint).collect();
        let (gaze, target, mut pose) = (gaze(limit), far * target, before.clone());
        let (skeleton, mut joints) = walked(&pose);
        let angle = off(&gaze, joints[2], target);
        let left = gaze.look(&skeleton, &mut pose, &mut joints, target, 1.0);
        if angle < limit.min(2.6) {
            prop_assert!(left < 1e-3 && off(&gaze, joints[2], target) < 2e-3, "{left}");
        }
        prop_assert!(left <= angle + 1e-3 && left >= angle - limit - 1e-3);
        prop_assert_eq!((pose[0], pose[3]), (before[0], before[3]), "only neck and head turn");
        prop_assert_eq!(joints, walked(&pose).1);
    }
}

#[test]
fn a_chain_meets_what_it_can_and_points_at_what_is_too_far() {
    let after = |bones: usize, target: Vec3, stiffness: f32| {
        let mut chain = Chain::new(Vec3::ZERO, vec![Vec3::X; bones]);
        chain.begin();
        chain.nudge(target);
        (0..3000).all(|_| chain.descend(target, stiffness));
        chain
    };
    // The last three are on the line of the straight chain.
    for target in [vec3(2.0, 2.5, 0.0), vec3(-1.0, 0.5, 3.0), 4.0 * Vec3::X, Vec3::X, -2.0 * Vec3::X] {
        let missed = after(5, target, 2.5e-5).missed(target);
        assert!(missed < 6e-4, "{target} {missed}");
    }
    let tip = after(3, 30.0 * Vec3::Y, 9e-6).tip();
    assert!(tip.distance(3.0 * Vec3::Y) < 0.2, "{tip}");
    for target in [Vec3::NAN, Vec3::INFINITY, vec3(1e30, 1.0, 0.0), vec3(1e-30, 0.0, 0.0)] {
        assert!(after(3, target, 1e-6).places().iter().all(|place| place.is_finite()), "{target}");
    }
}

#[test]
fn a_target_that_goes_round_behind_is_followed_without_a_jump() {
    let look = |target: Vec3| {
        let mut pose: Pose = vec![Transform { translation: 0.1 * Vec3::Y, ..Transform::IDENTITY }; 4];
        let (skeleton, mut joints) = walked(&pose);
        gaze(1.2).look(&skeleton, &mut pose, &mut joints, target, 1.0);
        joints[2].transform_vector3(Vec3::Z)
    };
    let round = |step: u16| look(5.0 * (Quat::from_rotation_y(0.01 * f32::from(step)) * Vec3::Z));
    assert!((0..629).all(|step| round(step).angle_between(round(step + 1)) < 0.1));
    assert!(round(0).distance(round(300)) > 0.1);
    assert!([Vec3::NAN, Vec3::INFINITY].map(look) == [Vec3::Z; 2]);
}
