//! The checks of lesson 01.

use common::check::{Answer, Named, STARTER, check};
use common::transform::{parent_from_hinge, point_in_frame, world_from_frames};
use glam::{Mat4, Vec3, vec3};

#[test]
fn todo_01_1_parent_from_hinge() {
    check("01.1", |check| {
        for (offset, degrees) in
            [(vec3(2.0, 0.0, 0.0), 90.0), (vec3(0.0, 1.5, 0.0), -30.0), (vec3(1.0, -2.0, 0.5), 200.0)]
        {
            let moved = Mat4::from_translation(offset);
            let turned = Mat4::from_rotation_z(f32::to_radians(degrees));
            check.case(
                format!("the matrix of a hinge at {} in its parent, turned by {degrees}°", offset.show()),
                || parent_from_hinge(offset, degrees),
                moved * turned,
                &[
                    (STARTER, Mat4::IDENTITY),
                    ("turned-before-moved", turned * moved),
                    ("degrees-as-radians", moved * Mat4::from_rotation_z(degrees)),
                    ("turned-the-other-way", moved * turned.inverse()),
                ],
            );
        }
    });
}

#[test]
fn todo_01_2_world_from_frames() {
    const FRAMES: &[&str] = &["world_from_o", "world_from_b", "world_from_c"];
    check("01.2", |check| {
        for hinges in [
            [(1.0, 0.0, 0.0), (0.0, 1.0, 90.0), (2.0, 0.0, -45.0)],
            [(-1.0, 0.5, 20.0), (0.0, 2.0, 35.0), (1.5, 0.0, -80.0)],
        ] {
            let [a, b, c] = hinges.map(|(x, y, degrees): (f32, f32, f32)| {
                Mat4::from_translation(vec3(x, y, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
            });
            let [o, shoulder, elbow] =
                hinges.map(|(x, y, degrees)| format!("stands at ({x}, {y}), turned by {degrees}°"));
            check.case(
                format!(
                    "the world matrices of three frames: o {o} in the world, b {shoulder} in o, c {elbow} in b"
                ),
                || Named(FRAMES, world_from_frames(&[a, b, c])),
                Named(FRAMES, vec![a, a * b, a * b * c]),
                &[
                    (STARTER, Named(FRAMES, vec![Mat4::IDENTITY; 3])),
                    ("child-times-parent", Named(FRAMES, vec![a, b * a, c * b * a])),
                    ("parent-is-the-world", Named(FRAMES, vec![a, b, c])),
                    ("only-one-step-up", Named(FRAMES, vec![a, a * b, b * c])),
                ],
            );
        }
    });
}

#[test]
fn todo_01_3_point_in_frame() {
    check("01.3", |check| {
        for (origin, degrees, point) in [
            (vec3(3.0, 1.0, 0.0), 90.0, vec3(3.0, 4.0, 0.0)),
            (vec3(-1.0, 2.0, 0.0), -60.0, vec3(0.5, 0.0, 0.0)),
        ] {
            let turned = Mat4::from_rotation_z(f32::to_radians(degrees));
            let world_from_frame = Mat4::from_translation(origin) * turned;
            let answer: Vec3 = world_from_frame.inverse().transform_point3(point);
            check.case(
                format!(
                    "the world's point {} as a frame sees it whose origin stands at {} in the world and which is turned by {degrees}°",
                    point.show(),
                    origin.show()
                ),
                || point_in_frame(world_from_frame, point),
                answer,
                &[
                    (STARTER, point),
                    ("not-inverted", world_from_frame.transform_point3(point)),
                    ("point-as-direction", turned.inverse().transform_point3(point)),
                    ("only-moved-back", point - origin),
                ],
            );
        }
    });
}
