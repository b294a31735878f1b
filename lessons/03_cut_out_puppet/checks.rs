//! The checks of lesson 03.

#[allow(dead_code, reason = "the lesson uses more of it")]
mod puppet;

use check::{Answer, Draw, Named, Slip, Workings, check, told};
use common::pose::model_from_joints;
use common::shapes::{UNIT_SQUARE, sprite_corners};
use common::skeleton::Skeleton;
use common::transform::parent_from_hinge;
use glam::{Mat4, Quat, Vec2, Vec2Swizzles, Vec3, vec2, vec3};
use puppet::{Part, Placed};
use std::f32::consts::{PI, TAU};

#[test]
fn todo_03_1_sprite_corners() {
    const CORNERS: &[&str] = &[
        "the lower left corner",
        "the lower right corner",
        "the upper right corner",
        "the upper left corner",
    ];
    const OTHER_SIDE: Slip = Slip::Here(
        "other-side",
        "You took the width for both sides, or the height, or the one for the other. Which of them goes with x, and which \
         with y?",
    );
    check("03.1", |check| {
        check.own_slips(&[OTHER_SIDE]);
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
            let corners = |by: Workings, size: Vec2| {
                let corner = |at: Vec2| by.moved(model_from_joint, ((at - pivot) * size).extend(0.0));
                Named(CORNERS, UNIT_SQUARE.map(corner).to_vec())
            };
            check.case_among(
                format!(
                    "a sprite of {} m, pinned at {} of its width and height to a joint at {stand}",
                    size.show(),
                    pivot.show()
                ),
                || Named(CORNERS, sprite_corners(model_from_joint, size, pivot).to_vec()),
                |by| corners(by, size),
                || {
                    let other = |size| (OTHER_SIDE, corners(Workings::default(), size));
                    ([], [size.xx(), size.yy(), size.yx()].map(other))
                },
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
fn words(pinned: &[Pinned], parts: &[usize]) -> String {
    let hinge = |&i: &usize| {
        let (parent, attach, degrees, ..) = pinned[i];
        let parent = parent.map_or("model space".to_owned(), joint);
        format!("{} at {} in {parent}, rotated by {degrees}°", joint(i), attach.show())
    };
    parts.iter().map(hinge).collect::<Vec<_>>().join("; ")
}

const OWN_PIN: Slip =
    Slip::Here("own-pin-only", "You added the part's own pin at every hinge. Which is the parent's?");

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
        check.own_slips(&[OWN_PIN]);
        let drawn = check.drawn(|draw| {
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
        });
        for (pinned, part, spot) in asked.into_iter().chain(drawn) {
            let (parts, skeleton, degrees) = puppet_of(&pinned);
            let hinge = |i: usize| {
                Mat4::from_translation(parts[i].attach.extend(0.0))
                    * Mat4::from_rotation_z(degrees[i].to_radians())
            };
            let hinges: Vec<Mat4> = (0..parts.len()).map(hinge).collect();
            let given = |i: usize| parent_from_hinge(parts[i].attach.extend(0.0), degrees[i]);
            check.needs("01.1", || (0..parts.len()).map(given).collect::<Vec<_>>(), || hinges.clone());
            let up = |i: usize| {
                std::iter::successors(Some(i), |&i| skeleton.joints()[i].parent).collect::<Vec<_>>()
            };
            let walked = |i| up(i).into_iter().rev().map(|i| hinges[i]).product::<Mat4>();
            check.needs(
                "02.4",
                || model_from_joints(&skeleton, &hinges),
                || (0..parts.len()).map(&walked).collect(),
            );
            check.tags(&[
                ("a part with a parent", pinned[part].0.is_some()),
                ("more than one part above it", up(part).len() > 2),
            ]);
            let moved = |by: Workings, pin: &dyn Fn(usize) -> Vec2| {
                let point = ((spot - parts[part].pivot) * parts[part].size).extend(0.0);
                let moved = |point, i: usize| {
                    let turn = Mat4::from_rotation_z(by.radians(degrees[i]));
                    by.moved(Mat4::from_translation(pin(i).extend(0.0)) * turn, point)
                };
                up(part).into_iter().fold(point, moved).truncate()
            };
            check.case_among(
                format!(
                    "where in model space the spot {} of {} is, whose sprite of {} m is pinned at {}: {}",
                    spot.show(),
                    joint(part),
                    parts[part].size.show(),
                    parts[part].pivot.show(),
                    words(&pinned, &up(part))
                ),
                || puppet::spot_in_model(&parts, &skeleton, &degrees, part, spot),
                |by| moved(by, &|i| parts[i].attach),
                || ([], [(OWN_PIN, moved(Workings::default(), &|_| parts[part].attach))]),
            );
        }
    });
}

/// Returns the place of a point in a sprite, as fractions of its size.
fn fraction(part: &Part, placed: &Placed, point: Vec2) -> Vec2 {
    let in_joint = placed.model_from_joint.inverse().transform_point3(point.extend(0.0)).truncate();
    in_joint / placed.size + part.pivot
}

/// Returns the nearest part with a fraction within those edges that are asked: left, lower, right, upper.
fn uppermost(parts: &[Part], fraction: impl Fn(usize) -> Vec2, edges: [bool; 4]) -> Option<usize> {
    let covers = |&i: &usize| {
        let at = fraction(i);
        let is_beyond = [at.x < 0.0, at.y < 0.0, at.x > 1.0, at.y > 1.0];
        !is_beyond.into_iter().zip(edges).any(|(is_beyond, is_asked)| is_beyond && is_asked)
    };
    (0..parts.len()).filter(covers).max_by_key(|&i| parts[i].layer)
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

#[test]
fn todo_03_3_part_at() {
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
    let asked = [
        (
            "a lance 0.2 m by 3 m, pinned at (2, 1) by (0.5, 0.1) of its size and rotated by −60°",
            lance.to_vec(),
            points(lance_at),
        ),
        ("twenty cards in a fan, from the smallest to the largest, with layers in no order", fan, fan_at),
        (
            "a coin of 0.02 m (layer 9), pinned at (1, 1) by its middle and rotated by 45°, and a wall of 40 m by 3 m (layer \
             −700), grown to twice its size and pinned at the origin by its lower left corner",
            coin.to_vec(),
            points(coin_at),
        ),
        (
            "a sail of 0.6 m by 1 m, pinned by (0.25, 0.25) of its size to a joint at (1, 0.5), rotated by 30° and scaled by \
             (−2, 0.5)",
            sail.to_vec(),
            points(sail_at),
        ),
        ("no parts at all", Vec::new(), vec![named(Vec2::ONE)]),
    ];
    const PIVOT_IN_METRES: Slip = Slip::Here(
        "pivot-added-in-metres",
        "You added the pivot to metres, and divided the sum by the size. But the pivot is a fraction already. What must you \
         divide before you add it?",
    );
    const EDGE_NOT_ASKED: Slip = Slip::Here(
        "edge-not-asked",
        "Beyond some edge of a sprite you still find paper. A fraction has to be asked in x and in y, from below and from \
         above. Which of these four do you not ask of it?",
    );
    check("03.3", |check| {
        check.own_slips(&[PIVOT_IN_METRES, EDGE_NOT_ASKED]);
        let drawn = check.drawn(|draw| {
            let [turned, slanted] = [(); 2].map(|()| Mat4::from_rotation_z(draw.wide(6.0)));
            let stretched = vec3(draw.factor(4.0), draw.factor(4.0) * draw.one_of(&[1.0, -1.0]), 1.0);
            let place = Mat4::from_translation(draw.wide_point(20.0).with_z(0.0));
            let metres = Mat4::from_scale(Vec3::splat(draw.factor(1000.0)));
            let by = metres * place * turned * Mat4::from_scale(stretched) * slanted;
            let (fan, fan_at) = cards(draw.size(1..500), draw.whole(0..2000), by);
            (
                "some of many cards in a fan, from the smallest to the largest, with layers in no order",
                fan,
                fan_at,
            )
        });
        for (what, sprites, points) in asked.into_iter().chain(drawn) {
            let (parts, placed): (Vec<Part>, Vec<Placed>) = sprites.into_iter().unzip();
            let names: &[&str] = points.iter().map(|(name, _)| *name).collect::<Vec<_>>().leak();
            let told = |seen: &dyn Fn(usize) -> Option<usize>| {
                let name =
                    |part: Option<usize>| part.map_or("nothing".to_owned(), |part| parts[part].name.clone());
                Named(names, (0..points.len()).map(|point| name(seen(point))).collect())
            };
            // An answer may compute with the corners.
            let sprites = || parts.iter().zip(&placed);
            let given = |(part, placed): (&Part, &Placed)| {
                sprite_corners(placed.model_from_joint, placed.size, part.pivot)
            };
            let wanted = |(part, placed): (&Part, &Placed)| {
                UNIT_SQUARE.map(|at| {
                    let corner_in_joint = ((at - part.pivot) * placed.size).extend(0.0);
                    placed.model_from_joint.transform_point3(corner_in_joint)
                })
            };
            check.needs(
                "03.1",
                || sprites().flat_map(given).collect::<Vec<_>>(),
                || sprites().flat_map(wanted).collect(),
            );
            check.tags(&[("several sprites", parts.len() > 1), ("no sprite", parts.is_empty())]);
            let of_all = |&(_, point): &(&str, Vec2)| {
                sprites().map(|(part, placed)| fraction(part, placed, point)).collect::<Vec<_>>()
            };
            let fractions: Vec<_> = points.iter().map(of_all).collect();
            let asked = |edges, at: &dyn Fn(usize, Vec2) -> Vec2| {
                told(&|point| uppermost(&parts, |i| at(i, fractions[point][i]), edges))
            };
            check.case_among(
                format!("what is under some points of model space: {what}"),
                || {
                    let part_at = |point: usize| puppet::part_at(&parts, &placed, points[point].1);
                    told(&|point| part_at(point).filter(|&part| part < parts.len()))
                },
                |_| asked([true; 4], &|_, at| at),
                || {
                    let all = |slip, at: &dyn Fn(usize, Vec2) -> Vec2| (slip, asked([true; 4], at));
                    let some = (1..15).map(|lost| [1, 2, 4, 8].map(|edge| lost & edge == 0));
                    let beyond = some.map(|edges| (EDGE_NOT_ASKED, asked(edges, &|_, at| at)));
                    let others = [
                        all(EDGE_NOT_ASKED, &|_, at| at.abs()),
                        all(EDGE_NOT_ASKED, &|i, at| at.min((at - parts[i].pivot).max(Vec2::ZERO))),
                        all(PIVOT_IN_METRES, &|i, at| at + parts[i].pivot / placed[i].size - parts[i].pivot),
                    ];
                    ([], beyond.chain(others))
                },
            );
        }
    });
}

type Points = Vec<(&'static str, Vec2)>;

fn named(point: Vec2) -> (&'static str, Vec2) {
    (&*point.show().leak(), point)
}

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
    let fan: Vec<_> = (0..count).map(card).collect();
    // On the edge of a card rounding would decide.
    let off_the_edges = |point: &Vec2| {
        fan.iter().all(|(part, placed)| {
            let at = fraction(part, placed, *point);
            (at.abs().min_element()).min((at - 1.0).abs().min_element()) > 0.01
        })
    };
    let grid = (0u8..36).map(|i| {
        let point = vec3(-1.6 + 0.73 * f32::from(i % 6), -0.7 + 0.41 * f32::from(i / 6), 0.0);
        by.transform_point3(point).truncate()
    });
    let points = grid.filter(off_the_edges).map(named).collect();
    (fan, points)
}

/// An angle in degrees, or the range that is allowed for it.
#[derive(Clone, Copy)]
struct Turned {
    from: f32,
    to: f32,
}

told!(Turned { from, to });

impl Turned {
    fn by(degrees: f32) -> Self {
        Self { from: degrees, to: degrees }
    }

    /// Returns the range with both ends multiplied by a factor.
    fn times(self, factor: f32) -> Self {
        let (a, b) = (self.from * factor, self.to * factor);
        Self { from: a.min(b), to: a.max(b) }
    }
}

impl Answer for Turned {
    /// Compares to what single precision keeps of a sine 60 strides from 0.
    fn agrees(&self, other: &Self) -> bool {
        let same = |a: f32, b: f32| (a - b).abs() <= 0.01;
        (self.from >= other.from || same(self.from, other.from))
            && (self.to <= other.to || same(self.to, other.to))
    }

    fn show(&self) -> String {
        if self.from == self.to {
            return format!("{}°", self.from.show());
        }
        format!("from {}° to {}°", self.from.show(), self.to.show())
    }
}

/// The angles at a phase, of near leg, far leg, near arm, far arm, near knee and far knee.
type Limbs = [Turned; 6];

/// Returns the right angle of a leg at a phase.
fn leg(phase: f32, degrees: f32) -> Turned {
    Turned::by(degrees * (phase * TAU).sin())
}

/// Returns the angles allowed for a knee at a phase, a wide range since the knee's curve is free.
fn knee(phase: f32, degrees: f32) -> Turned {
    // Strides until the leg is straight down on its way forwards, or since.
    let away = (phase - phase.round()).abs();
    let (least, most) = match away {
        _ if away < 1e-4 => (2.0, 2.0),
        _ if away < 0.16 => (0.05, 2.0),
        _ if away < 0.25 => (0.0, 1.2),
        _ => (0.0, 0.0),
    };
    Turned { from: -most * degrees, to: -least * degrees }
}

/// Returns the right angles if the near and the far side are at these phases.
fn limbs(sides: [f32; 2], degrees: f32) -> Limbs {
    let [near, far] = sides.map(|phase| leg(phase, degrees));
    let [near_knee, far_knee] = sides.map(|phase| knee(phase, degrees));
    [near, far, far, near, near_knee, far_knee]
}

/// Returns mistakes whose answers depend on the knee's curve, one for each curve that was tried.
fn wrong_gaits(phase: f32, degrees: f32) -> Vec<(&'static str, Limbs)> {
    let right = limbs([phase, phase + 0.5], degrees);
    let [near, far, _, _, near_knee, far_knee] = right;
    let opposite = |angle: Turned| angle.times(-1.0);
    // A knee that bends as deeply as the deeper of both legs' knees.
    let either = |a: Turned, b: Turned| if a.from < b.from { a } else { b };
    let always = either(near_knee, far_knee);
    // A knee that follows the cosine below zero as well.
    let through = |own: Turned, other: Turned| if own.from == 0.0 { opposite(other) } else { own };
    // A knee that is bent while its leg goes back as well, however far.
    let bent = |phase: f32| {
        let away = (phase - phase.round()).abs();
        let least = match away {
            _ if away < 1e-4 => 2.0,
            0.27..0.49 => 0.05,
            _ => 0.0,
        };
        Turned { from: -2.0 * degrees, to: -least * degrees }
    };
    let slow = limbs([0.5 * phase, 0.5 * phase + 0.25], degrees);
    let with_knees = |knees: [Turned; 2]| [near, far, far, near, knees[0], knees[1]];
    vec![
        ("legs-together", [near, near, far, far, near_knee, near_knee]),
        ("arm-follows-its-leg", [near, far, near, far, near_knee, far_knee]),
        ("knees-the-wrong-way", with_knees([near_knee, far_knee].map(opposite))),
        ("knees-bend-on-the-way-back", with_knees([far_knee, near_knee])),
        ("knees-always-bend", with_knees([always, always])),
        ("knees-half-as-far", with_knees([near_knee, far_knee].map(|knee| knee.times(0.5)))),
        ("knees-bend-both-ways", with_knees([through(near_knee, far_knee), through(far_knee, near_knee)])),
        ("answer-in-radians", right.map(|angle| angle.times(1f32.to_radians()))),
        ("far-leg-first", limbs([phase + 0.5, phase], degrees)),
        ("far-side-out-of-step", limbs([phase, phase + 0.25], degrees)),
        ("far-side-out-of-step", limbs([phase, phase + PI], degrees)),
        ("half-a-turn-per-stride", slow),
        ("half-a-turn-per-stride", [slow[0], slow[1], slow[2], slow[3], near_knee, far_knee]),
        ("knees-bent-all-the-time", with_knees([phase, phase + 0.5].map(bent))),
    ]
}

#[test]
fn todo_03_4_gait() {
    const LIMBS: &[&str] =
        &["the near leg", "the far leg", "the near arm", "the far arm", "the near knee", "the far knee"];
    const END_OF_SWING: &str = "a leg at the end of its swing, or near it";
    check("03.4", |check| {
        let asked =
            [(0.0, 30.0), (0.1, 22.5), (0.25, 26.0), (0.6, 22.5), (0.5, 40.0), (0.76, 30.0), (0.9, 0.1)];
        let far = [(3.125, 40.0), (-0.2, 24.0), (-7.4, 36.0), (0.3, 0.0)];
        // Fractions of a stride at which every permitted curve of a knee is well inside the limits.
        let parts = [0.0, 0.0625, 0.125, 0.21875, 0.25, 0.28125, 0.375, 0.4375];
        let drawn = check.drawn(|draw| {
            let strides = draw.wide(60.0).round() + draw.one_of(&[0.0, 0.5]);
            (strides + draw.one_of(&parts), draw.wide(90.0).abs())
        });
        for (phase, degrees) in asked.into_iter().chain(far).chain(drawn) {
            check.tags(&[
                ("a phase below 0", phase < 0.0),
                ("a phase more than a stride below 0", phase < -1.0),
                ("a phase of more than a stride", phase > 1.0),
                (END_OF_SWING, degrees > 0.0 && (phase.rem_euclid(0.5) - 0.25).abs() < 0.06),
                ("a phase in the first half of the stride", phase.rem_euclid(1.0) < 0.5),
            ]);
            check.case_among(
                format!("the limbs' angles at phase {phase}, swinging by up to {degrees}°"),
                || {
                    let gait = puppet::gait(phase, degrees);
                    let legs_and_arms = [gait.near_leg, gait.far_leg, gait.near_arm, gait.far_arm];
                    let knees = [gait.near_knee, gait.far_knee];
                    Named(LIMBS, legs_and_arms.into_iter().chain(knees).map(Turned::by).collect())
                },
                |_| Named(LIMBS, limbs([phase, phase + 0.5], degrees).to_vec()),
                || {
                    let wrong = wrong_gaits(phase, degrees).into_iter();
                    (wrong.map(|(name, limbs)| (name, Named(LIMBS, limbs.to_vec()))), [])
                },
            );
        }
        check.tags(&[(END_OF_SWING, true)]);
        check.case(
            "the most by which the near knee's angle changes from one to the next of 10,000 phases in a stride, swinging \
             by up to 30°",
            || {
                let bend = |i: u16| puppet::gait(f32::from(i) / 10_000.0, 30.0).near_knee;
                Turned::by((0..10_000).map(|i| (bend(i + 1) - bend(i)).abs()).fold(0.0, f32::max))
            },
            || Turned { from: 0.0, to: 5.0 },
        );
        check.tags(&[]);
        // Both knees have the same curve, whatever it is, and it grows with the swing.
        let asked = [(0.05, 30.0), (-0.17, 24.0), (1.2, 18.0), (0.47, 26.0)];
        let drawn = check.drawn(|draw| (draw.wide(20.0), draw.wide(90.0).abs()));
        for (phase, degrees) in asked.into_iter().chain(drawn) {
            let knees = |phase, degrees| {
                let gait = puppet::gait(phase, degrees);
                [gait.near_knee, gait.far_knee]
            };
            check.case_among(
                format!(
                    "by how much the knees at phase {phase} differ: the far one from the near one half a stride later, and \
                     either one, swinging by up to {degrees}°, from half of what it has at twice that"
                ),
                || {
                    let [[near, far], [later, _]] = [phase, phase + 0.5].map(|phase| knees(phase, degrees));
                    let [near_twice, far_twice] = knees(phase, 2.0 * degrees);
                    let differences = [far - later, near - near_twice / 2.0, far - far_twice / 2.0];
                    Named(KNEES, differences.into_iter().map(Turned::by).collect())
                },
                |_| Named(KNEES, vec![Turned::by(0.0); 3]),
                || {
                    // If the legs aren't half a stride apart, the first difference may be anything.
                    let anything = Turned { from: f32::NEG_INFINITY, to: f32::INFINITY };
                    let differ = vec![anything, Turned::by(0.0), Turned::by(0.0)];
                    let out_of_step = ["legs-together", "far-side-out-of-step"];
                    (out_of_step.map(|name| (name, Named(KNEES, differ.clone()))), [])
                },
            );
        }
    });
}

const KNEES: &[&str] =
    &["far and near", "the near knee at twice the swing", "the far knee at twice the swing"];
