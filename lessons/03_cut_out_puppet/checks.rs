//! The checks of lesson 03.

use common::check::{Answer, JOINTS, Named, STARTER, check, told};
use common::pose::model_from_joints;
use common::shapes::{UNIT_SQUARE, back_to_front, sprite_corners};
use common::transform::{RigidTransform, parent_from_hinge};
use glam::{Mat4, Quat, Vec2, Vec3, vec2, vec3};
use lessons::puppet;
use std::f32::consts::TAU;

#[test]
fn todo_03_1_sprite_corners() {
    const CORNERS: &[&str] = &[
        "the lower left corner",
        "the lower right corner",
        "the upper right corner",
        "the upper left corner",
    ];
    check("03.1", |check| {
        let z = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        for (place, turn, size, pivot) in [
            (vec3(1.0, 2.0, 0.0), z(90.0), vec2(0.4, 1.0), vec2(0.5, 0.9)),
            (vec3(-0.5, 0.3, 0.0), z(-30.0), vec2(0.6, 0.3), vec2(0.1, 0.25)),
            (vec3(0.2, -1.0, 0.7), Quat::from_rotation_y(0.8) * z(20.0), vec2(0.5, 0.8), vec2(0.3, 0.6)),
        ] {
            let model_from_joint = Mat4::from_rotation_translation(turn, place);
            let corners = |in_joint: &dyn Fn(Vec2) -> Vec2| {
                let corners =
                    UNIT_SQUARE.map(|corner| model_from_joint.transform_point3(in_joint(corner).extend(0.0)));
                Named(CORNERS, corners.to_vec())
            };
            let untransformed = |in_joint: &dyn Fn(Vec2) -> Vec2| {
                Named(CORNERS, UNIT_SQUARE.map(|corner| in_joint(corner).extend(0.0)).to_vec())
            };
            check.case_by(
                format!(
                    "a sprite of {} m, pinned at {} of its width and height to a joint at {} in model space, turned: {}",
                    size.show(),
                    pivot.show(),
                    place.show(),
                    turn.show()
                ),
                || Named(CORNERS, sprite_corners(model_from_joint, size, pivot).to_vec()),
                |by| {
                    let corners = UNIT_SQUARE
                        .map(|corner| by.moved(model_from_joint, ((corner - pivot) * size).extend(0.0)));
                    Named(CORNERS, corners.to_vec())
                },
                &[
                    (STARTER, untransformed(&|corner| corner * size)),
                    ("pivot-at-the-centre", corners(&|corner| (corner - vec2(0.5, 0.5)) * size)),
                    ("pivot-ignored", corners(&|corner| corner * size)),
                    ("pivot-in-metres", corners(&|corner| corner * size - pivot)),
                    ("pivot-from-the-top", corners(&|corner| (corner - vec2(pivot.x, 1.0 - pivot.y)) * size)),
                    ("corner-from-pivot", corners(&|corner| (pivot - corner) * size)),
                    ("pivot-added", corners(&|corner| (corner + pivot) * size)),
                    ("joint-ignored", untransformed(&|corner| (corner - pivot) * size)),
                ],
                [],
            );
        }
    });
}

/// Where a part is to be drawn, and how large.
struct Drawn(Mat4, Vec2);

told!(Drawn { 0, 1 });

impl Answer for Drawn {
    fn agrees(&self, other: &Self) -> bool {
        self.0.agrees(&other.0) && self.1.agrees(&other.1)
    }

    fn show(&self) -> String {
        let [origin, axis] = [self.0.w_axis, self.0.x_axis].map(|column| column.truncate().show());
        format!("joint at {origin} in model space, its x axis {axis}\nsprite of {} m", self.1.show())
    }
}

#[test]
fn todo_03_2_place() {
    const PARTS: &[&str] = &["the torso", "the head", "the plume", "the arm"];
    let text = r#"
        part = [
            { name = "torso", parent = "", attach = [0.0, 0.9], size = [0.6, 0.8], pivot = [0.5, 0.1], layer = 1, image = "" },
            { name = "head", parent = "torso", attach = [0.1, 0.6], size = [0.3, 0.4], pivot = [0.5, 0.2], layer = 2, image = "" },
            { name = "plume", parent = "head", attach = [0.0, 0.3], size = [0.1, 0.2], pivot = [0.5, 0.0], layer = 0, image = "" },
            { name = "arm", parent = "torso", attach = [0.2, 0.5], size = [0.15, 0.5], pivot = [0.5, 0.9], layer = 3, image = "" },
        ]"#;
    let knight = puppet::read(text).expect("a puppet that can be read");
    let knights = (PARTS, knight, vec![20.0, -35.5, 60.0, 110.0], vec![1.5, 2.0, 1.0, 0.5]);
    // Six parts on one, and a chain that is nine levels deep.
    let parents = [0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12].map(|parent| format!("joint {parent}"));
    let part = |(i, parent): (usize, &String)| {
        let (x, y) = (0.1 * i as f32, 0.3 - 0.02 * i as f32);
        format!(
            "{{ name = \"joint {i}\", parent = \"{parent}\", attach = [{x}, {y}], size = [0.2, {x}], pivot = [0.5, 0.1], \
             layer = {i}, image = \"\" }}"
        )
    };
    let all: Vec<String> = [String::new()].iter().chain(&parents).enumerate().map(part).collect();
    let dragon = puppet::read(&format!("part = [{}]", all.join(", "))).expect("a puppet that can be read");
    let numbers = || (0u8..14).map(f32::from);
    let dragons = (
        JOINTS,
        dragon,
        numbers().map(|i| 12.0 * i - 50.0).collect(),
        numbers().map(|i| 0.5 + 0.1 * i).collect(),
    );

    check("03.2", |check| {
        // Hinges may also be walked as rigid transforms.
        let slant = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(-0.8);
        let rigid = [(vec3(1.0, 2.0, 0.0), slant), (vec3(-0.5, 1.0, 3.0), Quat::from_rotation_z(2.0))]
            .map(|(place, turn)| RigidTransform::new(place, turn));
        let matrices = rigid.map(|rigid| Mat4::from_rotation_translation(rigid.rotation, rigid.translation));
        check.needs("02.3", || {
            rigid.iter().zip(&matrices).all(|(rigid, matrix)| rigid.to_matrix().agrees(matrix))
        });
        check.needs("02.1", || rigid[0].compose(rigid[1]).to_matrix().agrees(&(matrices[0] * matrices[1])));
        for (names, (parts, skeleton), degrees, grow) in [knights, dragons] {
            let count = parts.len();
            let hinge = |i: usize| {
                Mat4::from_translation(parts[i].attach.extend(0.0))
                    * Mat4::from_rotation_z(f32::to_radians(degrees[i]))
            };
            check.needs("01.1", || {
                let given = |i: usize| parent_from_hinge(parts[i].attach.extend(0.0), degrees[i]);
                (0..count).all(|i| given(i).agrees(&hinge(i)))
            });
            let grown = |i: usize| hinge(i) * Mat4::from_scale(Vec3::splat(grow[i]));
            let walk = |local: &dyn Fn(usize) -> Mat4| -> Vec<Mat4> {
                let mut walked = Vec::new();
                for (i, joint) in skeleton.joints().iter().enumerate() {
                    walked.push(joint.parent.map_or(Mat4::IDENTITY, |parent| walked[parent]) * local(i));
                }
                walked
            };
            let drawn = |joints: Vec<Mat4>, grow: &[f32]| {
                let drawn =
                    joints.into_iter().enumerate().map(|(i, joint)| Drawn(joint, parts[i].size * grow[i]));
                Named(names, drawn.collect())
            };
            let offsets = parts.iter().map(|part| Mat4::from_translation(part.attach.extend(0.0))).collect();
            let never_grown = vec![1.0; count];
            let locals: Vec<Mat4> = (0..count).map(hinge).collect();
            check.needs("02.4", || {
                let walked = model_from_joints(&skeleton, &locals);
                walked.len() == count
                    && walked.iter().zip(walk(&hinge)).all(|(given, want)| given.agrees(&want))
            });
            let at = |i: usize| parts[i].attach.show();
            let what = if count == PARTS.len() {
                format!(
                    "a torso at {} in model space, on it a head at {} with a plume at {}, and on the torso an arm at {}",
                    at(0),
                    at(1),
                    at(2),
                    at(3)
                )
            } else {
                "fourteen parts, of which 1 to 6 hang on 0, 7 on 3, and from 7 to 13 each on the one before"
                    .to_owned()
            };
            check.case(
                format!("{what}; turned by {degrees:?} degrees, their sprites grown by {grow:?}"),
                || {
                    let placed = puppet::place(&parts, &skeleton, &degrees, &grow);
                    Named(
                        names,
                        placed
                            .into_iter()
                            .map(|placed| Drawn(placed.model_from_joint, placed.size))
                            .collect(),
                    )
                },
                drawn(walk(&hinge), &grow),
                &[
                    (STARTER, drawn(offsets, &never_grown)),
                    ("joint-scaled", drawn(walk(&grown), &never_grown)),
                    ("joint-and-sprite-scaled", drawn(walk(&grown), &grow)),
                    ("growth-forgotten", drawn(walk(&hinge), &never_grown)),
                    ("not-walked-to-model-space", drawn(locals.clone(), &grow)),
                ],
            );
        }
    });
}

/// A part by its index.
struct Part(usize);

told!(Part { 0 });

impl Answer for Part {
    fn agrees(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn show(&self) -> String {
        format!("part {}", self.0)
    }
}

#[test]
fn todo_03_3_back_to_front() {
    const PLACES: &[&str] = &[
        "the part drawn first",
        "the 2nd",
        "the 3rd",
        "the 4th",
        "the 5th",
        "the 6th",
        "the 7th",
        "the 8th",
        "the 9th",
        "the 10th",
        "the 11th",
        "the 12th",
        "the 13th",
        "the 14th",
        "the 15th",
        "the 16th",
        "the 17th",
        "the 18th",
        "the 19th",
        "the 20th",
    ];
    // As text they would stand in another order than as numbers.
    let as_text = vec![10, 4000, 9, -5, -30];
    let many = (0..20).map(|part| part * 37 % 41 - 15).collect();
    check("03.3", |check| {
        for layers in [vec![3, -4, 7, 2, 5], vec![10, 4000, 20, 5000, 30], as_text, vec![6, 1, 6, 1], many] {
            // Parts of one layer may come in any order.
            let named = |mut parts: Vec<usize>| {
                parts.chunk_by_mut(|&a, &b| layers.get(a) == layers.get(b)).for_each(<[_]>::sort_unstable);
                Named(PLACES, parts.into_iter().map(Part).collect())
            };
            let sorted = |by: &dyn Fn(i32) -> i32| {
                let mut sorted: Vec<usize> = (0..layers.len()).collect();
                sorted.sort_by_key(|&part| by(layers[part]));
                sorted
            };
            let far_to_near = sorted(&|layer| layer);
            let rank = |part| far_to_near.iter().position(|&other| other == part).unwrap_or(0);
            let shared_rank = |layer| layers.iter().filter(|&other| other < layer).count();
            check.case(
                format!(
                    "the order of drawing of {} parts, from 0 on, whose layers are {layers:?}",
                    layers.len()
                ),
                || named(back_to_front(&layers)),
                named(far_to_near.clone()),
                &[
                    (STARTER, named((0..layers.len()).rev().collect())),
                    ("drawn-by-joint-index", named((0..layers.len()).collect())),
                    ("nearest-first", named(sorted(&|layer| -layer))),
                    ("ranks-instead-of-order", named((0..layers.len()).map(rank).collect())),
                    ("ranks-instead-of-order", named(layers.iter().map(shared_rank).collect())),
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
        for (phase, degrees) in [(0.25, 30.0), (0.6, 22.5), (1.125, 40.0), (-0.2, 24.0)] {
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
                    ("answer-in-radians", {
                        let s = s.to_radians();
                        limbs(s, -s, -s, s)
                    }),
                    ("half-a-turn-per-stride", {
                        let s = at(phase * TAU / 2.0);
                        limbs(s, -s, -s, s)
                    }),
                    ("far-leg-first", limbs(-s, s, s, -s)),
                ],
            );
        }
    });
}
