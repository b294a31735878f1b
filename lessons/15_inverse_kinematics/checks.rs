//! The checks of lesson 15.

use common::check::{Answer, Named, Row, STARTER, check, told};
use common::ik::{Bend, Held, bend, hinge};
use glam::{Vec3, vec3};

// ---------------------------------------------------------------- 15.1

/// How two bones lie.
struct Lies {
    reach: f32,
    along: f32,
    across: f32,
}

told!(Lies { reach, along, across });

impl Answer for Lies {
    fn agrees(&self, other: &Self) -> bool {
        let same = |a: f32, b: f32| a.agrees(&b) || a.is_nan() && b.is_nan();
        same(self.reach, other.reach) && same(self.along, other.along) && same(self.across, other.across)
    }

    fn show(&self) -> String {
        let Self { reach, along, across } = self;
        format!("reach {}, along {}, across {}", reach.show(), along.show(), across.show())
    }
}

fn lies(bent: Bend) -> Lies {
    Lies { reach: bent.reach as f32, along: bent.along as f32, across: bent.across as f32 }
}

/// The elbow of a triangle whose sides are there, from the two bones and the distance of the hand.
fn elbow(upper: f64, lower: f64, reach: f64) -> Bend {
    let along = (upper.powi(2) - lower.powi(2) + reach.powi(2)) / (2.0 * reach);
    let along = if reach > 0.0 { along } else { 0.0 };
    Bend { across: (upper.powi(2) - along.powi(2)).max(0.0).sqrt(), along, reach }
}

fn nearest(upper: f64, lower: f64, distance: f64) -> f64 {
    distance.clamp((upper - lower).abs(), upper + lower)
}

/// Ways to answer: all but the first are wrong.
fn answered(mistake: &str, upper: f64, lower: f64, distance: f64) -> Bend {
    let right = elbow(upper, lower, nearest(upper, lower, distance));
    let (reach, angle) = (right.reach, right.across.atan2(right.along));
    let turned = |angle: f64| Bend { reach, along: upper * angle.cos(), across: upper * angle.sin() };
    match mistake {
        STARTER => Bend { reach: upper + lower, along: upper, across: 0.0 },
        "angle-of-nothing" => {
            let cosine = (upper.powi(2) + distance.powi(2) - lower.powi(2)) / (2.0 * upper * distance);
            let angle = cosine.acos();
            Bend { reach: distance, along: upper * angle.cos(), across: upper * angle.sin() }
        }
        "degrees" => turned(angle.to_degrees()),
        "supplement" => turned(std::f64::consts::PI - angle),
        "bones-stretched" => elbow(upper, lower, distance),
        "too-near-forgotten" => elbow(upper, lower, distance.min(upper + lower)),
        "half-way" => {
            let along = 0.5 * reach;
            Bend { along, across: (upper.powi(2) - along.powi(2)).max(0.0).sqrt(), ..right }
        }
        "from-the-hand" => Bend { along: reach - right.along, ..right },
        _ => right,
    }
}

const MISTAKES: [&str; 8] = [
    STARTER,
    "angle-of-nothing",
    "degrees",
    "supplement",
    "bones-stretched",
    "too-near-forgotten",
    "half-way",
    "from-the-hand",
];

#[test]
fn todo_15_1_bend() {
    // The last ones are where rounding puts the elbow a bit farther out than its bone is long.
    let asked: [(&str, f64, f64, f64); 20] = [
        ("in reach", 3.0, 4.0, 5.0),
        ("in reach", 1.7, 1.3, 2.2),
        ("in reach", 0.6, 0.9, 1.2),
        ("in reach, and nearer than the upper arm is long", 1.7, 1.3, 0.9),
        ("in reach, with the elbow behind the shoulder", 0.5, 1.2, 0.8),
        ("in reach, of two bones that are equally long", 0.8, 0.8, 1.1),
        ("too far", 1.0, 0.5, 9.0),
        ("a bit too far", 1.7, 1.3, 3.05),
        ("too near, for an upper arm that is the longer one", 1.0, 0.5, 0.1),
        ("too near, for a forearm that is the longer one", 0.5, 1.0, 0.1),
        ("on the shoulder", 1.7, 1.3, 0.0),
        ("for an upper arm without a length", 0.0, 2.0, 1.0),
        ("for a forearm without a length", 2.0, 0.0, 1.0),
        ("for an upper arm without a length, on the shoulder", 0.0, 2.0, 0.0),
        ("too far", 1.7, 0.7, 9.0),
        ("too far", 1.3, 1.9, 8.0),
        ("too far", 0.3, 1.3, 2.0),
        ("too near", 0.7, 0.2, 0.1),
        ("too near", 0.7, 1.9, 1.0),
        ("on the shoulder", 1.7, 1.9, 0.0),
    ];
    check("15.1", |check| {
        for (words, upper, lower, distance) in asked {
            let suspects = MISTAKES.map(|mistake| (mistake, lies(answered(mistake, upper, lower, distance))));
            check.case(
                format!("`bend({upper}, {lower}, {distance})`: a target {words}"),
                || lies(bend(upper, lower, distance)),
                lies(answered("", upper, lower, distance)),
                &suspects,
            );
        }
        // Here the elbow may be in any direction: only its distance counts.
        for (words, upper, lower, distance) in [
            ("on the shoulder, for two bones that are equally long", 0.9, 0.9, 0.0),
            ("that no bone reaches for: both have no length", 0.0, 0.0, 1.0),
        ] {
            let out = |bent: Bend| Row(vec![bent.reach as f32, bent.along.hypot(bent.across) as f32]);
            let suspects = MISTAKES.map(|mistake| (mistake, out(answered(mistake, upper, lower, distance))));
            check.case(
                format!(
                    "how far from the shoulder hand and elbow are by `bend({upper:?}, {lower:?}, {distance:?})`: a target {words}"
                ),
                || out(bend(upper, lower, distance)),
                out(answered("", upper, lower, distance)),
                &suspects,
            );
        }
    });
}

// ---------------------------------------------------------------- 15.2

/// Ways to find the axis: all but the first are wrong.
fn axis(mistake: &str, ahead: Vec3, poles: [Vec3; 2]) -> Vec3 {
    let cross = |pole: Vec3| match mistake {
        "other-way" => pole.cross(ahead),
        "pole-as-axis" => pole - pole.dot(ahead) * ahead,
        _ => ahead.cross(pole),
    };
    match mistake {
        STARTER => return ahead.any_orthonormal_vector(),
        // Where there is none, `normalize` panics.
        "first-pole-only" => return cross(poles[0]).try_normalize().unwrap_or(Vec3::NAN),
        "no-axis-left" => return cross(poles[0]).normalize_or_zero(),
        _ => {}
    }
    let found = poles.map(cross).into_iter().find(|axis| axis.length() > 1e-4);
    match found {
        Some(axis) if mistake == "not-normalised" => axis,
        Some(axis) => axis.normalize(),
        None => ahead.any_orthonormal_vector(),
    }
}

const WAYS: [&str; 6] =
    [STARTER, "other-way", "pole-as-axis", "not-normalised", "first-pole-only", "no-axis-left"];

/// A vector whose numbers may be none.
struct Axis(Vec3);

told!(Axis { 0 });

impl Answer for Axis {
    fn agrees(&self, other: &Self) -> bool {
        self.0.agrees(&other.0) || self.0.is_nan() && other.0.is_nan()
    }

    fn show(&self) -> String {
        self.0.show()
    }

    fn remark(&self, want: &Self) -> Option<String> {
        self.0.remark(&want.0)
    }
}

#[test]
fn todo_15_2_hinge() {
    let ahead = vec3(0.48, 0.6, 0.64);
    let across = vec3(0.6, -0.64, 0.15).normalize();
    let steep = (0.95 * ahead + 0.25 * across).normalize();
    let asked: [(&str, Vec3, [Vec3; 2]); 12] = [
        ("the line goes along x, and the pole along y", Vec3::X, [Vec3::Y, Vec3::ZERO]),
        ("the line goes along x, and the pole along z", Vec3::X, [Vec3::Z, Vec3::Y]),
        ("the line goes down, as for a leg, and the pole ahead", Vec3::NEG_Y, [Vec3::Z, Vec3::X]),
        ("neither lies along an axis", ahead, [vec3(-0.6, 0.0, 0.8), Vec3::X]),
        ("the pole is far from square to the line", ahead, [steep, Vec3::NEG_X]),
        ("the pole leans back", Vec3::X, [vec3(-0.8, 0.0, -0.6), Vec3::Y]),
        ("the first pole has no direction", Vec3::X, [Vec3::ZERO, vec3(0.0, 0.6, 0.8)]),
        ("the first pole lies on the line", Vec3::Y, [Vec3::Y, vec3(0.6, 0.0, 0.8)]),
        ("the first pole lies on the line, the other way", Vec3::Z, [Vec3::NEG_Z, vec3(0.8, 0.0, -0.6)]),
        ("the first pole is as good as on the line", Vec3::X, [vec3(1.0, 1e-7, 0.0), Vec3::NEG_Z]),
        ("the first pole is as good as on the line", ahead, [(ahead + 1e-6 * across).normalize(), Vec3::X]),
        ("the pole is 3° off the line", Vec3::X, [vec3(0.99863, 0.0, 0.05234), Vec3::Y]),
    ];
    check("15.2", |check| {
        for (words, ahead, poles) in asked {
            check.case(
                format!(
                    "`hinge({}, {})`: {words}",
                    ahead.show(),
                    poles.map(|pole| pole.show()).join(" and ")
                ),
                || Axis(hinge(ahead, poles)),
                Axis(axis("", ahead, poles)),
                &WAYS.map(|way| (way, Axis(axis(way, ahead, poles)))),
            );
        }
        // Without a pole there are many right answers.
        for (words, ahead, poles) in [
            ("no pole has a direction", vec3(0.6, 0.0, -0.8), [Vec3::ZERO; 2]),
            ("both poles lie on the line", Vec3::Y, [Vec3::Y, Vec3::NEG_Y]),
            ("both poles lie on the line", ahead, [ahead, -ahead]),
            ("one pole lies on the line, the other has no direction", Vec3::X, [Vec3::X, Vec3::ZERO]),
        ] {
            let facts = |axis: Vec3| Row(vec![axis.length(), axis.dot(ahead)]);
            check.case(
                format!(
                    "the length of `hinge({}, {})`, and its dot product with the first: {words}",
                    ahead.show(),
                    poles.map(|pole| pole.show()).join(" and ")
                ),
                || facts(hinge(ahead, poles)),
                Row(vec![1.0, 0.0]),
                &WAYS.map(|way| (way, facts(axis(way, ahead, poles)))),
            );
        }
    });
}

// ---------------------------------------------------------------- 15.3

// ---------------------------------------------------------------- 15.4

// ---------------------------------------------------------------- 15.5

/// What a foot does in a picture.
#[derive(Clone, Copy)]
struct Picture {
    /// Where heel and toe would be, in the world.
    free: [Vec3; 2],
    /// Whether they stand.
    stands: [bool; 2],
    /// How much the toe counts where both stand.
    share: f32,
    /// Seconds since the picture before.
    dt: f32,
}

const PICTURES: [&str; 16] = [
    "picture 1",
    "picture 2",
    "picture 3",
    "picture 4",
    "picture 5",
    "picture 6",
    "picture 7",
    "picture 8",
    "picture 9",
    "picture 10",
    "picture 11",
    "picture 12",
    "picture 13",
    "picture 14",
    "picture 15",
    "picture 16",
];

/// Heel and toe are drawn along, each a bit differently. What stands is `h`, `t` or `b`, for both; `-` is in the air.
fn pictures(down: &str, dt: fn(f32) -> f32) -> Vec<Picture> {
    let picture = |(number, down): (u8, char)| {
        let i = f32::from(number);
        let heel = vec3(0.1 + 0.002 * i, 0.003 * (i % 3.0), 0.006 * i);
        let toe = heel + vec3(0.02, 0.01 - 0.0007 * i, 0.2 + 0.002 * i);
        let (stands, share) =
            ([matches!(down, 'h' | 'b'), matches!(down, 't' | 'b')], 0.2 + 0.15 * (i % 4.0));
        Picture { free: [heel, toe], stands, share, dt: dt(i) }
    };
    (0u8..).zip(down.chars()).map(picture).collect()
}

/// The offsets of a foot that comes with one, in every picture, with a known mistake.
fn offsets(pictures: &[Picture], came: Vec3, mistake: &str) -> Named<Vec3> {
    let (mut places, mut offset) = ([None; 2], came);
    let next = |&Picture { free, stands, share, dt }: &Picture| {
        if mistake == STARTER {
            return offset;
        }
        let mut ways = [None; 2];
        for part in 0..2 {
            if !stands[part] && mistake != "never-lets-go" {
                places[part] = None;
            }
            let way = places[part].map(|place: Vec3| place - free[part]);
            ways[part] = if mistake == "other-way" { way.map(|way| -way) } else { way };
        }
        offset = match ways {
            [None, None] if mistake == "gone-at-once" => Vec3::ZERO,
            [None, None] if mistake == "half-in-every-picture" => 0.5 * offset,
            [None, None] => offset * 0.5f32.powf(dt / 0.1),
            _ if mistake == "goes-along" => offset,
            [Some(heel), Some(_)] if mistake == "heel-to-the-end" => heel,
            [Some(heel), Some(toe)] => heel.lerp(toe, share),
            [heel, toe] => heel.or(toe).unwrap_or_default(),
        };
        for part in 0..2 {
            if stands[part] && places[part].is_none() {
                let seen = if mistake == "held-unseen" { Vec3::ZERO } else { offset };
                places[part] = Some(free[part] + seen);
            }
        }
        if offset.length() > 0.2 {
            (places, offset) = ([None; 2], Vec3::ZERO);
        }
        offset
    };
    Named(&PICTURES, pictures.iter().map(next).collect())
}

#[test]
fn todo_15_5_hold() {
    let mistakes = [
        STARTER,
        "goes-along",
        "gone-at-once",
        "held-unseen",
        "half-in-every-picture",
        "never-lets-go",
        "other-way",
        "heel-to-the-end",
    ];
    let evenly: fn(f32) -> f32 = |_| 1.0 / 60.0;
    let unevenly: fn(f32) -> f32 = |i| 0.01 + 0.013 * (i % 4.0);
    check("15.5", |check| {
        for (down, dt, came) in [
            ("hhhh", evenly, Vec3::ZERO),
            ("----", unevenly, vec3(0.04, 0.02, -0.08)),
            ("-hhhbbbttt---h", evenly, vec3(0.02, 0.0, -0.03)),
            ("hbtt-thhbbt--b-t", unevenly, vec3(-0.03, 0.01, 0.05)),
        ] {
            let pictures = pictures(down, dt);
            let times: Vec<String> = pictures.iter().map(|picture| format!("{:.3}", picture.dt)).collect();
            check.case(
                format!(
                    "the offset of a foot that comes with {came}, in {} pictures. What stands in them, the heel (h), the \
                     toe (t), both (b) or nothing (-): {down}. Seconds since the picture before: {}. Heel and toe would \
                     go about 8 mm farther in each picture",
                    pictures.len(),
                    times.join(", ")
                ),
                || {
                    let mut held = Held { offset: came, ..Held::default() };
                    let hold = |&Picture { free, stands, share, dt }: &Picture| held.hold(free, stands, share, dt);
                    Named(&PICTURES, pictures.iter().map(hold).collect())
                },
                offsets(&pictures, came, ""),
                &mistakes.map(|mistake| (mistake, offsets(&pictures, came, mistake))),
            );
        }
    });
}
