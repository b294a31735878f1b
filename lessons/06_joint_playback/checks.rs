//! The checks of lesson 06.

use common::check::{Answer, Check, Named, STARTER, check};
use common::clip::{FrameCounter, MatrixKeys, key_at, matrices_from_floats, parent_from_joints_at};
use common::collada::matrix_from_rows;
use glam::{Mat4, vec3};

/// Keys, or an error that must name a joint and a number.
struct Keys(Result<Vec<Mat4>, String>);

impl Keys {
    fn words(error: &str) -> [bool; 2] {
        ["left knee", "37"].map(|word| error.contains(word))
    }
}

impl Answer for Keys {
    fn agrees(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Ok(given), Ok(other)) => {
                given.len() == other.len() && given.iter().zip(other).all(|(a, b)| a.agrees(b))
            }
            (Err(given), Err(other)) => Self::words(given) == Self::words(other),
            _ => false,
        }
    }

    fn show(&self) -> String {
        match &self.0 {
            Ok(matrices) if matrices.is_empty() => "no keys".to_owned(),
            Ok(matrices) => {
                let shown = matrices.iter().map(Answer::show).collect::<Vec<_>>();
                format!("{} keys:\n{}", matrices.len(), shown.join("\n\n"))
            }
            Err(error) => format!("an error: {error}"),
        }
    }
}

#[test]
fn todo_06_1_keys() {
    let turned = |x: f32, degrees: f32| {
        Mat4::from_translation(vec3(x, 1.0, 2.0)) * Mat4::from_rotation_x(degrees.to_radians())
    };
    let [a, b] = [turned(3.0, 20.0), turned(-4.0, 70.0)];
    let floats: Vec<f32> = [a, b].iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect();
    check("06.1", |check| {
        check.needs("05.1", || matrix_from_rows(&a.transpose().to_cols_array()) == a);
        let keys = |keys: &[Mat4]| Keys(Ok(keys.to_vec()));
        let error = |text: &str| Keys(Err(text.to_owned()));
        check.case(
            "the keys of the joint 'left knee' from 32 numbers, row by row: two matrices, one moves by (3, 1, 2), the other \
             by (-4, 1, 2)",
            || Keys(matrices_from_floats("left knee", &floats)),
            keys(&[a, b]),
            &[
                (STARTER, keys(&[])),
                ("rows-taken-for-columns", keys(&[a.transpose(), b.transpose()])),
                ("first-key-only", keys(&[a])),
                ("rest-dropped", keys(&[a, b])),
                ("error-without-names", keys(&[a, b])),
                ("windows-for-pieces", {
                    let window = |i: usize| matrix(&floats[i..i + 16]);
                    Keys(Ok((0..17).map(window).collect()))
                }),
            ],
        );
        let uneven = [floats.as_slice(), &[1.0; 5]].concat();
        check.case(
            "the keys of the joint 'left knee' from 37 numbers, which is two matrices and five numbers too many",
            || Keys(matrices_from_floats("left knee", &uneven)),
            error("left knee 37"),
            &[
                (STARTER, keys(&[])),
                ("rows-taken-for-columns", error("left knee 37")),
                ("first-key-only", error("left knee 37")),
                ("rest-dropped", keys(&[a, b])),
                ("error-without-names", error("")),
                ("windows-for-pieces", {
                    let window = |i: usize| matrix(&uneven[i..i + 16]);
                    Keys(Ok((0..22).map(window).collect()))
                }),
            ],
        );
    });
}

/// The matrix of sixteen numbers, row by row.
fn matrix(rows: &[f32]) -> Mat4 {
    Mat4::from_cols_slice(rows).transpose()
}

/// The frames that are shown while time passes in these steps, in a clip of `frames` frames.
fn shown(steps: &[f32], frames: usize) -> String {
    let mut counter = FrameCounter::default();
    let frames: Vec<String> = (steps.iter())
        .map(|&dt| {
            counter.advance(dt, frames);
            counter.frame.to_string()
        })
        .collect();
    frames.join(" ")
}

#[test]
fn todo_06_2_advance() {
    let ask = |check: &mut Check, what: &str, steps: &[f32], frames: usize, want: &str, wrong: [&str; 6]| {
        let [open, ms, lost, each, one, past] = wrong.map(str::to_owned);
        check.case(
            format!("the frame after each picture, in a clip of {frames} frames: {what}"),
            || shown(steps, frames),
            want.to_owned(),
            &[
                (STARTER, open),
                ("milliseconds", ms),
                ("rest-thrown-away", lost),
                ("a-frame-for-every-picture", each),
                ("one-frame-at-most", one),
                ("past-the-end", past),
            ],
        );
    };
    check("06.2", |check| {
        ask(
            check,
            "six pictures, each 1/47 s after the one before",
            &[1.0 / 47.0; 6],
            7,
            "0 1 1 2 3 3",
            ["0 0 0 0 0 0", "1 2 3 5 6 0", "0 1 1 2 2 3", "1 2 3 4 5 6", "0 1 1 2 3 3", "0 1 1 2 3 3"],
        );
        ask(
            check,
            "five pictures, each 1/7 s after the one before",
            &[1.0 / 7.0; 5],
            101,
            "4 8 12 17 21",
            ["0 0 0 0 0", "43 87 30 73 16", "4 8 12 16 20", "1 2 3 4 5", "1 2 3 4 5", "4 8 12 17 21"],
        );
        ask(
            check,
            "six pictures, each 1/19 s after the one before",
            &[1.0 / 19.0; 6],
            4,
            "1 3 0 2 3 1",
            ["0 0 0 0 0 0", "2 1 0 3 2 1", "1 2 3 0 1 2", "1 2 3 0 1 2", "1 2 3 0 1 2", "1 3 4 2 3 1"],
        );
    });
}

#[test]
fn todo_06_3_key_at() {
    let times = [0.2, 0.3, 0.9, 1.0, 2.0];
    check("06.3", |check| {
        for (time, want, [open, after, nearest, later, even]) in [
            (0.35f32, 1usize, [0usize, 2, 1, 1, 0]),
            (0.85, 1, [0, 2, 2, 1, 2]),
            (0.9, 2, [0, 2, 2, 1, 2]),
            (0.1, 0, [0, 0, 0, 0, 0]),
            (1.9, 3, [0, 4, 4, 3, 4]),
            (2.0, 4, [0, 4, 4, 3, 4]),
            (5.0, 4, [0, 4, 4, 4, 4]),
        ] {
            check.case(
                format!(
                    "the key that holds at {time} s, of keys at 0.2, 0.3, 0.9, 1, and 2 s, counted from 0"
                ),
                || key_at(&times, time),
                want,
                &[
                    (STARTER, open),
                    ("next-key", after),
                    ("nearest-key", nearest),
                    ("own-moment-missed", later),
                    ("evenly-spaced", even),
                ],
            );
        }
        check.case(
            "the key that holds at 1 s, of no keys at all",
            || key_at(&[], 1.0),
            0,
            &[
                (STARTER, 0),
                ("next-key", 0),
                ("nearest-key", 0),
                ("own-moment-missed", 0),
                ("evenly-spaced", 0),
            ],
        );
    });
}

#[test]
fn todo_06_4_pose() {
    const JOINTS: &[&str] = &["hip (4 keys)", "knee (2 keys)", "toes (no keys)"];
    let at = |x: f32, degrees: f32| {
        Mat4::from_translation(vec3(x, 1.0, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
    };
    let keys = |first: f32, count: u8| MatrixKeys {
        times: (0..count).map(f32::from).collect(),
        matrices: (0..count).map(|i| at(first + f32::from(i), 10.0 * f32::from(i))).collect(),
    };
    let keys = [keys(10.0, 4), keys(20.0, 2), MatrixKeys::default()];
    let rest = [at(1.0, 30.0), at(2.0, -40.0), at(3.0, 50.0)];
    let named = |matrices: [Mat4; 3]| Named(JOINTS, matrices.to_vec());
    check("06.4", |check| {
        for (what, wanted) in [("key 1", 1usize), ("key 3", 3), ("the last key but one", 9)] {
            // As a lesson does: by a number for all, or by something of the joint's own.
            let key_of = |keys: &MatrixKeys| match wanted {
                9 => keys.times.len().saturating_sub(2),
                key => key,
            };
            let (hip, knee) = match wanted {
                1 => (1, 1),
                3 => (3, 1),
                _ => (2, 0),
            };
            let (h, k) = (keys[0].matrices[hip], keys[1].matrices[knee]);
            let shared = if wanted == 9 { keys[1].matrices[1] } else { k };
            check.case(
                format!(
                    "the pose at {what} of each joint, of a hip with 4 keys, a knee with 2 and toes with none"
                ),
                || Named(JOINTS, parent_from_joints_at(&rest, &keys, key_of)),
                named([h, k, rest[2]]),
                &[
                    (STARTER, named(rest)),
                    ("identity-without-keys", named([h, k, Mat4::IDENTITY])),
                    ("keys-on-top-of-rest", named([rest[0] * h, rest[1] * k, rest[2]])),
                    ("first-joints-key-for-all", named([h, shared, rest[2]])),
                    ("last-key-for-all", named([keys[0].matrices[3], keys[1].matrices[1], rest[2]])),
                    ("rest-past-the-end", named([h, if wanted == 3 { rest[1] } else { k }, rest[2]])),
                ],
            );
        }
    });
}
