//! The checks of lesson 03.

#[allow(dead_code, reason = "the lesson uses more of it")]
mod puppet;
#[allow(dead_code, reason = "the lesson uses more of it")]
mod sprite;

use check::{Answer, Check, Degrees, Draw, Named, Told, check, table};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::transform::parent_from_hinge;
use glam::{Mat4, Quat, Vec2, Vec3, vec2, vec3};
use puppet::{Part, Placed};
use sprite::sprite_corners;

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
        let (whole, leant) = (Vec3::ONE, Quat::from_rotation_y(0.8) * z(20.0));
        let asked = [
            (vec3(1.0, 2.0, 0.0), z(90.0), whole, vec2(0.4, 1.0), vec2(0.5, 0.9)),
            (vec3(-0.5, 0.3, 0.0), z(-30.0), whole, vec2(0.6, 0.3), vec2(0.1, 0.25)),
            (vec3(0.2, -1.0, 0.7), leant, whole, vec2(0.5, 0.8), vec2(0.3, 0.6)),
            (vec3(0.01, 0.0, 0.0), z(0.05), whole, vec2(0.01, 60.0), vec2(1.0, 0.0)),
            (vec3(0.5, -1.0, 0.0), z(70.0), vec3(-2.0, 0.5, 1.0), vec2(0.5, 0.75), vec2(0.25, 1.0)),
        ]
        .map(|(place, turn, scale, size, pivot)| {
            let stand = [place.show(), turn.show(), scale.show()];
            let words = format!("{} in model space, rotated: {}, scaled by {}", stand[0], stand[1], stand[2]);
            (words, Mat4::from_scale_rotation_translation(scale, turn, place), size, pivot)
        });
        let drawn = check.drawn(|draw| {
            let size = vec2(draw.factor(30.0), draw.factor(30.0));
            (String::new(), draw.frame(30.0, 3.0), size, pair(draw, -1.0, 2.0))
        });
        for (stand, model_from_joint, size, pivot) in asked.into_iter().chain(drawn) {
            let [x, y, z] = [0, 1, 2].map(|column| model_from_joint.col(column).truncate());
            check.tags(&[
                ("a joint that is scaled", [x, y, z].iter().any(|axis| !axis.is_normalized())),
                ("a joint that is turned out of the plane", x.z != 0.0),
            ]);
            check.asked(
                format!(
                    "a sprite of {} m, pinned at {} of its width and height to a joint at {stand}",
                    size.show(),
                    pivot.show()
                ),
                || Named(CORNERS, sprite_corners(model_from_joint, size, pivot).to_vec()),
            );
        }
    });
}

/// Draws two numbers in a range.
fn pair(draw: &mut Draw, least: f32, most: f32) -> Vec2 {
    vec2(draw.number(least..most), draw.number(least..most))
}

/// A part's parent, its offset there, its angle, and its sprite's size and pivot.
type Pinned = (Option<usize>, Vec2, f32, Vec2, Vec2);

fn joint(number: usize) -> String {
    format!("joint {number}")
}

fn puppet_of(pinned: &[Pinned]) -> (Vec<Part>, Skeleton, Vec<f32>) {
    let mut skeleton = Skeleton::new();
    let part = |(i, &(parent, attach, _, size, pivot)): (usize, &Pinned)| {
        skeleton.add(&joint(i), parent);
        let parent = parent.map_or(String::new(), joint);
        let (name, image) = (joint(i), String::new());
        Part { name, parent, attach, size, pivot, layer: 0, image }
    };
    let parts = pinned.iter().enumerate().map(part).collect();
    (parts, skeleton, pinned.iter().map(|pinned| pinned.2).collect())
}

/// Returns a description of these parts' hinges.
fn told(pinned: &[Pinned], parts: &[usize]) -> String {
    let row = |&i: &usize| {
        let (parent, attach, degrees, ..) = pinned[i];
        [joint(i), parent.map_or("model".to_owned(), joint), attach.show(), format!("{}°", degrees.show())]
    };
    table(["joint", "parent", "place in it", "rotated by"], parts.iter().map(row))
}

/// Draws a puppet, one of its parts, and a spot there.
fn any_puppet(draw: &mut Draw) -> (Vec<Pinned>, usize, Vec2) {
    let count = draw.size(1..500);
    let (_, parents) = draw.tree(count);
    // Rounding must not show in the longest chain.
    let within = 20.0 / count as f32;
    let mut pinned = |parent| {
        let (attach, size) = (draw.wide_point(within).truncate(), draw.factor(10.0));
        (parent, attach, draw.wide(400.0), size * pair(draw, 0.25, 1.0), pair(draw, -0.5, 1.5))
    };
    let pinned: Vec<Pinned> = parents.into_iter().map(&mut pinned).collect();
    (pinned, draw.whole(count / 2..count), pair(draw, -0.5, 1.5))
}

#[test]
fn todo_03_2_spot_in_model() {
    // Six parts on one, and a chain that is nine levels deep.
    let parents = [None].into_iter().chain([0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12].map(Some));
    let pinned = |(i, parent): (u8, Option<usize>)| {
        let x = 0.1 * f32::from(i);
        (parent, vec2(x, 0.3 - 0.2 * x), 120.0 * x - 50.0, vec2(0.2, 0.1 + x), vec2(0.5 - 0.03 * x, 0.9))
    };
    let dragon: Vec<Pinned> = (0..14).zip(parents).map(pinned).collect();
    let tiny = vec![
        (None, vec2(0.02, -0.03), 135.0, vec2(0.06, 0.08), vec2(0.5, 0.25)),
        (Some(0), vec2(0.02, 0.03), -40.0, vec2(0.01, 0.04), vec2(0.0, 1.0)),
    ];
    let asked = [
        (dragon.clone(), 0, vec2(0.9, 0.75)),
        (dragon.clone(), 3, vec2(0.4, 0.1)),
        (dragon.clone(), 6, vec2(0.0, 0.5)),
        (dragon.clone(), 8, vec2(0.25, 1.0)),
        (dragon, 13, vec2(0.75, 0.25)),
        (tiny, 1, vec2(1.0, 0.0)),
    ];
    check("03.2", |check| {
        let drawn = check.drawn(any_puppet);
        for (pinned, part, spot) in asked.into_iter().chain(drawn) {
            let (parts, skeleton, degrees) = puppet_of(&pinned);
            let all = 0..parts.len();
            let hinges: Vec<Mat4> = (parts.iter().zip(&degrees))
                .map(|(part, angle)| {
                    let turn = Quat::from_rotation_z(angle.to_radians());
                    Mat4::from_rotation_translation(turn, part.attach.extend(0.0))
                })
                .collect();
            let up: Vec<usize> =
                std::iter::successors(Some(part), |&i| skeleton.joints()[i].parent).collect();
            let hinge = |i: usize| parent_from_hinge(parts[i].attach.extend(0.0), degrees[i]);
            check.needs("01.1", || all.map(hinge).collect::<Vec<_>>());
            check.needs("02.4", || model_from_joints(&skeleton, &hinges));
            check.tags(&[
                ("a part with a parent", pinned[part].0.is_some()),
                ("more than one part above it", up.len() > 2),
            ]);
            check.asked(
                format!(
                    "where in model space the spot {} of {} is, whose sprite of {} m is pinned at {}{}",
                    spot.show(),
                    joint(part),
                    parts[part].size.show(),
                    parts[part].pivot.show(),
                    told(&pinned, &up)
                ),
                || puppet::spot_in_model(&parts, &skeleton, &degrees, part, spot),
            );
        }
    });
}

/// Returns a part and its sprite's place in the model, with a factor on the sprite's size.
fn sprite(
    name: &str,
    layer: i32,
    [size, pivot]: [Vec2; 2],
    grow: f32,
    [x, y, degrees]: [f32; 3],
) -> (Part, Placed) {
    let turn = Quat::from_rotation_z(degrees.to_radians());
    let model_from_joint = Mat4::from_rotation_translation(turn, vec3(x, y, 0.0));
    let (name, parent, image) = (name.to_owned(), String::new(), String::new());
    let part = Part { name, parent, attach: Vec2::ZERO, size, pivot, layer, image };
    (part, Placed { model_from_joint, size: size * grow })
}

/// Words for the question, the sprites, and points with names.
type Sprites = (&'static str, Vec<(Part, Placed)>, Points);

fn sprites() -> [Sprites; 5] {
    let lance = [sprite("lance", 0, [vec2(0.2, 3.0), vec2(0.5, 0.1)], 1.0, [2.0, 1.0, -60.0])];
    // On its tip, on its handle, on its middle, beyond its tip, above it.
    let lance_at = [[4.2, 2.3], [1.9, 0.9], [3.0, 1.6], [4.7, 2.56], [2.4, 2.2], [0.0, 0.0]];
    let coin = [
        sprite("coin", 9, [vec2(0.02, 0.02), vec2(0.5, 0.5)], 1.0, [1.0, 1.0, 45.0]),
        sprite("wall", -700, [vec2(40.0, 3.0), vec2(0.0, 0.0)], 2.0, [0.0, 0.0, 0.0]),
    ];
    let coin_at = [[1.0, 1.012], [1.012, 1.012], [0.99, 1.001], [79.9, 5.9], [80.1, 1.0], [1.0, -0.001]];
    let mut sail = [sprite("sail", 3, [vec2(0.6, 1.0), vec2(0.25, 0.25)], 1.0, [1.0, 0.5, 30.0])];
    sail[0].1.model_from_joint *= Mat4::from_scale(vec3(-2.0, 0.5, 1.0));
    let sail_at = [[1.0, 0.9], [1.4, 0.8], [0.6, 0.3], [1.3, 0.3], [0.9, 1.1], [1.5, 1.2]];
    let points = |points: [[f32; 2]; 6]| points.map(Vec2::from).map(named).to_vec();
    let (fan, fan_at) = cards(20, 0, Mat4::IDENTITY);
    [
        (
            "a lance 0.2 m by 3 m, pinned at (2, 1) by (0.5, 0.1) of its size and rotated by -60°",
            lance.to_vec(),
            points(lance_at),
        ),
        ("twenty cards in a fan, from the smallest to the largest, with layers in no order", fan, fan_at),
        (
            "a coin of 0.02 m (layer 9), pinned at (1, 1) by its middle and rotated by 45°, and a wall of 40 m by 3 m (layer \
             -700), grown to twice its size and pinned at the origin by its lower left corner",
            coin.to_vec(),
            points(coin_at),
        ),
        (
            "a sail of 0.6 m by 1 m, pinned by (0.25, 0.25) of its size to a joint at (1, 0.5), rotated by 30° and scaled by \
             (-2, 0.5)",
            sail.to_vec(),
            points(sail_at),
        ),
        ("no parts at all", Vec::new(), vec![named(Vec2::ONE)]),
    ]
}

#[test]
fn todo_03_3_part_at() {
    check("03.3", |check| {
        let drawn = check.drawn(|draw| {
            let [turned, slanted] = [(); 2].map(|()| Mat4::from_rotation_z(draw.wide(6.0)));
            let stretched = vec3(draw.factor(4.0), draw.factor(4.0) * draw.one_of(&[1.0, -1.0]), 1.0);
            let place = Mat4::from_translation(draw.wide_point(20.0).with_z(0.0));
            let metres = Mat4::from_scale(Vec3::splat(draw.factor(1000.0)));
            let by = metres * place * turned * Mat4::from_scale(stretched) * slanted;
            let (fan, fan_at) = cards(draw.size(1..500), draw.whole(0..2000), by);
            ("some of many cards in a fan", fan, fan_at)
        });
        for (what, sprites, points) in sprites().into_iter().chain(drawn) {
            let (parts, placed): (Vec<Part>, Vec<Placed>) = sprites.into_iter().unzip();
            let (names, points): (Vec<&str>, Vec<Vec2>) = points.into_iter().unzip();
            // An answer may compute with the corners.
            let corners = |(part, placed): (&Part, &Placed)| {
                sprite_corners(placed.model_from_joint, placed.size, part.pivot)
            };
            check.needs("03.1", || parts.iter().zip(&placed).flat_map(corners).collect::<Vec<_>>());
            check.tags(&[("several sprites", parts.len() > 1), ("no sprite", parts.is_empty())]);
            let found = |point: &Vec2| {
                let part = puppet::part_at(&parts, &placed, *point);
                part.and_then(|part| parts.get(part)).map_or("nothing".to_owned(), |part| part.name.clone())
            };
            check.asked(format!("what is under some points of model space: {what}"), || {
                Named(names.leak(), points.iter().map(found).collect())
            });
        }
    });
}

type Points = Vec<(&'static str, Vec2)>;

fn named(point: Vec2) -> (&'static str, Vec2) {
    (&*point.show().leak(), point)
}

/// Of the 36 points of a grid over the fan, those on the edge of a card, or nearly, where rounding would decide.
const AT_AN_EDGE: [u8; 12] = [2, 3, 5, 8, 9, 13, 17, 19, 27, 28, 31, 34];

/// Returns the cards of a fan, in layers in random order, some below zero, and named points on a grid, all moved.
fn cards(count: usize, first: usize, by: Mat4) -> (Vec<(Part, Placed)>, Points) {
    let card = |i: usize| {
        let (number, layer) = ((i % 20) as f32, ((first + i) * 1237 % 2011) as i32 - 700);
        let shape = [vec2(0.7, 1.1), vec2(0.3 + 0.02 * number, 0.15)];
        let stand = [0.05 * number, -0.2, 90.0 - 10.0 * number];
        let (part, mut placed) = sprite(&format!("card {i}"), layer, shape, 0.6 + 0.05 * number, stand);
        placed.model_from_joint = by * placed.model_from_joint;
        (part, placed)
    };
    let grid = (0..36).filter(|i| !AT_AN_EDGE.contains(i)).map(|i| {
        let point = vec3(-1.6 + 0.73 * f32::from(i % 6), -0.7 + 0.41 * f32::from(i / 6), 0.0);
        named(by.transform_point3(point).truncate())
    });
    ((0..count).map(card).collect(), grid.collect())
}

/// Returns how a knee is bent, since its curve is free, and most of all near the end of a swing.
fn bent(knee: f32, degrees: f32, is_near_end: bool) -> &'static str {
    // Single precision keeps no more of a sine 60 strides from 0.
    let is_near = |angle: f32| (knee - angle).abs() <= 1e-3 * degrees;
    match knee {
        _ if is_near_end && (-1.2 * degrees..=1e-3 * degrees).contains(&knee) => {
            "backwards a little, or straight"
        }
        _ if is_near(0.0) => "straight",
        _ if is_near(-2.0 * degrees) => "backwards by twice the swing",
        _ if knee > 0.0 => "forwards",
        _ if knee < -2.0 * degrees => "backwards by more than twice the swing",
        _ => "backwards",
    }
}

#[test]
fn todo_03_4_gait() {
    const END_OF_SWING: &str = "a leg at the end of its swing, or near it";
    check("03.4", |check| {
        // True if the phase is near the end of a swing, but not at it.
        let asked = [
            (0.0, 30.0, false),
            (0.1, 22.5, false),
            (0.25, 26.0, false),
            (0.6, 22.5, false),
            (0.5, 40.0, false),
            (0.76, 30.0, true),
            (0.9, 0.1, false),
            (3.125, 40.0, false),
            (-0.2, 24.0, true),
            (-7.4, 36.0, false),
            (0.3, 0.0, true),
        ];
        // Fractions of a stride at which every permitted curve of a knee is well inside the limits.
        let parts = [0.0, 0.0625, 0.125, 0.21875, 0.25, 0.28125, 0.375, 0.4375];
        let drawn = check.drawn(|draw| {
            let strides = draw.wide(60.0).round() + draw.one_of(&[0.0, 0.5]);
            let part = draw.one_of(&parts);
            (strides + part, draw.wide(90.0).abs(), part == 0.21875 || part == 0.28125)
        });
        for (phase, degrees, is_near_end) in asked.into_iter().chain(drawn) {
            check.tags(&[
                ("a phase below 0", phase < 0.0),
                ("a phase more than a stride below 0", phase < -1.0),
                ("a phase of more than a stride", phase > 1.0),
                (END_OF_SWING, degrees > 0.0 && (phase.rem_euclid(0.5) - 0.25).abs() < 0.06),
                ("a phase in the first half of the stride", phase.rem_euclid(1.0) < 0.5),
            ]);
            check.asked(format!("the limbs' angles at phase {phase}, swinging by up to {degrees}°"), || {
                limbs(phase, degrees, is_near_end)
            });
        }
        check.tags(&[(END_OF_SWING, true)]);
        check.asked(
            "whether the near knee's angle jumps, by more than 5° from one to the next of 10,000 phases in a stride, \
             swinging by up to 30°",
            || {
                let bend = |i: u16| puppet::gait(f32::from(i) / 10_000.0, 30.0).near_knee;
                (0..10_000).any(|i| (bend(i + 1) - bend(i)).abs() > 5.0)
            },
        );
        check.tags(&[]);
        ask_both_knees(check);
    });
}

/// Returns the angles of the legs and arms, and how the knees are bent.
fn limbs(phase: f32, degrees: f32, is_near_end: bool) -> Named<Told> {
    const LIMBS: &[&str] =
        &["the near leg", "the far leg", "the near arm", "the far arm", "the near knee", "the far knee"];
    let gait = puppet::gait(phase, degrees);
    let angles = [gait.near_leg, gait.far_leg, gait.near_arm, gait.far_arm];
    let knees = [gait.near_knee, gait.far_knee].map(|knee| bent(knee, degrees, is_near_end).told());
    Named(LIMBS, angles.map(|angle| Degrees(vec![angle]).told()).into_iter().chain(knees).collect())
}

/// Asks whether both knees have the same curve, whatever it is, and whether it grows with the swing.
fn ask_both_knees(check: &mut Check) {
    const KNEES: &[&str] =
        &["far and near", "the near knee at twice the swing", "the far knee at twice the swing"];
    let asked = [(0.05, 30.0), (-0.17, 24.0), (1.2, 18.0), (0.47, 26.0)];
    let drawn = check.drawn(|draw| (draw.wide(20.0), draw.wide(90.0).abs()));
    for (phase, degrees) in asked.into_iter().chain(drawn) {
        let knees = |phase, degrees| {
            let gait = puppet::gait(phase, degrees);
            [gait.near_knee, gait.far_knee]
        };
        check.asked(
            format!(
                "by how much the knees at phase {phase} differ: the far one from the near one half a stride later, and \
                 either one, swinging by up to {degrees}°, from half of what it has at twice that"
            ),
            || {
                let [[near, far], [later, _]] = [phase, phase + 0.5].map(|phase| knees(phase, degrees));
                let [near_twice, far_twice] = knees(phase, 2.0 * degrees);
                let differences = [far - later, near - near_twice / 2.0, far - far_twice / 2.0];
                Named(KNEES, differences.into_iter().map(|degrees| Degrees(vec![degrees])).collect())
            },
        );
    }
}
