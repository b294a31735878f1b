//! The checks of lesson 15.

use common::check::{Named, STARTER, check};
use common::ik::Held;
use glam::{Vec3, vec3};

// ---------------------------------------------------------------- 15.1

// ---------------------------------------------------------------- 15.2

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
