//! The checks of lesson 06.

mod frame_counter;

use check::{Answer, Check, Draw, JOINTS, Named, check, table};
use common::clip::key_at;
use formats::{MatrixKeys, parent_from_joints_at, place_between};
use frame_counter::FrameCounter;
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

/// Returns the counter after so many equal steps, with 30 frames a second.
fn counted(steps: usize, dt: f32, frames: usize) -> FrameCounter {
    let mut counter = FrameCounter::default();
    (0..steps).for_each(|_| counter.advance(dt, frames, 30.0));
    counter
}

/// Draws the time between pictures, and a clip's frames and how many there are a second.
fn any_pictures(draw: &mut Draw) -> (&'static str, Vec<f32>, usize, f32) {
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
    ("drawn pictures", steps, draw.size(1..3000), per_second)
}

#[test]
fn todo_06_1_advance() {
    let [on, back, far] = [1.0 / 11.0, -1.0 / 23.0, 37.0 / 11.0];
    let asked = [
        ("six pictures, each 1/47 s after the one before", vec![1.0 / 47.0; 6], 7, 30.0),
        ("five pictures, each 1/7 s after the one before", vec![1.0 / 7.0; 5], 101, 30.0),
        ("five pictures, each 1/7 s after the one before", vec![1.0 / 7.0; 5], 5, 12.0),
        ("six pictures, each 1/19 s after the one before", vec![1.0 / 19.0; 6], 4, 30.0),
        ("three pictures, each 37/11 s after the one before", vec![far; 3], 4, 30.0),
        (
            "a picture after 1/11 s, then two while time runs back, 37/11 s each",
            vec![on, -far, -far],
            4,
            30.0,
        ),
        ("five pictures, each 37/11 s after the one before", vec![far; 5], 7, 0.5),
        (
            "a picture after 1/11 s, then four while time runs back, 1/23 s each, then one 1/11 s later again",
            vec![on, back, back, back, back, on],
            5,
            30.0,
        ),
    ];
    check("06.1", |check| {
        let drawn = check.drawn(any_pictures);
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
            check.asked(
                format!("the frame after each picture, in a clip of {frames} frames, {per_second} a second: {what}"),
                || shown(&steps, frames, per_second),
            );
        }
        check.tags(&[]);
        check.asked(
            "the frame after an hour of pictures, 219601 of them, each 1/61 s after the one before, in a clip of \
             7001 frames, 30 a second",
            || counted(219_601, 1.0 / 61.0, 7001).frame,
        );
        for (frames, clip) in [(7, "a clip of 7 frames"), (1, "a clip of one frame")] {
            check.asked(
                format!(
                    "what is left over, in seconds, after three pictures, each 1/14 s after the one before, in {clip}, 30 a \
                     second"
                ),
                || counted(3, 1.0 / 14.0, frames).left_over,
            );
        }
    });
}

const AT_THE_LAST: &str = "a time at the last of several keys or past it";

#[test]
fn todo_06_2_key_at() {
    let [long, near] =
        [0.5, 1e-4].map(|step| -> Vec<f32> { (0u16..400).map(|i| step * f32::from(i)).collect() });
    let asked = [
        (vec![0.2, 0.3, 0.9, 1.0, 2.0], vec![0.35f32, 0.85, 0.89999, 0.9, 0.1, 1.9, 2.0, 5.0]),
        // Keys before zero, keys close to each other, and two at one time.
        (vec![-1.0, -0.25, 0.04, 0.05, 0.05, 3.0], vec![-0.2, 0.047, 0.049_999_5, 0.05, 2.6]),
        // Several at one time, at the beginning, in the middle and at the end.
        (vec![0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0], vec![0.5, 0.7, 1.0, 2.0]),
        (vec![1.0, 1.0, 2.0, 3.0, 3.0, 3.0, 4.0, 5.0, 5.0], vec![1.0, 3.0, 5.0]),
        (vec![1.5], vec![0.2, 7.0]),
    ];
    check("06.2", |check| {
        let drawn = check.drawn(any_times_and_moments);
        for (times, asked) in asked.into_iter().chain(drawn) {
            for time in asked {
                check.tags(&[
                    ("a time before the first key", time < times[0]),
                    ("a time past the last key", time > times[times.len() - 1]),
                    (AT_THE_LAST, times.len() > 1 && times[times.len() - 1] <= time),
                    ("a key at the very time", times.contains(&time)),
                    ("several keys at one time", times.windows(2).any(|pair| pair[0] == pair[1])),
                ]);
                check.asked(
                    format!("the key that holds at {time} s, of keys at {times:?} s, counted from 0"),
                    || key_at(&times, time),
                );
            }
        }
        check.tags(&[]);
        check.asked("the key that holds at 1 s, of no keys at all", || key_at(&[], 1.0));
        for (what, times, time) in [("0.5 s", &long, 170.3f32), ("0.1 ms", &near, 0.03457)] {
            check.asked(
                format!("the key that holds at {time} s, of 400 keys, one every {what}, the first at 0 s"),
                || key_at(times, time),
            );
        }
    });
}

/// Draws the times of up to 2000 keys, some of which are equal, at any pace; and moments at a key, next to it, between all
/// of them, and far outside.
fn any_times_and_moments(draw: &mut Draw) -> (Vec<f32>, Vec<f32>) {
    let (mut time, pace, count) = (draw.wide(100.0), draw.factor(3000.0) / 100.0, draw.size(1..2000));
    let mut later = || {
        time += pace * draw.one_of(&[0.0, 1.0, 1.0]) * draw.number(0.0..2.0);
        time
    };
    let times: Vec<f32> = (0..count).map(|_| later()).collect();
    let (key, first, last) = (draw.one_of(&times), times[0], times[count - 1]);
    let within = first + (last - first) * draw.number(-0.25..1.25);
    (times, vec![key, key.next_down(), key.next_up(), last, within, draw.wide(1e5)])
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
        let row = |(joint, (count, asked)): (usize, (&usize, &usize))| {
            let asked = if *count == 0 { "none".to_owned() } else { format!("key {asked}") };
            [JOINTS.get(joint).copied().unwrap_or("joint").to_owned(), count.to_string(), asked]
        };
        table(["", "keys", "the rule says"], self.counts.iter().zip(&self.asked).enumerate().map(row))
    }
}

#[test]
fn todo_06_3_pose() {
    let joints = |counts: &[usize], asked: &[usize]| {
        let (counts, asked) = (counts.to_vec(), asked.to_vec());
        Joints { counts, asked, shift: 1.0 }
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
            check.asked(
                format!("every joint's transform to its parent, of {} joints{}", all.len(), joints.told()),
                || {
                    let at_rest: Vec<Mat4> = all.clone().map(|joint| joints.stands(joint, None)).collect();
                    let keys: Vec<MatrixKeys> = all.clone().map(|joint| joints.keys(joint)).collect();
                    let key_of =
                        |keys: &MatrixKeys| keys.times.first().map_or(0, |&time| joints.asked[time as usize]);
                    Named(JOINTS, parent_from_joints_at(&at_rest, &keys, key_of))
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

/// Asks for the place of a joint that has these keys.
fn ask_place(check: &mut Check, keys: &str, times: &[f32], places: &[Vec3], time: f32) {
    check.asked(format!("the place in the parent at {time} s, of a joint {keys}"), || {
        place_between(&gliding(times, places), time)
    });
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
        let drawn = check.drawn(any_times_and_moments);
        let all: Vec<(Vec<f32>, f32)> = (asked.into_iter().chain(drawn))
            .flat_map(|(times, asked)| asked.into_iter().map(move |time| (times.clone(), time)))
            .collect();
        // Values that a right answer may need.
        let keys = |key: fn(&[f32], f32) -> usize| -> Vec<usize> {
            all.iter().map(|(times, time)| key(times, *time)).collect()
        };
        check.needs("06.2", || keys(key_at));
        for (times, time) in all {
            let places = &places[..times.len()];
            let row = |(time, place): (&f32, &Vec3)| [time.to_string(), place.show()];
            let keys = table(["at s", "its place"], times.iter().zip(places).map(row));
            check.tags(&[
                ("a time before the first key", time < times[0]),
                (AT_THE_LAST, times.len() > 1 && times[times.len() - 1] <= time),
                ("a key at the very time", times.contains(&time)),
                ("a time between the first two keys", times.len() > 1 && times[0] < time && time < times[1]),
                ("two keys at one time", times.windows(2).any(|pair| pair[0] == pair[1])),
                ("keys within a millisecond", times.windows(2).any(|pair| pair[1] - pair[0] < 9e-4)),
            ]);
            ask_place(check, &format!("with these keys{keys}"), &times, places, time);
        }
        check.tags(&[]);
        let film: Vec<f32> = (0u16..3000).map(|key| 0.125 * f32::from(key)).collect();
        let on_the_way: Vec<Vec3> = (0..3000).map(to_and_fro).collect();
        let keys = "with 3000 keys, one every 1/8 s; key k, counted from 0, has it at (k mod 7, k mod 5, 0)";
        ask_place(check, keys, &film, &on_the_way, 300.0625);
    });
}
