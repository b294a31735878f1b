//! The checks of lesson 06.

use common::asset::{MatrixKeys, ROUNDING, baked, parent_from_joints_at};
use common::check::{Answer, Check, Named, STARTER, check, told};
use common::clip::{FrameCounter, key_at};
use glam::{Mat4, vec3};
use std::iter::successors;
use std::ops::Range;

/// The frames that are shown while time passes in these steps, in a clip of `frames` frames, so many a second.
fn shown(steps: &[f32], frames: usize, per_second: f32) -> String {
    let mut counter = FrameCounter::default();
    let frames: Vec<String> = (steps.iter())
        .map(|&dt| {
            counter.advance(dt, frames, per_second);
            counter.frame.to_string()
        })
        .collect();
    frames.join(" ")
}

#[test]
fn todo_06_1_advance() {
    type Clip = (usize, f32);
    let ask = |check: &mut Check, what: &str, steps: &[f32], clip: Clip, want: &str, wrong: [&str; 6]| {
        let (frames, per_second) = clip;
        let [open, ms, lost, each, one, past] = wrong.map(str::to_owned);
        check.case_now(
            format!(
                "the frame after each picture, in a clip of {frames} frames, {per_second} a second: {what}"
            ),
            || shown(steps, frames, per_second),
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
    check("06.1", |check| {
        ask(
            check,
            "six pictures, each 1/47 s after the one before",
            &[1.0 / 47.0; 6],
            (7, 30.0),
            "0 1 1 2 3 3",
            ["0 0 0 0 0 0", "1 2 3 5 6 0", "0 1 1 2 2 3", "1 2 3 4 5 6", "0 1 1 2 3 3", "0 1 1 2 3 3"],
        );
        ask(
            check,
            "five pictures, each 1/7 s after the one before",
            &[1.0 / 7.0; 5],
            (101, 30.0),
            "4 8 12 17 21",
            ["0 0 0 0 0", "43 87 30 73 16", "4 8 12 16 20", "1 2 3 4 5", "1 2 3 4 5", "4 8 12 17 21"],
        );
        ask(
            check,
            "five pictures, each 1/7 s after the one before",
            &[1.0 / 7.0; 5],
            (5, 12.0),
            "1 3 0 1 3",
            ["0 0 0 0 0", "4 3 2 2 1", "1 2 3 4 0", "1 2 3 4 0", "1 2 3 4 0", "1 3 5 1 3"],
        );
        ask(
            check,
            "six pictures, each 1/19 s after the one before",
            &[1.0 / 19.0; 6],
            (4, 30.0),
            "1 3 0 2 3 1",
            ["0 0 0 0 0 0", "2 1 0 3 2 1", "1 2 3 0 1 2", "1 2 3 0 1 2", "1 2 3 0 1 2", "1 3 4 2 3 1"],
        );
        ask(
            check,
            "three pictures, each 37/11 s after the one before",
            &[37.0 / 11.0; 3],
            (4, 30.0),
            "0 1 2",
            ["0 0 0", "1 2 3", "0 0 0", "1 2 3", "1 2 3", "96 193 290"],
        );
        let [on, back] = [1.0 / 11.0, -1.0 / 23.0];
        ask(
            check,
            "a picture after 1/11 s, then four while time runs back, 1/23 s each, then one 1/11 s later again",
            &[on, back, back, back, back, on],
            (5, 30.0),
            "2 1 0 3 2 0",
            ["0 0 0 0 0 0", "2 2 3 4 4 2", "2 0 3 1 4 1", "1 2 3 4 0 1", "1 1 1 1 1 1", "2 2 2 2 2 5"],
        );
        check.case_now(
            "the frame after an hour of pictures, 219601 of them, each 1/61 s after the one before, in a clip of \
             7001 frames, 30 a second",
            || {
                let mut counter = FrameCounter::default();
                (0..219_601).for_each(|_| counter.advance(1.0 / 61.0, 7001, 30.0));
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
        check.case_now(
            "what is left over, in seconds, after three pictures, each 1/14 s after the one before, at 30 frames a second",
            || {
                let mut counter = FrameCounter::default();
                (0..3).for_each(|_| counter.advance(1.0 / 14.0, 7, 30.0));
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
fn todo_06_2_key_at() {
    let [apart, close] = [vec![0.2, 0.3, 0.9, 1.0, 2.0], vec![-1.0, -0.25, 0.04, 0.05, 0.05, 3.0]];
    let equal = vec![0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0];
    let (single, many) = (vec![1.5], (0u8..20).map(|i| 0.5 * f32::from(i)).collect());
    check("06.2", |check| {
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
            check.case_now(
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
        check.case_now(
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

/// The frames of a baked clip: when each begins, and which of the joint's keys it shows.
struct Frames {
    times: Vec<f32>,
    keys: Vec<usize>,
}

told!(Frames { times, keys });

impl Frames {
    /// So many frames, each with its time and its key.
    fn of(count: usize, frame: impl Fn(usize) -> (f32, usize)) -> Self {
        let (times, keys) = (0..count).map(frame).unzip();
        Self { times, keys }
    }

    /// The last ones, if there are more than a student can read.
    fn legible(self) -> Self {
        let last = |count: usize| if count > 40 { count - 3 } else { 0 };
        let Self { times, keys } = self;
        Self { times: times[last(times.len())..].to_vec(), keys: keys[last(keys.len())..].to_vec() }
    }
}

impl Answer for Frames {
    fn agrees(&self, other: &Self) -> bool {
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 5e-4;
        self.keys == other.keys
            && self.times.len() == other.times.len()
            && self.times.iter().zip(&other.times).all(near)
    }

    fn show(&self) -> String {
        let frames = self.times.iter().zip(&self.keys);
        let shown: Vec<String> =
            frames.map(|(time, key)| format!("key {key} at {} s", time.show())).collect();
        if shown.is_empty() { "no frames".to_owned() } else { shown.join(", ") }
    }
}

/// A joint's keys at these times; each moves as far along x as its index.
fn numbered(times: &[f32]) -> MatrixKeys {
    MatrixKeys { times: times.to_vec(), matrices: (0..times.len()).map(|key| at(key as f32, 0.0)).collect() }
}

/// The key that holds at a time.
fn holds(times: &[f32], time: f32) -> usize {
    times.iter().rposition(|&key| key <= time).unwrap_or(0)
}

/// How many frames a clip has.
fn count(clip: &Range<f32>, per_second: f32) -> usize {
    ((clip.end - clip.start) * per_second).round().max(1.0) as usize
}

#[test]
fn todo_06_3_baked() {
    let crowd: Vec<f32> = (0..60u8).map(|key| 0.25 + 0.011 * f32::from(key)).collect();
    let half_seconds: Vec<f32> = (0..800u16).map(|key| 0.5 * f32::from(key)).collect();
    let questions: [(&str, &[f32], Range<f32>, f32); 12] = [
        ("", &[0.0, 0.13, 0.3, 0.34, 0.38, 0.9, 1.2], 0.0..1.2, 5.0),
        (", which begin after the clip, and end before it", &[2.1, 2.6, 3.4], 2.0..4.0, 4.0),
        (
            ", all written a little too late or too early",
            &[0.0, 0.3338, 0.6661, 1.0006, 1.6692],
            0.0..2.0,
            3.0,
        ),
        (", two of them at the same time", &[-1.5, -0.7, -0.7, -0.2, 0.1], -1.5..0.5, 6.0),
        (", in a clip that is no whole number of frames long", &[0.0, 0.5, 0.9, 1.3], 0.0..1.3, 6.0),
        (", in a clip that is no whole number of frames long", &[1.0, 1.8, 1.9, 2.37], 1.0..2.37, 3.0),
        (", of which there is one", &[0.7], 0.7..0.7, 30.0),
        (", of which there is one", &[0.6], 0.0..1.0, 4.0),
        ("", &[], 0.0..2.0, 4.0),
        (", more than 12 frames can show", &crowd, 0.0..1.2, 10.0),
        (", far fewer than frames", &[0.0, 1.1, 1.2], 0.0..1.25, 24.0),
        (
            ", 800 of them, half a second apart. The last three of 9600 frames are asked for",
            &half_seconds,
            0.0..400.0,
            24.0,
        ),
    ];
    check("06.3", |check| {
        // What a right answer asks for.
        check.needs("06.2", || {
            questions.iter().all(|(_, times, clip, per_second)| {
                let time = |frame: usize| clip.start + frame as f32 / per_second + ROUNDING;
                (0..count(clip, *per_second))
                    .all(|frame| key_at(times, time(frame)) == holds(times, time(frame)))
            })
        });
        for (which, times, clip, per_second) in questions {
            let (frames, start) = (count(&clip, per_second), clip.start);
            let time = |frame: usize| start + frame as f32 / per_second;
            let of = |count: usize, frame: &dyn Fn(usize) -> (f32, usize)| {
                Frames::of(if times.is_empty() { 0 } else { count }, frame).legible()
            };
            let holding = |time: f32| (time, holds(times, time + ROUNDING));
            let own = times.first().map_or(clip.clone(), |&first| first..times[times.len() - 1]);
            let sums: Vec<f32> =
                successors(Some(start), |time| Some(time + 1.0 / per_second)).take(frames).collect();
            let wrong = [
                (STARTER, of(0, &|_| (0.0, 0))),
                ("end-counted-too", of(frames + 1, &|frame| holding(time(frame)))),
                ("added-up", of(frames, &|frame| holding(sums[frame]))),
                ("clip-from-zero", of(frames, &|frame| holding(frame as f32 / per_second))),
                (
                    "joints-own-length",
                    of(count(&own, per_second), &|frame| holding(own.start + frame as f32 / per_second)),
                ),
                ("keys-spread-evenly", of(frames, &|frame| (time(frame), frame * times.len() / frames))),
                ("a-frame-for-every-key", of(times.len(), &|frame| (time(frame), frame))),
                ("rounded-time-missed", of(frames, &|frame| (time(frame), holds(times, time(frame))))),
            ];
            let shown: Vec<String> = times.iter().map(f32::to_string).collect();
            let keys = match shown.as_slice() {
                [] => "a joint without keys".to_owned(),
                [first, second, .., last] if shown.len() > 20 => {
                    format!("keys at {first}, {second}, … {last} s{which}")
                }
                few => format!("keys at {} s{which}", few.join(", ")),
            };
            check.case_now(
                format!(
                    "the frames of the clip from {} to {} s, {per_second} a second, of {keys}",
                    clip.start, clip.end
                ),
                || {
                    let own = numbered(times);
                    let MatrixKeys { times, matrices } = baked(&own, clip.clone(), per_second);
                    let key = |matrix: &Mat4| {
                        let key = matrix.w_axis.x as usize;
                        if own.matrices.get(key) == Some(matrix) { key } else { own.matrices.len() }
                    };
                    Frames { times, keys: matrices.iter().map(key).collect() }.legible()
                },
                of(frames, &|frame| holding(time(frame))),
                &wrong,
            );
        }
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
                check.case_now(
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
            check.case_now(
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
