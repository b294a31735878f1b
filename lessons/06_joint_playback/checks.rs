//! The checks of lesson 06.

use check::{Answer, Check, Named, Slip, check, told};
use common::clip::{FrameCounter, key_at};
use formats::{MatrixKeys, ROUNDING, baked, parent_from_joints_at};
use glam::{Mat4, vec3};
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

/// What an answer to 06.1 shows, in more digits than it has.
fn counted(steps: &[f32], frames: usize, per_second: f32) -> String {
    let (per_second, count) = (f64::from(per_second), frames as i64);
    let (mut frame, mut left) = (0i64, 0.0);
    let mut after = |dt: f32| {
        left += f64::from(dt);
        let passed = (left * per_second).floor();
        left -= passed / per_second;
        frame = (frame + passed as i64).rem_euclid(count);
        frame.to_string()
    };
    steps.iter().map(|&dt| after(dt)).collect::<Vec<_>>().join(" ")
}

#[test]
fn todo_06_1_advance() {
    let [on, back] = [1.0 / 11.0, -1.0 / 23.0];
    let asked = [
        ("six pictures, each 1/47 s after the one before", vec![1.0 / 47.0; 6], 7, 30.0),
        ("five pictures, each 1/7 s after the one before", vec![1.0 / 7.0; 5], 101, 30.0),
        ("five pictures, each 1/7 s after the one before", vec![1.0 / 7.0; 5], 5, 12.0),
        ("six pictures, each 1/19 s after the one before", vec![1.0 / 19.0; 6], 4, 30.0),
        ("three pictures, each 37/11 s after the one before", vec![37.0 / 11.0; 3], 4, 30.0),
        (
            "a picture after 1/11 s, then four while time runs back, 1/23 s each, then one 1/11 s later again",
            vec![on, back, back, back, back, on],
            5,
            30.0,
        ),
    ]
    .map(|(what, steps, frames, per_second)| (what.to_owned(), steps, frames, per_second));
    check("06.1", |check| {
        let drawn = check.drawn(|draw| {
            // No frame begins or ends with a picture, where rounding would decide.
            let part = draw.one_of(&[7u8, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]);
            let what = format!("six pictures, each 1/{part} s after the one before");
            let per_second = draw.one_of(&[12.0, 24.0, 25.0, 30.0]);
            (what, vec![1.0 / f32::from(part); 6], draw.whole(3..20), per_second)
        });
        for (what, steps, frames, per_second) in asked.into_iter().chain(drawn) {
            check.case(
                format!("the frame after each picture, in a clip of {frames} frames, {per_second} a second: {what}"),
                || shown(&steps, frames, per_second),
                || counted(&steps, frames, per_second),
            );
        }
        check.case(
            "the frame after an hour of pictures, 219601 of them, each 1/61 s after the one before, in a clip of \
             7001 frames, 30 a second",
            || {
                let mut counter = FrameCounter::default();
                (0..219_601).for_each(|_| counter.advance(1.0 / 61.0, 7001, 30.0));
                counter.frame
            },
            || 2985,
        );
        check.case(
            "what is left over, in seconds, after three pictures, each 1/14 s after the one before, at 30 frames a second",
            || {
                let mut counter = FrameCounter::default();
                (0..3).for_each(|_| counter.advance(1.0 / 14.0, 7, 30.0));
                counter.left_over
            },
            || 3.0f32 / 14.0 - 6.0 / 30.0,
        );
    });
}

#[test]
fn todo_06_2_key_at() {
    let [apart, close] = [vec![0.2, 0.3, 0.9, 1.0, 2.0], vec![-1.0, -0.25, 0.04, 0.05, 0.05, 3.0]];
    let equal = vec![0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0];
    let (single, many) = (vec![1.5], (0u8..20).map(|i| 0.5 * f32::from(i)).collect());
    let asked = [
        (&apart, vec![0.35f32, 0.85, 0.89999, 0.9, 0.1, 1.9, 2.0, 5.0]),
        // Keys before zero, keys that are close, and two at the same time.
        (&close, vec![-0.2, 0.047, 0.05, 2.6]),
        // Several at the same time, at the beginning, in the middle and at the end.
        (&equal, vec![0.5, 0.7, 1.0, 2.0]),
        (&single, vec![0.2, 7.0]),
        (&many, vec![8.9]),
    ];
    check("06.2", |check| {
        let drawn = check.drawn(|draw| {
            let mut time = draw.number(-2.0..2.0);
            let mut times = vec![time];
            for _ in 0..draw.whole(2..12) {
                time += draw.one_of(&[0.0, 1.0]) * draw.number(0.0..1.5);
                times.push(time);
            }
            let of_a_key = draw.one_of(&times);
            let asked = vec![draw.number(-2.0..6.0), draw.number(-2.0..6.0), of_a_key];
            (times, asked)
        });
        let asked = asked.map(|(times, asked)| (times.clone(), asked));
        for (times, asked) in asked.into_iter().chain(drawn) {
            for time in asked {
                check.case(
                    format!("the key that holds at {time} s, of keys at {times:?} s, counted from 0"),
                    || key_at(&times, time),
                    || holds(&times, time),
                );
            }
        }
        check.case("the key that holds at 1 s, of no keys at all", || key_at(&[], 1.0), || 0);
    });
}

/// The frames of a baked clip: when each begins, and which of the joint's keys it shows.
#[derive(Clone)]
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
    let asked: [(&str, &[f32], Range<f32>, f32); 12] = [
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
        check.own_slips(&[CUT, ROUNDING_KEPT]);
        let drawn = check.drawn(|draw| {
            let (mut time, per_second) = (draw.number(-2.0..2.0), draw.one_of(&[4.0, 5.0, 8.0]));
            let clip = time..time + draw.whole(4..12) as f32 / per_second;
            // A 64th of a second never comes near the beginning of such a frame without meeting it.
            let mut times = vec![time];
            for _ in 0..draw.whole(2..9) {
                time += draw.number(0.0..0.5);
                times.push(time);
            }
            ("", times, clip, per_second)
        });
        let asked = asked.map(|(which, times, clip, per_second)| (which, times.to_vec(), clip, per_second));
        let questions: Vec<(&str, Vec<f32>, Range<f32>, f32)> = asked.into_iter().chain(drawn).collect();
        // What a right answer asks for.
        check.needs("06.2", || {
            questions.iter().all(|(_, times, clip, per_second)| {
                let time = |frame: usize| clip.start + frame as f32 / per_second + ROUNDING;
                (0..count(clip, *per_second))
                    .all(|frame| key_at(times, time(frame)) == holds(times, time(frame)))
            })
        });
        for (which, times, clip, per_second) in questions {
            let shown: Vec<String> = times.iter().map(f32::to_string).collect();
            let keys = match shown.as_slice() {
                [] => "a joint without keys".to_owned(),
                [first, second, .., last] if shown.len() > 20 => {
                    format!("keys at {first}, {second}, … {last} s{which}")
                }
                few => format!("keys at {} s{which}", few.join(", ")),
            };
            check.case(
                format!(
                    "the frames of the clip from {} to {} s, {per_second} a second, of {keys}",
                    clip.start, clip.end
                ),
                || {
                    let own = numbered(&times);
                    let MatrixKeys { times, matrices } = baked(&own, clip.clone(), per_second);
                    let key = |matrix: &Mat4| {
                        let key = matrix.w_axis.x as usize;
                        if own.matrices.get(key) == Some(matrix) { key } else { own.matrices.len() }
                    };
                    Frames { times, keys: matrices.iter().map(key).collect() }.legible()
                },
                || right_frames(&times, &clip, per_second),
            );
        }
    });
}

fn right_frames(times: &[f32], clip: &Range<f32>, per_second: f32) -> Frames {
    let frame = |frame: usize| {
        let begins = frame as f32 / per_second + clip.start;
        (begins, holds(times, begins + ROUNDING))
    };
    Frames::of(if times.is_empty() { 0 } else { count(clip, per_second) }, frame).legible()
}

const CUT: Slip = Slip::Here(
    "frames-cut-off",
    "A frame is missing at the end: `as usize` cuts off what comes after the point, and 5.9999 becomes 5. What should \
     become of it?",
);
const ROUNDING_KEPT: Slip = Slip::Here(
    "rounding-kept",
    "The times of the frames are too late, by what a file's rounding may take. It is for the search of a key only: when \
     does the frame itself begin?",
);

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

/// Joints, each with its stand at rest and its keys, of which an answer to 06.4 makes a pose.
#[derive(Clone)]
struct Joints {
    names: &'static [&'static str],
    rest: Vec<Mat4>,
    keys: Vec<MatrixKeys>,
}

/// Asks for the pose at a key: by a number for all, or, without one, the last but one of a joint's own keys.
fn ask_pose(check: &mut Check, what: String, joints: &Joints, wanted: Option<usize>) {
    let key_of = |keys: &MatrixKeys| wanted.unwrap_or(keys.times.len().saturating_sub(2));
    let Joints { names, rest, keys } = joints;
    check.case(
        what,
        || Named(names, parent_from_joints_at(rest, keys, key_of)),
        || {
            let own = |(keys, rest): (&MatrixKeys, &Mat4)| {
                let key = keys.matrices.get(key_of(keys)).or(keys.matrices.last());
                key.copied().unwrap_or(*rest)
            };
            Named(names, keys.iter().zip(rest).map(own).collect())
        },
    );
}

#[test]
fn todo_06_4_pose() {
    let names: &[&str] = &["pelvis (no keys)", "hip (4 keys)", "knee (2 keys)", "toes (no keys)"];
    let four = Joints {
        names,
        rest: vec![at(4.0, 70.0), at(1.0, 30.0), at(2.0, -40.0), at(3.0, 50.0)],
        keys: vec![MatrixKeys::default(), keys(10.0, 4), keys(20.0, 2), MatrixKeys::default()],
    };
    let two = Joints { names: &names[1..3], rest: four.rest[1..3].to_vec(), keys: four.keys[1..3].to_vec() };
    // Twenty joints, with no key, one, two or three.
    let twenty = Joints {
        names: check::JOINTS,
        rest: (0u8..20).map(|joint| at(-f32::from(joint), 15.0)).collect(),
        keys: (0u8..20).map(|joint| keys(10.0 * f32::from(joint), (joint + 2) % 4)).collect(),
    };
    check("06.4", |check| {
        for (joints, who) in [
            (&four, "a pelvis with no keys, a hip with 4, a knee with 2 and toes with none"),
            (&two, "a hip with 4 keys and a knee with 2"),
        ] {
            for (what, wanted) in
                [("key 1", Some(1)), ("key 3", Some(3)), ("the last key but one", None), ("key 2", Some(2))]
            {
                ask_pose(check, format!("the pose at {what} of each joint, of {who}"), joints, wanted);
            }
        }
        for wanted in [0, 1] {
            let what = format!(
                "the pose at key {wanted} of each of twenty joints, of which the first has two keys, the next three, none, \
                 one, two, three, none, one and so on"
            );
            ask_pose(check, what, &twenty, Some(wanted));
        }
        let drawn = check.drawn(|draw| {
            let mut stand = |i: u8| at(draw.number(-9.0..9.0) + f32::from(i), draw.number(-170.0..170.0));
            let rest = (0u8..12).map(&mut stand).collect();
            let counts: Vec<u8> = (0..12).map(|_| draw.whole(0..5) as u8).collect();
            let keys = counts.iter().map(|&count| keys(draw.number(-9.0..9.0), count)).collect();
            let who = format!("twelve joints with {counts:?} keys");
            (who, Joints { names: check::JOINTS, rest, keys }, draw.one_of(&[None, Some(1), Some(2)]))
        });
        for (who, joints, wanted) in drawn {
            let key = wanted.map_or("the last key but one".to_owned(), |key| format!("key {key}"));
            let joints = Joints { names: &joints.names[..12], ..joints };
            ask_pose(check, format!("the pose at {key} of each joint, of {who}"), &joints, wanted);
        }
    });
}
