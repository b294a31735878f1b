//! The checks of lesson 06.

use common::asset::collada::matrix_from_rows;
use common::asset::{MatrixKeys, matrices_from_floats, parent_from_joints_at};
use common::check::{Answer, Check, Named, STARTER, check, told};
use common::clip::{FrameCounter, key_at};
use glam::{Mat4, vec3};

/// Keys, or an error: its text, and whether that names the joint and says how many numbers there are.
struct Keys(Result<Vec<Mat4>, (String, [bool; 2])>);

told!(Keys { 0 });

impl Keys {
    fn of(made: Result<Vec<Mat4>, String>, joint: &str, count: usize) -> Self {
        Self(made.map_err(|text| {
            let named = [joint, &count.to_string()].map(|word| text.contains(word));
            (text, named)
        }))
    }
}

impl Answer for Keys {
    fn agrees(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Ok(given), Ok(other)) => {
                given.len() == other.len() && given.iter().zip(other).all(|(a, b)| a.agrees(b))
            }
            (Err((_, given)), Err((_, other))) => given == other,
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
            Err((error, _)) => format!("an error: {error}"),
        }
    }
}

#[test]
fn todo_06_1_keys() {
    let further = (6u8..23).map(|x| (f32::from(x), 10.0 * f32::from(x)));
    let all: Vec<Mat4> = [(3.0, 20.0), (-4.0, 70.0), (5.0, -35.0)]
        .into_iter()
        .chain(further)
        .map(|(x, degrees): (f32, f32)| {
            Mat4::from_translation(vec3(x, 1.0, 2.0)) * Mat4::from_rotation_x(degrees.to_radians())
        })
        .collect();
    let floats: Vec<f32> = all.iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect();
    check("06.1", |check| {
        check.needs("05.1", || {
            all.iter().all(|matrix| matrix_from_rows(&matrix.transpose().to_cols_array()) == *matrix)
        });
        for (joint, count, what) in [
            (
                "left knee",
                32,
                "32 numbers, row by row: two matrices, one moves by (3, 1, 2), the other by (-4, 1, 2)",
            ),
            ("left knee", 37, "37 numbers, which is two matrices and five numbers too many"),
            ("right elbow", 24, "24 numbers, which is one matrix and a half"),
            (
                "right elbow",
                48,
                "48 numbers: three matrices, which move by (3, 1, 2), (-4, 1, 2) and (5, 1, 2)",
            ),
            ("toes", 0, "no numbers at all"),
            ("wrist", 16, "16 numbers: one matrix, which moves by (3, 1, 2)"),
            (
                "left knee",
                320,
                "320 numbers: twenty matrices, which move by (3, 1, 2), (-4, 1, 2), (5, 1, 2), and then each by 1 more \
                 along x",
            ),
        ] {
            let floats = &floats[..count];
            let whole = &all[..count / 16];
            let keys = |keys: &[Mat4]| Keys::of(Ok(keys.to_vec()), joint, count);
            let error = |text: String| Keys::of(Err(text), joint, count);
            let unless_uneven = |matrices: &[Mat4], text: String| match count % 16 {
                0 => keys(matrices),
                _ => error(text),
            };
            let refused = || format!("{joint} … {count}");
            let turned: Vec<Mat4> = whole.iter().map(Mat4::transpose).collect();
            let windows: Vec<Mat4> = floats.windows(16).map(matrix).collect();
            check.case(
                format!("the keys of the joint '{joint}' from {what}"),
                || Keys::of(matrices_from_floats(joint, floats), joint, count),
                unless_uneven(whole, refused()),
                &[
                    (STARTER, keys(&[])),
                    ("rows-taken-for-columns", unless_uneven(&turned, refused())),
                    ("first-key-only", unless_uneven(&whole[..whole.len().min(1)], refused())),
                    ("rest-dropped", keys(whole)),
                    ("error-without-names", unless_uneven(whole, String::new())),
                    ("windows-for-pieces", keys(&windows)),
                ],
            );
        }
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
        ask(
            check,
            "three pictures, each 37/11 s after the one before",
            &[37.0 / 11.0; 3],
            4,
            "0 1 2",
            ["0 0 0", "1 2 3", "0 0 0", "1 2 3", "1 2 3", "96 193 290"],
        );
        let [on, back] = [1.0 / 11.0, -1.0 / 23.0];
        ask(
            check,
            "a picture after 1/11 s, then four while time runs back, 1/23 s each, then one 1/11 s later again",
            &[on, back, back, back, back, on],
            5,
            "2 1 0 3 2 0",
            ["0 0 0 0 0 0", "2 2 3 4 4 2", "2 0 3 1 4 1", "1 2 3 4 0 1", "1 1 1 1 1 1", "2 2 2 2 2 5"],
        );
        check.case(
            "the frame after an hour of pictures, 219601 of them, each 1/61 s after the one before, in a clip of 7001 frames",
            || {
                let mut counter = FrameCounter::default();
                (0..219_601).for_each(|_| counter.advance(1.0 / 61.0, 7001));
                counter.frame
            },
            2985,
            &[
                (STARTER, 0),
                ("milliseconds", 3064),
                ("rest-thrown-away", 3190),
                ("a-frame-for-every-picture", 2570),
                ("one-frame-at-most", 2985),
                ("past-the-end", 2985),
            ],
        );
        check.case(
            "what is left over, in seconds, after three pictures, each 1/14 s after the one before",
            || {
                let mut counter = FrameCounter::default();
                (0..3).for_each(|_| counter.advance(1.0 / 14.0, 7));
                counter.left_over
            },
            3.0 / 14.0 - 6.0 / 30.0,
            &[
                (STARTER, 0.0),
                ("milliseconds", 3000.0 / 14.0 - 6428.0 / 30.0),
                ("rest-thrown-away", 0.0),
                ("a-frame-for-every-picture", 0.0),
                ("one-frame-at-most", 3.0 / 14.0 - 3.0 / 30.0),
                ("past-the-end", 3.0 / 14.0 - 6.0 / 30.0),
            ],
        );
    });
}

#[test]
fn todo_06_3_key_at() {
    let [apart, close] = [vec![0.2, 0.3, 0.9, 1.0, 2.0], vec![-1.0, -0.25, 0.04, 0.05, 0.05, 3.0]];
    let equal = vec![0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0];
    let (single, many) = (vec![1.5], (0u8..20).map(|i| 0.5 * f32::from(i)).collect());
    check("06.3", |check| {
        for (times, time, want, [open, after, nearest, later, even]) in [
            (&apart, 0.35f32, 1usize, [0usize, 2, 1, 1, 0]),
            (&apart, 0.85, 1, [0, 2, 2, 1, 2]),
            (&apart, 0.89999, 1, [0, 2, 2, 1, 2]),
            (&apart, 0.9, 2, [0, 2, 2, 1, 2]),
            (&apart, 0.1, 0, [0, 0, 0, 0, 0]),
            (&apart, 1.9, 3, [0, 4, 4, 3, 4]),
            (&apart, 2.0, 4, [0, 4, 4, 3, 4]),
            (&apart, 5.0, 4, [0, 4, 4, 4, 4]),
            // Keys before zero, keys that are close, and two at the same time.
            (&close, -0.2, 1, [0, 2, 1, 1, 0]),
            (&close, 0.047, 2, [0, 3, 3, 2, 0]),
            (&close, 0.05, 4, [0, 3, 3, 2, 0]),
            (&close, 2.6, 4, [0, 5, 5, 4, 5]),
            // Several at the same time, at the beginning, in the middle and at the end.
            (&equal, 0.5, 2, [0, 0, 0, 0, 2]),
            (&equal, 0.7, 2, [0, 3, 0, 2, 3]),
            (&equal, 1.0, 6, [0, 3, 3, 2, 4]),
            (&equal, 2.0, 8, [0, 7, 7, 6, 8]),
            (&single, 0.2, 0, [0; 5]),
            (&single, 7.0, 0, [0; 5]),
            (&many, 8.9, 17, [0, 18, 18, 17, 18]),
        ] {
            check.case(
                format!("the key that holds at {time} s, of keys at {times:?} s, counted from 0"),
                || key_at(times, time),
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

fn at(x: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(vec3(x, 1.0, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
}

/// So many keys, a second apart, of which the first moves so far along x.
fn keys(first: f32, count: u8) -> MatrixKeys {
    MatrixKeys {
        times: (0..count).map(f32::from).collect(),
        matrices: (0..count).map(|i| at(first + f32::from(i), 10.0 * f32::from(i))).collect(),
    }
}

#[test]
fn todo_06_4_pose() {
    const JOINTS: &[&str] = &["pelvis (no keys)", "hip (4 keys)", "knee (2 keys)", "toes (no keys)"];
    let [hip, knee] = [keys(10.0, 4), keys(20.0, 2)];
    let all = [MatrixKeys::default(), hip.clone(), knee.clone(), MatrixKeys::default()];
    let rest = [at(4.0, 70.0), at(1.0, 30.0), at(2.0, -40.0), at(3.0, 50.0)];
    let still = [rest[0], rest[3]];
    let questions = [
        ("key 1", Some(1), [1, 1]),
        ("key 3", Some(3), [3, 1]),
        ("the last key but one", None, [2, 0]),
        ("key 2", Some(2), [2, 1]),
    ];
    check("06.4", |check| {
        for (joints, who) in [
            (0..4, "a pelvis with no keys, a hip with 4, a knee with 2 and toes with none"),
            (1..3, "a hip with 4 keys and a knee with 2"),
        ] {
            for (what, wanted, [h, k]) in questions {
                // As a lesson does: by a number for all, or by something of the joint's own.
                let key_of = |keys: &MatrixKeys| wanted.unwrap_or(keys.times.len().saturating_sub(2));
                let named = |h: Mat4, k: Mat4, [pelvis, toes]: [Mat4; 2]| {
                    Named(&JOINTS[joints.clone()], [pelvis, h, k, toes][joints.clone()].to_vec())
                };
                let (keys, at_rest) = (&all[joints.clone()], &rest[joints.clone()]);
                let (h, k) = (hip.matrices[h], knee.matrices[k]);
                let first = key_of(&keys[0]);
                let shared = [hip.matrices[first.min(3)], knee.matrices[first.min(1)]];
                check.case(
                    format!("the pose at {what} of each joint, of {who}"),
                    || Named(&JOINTS[joints.clone()], parent_from_joints_at(at_rest, keys, key_of)),
                    named(h, k, still),
                    &[
                        (STARTER, named(rest[1], rest[2], still)),
                        ("identity-without-keys", named(h, k, [Mat4::IDENTITY; 2])),
                        ("keys-on-top-of-rest", named(rest[1] * h, rest[2] * k, still)),
                        ("first-joints-key-for-all", named(shared[0], shared[1], still)),
                        ("last-key-for-all", named(hip.matrices[3], knee.matrices[1], still)),
                        ("rest-past-the-end", named(h, if wanted > Some(1) { rest[2] } else { k }, still)),
                    ],
                );
            }
        }
        // Twenty joints, with no key, one, two or three.
        let all: Vec<MatrixKeys> =
            (0u8..20).map(|joint| self::keys(10.0 * f32::from(joint), (joint + 2) % 4)).collect();
        let rest: Vec<Mat4> = (0u8..20).map(|joint| at(-f32::from(joint), 15.0)).collect();
        for wanted in [0, 1] {
            let named = |of: &dyn Fn(&[Mat4], Mat4) -> Mat4| {
                let joints = all.iter().zip(&rest);
                Named(common::check::JOINTS, joints.map(|(keys, &rest)| of(&keys.matrices, rest)).collect())
            };
            let own = |keys: &[Mat4]| keys.get(wanted).or(keys.last()).copied();
            check.case(
                format!(
                    "the pose at key {wanted} of each of twenty joints, of which the first has two keys, the next three, \
                     none, one, two, three, none, one and so on"
                ),
                || Named(common::check::JOINTS, parent_from_joints_at(&rest, &all, |_| wanted)),
                named(&|keys, rest| own(keys).unwrap_or(rest)),
                &[
                    (STARTER, named(&|_, rest| rest)),
                    ("identity-without-keys", named(&|keys, _| own(keys).unwrap_or(Mat4::IDENTITY))),
                    ("keys-on-top-of-rest", named(&|keys, rest| own(keys).map_or(rest, |key| rest * key))),
                    ("first-joints-key-for-all", named(&|keys, rest| own(keys).unwrap_or(rest))),
                    ("last-key-for-all", named(&|keys, rest| keys.last().copied().unwrap_or(rest))),
                    ("rest-past-the-end", named(&|keys, rest| keys.get(wanted).copied().unwrap_or(rest))),
                ],
            );
        }
    });
}
