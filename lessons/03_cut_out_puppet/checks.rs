//! The checks of lesson 03.

use common::check::{Named, STARTER, check};
use common::shapes::{PICTURE_CORNERS, back_to_front, sprite_corners};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use std::f32::consts::TAU;

#[allow(dead_code, reason = "the checks do not draw")]
#[path = "puppet.rs"]
mod puppet;

#[test]
fn todo_03_1_sprite_corners() {
    const CORNERS: &[&str] = &[
        "the lower left corner",
        "the lower right corner",
        "the upper right corner",
        "the upper left corner",
    ];
    check("03.1", |check| {
        for (place, degrees, size, pivot) in [
            (vec3(1.0, 2.0, 0.0), 90.0, vec2(0.4, 1.0), vec2(0.5, 0.9)),
            (vec3(-0.5, 0.3, 0.0), -30.0, vec2(0.6, 0.3), vec2(0.1, 0.25)),
        ] {
            let model_from_joint =
                Mat4::from_translation(place) * Mat4::from_rotation_z(f32::to_radians(degrees));
            let corners = |in_joint: &dyn Fn(Vec2) -> Vec2| {
                let corners = PICTURE_CORNERS
                    .map(|corner| model_from_joint.transform_point3(in_joint(corner).extend(0.0)));
                Named(CORNERS, corners.to_vec())
            };
            let untransformed = |in_joint: &dyn Fn(Vec2) -> Vec2| {
                Named(CORNERS, PICTURE_CORNERS.map(|corner| in_joint(corner).extend(0.0)).to_vec())
            };
            check.case(
                format!(
                    "a picture of {size} m, pinned at {pivot} of its width and height to a joint at {place} (model space), turned by {degrees}°"
                ),
                || Named(CORNERS, sprite_corners(model_from_joint, size, pivot).to_vec()),
                corners(&|corner| (corner - pivot) * size),
                &[
                    (STARTER, untransformed(&|corner| corner * size)),
                    ("pivot-at-the-centre", corners(&|corner| (corner - vec2(0.5, 0.5)) * size)),
                    ("pivot-ignored", corners(&|corner| corner * size)),
                    ("pivot-in-metres", corners(&|corner| corner * size - pivot)),
                    ("pivot-added", corners(&|corner| (corner + pivot) * size)),
                    ("joint-ignored", untransformed(&|corner| (corner - pivot) * size)),
                ],
            );
        }
    });
}

#[test]
fn todo_03_2_place() {
    const NUMBERS: &[&str] = &[
        "the torso's place",
        "the torso's x axis",
        "the torso's picture size",
        "the head's place",
        "the head's x axis",
        "the head's picture size",
        "the plume's place",
        "the plume's x axis",
        "the plume's picture size",
    ];
    let text = r#"
        part = [
            { name = "torso", parent = "", attach = [0.0, 0.9], size = [0.6, 0.8], pivot = [0.5, 0.1], layer = 1, picture = "" },
            { name = "head", parent = "torso", attach = [0.1, 0.6], size = [0.3, 0.4], pivot = [0.5, 0.2], layer = 2, picture = "" },
            { name = "plume", parent = "head", attach = [0.0, 0.3], size = [0.1, 0.2], pivot = [0.5, 0.0], layer = 0, picture = "" },
        ]"#;
    let (parts, skeleton) = puppet::read(text).expect("a puppet that can be read");
    let (degrees, grow) = ([20.0, -35.0, 60.0], [1.5, 2.0, 1.0]);

    let numbers = |placed: Vec<(Mat4, Vec2)>| {
        let numbers = |(joint, size): (Mat4, Vec2)| -> [Vec3; 3] {
            [joint.w_axis.truncate(), joint.x_axis.truncate(), size.extend(0.0)]
        };
        Named(NUMBERS, placed.into_iter().flat_map(numbers).collect())
    };
    let hinge = |i: usize| {
        Mat4::from_translation(parts[i].attach.extend(0.0))
            * Mat4::from_rotation_z(f32::to_radians(degrees[i]))
    };
    let grown = |i: usize| hinge(i) * Mat4::from_scale(Vec3::splat(grow[i]));
    let size = |i: usize| parts[i].size * grow[i];
    let walk =
        |local: &dyn Fn(usize) -> Mat4| [local(0), local(0) * local(1), local(0) * local(1) * local(2)];
    let with_sizes = |joints: [Mat4; 3], size: &dyn Fn(usize) -> Vec2| {
        numbers(joints.into_iter().enumerate().map(|(i, joint)| (joint, size(i))).collect())
    };

    check("03.2", |check| {
        check.case(
            format!("a torso with a head with a plume, turned by {degrees:?} degrees, their pictures grown by {grow:?}"),
            || {
                let placed = puppet::place(&parts, &skeleton, &degrees, &grow);
                numbers(placed.into_iter().map(|placed| (placed.model_from_joint, placed.size)).collect())
            },
            with_sizes(walk(&hinge), &size),
            &[
                (
                    STARTER,
                    with_sizes([0, 1, 2].map(|i| Mat4::from_translation(parts[i].attach.extend(0.0))), &|i| parts[i].size),
                ),
                ("joint-scaled", with_sizes(walk(&grown), &|i| parts[i].size)),
                ("joint-and-picture-scaled", with_sizes(walk(&grown), &size)),
                ("growth-forgotten", with_sizes(walk(&hinge), &|i| parts[i].size)),
                ("not-walked-to-model-space", with_sizes([0, 1, 2].map(hinge), &size)),
            ],
        );
    });
}

#[test]
fn todo_03_3_back_to_front() {
    const PLACES: &[&str] = &["the part drawn first", "second", "third", "fourth", "fifth"];
    check("03.3", |check| {
        for layers in [[3, -1, 7, 2, 5], [10, 40, 20, 50, 30]] {
            let sorted = |by: &dyn Fn(i32) -> i32| {
                let mut order: Vec<usize> = (0..layers.len()).collect();
                order.sort_by_key(|&part| by(layers[part]));
                order
            };
            let far_to_near = sorted(&|layer| layer);
            let mut ranks = vec![0; layers.len()];
            for (rank, &part) in far_to_near.iter().enumerate() {
                ranks[part] = rank;
            }
            check.case(
                format!("the order of five parts whose layers are {layers:?}"),
                || Named(PLACES, back_to_front(&layers)),
                Named(PLACES, far_to_near),
                &[
                    (STARTER, Named(PLACES, (0..layers.len()).rev().collect())),
                    ("drawn-by-joint-index", Named(PLACES, (0..layers.len()).collect())),
                    ("nearest-first", Named(PLACES, sorted(&|layer| -layer))),
                    ("ranks-instead-of-order", Named(PLACES, ranks)),
                ],
            );
        }
    });
}

#[test]
fn todo_03_4_swing() {
    const LIMBS: &[&str] = &["the near leg", "the far leg", "the near arm", "the far arm"];
    let limbs = |near_leg: f32, far_leg: f32, near_arm: f32, far_arm: f32| {
        Named(LIMBS, vec![near_leg, far_leg, near_arm, far_arm])
    };
    check("03.4", |check| {
        for (phase, degrees) in [(0.25, 30.0), (0.6, 20.0), (1.125, 40.0)] {
            let at = |angle: f32| degrees * angle.sin();
            let s = at(phase * TAU);
            check.case(
                format!("the limbs' angles at phase {phase}, swinging by up to {degrees}°"),
                || {
                    let swing = puppet::swing(phase, degrees);
                    limbs(swing.near_leg, swing.far_leg, swing.near_arm, swing.far_arm)
                },
                limbs(s, -s, -s, s),
                &[
                    (STARTER, limbs(0.0, 0.0, 0.0, 0.0)),
                    ("all-limbs-together", limbs(s, s, s, s)),
                    ("legs-together", limbs(s, s, -s, -s)),
                    ("arm-follows-its-leg", limbs(s, -s, s, -s)),
                    ("phase-as-radians", limbs(at(phase), -at(phase), -at(phase), at(phase))),
                    ("far-leg-first", limbs(-s, s, s, -s)),
                ],
            );
        }
    });
}
