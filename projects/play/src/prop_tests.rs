//! A thrown prop falls, comes to rest, and can be taken up.

use super::*;
use glam::{Quat, Vec3, dvec2, dvec3, vec3};
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

#[test]
fn a_hand_that_has_just_taken_it_does_not_throw_it() {
    let mut prop = Prop::at(sword(), dvec3(9.0, 9.0, 0.0));
    prop.take(Hand::Left);
    prop.carry(Mat4::from_translation(vec3(0.0, 1.0, 0.0)));
    prop.let_go();
    prop.step(0.0, |_| None);
    assert!(prop.middle().abs_diff_eq(dvec3(0.0, 1.3485, 0.0), 1e-6), "{}", prop.middle());
    assert_eq!(prop.hold(), PropState::Falls);
}

#[test]
fn it_bounces_a_little() {
    let flat = Mat4::from_rotation_translation(
        Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        vec3(0.0, 2.0, 0.0),
    );
    let mut prop = thrown(flat, flat);
    let (mut highest, mut came_down) = (0.0f64, false);
    while prop.hold() == PropState::Falls {
        prop.step(GRAVITY, |_| Some(0.0));
        came_down |= prop.middle().y < 0.05;
        highest = if came_down { highest.max(prop.middle().y) } else { 0.0 };
    }
    assert!((0.1..0.3).contains(&highest), "{highest} m high");
}

#[test]
fn it_comes_to_rest_on_its_flat_side() {
    let mut prop = thrown(
        Mat4::from_translation(vec3(0.0, 2.0, 0.0)),
        Mat4::from_rotation_translation(Quat::from_rotation_z(-0.03), vec3(0.01, 2.01, 0.001)),
    );
    (0..600).for_each(|_| prop.step(GRAVITY, |_| Some(0.0)));
    assert_eq!(prop.hold(), PropState::Lies);
    assert!(above(&prop, |_| 0.0).into_iter().all(|end| end.abs() < 1e-6));
    let flat = prop.world_from_prop(1.0).transform_vector3(Vec3::X);
    assert!(flat.y.abs() > 0.9999, "{flat}");
}

#[test]
fn it_follows_ground_that_moves_and_falls_when_it_is_gone() {
    let mut prop = Prop::at(sword(), dvec3(0.0, 0.5, 0.0));
    (0..400).for_each(|_| prop.step(GRAVITY, |_| Some(0.0)));
    assert_eq!(prop.hold(), PropState::Lies);
    for tick in 1..100 {
        let height = 0.01 * f64::from(tick);
        prop.step(GRAVITY, |_| Some(height));
        assert!(above(&prop, |_| height).into_iter().all(|end| end.abs() < 1e-6));
    }
    prop.step(GRAVITY, |_| None);
    assert_eq!(prop.hold(), PropState::Falls);
    (0..400).for_each(|_| prop.step(GRAVITY, |_| Some(-3.0)));
    assert_eq!(prop.hold(), PropState::Lies);
    assert!(above(&prop, |_| -3.0).into_iter().all(|end| end.abs() < 1e-6));
}

#[test]
fn it_does_not_fly_into_a_wall() {
    let mut prop = thrown(Mat4::IDENTITY, Mat4::from_translation(vec3(0.15, 0.02, 0.0)));
    let step = |x: f64| Some(if x < 1.5 { -1.0 } else { 4.0 });
    (0..600).for_each(|_| prop.step(GRAVITY, step));
    assert_eq!(prop.hold(), PropState::Lies);
    assert!(prop.middle().x < 1.5 && prop.middle().y < 0.0, "{}", prop.middle());
}

#[test]
fn the_nearest_that_is_free_is_taken_up() {
    let at = |x: f64| Prop::at(sword(), dvec3(x, 0.0, 0.4));
    let mut props = [at(3.0), at(-0.5), at(0.3), at(0.1)];
    props[3].take(Hand::Left);
    // They stand upright, so their blades come up to the hand.
    assert_eq!(nearest(&props, dvec2(0.0, 0.7), 1.0), Some(2));
    assert_eq!(nearest(&props, dvec2(3.2, 0.7), 1.0), Some(0));
    assert_eq!(nearest(&props, dvec2(3.2, 0.7), 0.1), None);
    assert_eq!(nearest(&props, dvec2(f64::NAN, 0.7), 1.0), None);
    assert_eq!(nearest(&[], dvec2(0.0, 0.7), 1.0), None);
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

#[test]
fn odd_numbers_leave_it_where_it_is() {
    let mut prop = Prop::at(sword(), dvec3(0.0, 1.0, 0.0));
    for (gravity, height) in [(f64::NAN, 0.0), (f64::NEG_INFINITY, 0.0), (-18.0, f64::NAN), (-18.0, 1e300)] {
        for _ in 0..30 {
            prop.step(gravity, |_| Some(height));
            assert!(prop.middle().is_finite());
        }
    }
    prop.take(Hand::Right);
    let place = prop.world_from_prop(1.0);
    prop.carry(Mat4::from_scale(Vec3::splat(f32::NAN)));
    prop.carry(Mat4::from_cols_array(&[f32::INFINITY; 16]));
    assert_eq!(prop.world_from_prop(1.0), place);
}
