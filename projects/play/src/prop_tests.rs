//! A thrown prop falls, comes to rest, and can be taken up.

use super::*;
use glam::{Quat, Vec3, dvec3, vec3};
use proptest::prelude::*;

fn sword() -> Form {
    Form {
        name: "sword".to_owned(),
        prop_from_grip: Mat4::IDENTITY,
        ends: [dvec3(0.0, -0.118, 0.0), dvec3(0.0, 0.815, 0.0)],
        thick: 0.02,
        stow: None,
    }
}

const GRAVITY: f64 = -18.0;

/// A sword that is let go, as a hand has moved it from the first place to the second in a tick.
fn thrown(from: Mat4, to: Mat4) -> Prop {
    let mut prop = Prop::held(sword(), Hand::Right);
    prop.carry(from);
    prop.carry(to);
    prop.let_go();
    prop
}

/// Returns the heights of its ends above the ground, less its thickness.
fn above(prop: &Prop, ground: impl Fn(f64) -> f64) -> [f64; 2] {
    let world = prop.world_from_prop(1.0).as_dmat4();
    prop.form().ends.map(|end| {
        let end = world.transform_point3(end);
        end.y - ground(end.x) - prop.form().thick
    })
}

#[test]
fn it_flies_on_as_the_hand_moved_and_turned_it() {
    let tick = TICK as f32;
    let (velocity, spin) = (vec3(2.0, 1.0, -0.5), vec3(0.3, -2.0, 4.0));
    let from = Mat4::from_rotation_translation(Quat::from_rotation_x(0.7), vec3(1.0, 2.0, 0.1));
    let middle = transform(from, dvec3(0.0, 0.3485, 0.0));
    // About its middle, which then goes straight on.
    let turn = Mat4::from_translation(middle + tick * velocity)
        * Mat4::from_quat(Quat::from_scaled_axis(tick * spin))
        * Mat4::from_translation(-middle);
    let mut prop = thrown(from, turn * from);
    for _ in 0..12 {
        prop.step(0.0, |_| None);
    }
    let flown = prop.middle() - middle.as_dvec3();
    assert!(flown.abs_diff_eq(13.0 * TICK * velocity.as_dvec3(), 1e-3), "{flown}");
    let turned = Quat::from_scaled_axis(13.0 * tick * spin) * Quat::from_rotation_x(0.7);
    assert!(Quat::from_mat4(&prop.world_from_prop(1.0)).dot(turned).abs() > 0.9999);
}

fn transform(matrix: Mat4, point: DVec3) -> Vec3 {
    matrix.transform_point3(point.as_vec3())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// A prop ends on the ground after any throw and on any ground, and the same way each time.
    #[test]
    fn it_always_comes_to_rest(
        turn in prop::array::uniform3(-3.0f32..3.0),
        by in prop::array::uniform3(-0.3f32..0.3),
        twist in prop::array::uniform3(-0.5f32..0.5),
        steep in -0.9f64..0.9,
        bumps in 0.0f64..0.1,
    ) {
        let ground = |x: f64| steep * x + bumps * (3.0 * x).sin();
        let from = Mat4::from_rotation_translation(Quat::from_scaled_axis(turn.into()), 2.0 * Vec3::Y);
        let to = Mat4::from_translation(by.into()) * from * Mat4::from_quat(Quat::from_scaled_axis(twist.into()));
        let play = || {
            let mut prop = thrown(from, to);
            for _ in 0..1500 {
                prop.step(GRAVITY, |x| Some(ground(x)));
            }
            prop
        };
        let prop = play();
        prop_assert_eq!(prop.hold(), PropState::Lies);
        let ends = above(&prop, ground);
        // Over a bump it lies on the bump.
        prop_assert!(ends.iter().all(|end| (-0.02..0.1).contains(end)), "{ends:?}");
        prop_assert_eq!(play().to_bytes(), prop.to_bytes());
    }
}
