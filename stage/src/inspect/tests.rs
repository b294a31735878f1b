//! The ladder on three joints and a skin, right and with one mistake at a time.

use super::ladder::{Rung, climb};
use super::*;
use anyhow::Result;
use common::pose::model_from_joints;
use common::skin::{Influences, joints_from_bind, normal_palette, palette};
use gl::offscreen;
use glam::{Quat, Vec4, vec3};

fn pose(turn: f32) -> Vec<Mat4> {
    let up = Mat4::from_translation(Vec3::Y);
    let turned = up * Mat4::from_quat(Quat::from_rotation_z(turn));
    vec![Mat4::from_translation(Vec3::X), turned, turned]
}

/// A row of points along the joints, each shared by two or three of them.
fn mesh() -> Mesh {
    let positions: Vec<Vec3> = (0..30u8).map(|i| vec3(1.1, 0.1 * f32::from(i), 0.2)).collect();
    let influences = positions.iter().map(|point| common::skin::four_largest(&weights(*point))).collect();
    Mesh { normals: vec![Vec3::X; positions.len()], positions, influences, ..Mesh::default() }
}

fn weights(point: Vec3) -> Vec<(usize, f32)> {
    (0..3u8).map(|joint| (usize::from(joint), (2.0 - (point.y - f32::from(joint)).abs()).max(0.0))).collect()
}

/// All of it right, after `change` has put something else into it.
fn inspected(change: impl FnOnce(&mut Inspected)) -> Inspected {
    let skeleton = Skeleton::chain(&["hip", "knee", "ankle"]);
    let (bind_pose, now) = (pose(0.3), pose(0.8));
    let back = joints_from_bind(&skeleton, &bind_pose);
    let into = back.clone();
    let skin = InspectedSkin {
        normals: Some(Box::new(normal_palette)),
        weights: Some([Box::new(weights), Box::new(weights)]),
        card: Some("skin.vert"),
        ..InspectedSkin::new(mesh(), &skeleton, &bind_pose, back, move |posed| palette(posed, &into))
    };
    let placed = model_from_joints(&skeleton, &now);
    let mut inspected = Inspected::new(&skeleton, now, placed, model_from_joints::<Mat4>);
    inspected.skins.push(skin);
    inspected.at_rest = pose(0.0);
    change(&mut inspected);
    inspected
}

/// The answers, if the graphics card does what the processor does, and then `change`s it.
fn answers(inspected: &Inspected, change: fn(&mut Placed)) -> Vec<Rung> {
    climb(inspected, &mut |skin, palette, vertices| {
        let place = |&(vertex, _): &(usize, bool)| {
            let normal = super::ladder::normal(skin, palette, vertex).unwrap_or(Vec3::X);
            let mut placed = Placed { place: super::ladder::place(skin, palette, vertex), normal };
            change(&mut placed);
            placed
        };
        Ok(vertices.iter().map(place).collect())
    })
}

fn first_denied(rungs: &[Rung]) -> Option<(&'static str, Option<Subject>)> {
    rungs.iter().find(|rung| !rung.holds()).map(|rung| (rung.name, rung.at))
}

#[test]
fn nothing_is_denied_where_all_is_right() {
    let rungs = answers(&inspected(|_| ()), |_| ());
    assert_eq!(first_denied(&rungs), None, "{rungs:?}");
    assert_eq!(rungs.len(), 13);
}

#[test]
fn each_mistake_is_named_by_its_own_question() {
    type Change = fn(&mut Inspected);
    let wrong: [(&str, Change); 12] = [
        ("chain", |all| all.walk = Box::new(<[Mat4]>::to_vec)),
        ("chain", |all| all.walk = Box::new(|_| Vec::new())),
        ("turn, move, scale", |all| all.parent_from_joints[1].x_axis.y += 0.3),
        ("inverse bind", |all| all.skins[0].joints_from_bind[2] = Mat4::IDENTITY),
        ("bind pose", |all| all.skins[0].palette = Box::new(<[Mat4]>::to_vec)),
        ("carried off", |all| all.skins[0].palette = Box::new(|posed| vec![Mat4::IDENTITY; posed.len()])),
        ("weights' rule", |all| {
            if let Some([given, _]) = &mut all.skins[0].weights {
                *given = Box::new(|point| weights(point + 0.1 * Vec3::Y));
            }
        }),
        ("sum of weights", |all| Arc::make_mut(&mut all.skins[0].mesh).influences[7].weights[0] += 0.1),
        ("sum of weights", |all| Arc::make_mut(&mut all.skins[0].mesh).influences[7].weights[0] = f32::NAN),
        ("four largest", |all| Arc::make_mut(&mut all.skins[0].mesh).influences[7] = Influences::of(2)),
        ("seam", |all| {
            let mesh = Arc::make_mut(&mut all.skins[0].mesh);
            mesh.points = (0..30).map(|vertex| vertex / 2).collect();
            all.skins[0].weights = None;
        }),
        ("matrices for normals", |all| {
            all.skins[0].normals =
                Some(Box::new(|palette| palette.iter().map(|&m| Mat3::from_mat4(m)).collect()));
        }),
    ];
    for (name, change) in wrong {
        let rungs = answers(&inspected(change), |_| ());
        assert_eq!(first_denied(&rungs).map(|(name, _)| name), Some(name), "{rungs:?}");
    }
    let here = first_denied(&answers(&inspected(wrong[7].1), |_| ()));
    assert_eq!(here, Some(("sum of weights", Some(Subject::Vertex { skin: 0, vertex: 7 }))));
}

/// A chain whose bones are as long as they say, bound with the matrices of joints so many places further on, in a pose of its
/// own, and then at rest in another, in which `change` has put something else.
fn bound_by_others(further: usize, change: impl FnOnce(&mut [Mat4])) -> Vec<Rung> {
    let skeleton = Skeleton::chain(&["hip", "knee", "ankle", "toe", "tip"]);
    let up = |turn: f32| {
        let joint = |length| Mat4::from_rotation_z(turn) * Mat4::from_translation(length * Vec3::Y);
        [0.0, 1.0, 2.0, 3.0, 0.5].map(joint).to_vec()
    };
    let mut back = joints_from_bind(&skeleton, &up(0.3));
    back.rotate_left(further);
    let into = back.clone();
    let mut skin =
        InspectedSkin::new(mesh(), &skeleton, &up(0.3), back.clone(), move |posed| palette(posed, &into));
    for (bound, back) in skin.bound.iter_mut().flatten().zip(back) {
        bound.model_from_joint = back.inverse();
    }
    let mut at_rest = up(0.0);
    change(&mut at_rest);
    let placed = model_from_joints(&skeleton, &at_rest);
    let mut all = Inspected::new(&skeleton, at_rest.clone(), placed, model_from_joints::<Mat4>);
    (all.at_rest, all.skins) = (at_rest, vec![skin]);
    answers(&all, |_| ())
}

#[test]
fn matrices_of_other_joints_are_known_by_the_lengths_of_bones() {
    for further in [1, 4] {
        let rungs = bound_by_others(further, |_| ());
        assert_eq!(first_denied(&rungs).map(|(name, _)| name), Some("bone lengths"), "{rungs:?}");
    }
}

#[test]
fn a_file_may_be_at_rest_larger_and_with_a_bone_of_another_length() {
    let told = |change: fn(&mut [Mat4])| {
        let rungs = bound_by_others(0, change);
        assert_eq!(first_denied(&rungs), None, "{rungs:?}");
        rungs.into_iter().find(|rung| rung.name == "bone lengths")
    };
    assert_eq!(told(|_| ()).map(|rung| rung.worst < 1e-4), Some(true));
    let larger = told(|at_rest| at_rest[1..].iter_mut().for_each(|joint| joint.w_axis.y *= 1.7));
    assert_eq!(larger.map(|rung| rung.worst < 1e-4), Some(true));
    let above = told(|at_rest| at_rest[0] *= Mat4::from_scale(vec3(2.0, 0.5, 1.0)));
    assert_eq!(above.map(|rung| rung.worst < 1e-4), Some(true));
    let longer = told(|at_rest| at_rest[2].w_axis.y += 0.4).map(|rung| (rung.at, rung.more));
    let more = "The bone to it is 2.000 m long when bound, and 2.400 m at rest. Bones that differ: 1 of 4, which may be meant.";
    assert_eq!(longer, Some((Some(Subject::Joint(2)), more.to_owned())));
}

#[test]
fn a_wrong_card_is_told_from_a_wrong_palette() {
    for (name, change) in [
        ("graphics card", (|placed| placed.place.y += 0.1) as fn(&mut Placed)),
        ("graphics card", |placed| placed.place = Vec3::NAN),
        ("card's normals", |placed| placed.normal = -placed.normal),
    ] {
        let rungs = answers(&inspected(|_| ()), change);
        assert_eq!(first_denied(&rungs).map(|(name, _)| name), Some(name), "{rungs:?}");
    }
}

#[test]
fn what_is_drawn_wrong_comes_before_what_is_wrong_in_another_order() {
    type Moves = fn(usize, bool) -> f32;
    let wrong: [(Moves, usize); 2] = [
        (|vertex, is_reversed| if is_reversed { vertex as f32 } else { 0.0 }, 29),
        (|vertex, is_reversed| if is_reversed || vertex == 7 { vertex as f32 } else { 0.0 }, 7),
    ];
    for (moves, vertex) in wrong {
        let rungs = climb(&inspected(|_| ()), &mut |skin, palette, vertices| {
            let place = |&(vertex, is_reversed): &(usize, bool)| Placed {
                place: super::ladder::place(skin, palette, vertex) + moves(vertex, is_reversed),
                normal: super::ladder::normal(skin, palette, vertex).unwrap_or(Vec3::X),
            };
            Ok(vertices.iter().map(place).collect())
        });
        let denied = rungs.iter().find(|rung| !rung.holds()).map(|rung| (rung.at, rung.more.as_str()));
        assert_eq!(denied, Some((Some(Subject::Vertex { skin: 0, vertex }), "Drawn by shaders/skin.vert.")));
    }
}

#[test]
fn a_joint_that_is_pressed_flat_is_not_asked_to_move() {
    let flat = |all: &mut Inspected| {
        all.parent_from_joints[1] *= Mat4::from_cols(Vec4::ZERO, Vec4::ZERO, Vec4::ZERO, Vec4::W);
        all.at_rest = all.parent_from_joints.clone();
    };
    let rungs = answers(&inspected(flat), |_| ());
    assert_eq!(first_denied(&rungs), None, "{rungs:?}");
}

#[test]
fn the_graphics_card_is_read_back() -> Result<()> {
    let gl = offscreen()?;
    let (all, mut card) = (inspected(|_| ()), Card::default());
    let rungs = climb(&all, &mut |skin, palette, vertices| {
        card.read(&gl, skin, palette, vertices).map_err(|error| format!("{error:#}"))
    });
    assert_eq!(first_denied(&rungs), None, "{rungs:?}");
    Ok(())
}

#[test]
fn what_is_chosen_is_found_again_by_its_name() {
    let mut chosen = Chosen::default();
    let all = inspected(|_| ());
    chosen.look_at(Subject::Joint(2), &all);
    let other = Skeleton::chain(&["ankle", "toe"]);
    chosen.follow(&Inspected::new(&other, Vec::new(), Vec::new(), |_, _| Vec::new()));
    assert_eq!(chosen.subject(), Some(Subject::Joint(0)));
    chosen.look_at(Subject::Vertex { skin: 0, vertex: 99 }, &all);
    chosen.follow(&all);
    assert_eq!(chosen.subject(), Some(Subject::Vertex { skin: 0, vertex: 29 }));
}
