//! The checks of lesson 01.

use check::{Answer, Named, Slip, check};
use common::transform::{parent_from_hinge, point_in_frame, world_from_frames};
use glam::{Mat4, Quat, Vec3, vec3};

#[test]
fn todo_01_1_parent_from_hinge() {
    check("01.1", |check| {
        let hinges = [
            (vec3(2.0, 0.0, 0.0), 90.0),
            (vec3(0.0, 1.5, 0.0), -30.5),
            (vec3(1.0, -2.0, 0.5), 200.0),
            (vec3(-1.5, 0.5, 0.0), 0.0),
            (Vec3::ZERO, 400.0),
        ];
        let drawn = check.drawn(|draw| (draw.point(3.0), draw.number(-400.0..400.0)));
        for (offset, degrees) in hinges.into_iter().chain(drawn) {
            check.case_by(
                format!("the matrix of a hinge at {} in its parent, turned by {degrees}°", offset.show()),
                || parent_from_hinge(offset, degrees),
                |by| {
                    let turned = Mat4::from_rotation_z(by.radians(degrees));
                    by.product([Mat4::from_translation(offset), turned])
                },
            );
        }
    });
}

#[test]
fn todo_01_2_world_from_frames() {
    const FRAMES: &[&str] = &[
        "world_from_o",
        "world_from_b",
        "world_from_c",
        "world_from_d",
        "world_from_e",
        "world_from_f",
        "world_from_g",
        "world_from_h",
    ];
    let z = Quat::from_rotation_z;
    let arm = [
        (vec3(1.0, 0.0, 0.0), z(0.0)),
        (vec3(0.0, 1.0, 0.0), z(90f32.to_radians())),
        (vec3(2.0, 0.0, 0.0), z(-45f32.to_radians())),
    ];
    // Longer, and in space, where turns cannot change places.
    let snake = [
        (vec3(-1.0, 0.5, 0.2), z(0.4)),
        (vec3(0.0, 2.0, 1.0), Quat::from_rotation_x(0.6)),
        (vec3(1.5, 0.0, -0.5), z(-1.4)),
        (vec3(0.5, 1.0, 0.0), Quat::from_rotation_y(0.8)),
        (vec3(2.0, -1.0, 0.3), Quat::from_rotation_x(-1.1)),
        (vec3(-0.5, 0.7, 1.0), Quat::from_rotation_y(2.0)),
        (vec3(1.0, 1.0, -1.0), z(0.7)),
        (vec3(0.3, -0.4, 0.5), Quat::from_rotation_x(0.9)),
    ];
    // Its second frame is where its first is.
    let still = [snake[0], (Vec3::ZERO, Quat::IDENTITY), snake[1]];
    check("01.2", |check| {
        let chains = [&arm[..], &snake, &still, &snake[1..2], &[]].map(<[_]>::to_vec);
        let drawn = check.drawn(|draw| {
            (0..draw.whole(2..FRAMES.len() + 1)).map(|_| (draw.point(2.0), draw.turn())).collect()
        });
        for hinges in chains.into_iter().chain(drawn) {
            let local: Vec<Mat4> =
                hinges.iter().map(|&(offset, turn)| Mat4::from_rotation_translation(turn, offset)).collect();
            let spaces =
                ["o in the world", "b in o", "c in b", "d in c", "e in d", "f in e", "g in f", "h in g"];
            let stands: Vec<String> = (hinges.iter().zip(spaces))
                .map(|((offset, turn), name)| format!("{name} at {}, turned: {}", offset.show(), turn.show()))
                .collect();
            check.case_by(
                format!(
                    "the world matrix of each frame of a chain: {}",
                    if stands.is_empty() { "it has none".to_owned() } else { stands.join("; ") }
                ),
                || Named(FRAMES, world_from_frames(&local)),
                |by| {
                    let frame = |count: usize| by.product(local[..count].iter().copied());
                    Named(FRAMES, (1..=local.len()).map(frame).collect())
                },
            );
        }
    });
}

#[test]
fn todo_01_3_point_in_frame() {
    const ORIGIN_TWICE: Slip = Slip::Here(
        "origin-twice",
        "The frame's origin was taken away twice. The inverse of the frame's matrix moves back already.",
    );
    check("01.3", |check| {
        check.own_slips(&[ORIGIN_TWICE]);
        let z = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
        let asked = [
            (vec3(3.0, 1.0, 0.0), z(90.0), vec3(3.0, 4.0, 0.0)),
            (vec3(-1.0, 2.0, 0.0), z(-60.0), vec3(0.5, 0.0, 0.0)),
            (vec3(1.0, -0.5, 2.0), z(50.0) * Quat::from_rotation_x(0.9), vec3(-2.0, 1.5, 3.0)),
        ];
        let drawn = check.drawn(|draw| (draw.point(3.0), draw.turn(), draw.point(3.0)));
        for (origin, turn, point) in asked.into_iter().chain(drawn) {
            let world_from_frame = Mat4::from_rotation_translation(turn, origin);
            check.case_by(
                format!(
                    "the world's point {} as a frame sees it whose origin stands at {} in the world; it is turned: {}",
                    point.show(),
                    origin.show(),
                    turn.show()
                ),
                || point_in_frame(world_from_frame, point),
                |by| by.moved(by.inverse(world_from_frame), point),
            );
        }
    });
}
