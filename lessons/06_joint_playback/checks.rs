//! The checks of lesson 06.

use check::{Answer, Check, Draw, JOINTS, Named, Slip, check};
use common::clip::{FrameCounter, key_at};
use formats::{MatrixKeys, parent_from_joints_at, place_between};
use glam::{Mat4, Vec3, vec3};

/// Describes the frames shown while time passes in steps, in a clip of `frames` frames, `per_second` a
/// second.
fn shown(steps: &[f32], frames: usize, per_second: f32) -> String {
    let mut counter = FrameCounter::default();
    let frames: Vec<String> = (steps.iter())
        .map(|&dt| {
            counter.advance(dt, frames, per_second);
            match isize::try_from(counter.frame) {
                Ok(frame) => frame.to_string(),
                Err(_) => format!("{}-as-usize", counter.frame as isize),
            }
        })
        .collect();
    frames.join(" ")
}

/// Describes an answer to 06.1, with more digits than it has. `wraps` returns what a frame is in a clip of so many;
/// `kept` is 1, or 0 for one who begins with frame 0 at each picture.
fn counted(steps: &[f32], frames: usize, per_second: f32, kept: i64, wraps: fn(i64, i64) -> i64) -> String {
    let (per_second, count) = (f64::from(per_second), frames as i64);
    let (mut frame, mut left) = (0i64, 0.0);
    let mut after = |dt: f32| {
        left += f64::from(dt);
        let passed = (left * per_second).floor();
        left -= passed / per_second;
        frame = wraps(kept * frame + passed as i64, count);
        frame.to_string()
    };
    steps.iter().map(|&dt| after(dt)).collect::<Vec<_>>().join(" ")
}

const FROM_FRAME_0: Slip =
    Slip::Here("from-frame-0", "You count from frame 0 at each picture. Which frame was on before it?");

#[test]
fn todo_06_1_advance() {
    let [on, back, far] = [1.0 / 11.0, -1.0 / 23.0, 37.0 / 11.0];
    let asked = [
        ("six pictures, each 1/47 s after the one before", vec![1.0 / 47.0; 6], 7, 30.0),
        ("five pictures, each 1/7 s after the one before", vec![1.0 / 7.0; 5], 101, 30.0),
        ("five pictures, each 1/7 s after the one before", vec![1.0 / 7.0; 5], 5, 12.0),
        ("six pictures, each 1/19 s after the one before", vec![1.0 / 19.0; 6], 4, 30.0),
        ("three pictures, each 37/11 s after the one before", vec![far; 3], 4, 30.0),
        ("a picture after 1/11 s, then two while time runs back, 37/11 s each", vec![on, -far, -far], 4, 30.0),
        ("five pictures, each 37/11 s after the one before", vec![far; 5], 7, 0.5),
        (
            "a picture after 1/11 s, then four while time runs back, 1/23 s each, then one 1/11 s later again",
            vec![on, back, back, back, back, on],
            5,
            30.0,
        ),
    ]
    .map(|(what, steps, frames, per_second)| (what.to_owned(), steps, frames, per_second));
    check("06.1", |check| {
        check.own_slips(&[FROM_FRAME_0]);
        let drawn = check.drawn(|draw| {
            // No frame begins or ends with a picture, where rounding would decide: the sum is never whole in these parts.
            let (part, mut sum) = (draw.one_of(&[7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43]), 0);
            let longest = draw.size(1..800);
            let steps = (0..draw.size(1..40)).map(|_| {
                let step = draw.signed(longest);
                let step = if (sum + step) % part == 0 { step + 1 } else { step };
                sum += step;
                step as f32 / part as f32
            });
            let steps = steps.collect();
            let per_second = draw.one_of(&[0.5, 1.0, 12.0, 24.0, 25.0, 30.0, 60.0, 120.0]);
            (String::new(), steps, draw.size(1..3000), per_second)
        });
        for (what, steps, frames, per_second) in asked.into_iter().chain(drawn) {
            check.tags(&[
                (
                    "a step of more than a round back",
                    steps.iter().any(|dt| dt * per_second < -(frames as f32)),
                ),
                ("a step back", steps.iter().any(|dt| *dt < 0.0)),
                ("a step of more than a round", steps.iter().any(|dt| dt.abs() * per_second > frames as f32)),
                ("a rate other than 30", per_second != 30.0),
            ]);
            let past = |frame: i64, count| {
                if (0..=count).contains(&frame) { frame } else { frame.rem_euclid(count) }
            };
            check.case_among(
                format!("the frame after each picture, in a clip of {frames} frames, {per_second} a second: {what}"),
                || shown(&steps, frames, per_second),
                |_| counted(&steps, frames, per_second, 1, i64::rem_euclid),
                // Of a drawn question nobody knows which of the ways past the end was gone.
                || {
                    let is_seen = !what.is_empty();
                    let past = is_seen.then(|| ("past-the-end", counted(&steps, frames, per_second, 1, past)));
                    (past, [(FROM_FRAME_0, counted(&steps, frames, per_second, 0, i64::rem_euclid))])
                },
            );
        }
        check.tags(&[]);
        check.case_among(
            "the frame after an hour of pictures, 219601 of them, each 1/61 s after the one before, in a clip of \
             7001 frames, 30 a second",
            || {
                let mut counter = FrameCounter::default();
                (0..219_601).for_each(|_| counter.advance(1.0 / 61.0, 7001, 30.0));
                counter.frame
            },
            |_| 2985,
            // Rounding decides if one begins at that very picture.
            || ([], [0, 1].map(|frame| (FROM_FRAME_0, frame))),
        );
        for (frames, clip) in [(7, "a clip of 7 frames"), (1, "a clip of one frame")] {
            let left: f32 = 3.0 / 14.0 - 6.0 / 30.0;
            check.case_among(
                format!(
                    "what is left over, in seconds, after three pictures, each 1/14 s after the one before, in {clip}, 30 a \
                     second"
                ),
                || {
                    let mut counter = FrameCounter::default();
                    (0..3).for_each(|_| counter.advance(1.0 / 14.0, frames, 30.0));
                    counter.left_over
                },
                |_| left,
                // Who counts wrong frames may still take them off.
                || ([("whole-frames-of-this-step", left)], []),
            );
        }
    });
}

const AT_THE_LAST: &str = "a time at the last of several keys or past it";

#[test]
fn todo_06_2_key_at() {
    let [apart, close] = [vec![0.2, 0.3, 0.9, 1.0, 2.0], vec![-1.0, -0.25, 0.04, 0.05, 0.05, 3.0]];
    let equal = vec![0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0];
    let [long, near] =
        [0.5, 1e-4].map(|step| -> Vec<f32> { (0u16..400).map(|i| step * f32::from(i)).collect() });
    let alike = vec![1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 4.0, 5.0, 5.0];
    let asked = [
        (&apart, vec![0.35f32, 0.85, 0.89999, 0.9, 0.1, 1.9, 2.0, 5.0]),
        // Keys before zero, keys close to each other, and two at one time.
        (&close, vec![-0.2, 0.047, 0.049_999_5, 0.05, 2.6]),
        // Several at one time, at the beginning, in the middle and at the end.
        (&equal, vec![0.5, 0.7, 1.0, 2.0]),
        (&alike, vec![1.0, 3.0, 5.0]),
        (&vec![1.5], vec![0.2, 7.0]),
    ];
    check("06.2", |check| {
        let drawn = check.drawn(|draw| {
            let times = any_times(draw);
            let asked = any_moments(draw, &times);
            (times, asked)
        });
        let asked = asked.map(|(times, asked)| (times.clone(), asked));
        for (times, asked) in asked.into_iter().chain(drawn) {
            for time in asked {
                check.tags(&[
                    ("a time before the first key", time < times[0]),
                    ("a time past the last key", time > times[times.len() - 1]),
                    (AT_THE_LAST, times.len() > 1 && times[times.len() - 1] <= time),
                    ("a key at the very time", times.contains(&time)),
                    ("several keys at one time", times.windows(2).any(|pair| pair[0] == pair[1])),
                ]);
                check.case(
                    format!("the key that holds at {time} s, of keys at {times:?} s, counted from 0"),
                    || key_at(&times, time),
                    || holds(&times, time),
                );
            }
        }
        check.tags(&[]);
        check.case("the key that holds at 1 s, of no keys at all", || key_at(&[], 1.0), || 0);
        for (what, times, time) in [("0.5 s", &long, 170.3f32), ("0.1 ms", &near, 0.03457)] {
            check.case(
                format!("the key that holds at {time} s, of 400 keys, one every {what}, the first at 0 s"),
                || key_at(times, time),
                || holds(times, time),
            );
        }
    });
}

/// Draws the times of up to 2000 keys, some of which are equal, at any pace.
fn any_times(draw: &mut Draw) -> Vec<f32> {
    let (mut time, pace, count) = (draw.wide(100.0), draw.factor(3000.0) / 100.0, draw.size(1..2000));
    let mut later = || {
        time += pace * draw.one_of(&[0.0, 1.0, 1.0]) * draw.number(0.0..2.0);
        time
    };
    (0..count).map(|_| later()).collect()
}

/// Draws moments at a key, next to it, between all of them, and far outside.
fn any_moments(draw: &mut Draw, times: &[f32]) -> Vec<f32> {
    let (key, first, last) = (draw.one_of(times), times[0], times[times.len() - 1]);
    let within = first + (last - first) * draw.number(-0.25..1.25);
    vec![key, key.next_down(), key.next_up(), last, within, draw.wide(1e5)]
}

/// Returns the index of the key that holds at a time.
fn holds(times: &[f32], time: f32) -> usize {
    times.iter().rposition(|&key| key <= time).unwrap_or(0)
}

/// Joints at rest, with the number of keys of each, and the key that the rule asks for by that number.
#[derive(Clone)]
struct Joints {
    counts: Vec<usize>,
    asked: Vec<usize>,
    shift: f32,
}

impl Joints {
    /// Returns a joint's matrix at rest, or at one of its keys, of which no two are equal.
    fn stands(&self, joint: usize, key: Option<usize>) -> Mat4 {
        let (joint, key) = (joint as f32, key.map_or(-1.5, |key| key as f32));
        let place = vec3(self.shift + joint, 2.0 - key, 0.5 * key * joint);
        Mat4::from_translation(place) * Mat4::from_rotation_y(0.3 + 0.2 * joint + 0.4 * key)
    }

    fn keys(&self, joint: usize) -> MatrixKeys {
        let keys = 0..self.counts[joint];
        MatrixKeys {
            // Only the rule looks at the times. It recognises the joint by the first one.
            times: keys.clone().map(|key| joint as f32 + 0.01 * key as f32).collect(),
            matrices: keys.map(|key| self.stands(joint, Some(key))).collect(),
        }
    }

    fn told(&self) -> String {
        let joint = |(joint, (&count, asked)): (usize, (&usize, &usize))| match count {
            0 => format!("joint {joint} has no keys"),
            1 => format!("joint {joint} has one key, and the rule says key {asked}"),
            _ => format!("joint {joint} has {count} keys, and the rule says key {asked}"),
        };
        self.counts.iter().zip(&self.asked).enumerate().map(joint).collect::<Vec<_>>().join("; ")
    }
}

#[test]
fn todo_06_3_pose() {
    let joints = |counts: &[usize], asked: &[usize]| Joints {
        counts: counts.to_vec(),
        asked: asked.to_vec(),
        shift: 1.0,
    };
    let asked = [
        joints(&[3, 2, 4], &[1, 0, 3]),
        // One without keys at the end, in the middle, and at the beginning.
        joints(&[2, 3, 0], &[1, 2, 0]),
        joints(&[0, 5, 0, 1], &[0, 2, 0, 0]),
        // Some have no further keys.
        joints(&[17, 32, 0, 20], &[19, 19, 19, 19]),
        joints(&[1, 4], &[7, 4]),
        joints(&[3, 2, 4, 1, 2, 3, 2, 5, 400], &[1, 0, 3, 0, 1, 2, 1, 4, 300]),
        joints(&[0, 0], &[3, 3]),
    ];
    check("06.3", |check| {
        let drawn = check.drawn(|draw| {
            let most = draw.size(1..20_000);
            let count = draw.size(1..400_000 / most.max(200));
            let counts: Vec<usize> = (0..count).map(|_| draw.whole(0..most)).collect();
            let asked = counts.iter().map(|_| draw.whole(0..most + 2)).collect();
            Joints { counts, asked, shift: draw.wide(100.0) }
        });
        for joints in asked.into_iter().chain(drawn) {
            let all = 0..joints.counts.len();
            let mut behind_one_without = joints.counts.iter().skip_while(|count| **count > 0);
            let is_past = |i: usize| (1..=joints.asked[i]).contains(&joints.counts[i]);
            check.tags(&[
                ("a joint without keys", joints.counts.contains(&0)),
                ("a joint with keys behind one without", behind_one_without.any(|count| *count > 0)),
                ("a key past a joint's last", all.clone().any(is_past)),
            ]);
            check.case(
                format!("every joint's transform to its parent, where {}", joints.told()),
                || {
                    let at_rest: Vec<Mat4> = all.clone().map(|joint| joints.stands(joint, None)).collect();
                    let keys: Vec<MatrixKeys> = all.clone().map(|joint| joints.keys(joint)).collect();
                    let key_of =
                        |keys: &MatrixKeys| keys.times.first().map_or(0, |&time| joints.asked[time as usize]);
                    Named(JOINTS, parent_from_joints_at(&at_rest, &keys, key_of))
                },
                || {
                    let holds = |joint: usize| {
                        let last = joints.counts[joint].checked_sub(1);
                        joints.stands(joint, last.map(|last| joints.asked[joint].min(last)))
                    };
                    Named(JOINTS, all.clone().map(holds).collect())
                },
            );
        }
    });
}

/// Returns the keys of a joint that moves linearly between the places.
fn gliding(times: &[f32], places: &[Vec3]) -> MatrixKeys {
    let matrix = |(key, place): (usize, &Vec3)| {
        Mat4::from_translation(*place) * Mat4::from_rotation_x(0.2 + 0.5 * key as f32)
    };
    MatrixKeys { times: times.to_vec(), matrices: places.iter().enumerate().map(matrix).collect() }
}

const OTHER_SECONDS: Slip = Slip::Here(
    "divided-by-other-seconds",
    "You divided by other seconds than those from this key to the next: by the next key's time, which counts from the \
     beginning of the clip, or by the whole clip's. How long does the way between these two keys take?",
);

/// Returns the seconds by which the time since a key is divided, rightly and wrongly, from all times and the next key's index.
const SECONDS: [fn(&[f32], usize) -> f32; 4] = [
    |times, next| times[next] - times[next.saturating_sub(1)],
    |times, next| times[next],
    |times, _| times[times.len() - 1],
    |times, _| times[times.len() - 1] - times[0],
];

const NOT_BETWEEN: Slip = Slip::Here(
    "not-the-way-between",
    "Your place isn't on the way between the two. Which place do you subtract from which? You need a part of that, and to \
     which place do you add it?",
);

const FROM_ZERO: Slip =
    Slip::Here("seconds-from-zero", "You took the time for the seconds since the key. When did it come?");

/// Mixes that aren't between two places: without a difference, with one the wrong way round, and from the wrong end.
const MIXES: [fn(Vec3, Vec3, f32) -> Vec3; 3] = [
    |from, to, alpha| from + alpha * to,
    |from, to, alpha| from + alpha * (from - to),
    |from, to, alpha| to + alpha * (to - from),
];

/// Asks for the place of a joint that has these keys.
fn ask_place(check: &mut Check, keys: &str, times: &[f32], places: &[Vec3], time: f32) {
    let key = holds(times, time);
    let next = (key + 1).min(times.len() - 1);
    let way = |begins: f32, seconds: fn(&[f32], usize) -> f32, mix: &dyn Fn(Vec3, Vec3, f32) -> Vec3| {
        let alpha = (time - begins) / seconds(times, next).max(f32::MIN_POSITIVE);
        mix(places[key], places[next], alpha.clamp(0.0, (next - key) as f32))
    };
    let [right, wrong @ ..] = SECONDS;
    check.case_among(
        format!("the place in the parent at {time} s, of a joint {keys}"),
        || place_between(&gliding(times, places), time),
        |by| way(times[key], right, &|from, to, alpha| from.lerp(to, by.part(alpha))),
        || {
            let others = wrong.map(|seconds| (OTHER_SECONDS, way(times[key], seconds, &Vec3::lerp)));
            let mixes = MIXES.map(|mix| (NOT_BETWEEN, way(times[key], right, &mix)));
            ([], others.into_iter().chain(mixes).chain([(FROM_ZERO, way(0.0, right, &Vec3::lerp))]))
        },
    );
}

#[test]
fn todo_06_4_place() {
    // Places of a few metres: far from the origin, wrong answers would be too near to each other.
    let to_and_fro = |key: u16| vec3(f32::from(key % 7), f32::from(key % 5), 0.0);
    let places = [
        vec3(1.0, 2.0, 3.0),
        vec3(3.0, 2.0, -1.0),
        vec3(-5.0, 0.0, 4.0),
        vec3(0.0, 7.0, 1.0),
        vec3(2.0, -3.0, 0.5),
    ];
    let places: Vec<Vec3> = places.into_iter().chain((5..2000).map(|key| 20.0 * to_and_fro(key))).collect();
    let asked = [
        (vec![0.0, 0.14, 0.3, 0.4, 2.4], vec![0.07, 0.3, 0.34, 2.0, 2.4]),
        // Before the first and after the last.
        (vec![-1.0, 1.5, 3.0], vec![-4.0, 0.0, 2.5, 9.0]),
        // Two keys at one time: there the place jumps.
        (vec![0.5, 1.0, 1.0, 3.0], vec![0.6, 0.9, 1.0, 1.5]),
        (vec![0.5, 0.5, 2.0], vec![0.2, 0.5, 1.0]),
        (vec![2.0], vec![1.0, 2.0, 3.0]),
        // A millisecond apart.
        (vec![1.0, 1.001, 1.002], vec![1.0005, 1.0012]),
        // A thousand times as fast as the first, and a thousand times as slow.
        (vec![0.0, 1.4e-4, 3e-4, 4e-4, 2.4e-3], vec![7e-5, 3.4e-4]),
        (vec![0.0, 140.0, 300.0, 400.0, 2400.0], vec![70.0, 340.0]),
    ];
    check("06.4", |check| {
        check.own_slips(&[OTHER_SECONDS, NOT_BETWEEN, FROM_ZERO]);
        let drawn = check.drawn(|draw| {
            let times = any_times(draw);
            let asked = any_moments(draw, &times);
            (times, asked)
        });
        let all: Vec<(Vec<f32>, f32)> = (asked.into_iter().chain(drawn))
            .flat_map(|(times, asked)| asked.into_iter().map(move |time| (times.clone(), time)))
            .collect();
        // Values that a right answer may need.
        let keys = |key: fn(&[f32], f32) -> usize| -> Vec<usize> {
            all.iter().map(|(times, time)| key(times, *time)).collect()
        };
        check.needs("06.2", || keys(key_at), || keys(holds));
        for (times, time) in all {
            let places = &places[..times.len()];
            let key = |(time, place): (&f32, &Vec3)| format!("{} at {time} s", place.show());
            let shown = times.iter().zip(places).map(key).collect::<Vec<_>>().join(", ");
            check.tags(&[
                ("a time before the first key", time < times[0]),
                (AT_THE_LAST, times.len() > 1 && times[times.len() - 1] <= time),
                ("a key at the very time", times.contains(&time)),
                ("a time between the first two keys", times.len() > 1 && times[0] < time && time < times[1]),
                ("two keys at one time", times.windows(2).any(|pair| pair[0] == pair[1])),
                ("keys within a millisecond", times.windows(2).any(|pair| pair[1] - pair[0] < 9e-4)),
            ]);
            let keys = format!("that its keys put at {shown}");
            ask_place(check, &keys, &times, places, time);
        }
        check.tags(&[]);
        let film: Vec<f32> = (0u16..3000).map(|key| 0.125 * f32::from(key)).collect();
        let on_the_way: Vec<Vec3> = (0..3000).map(to_and_fro).collect();
        let keys = "with 3000 keys, one every 1/8 s; key k, counted from 0, has it at (k mod 7, k mod 5, 0)";
        ask_place(check, keys, &film, &on_the_way, 300.0625);
    });
}
