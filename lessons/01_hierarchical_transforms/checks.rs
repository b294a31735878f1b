//! The checks of lesson 01.

use check::{Answer, Degrees, Named, check, table};
use common::transform::{aim_hinge, parent_from_hinge, world_from_spaces};
use glam::{Mat4, Quat, Vec2, Vec3, vec2, vec3};

#[test]
fn todo_01_1_parent_from_hinge() {
    check("01.1", |check| {
        let hinges = [
            (vec3(2.0, 0.0, 0.0), 90.0),
            (vec3(0.0, 1.5, 0.0), -30.5),
            (vec3(1.0, -2.0, 0.5), 200.0),
            (vec3(-1.5, 0.5, 0.0), 0.0),
            (Vec3::ZERO, 400.0),
            (vec3(0.004, 0.0, -0.002), 0.05),
            (vec3(300.0, -4000.0, 20.0), -1234.5),
        ];
        let drawn = check.drawn(|draw| (draw.wide_point(4000.0), draw.wide(4000.0)));
        for (offset, degrees) in hinges.into_iter().chain(drawn) {
            check.tags(&[
                ("an angle below 0°", degrees < 0.0),
                ("an angle of more than a turn", degrees.abs() > 360.0),
                ("an offset", offset != Vec3::ZERO),
            ]);
            check.asked(
                format!("the matrix of a hinge at {} in its parent, turned by {degrees}°", offset.show()),
                || parent_from_hinge(offset, degrees),
            );
        }
    });
}

#[test]
fn todo_01_2_world_from_spaces() {
    const SPACES: &[&str] =
        &["space o", "space b", "space c", "space d", "space e", "space f", "space g", "space h"];
    let z = Quat::from_rotation_z;
    let arm = [
        (vec3(1.0, 0.0, 0.0), z(0.0)),
        (vec3(0.0, 1.0, 0.0), z(90f32.to_radians())),
        (vec3(2.0, 0.0, 0.0), z(-45f32.to_radians())),
    ];
    // Longer, and in space, where rotations do not commute.
    let snake = [
        (vec3(-1.0, 0.5, 0.2), z(0.4)),
        (vec3(0.0, 2.0, 1.0), Quat::from_rotation_x(0.6)),
        (vec3(1.5, 0.0, -0.5), z(-1.4)),
        (Vec3::ZERO, Quat::IDENTITY),
        (vec3(2.0, -1.0, 0.3), Quat::from_rotation_x(-1.1)),
        (vec3(-0.5, 0.7, 1.0), Quat::from_rotation_y(2.0)),
        (vec3(1.0, 1.0, -1.0), z(0.7)),
        (vec3(0.3, -0.4, 0.5), Quat::from_rotation_x(0.9)),
    ];
    check("01.2", |check| {
        let asked = [&arm[..], &snake, &snake[1..4], &snake[1..2], &[]].map(|hinges| {
            // One of many is stretched and mirrored.
            let scale = |i: usize| if i == 5 { vec3(2.0, -0.5, 1.0) } else { Vec3::ONE };
            let spaces = || hinges.iter().enumerate();
            let rows = spaces().map(|(i, (place, turn))| {
                [SPACES[i][6..].to_owned(), place.show(), turn.show(), scale(i).show()]
            });
            let local: Vec<Mat4> = spaces()
                .map(|(i, &(place, turn))| Mat4::from_scale_rotation_translation(scale(i), turn, place))
                .collect();
            (table(["space", "place", "rotated", "scaled by"], rows), local)
        });
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..2000);
            (String::new(), draw.frames(count, count))
        });
        for (told, local) in asked.into_iter().chain(drawn) {
            check.tags(&[
                ("a chain of many spaces", local.len() > 3),
                ("rotations about different axes", local.iter().any(|space| space.z_axis.z != 1.0)),
            ]);
            check.asked(
                format!(
                    "the world matrix of each space in a chain of {}, each given in the one before it, and the first in \
                     the world{told}",
                    local.len()
                ),
                || Named(SPACES, world_from_spaces(&local)),
            );
        }
        check.tags(&[("a chain of many spaces", true)]);
        let step = Mat4::from_rotation_translation(z(0.01), vec3(1.0, 0.0, 0.1));
        check.asked(
            "the world matrix of the last of 300 spaces, each 1 m along x and 0.1 m along z from the one before it and rotated by \
             0.01 radians about z",
            || world_from_spaces(&[step; 300]).pop().unwrap_or(Mat4::ZERO),
        );
    });
}

#[test]
fn todo_01_3_aim_hinge() {
    check("01.3", |check| {
        // The parent's position, scale and rotation in the world, the hinge's offset in the parent, the tip in the hinged
        // space, and the target in the world.
        let asked = [
            ([1.0, 0.0], Vec2::ONE, 90.0, [2.0, 0.0], [1.5, 0.0], [-1.0, 3.0]),
            ([0.0, 0.0], Vec2::ONE, 0.0, [0.0, 0.9], [1.5, 1.5], [-0.5, 2.5]),
            ([-1.0, 2.0], Vec2::ONE, -30.0, [0.5, 1.0], [1.0, -0.6], [-2.0, -1.5]),
            ([0.5, -1.5], Vec2::ONE, 140.0, [-1.2, 0.3], [-0.8, 0.4], [3.0, 0.5]),
            ([2.0, 1.0], Vec2::ONE, 20.0, [1.7, 0.0], [1.3, 0.0], [2.5, 4.0]),
            ([0.02, 0.01], Vec2::ONE, 25.0, [0.01, -0.02], [0.003, 0.001], [0.035, 0.03]),
            ([-300.0, 120.0], Vec2::ONE, -170.0, [80.0, -40.0], [25.0, 4.0], [900.0, -650.0]),
            ([-1.0, 0.5], vec2(2.0, 2.0), 35.0, [0.6, 0.4], [1.2, -0.3], [1.5, 3.0]),
            ([0.5, -0.5], vec2(1.0, -1.0), 20.0, [1.0, 0.3], [1.5, 0.4], [-1.0, 2.0]),
            ([-0.5, 1.0], vec2(0.5, 2.0), -40.0, [0.8, -0.4], [4.1, 2.4], [2.0, 1.5]),
        ];
        let drawn = check.drawn(|draw| {
            let mut away = || Vec2::from_angle(draw.number(-3.0..3.0)) * draw.number(0.5..3.0);
            let [parent, offset, from_hinge, other] = [away(), away(), away(), away()];
            let tip = draw.factor(1e6) * draw.one_of(&[from_hinge, -from_hinge, other, other, other]);
            let (degrees, metres, even) = (draw.wide(400.0), draw.factor(1e6), draw.factor(1000.0));
            let scale = vec2(draw.factor(3.0), draw.factor(3.0) * draw.one_of(&[-1.0, 1.0]));
            let turn = Vec2::from_angle(degrees.to_radians());
            let target = metres * even * (parent + turn.rotate(scale * (offset + from_hinge)));
            let [parent, offset] = [even * parent, offset].map(|place| (metres * place).into());
            (parent, even * scale, degrees, offset, tip.into(), target.into())
        });
        for (parent, scale, degrees, offset, tip, target) in asked.into_iter().chain(drawn) {
            let [parent, offset, tip, target] = [parent, offset, tip, target].map(Vec2::from);
            let turn = Quat::from_rotation_z(f32::to_radians(degrees));
            let world_from_parent =
                Mat4::from_scale_rotation_translation(scale.extend(scale.x), turn, parent.extend(0.0));
            check.tags(&[
                ("a parent that is mirrored or stretched", scale.x != scale.y),
                ("a parent that is scaled", scale != Vec2::ONE),
                ("a parent that is turned", degrees != 0.0),
                ("a tip off the hinged x axis", tip.y != 0.0),
            ]);
            let scaled = if scale == Vec2::ONE { "" } else { &format!(" and scaled by {}", scale.show()) };
            // An answer may use the hinge at 0°.
            let joint = offset.extend(0.0);
            check.needs("01.1", || parent_from_hinge(joint, 0.0));
            check.asked(
                format!(
                    "the angle of a hinge at {} in its parent, which is at {} in the world, rotated by {degrees}°{scaled}; the \
                     tip is at {} in the hinged frame, the target at {} in the world",
                    offset.show(),
                    parent.show(),
                    tip.show(),
                    target.show()
                ),
                || {
                    let [offset, tip, target] = [offset, tip, target].map(|point| point.extend(0.0));
                    Degrees(vec![aim_hinge(world_from_parent, offset, tip, target)])
                },
            );
        }
    });
}
