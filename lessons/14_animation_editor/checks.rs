//! The checks of lesson 14.

use check::{Answer, Check, Draw, Slip, Workings, check, told};
use common::clip::{Keys, key_at};
use common::transform::{DraggedRing, RingAxes, Transform, turned_by_ring};
use editor::mirror::{Place, mirrored};
use editor::{auto_key, insert};
use glam::{Mat3, Mat4, Quat, Vec3, vec3};

// ---------------------------------------------------------------- 14.1

/// A ring that is dragged by some degrees: from one point of its circle, at some distances from the joint.
fn ring(axes: RingAxes, axis: Vec3, [taken, degrees]: [f32; 2], [near, far]: [f32; 2]) -> DraggedRing {
    let begin = axis.any_orthonormal_vector();
    let at = |degrees: f32, distance: f32| distance * (turned(axis, degrees) * begin);
    DraggedRing { axes, axis, from: at(taken, near), to: at(taken + degrees, far) }
}

/// Rotates by matrices: a rotation in its own axes is applied first, one in its parent's last.
fn by_ring(rotation: Quat, axes: RingAxes, axis: Vec3, degrees: f32, by: Workings) -> Quat {
    // An angle between two directions is never more than half a turn.
    let degrees = if degrees > 180.0 { degrees - 360.0 } else { degrees };
    let [before, turn] = [rotation, Quat::from_axis_angle(axis, by.radians(degrees))].map(Mat3::from_quat);
    let after = match axes {
        RingAxes::Own => before * turn,
        RingAxes::Parent => turn * before,
    };
    Quat::from_mat3(&after).normalize()
}

#[test]
fn todo_14_1_ring() {
    const TURNED: &str = "to do with a drag about the own axes of a joint that's turned";
    let raised = turned(vec3(0.3, -0.2, 1.0), 70.0);
    let asked: [(&str, Quat, Vec3, f32); 11] = [
        ("a joint that is not turned, by its ring about z", Quat::IDENTITY, Vec3::Z, 40.0),
        ("a joint that is turned by 90° about x, by the ring about z", turned(Vec3::X, 90.0), Vec3::Z, 90.0),
        ("a joint that is turned, by the ring about x", raised, Vec3::X, 35.0),
        ("a joint that is turned, by the ring about y, the other way", raised, Vec3::Y, -50.0),
        ("a joint that is turned, by the ring about z, farther than a right angle", raised, Vec3::Z, 130.0),
        ("the same, the other way", raised, Vec3::Z, -130.0),
        ("a joint that is turned, by the ring about x, by half a turn", raised, Vec3::X, 180.0),
        ("a joint that is turned, by the ring about y, more than half around", raised, Vec3::Y, 230.0),
        ("a joint that is turned, by the ring about x, which is where it was taken", raised, Vec3::X, 0.0),
        (
            "a joint that is turned, by a ring about an axis that lies aslant",
            raised,
            vec3(2.0, -1.0, 2.0) / 3.0,
            75.0,
        ),
        ("the same, the other way", raised, vec3(-1.0, 2.0, -2.0) / 3.0, 140.0),
    ];
    check("14.1", |check| {
        let drawn = check.drawn(|draw| {
            let (axis, rotation) = (draw.turn() * Vec3::X, draw.turn());
            // An arc cosine is too coarse for less than a tenth of a degree.
            let far = [draw.number(-170.0..170.0), 10.0 * draw.factor(100.0), -10.0 * draw.factor(100.0)];
            let rotation = draw.one_of(&[rotation, -rotation, Quat::IDENTITY]);
            let words = "a joint that is turned anyhow, by a ring about any axis";
            ((words, rotation, axis, draw.one_of(&far)), [draw.factor(1000.0), draw.factor(1000.0)])
        });
        let asked = asked.map(|asked| (asked, [1.0; 2])).into_iter().chain(drawn);
        for (number, ((words, rotation, axis, degrees), [near, far])) in (0u8..).zip(asked) {
            for (whose, axes) in [("its own axes", RingAxes::Own), ("its parent's axes", RingAxes::Parent)] {
                // The mouse is rarely on the circle.
                check.tags(&[
                    (TURNED, whose == "its own axes" && rotation != Quat::IDENTITY && degrees != 0.0),
                    ("to do with the parent's axes", whose != "its own axes"),
                    ("more than a right angle to turn by", degrees.abs() > 90.0),
                    ("a drag the other way", degrees < 0.0),
                    ("an axis that lies aslant", axis.max_element() < 1.0),
                ]);
                let near = near * (1.0 + 0.25 * f32::from(number % 3));
                let far = far * (1.5 - 0.25 * f32::from(number % 4));
                let ring = ring(axes, axis, [20.0 * f32::from(number), degrees], [near, far]);
                check.case_by(
                    format!(
                        "how a joint is turned in its parent after a drag: {words}, along {whose}. It is turned by {} \
                         before; the axis is {}, from {} to {}",
                        rotation.show(),
                        axis.show(),
                        ring.from.show(),
                        ring.to.show()
                    ),
                    || turned_by_ring(rotation, ring),
                    |by| by_ring(rotation, axes, axis, degrees, by),
                );
            }
        }
        check.tags(&[(TURNED, true)]);
        // The arrows are a thousandth of a millimetre long, and the mouse has hardly moved.
        let small = ring(RingAxes::Own, Vec3::X, [0.0, 0.028], [0.000_001, 0.000_001_2]);
        check.case_by(
            "how a joint is turned in its parent after a drag by 0.028° about its own x, of a ring that is as small as a dot",
            || turned_by_ring(raised, small),
            |by| by_ring(raised, RingAxes::Own, Vec3::X, 0.028, by),
        );
    });
}

// ---------------------------------------------------------------- 14.2

/// The value of a list at a time; at rest if it has no keys.
fn motion(keys: &Keys<Vec3>, time: f32) -> Vec3 {
    let (times, values) = (keys.times(), keys.values());
    match times.iter().position(|&key| key > time) {
        None => values.last().copied().unwrap_or(vec3(0.5, 9.0, -7.0)),
        Some(0) => values[0],
        Some(next) => {
            let part = (time - times[next - 1]) / (times[next] - times[next - 1]);
            values[next - 1].lerp(values[next], part)
        }
    }
}

/// Returns a list of keys after some changes by hand. At each of these times a value is set, or stays as it is.
fn keyed_by_hand(
    times: &[f32],
    changes: &[Change],
    by: fn(&mut Keys<Vec3>, f32, Vec3, Vec3),
) -> Listed<Vec3> {
    let mut keys = Keys::new(times.iter().copied(), (0..times.len()).map(corner));
    for &(time, value) in changes {
        let was = motion(&keys, time);
        by(&mut keys, time, was, value.map_or(was, corner));
    }
    Listed { times: keys.times().to_vec(), values: keys.values().to_vec() }
}

/// Builds the list with the new key: the keys before this time, the key itself, and the keys after it.
fn keyed_anew(keys: &mut Keys<Vec3>, time: f32, was: Vec3, now: Vec3) {
    if was == now {
        return;
    }
    let all: Vec<(f32, Vec3)> = keys.times().iter().copied().zip(keys.values().iter().copied()).collect();
    let (mut list, after): (Vec<_>, Vec<_>) = all.into_iter().partition(|(key, _)| *key <= time);
    if list.last().is_some_and(|(key, _)| *key == time) {
        list.pop();
    }
    list.push((time, now));
    list.extend(after);
    *keys = Keys::new(list.iter().map(|(time, _)| *time), list.iter().map(|(_, value)| *value));
}

const NEARLY_AT_A_KEY: Slip = Slip::Here(
    "nearly-at-a-key",
    "The playhead is just beside a key, and you changed that key, so its own value is gone. Each has a time of its own, \
     however near they are. When is a key the one at the playhead?",
);

/// Takes the playhead to a key that is near.
fn keyed_nearly(keys: &mut Keys<Vec3>, time: f32, was: Vec3, now: Vec3) {
    let near = keys.times().iter().copied().rfind(|key| (key - time).abs() < 1e-3);
    keyed_anew(keys, near.unwrap_or(time), was, now);
}

/// The keys that hold at some times, by the search that an answer may call; and those that do.
fn keys_that_hold() -> Vec<usize> {
    let stepping = [0.5, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0];
    let found = [0.0, 0.5, 2.0, 2.5, 3.0, 9.0].map(|time| key_at(&stepping, time));
    found.into_iter().chain([key_at(&[], 1.0)]).collect()
}

const KEYS_THAT_HOLD: [usize; 7] = [0, 0, 2, 2, 5, 6, 0];

/// Draws the times of none to thousands of keys, of which several may be at one time.
fn key_times(draw: &mut Draw) -> Vec<f32> {
    let step = draw.factor(100.0);
    let mut time = step * draw.number(0.0..4.0);
    let keys = 1..draw.size(1..5000);
    let next = |_| {
        let further = [0.0, step * draw.number(0.25..2.0)];
        time += draw.one_of(&further);
        time
    };
    keys.map(next).collect()
}

/// Draws a time at a key, as near to one as can be, or anywhere.
fn moment(draw: &mut Draw, times: &[f32]) -> f32 {
    let key = if times.is_empty() { 1.0 } else { draw.one_of(times) };
    let near =
        [key, key.next_up(), key.next_down(), key * draw.number(0.0..1.5), 3600.0 * draw.factor(100.0)];
    draw.one_of(&near)
}

/// Time of a change by hand, and the index of its value; none if the joint stays as in the motion.
type Change = (f32, Option<usize>);

#[test]
fn todo_14_2_auto_key() {
    let plain: &[f32] = &[0.5, 1.5, 2.0, 5.0];
    let stepping: &[f32] = &[0.5, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0];
    let long: Vec<f32> = (0..60u8).map(|key| 0.25 * f32::from(key)).collect();
    let asked: [(&str, &[f32], &[Change]); 14] = [
        ("between two keys, where there is none", plain, &[(2.75, Some(9))]),
        ("at a key", plain, &[(1.5, Some(9))]),
        ("before the first key", plain, &[(0.25, Some(9))]),
        ("at the first key", plain, &[(0.5, Some(9))]),
        ("at the last key", plain, &[(5.0, Some(9))]),
        ("past the last key", plain, &[(6.0, Some(9))]),
        ("a ten-millionth of a second after a key", plain, &[(1.500_000_1, Some(9))]),
        ("nowhere: between two keys all is left as the motion has it", plain, &[(2.75, None)]),
        ("nowhere: at a key all is left as the motion has it", plain, &[(2.0, None)]),
        ("nowhere: in an empty list all is left as it is at rest", &[], &[(1.0, None)]),
        ("in an empty list", &[], &[(1.0, Some(9))]),
        ("at a time where there are two keys", stepping, &[(2.0, Some(9))]),
        (
            "at a time where there are three keys, and between two others",
            stepping,
            &[(3.0, Some(9)), (4.0, Some(8))],
        ),
        ("twice at one time, and once more later", plain, &[(1.0, Some(9)), (1.0, Some(7)), (3.0, Some(8))]),
    ];
    let mut all: Vec<(String, Vec<f32>, Vec<Change>)> = asked
        .iter()
        .map(|(words, times, changes)| {
            (format!("something was changed {words}"), times.to_vec(), changes.to_vec())
        })
        .collect();
    let many: Vec<Change> = (0..30u8)
        .map(|at| (0.375 * f32::from(at.wrapping_mul(7) % 40), (at % 4 > 0).then_some(usize::from(at))))
        .collect();
    all.push(("something was changed thirty times, at keys and between them".to_owned(), long, many));
    check("14.2", |check| {
        check.own_slips(&[NEARLY_AT_A_KEY]);
        check.needs("06.2", keys_that_hold, || KEYS_THAT_HOLD.to_vec());
        let drawn = check.drawn(|draw| {
            let times = key_times(draw);
            let change = |_| (moment(draw, &times), Some(draw.whole(0..9)).filter(|value| *value < 7));
            let changes: Vec<Change> = (0..9).map(change).collect();
            ("something was changed, at one of its keys and beside them".to_owned(), times, changes)
        });
        for (words, times, changes) in all.into_iter().chain(drawn) {
            let told = |list: Vec<String>| if list.is_empty() { "none".to_owned() } else { list.join(", ") };
            let any = |is: &dyn Fn(f32) -> bool| changes.iter().any(|change| is(change.0));
            check.tags(&[
                ("nothing that was changed", changes.iter().all(|change| change.1.is_none())),
                ("no keys yet", times.is_empty()),
                ("a change at a key", any(&|time| times.contains(&time))),
                (
                    "a change before the first key",
                    any(&|time| times.first().is_some_and(|first| *first > time)),
                ),
                ("several keys at one time", times.windows(2).any(|two| two[0] == two[1])),
            ]);
            let keys = told(times.iter().map(|time| format!("{time} s")).collect());
            let hands: Vec<String> = changes.iter().map(|(time, _)| format!("{time} s")).collect();
            let hands = if hands.len() > 4 { "many times".to_owned() } else { hands.join(", ") };
            let keys = if times.len() > 8 { "a quarter of a second apart".to_owned() } else { keys };
            check.case_among(
                format!("the keys of a list after {words}. Its keys: {keys}. The playhead: {hands}"),
                || keyed_by_hand(&times, &changes, auto_key::<Vec3>),
                |_| keyed_by_hand(&times, &changes, keyed_anew),
                || ([], [(NEARLY_AT_A_KEY, keyed_by_hand(&times, &changes, keyed_nearly))]),
            );
        }
    });
}

// ---------------------------------------------------------------- 14.3

/// A list of keys, as an answer.
struct Listed<T> {
    times: Vec<f32>,
    values: Vec<T>,
}

told!(Listed<T> { times, values });

impl<T: Answer> Answer for Listed<T> {
    fn agrees(&self, other: &Self) -> bool {
        let same = |(a, b): (&f32, &f32)| a.agrees(b);
        self.times.len() == other.times.len()
            && self.times.iter().zip(&other.times).all(same)
            && self.values.len() == other.values.len()
            && self.values.iter().zip(&other.values).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        let keys = self.times.iter().zip(&self.values);
        match self.times.len() {
            0 => "no key".to_owned(),
            _ => keys.map(|(time, value)| format!("at {} s: {}\n", time.show(), value.show())).collect(),
        }
    }

    fn difference(&self, want: &Self) -> Option<String> {
        const FEW: usize = 8;
        let [given, wanted] = [self, want].map(|keys| keys.times.len());
        if given <= FEW && wanted <= FEW {
            return None;
        }
        if given != wanted {
            return Some(format!("  {given} keys came out, {wanted} were expected.\n"));
        }
        let differs = |&key: &usize| {
            !self.times[key].agrees(&want.times[key]) || !self.values[key].agrees(&want.values[key])
        };
        let first = (0..wanted).find(differs)?;
        let [given, wanted] = [self, want]
            .map(|keys| format!("at {} s: {}", keys.times[first].show(), keys.values[first].show()));
        let which = format!("  The first key that differs is number {first}, counted from 0.");
        Some(format!("{which}\n  Came out   {given}\n  Expected   {wanted}\n"))
    }

    fn remark(&self, _want: &Self) -> Option<String> {
        let back = self.times.windows(2).find(|two| two[1] < two[0])?;
        let [from, to] = [back[0], back[1]].map(|time| time.show());
        Some(format!(
            "The times go back: behind the key at {from} s is one at {to} s. A search relies on their order."
        ))
    }
}

type Mix<T> = fn(T, T, f32) -> T;

/// Returns a list after a key is inserted. `part_of` finds the part of the way between two times.
fn inserted<T: Copy>(
    keys: &Listed<T>,
    time: f32,
    (rest, mix): (T, Mix<T>),
    part_of: impl Fn([f32; 2], f32) -> f32,
) -> Listed<T> {
    let (mut times, mut values) = (keys.times.clone(), keys.values.clone());
    let next = times.iter().position(|&key| key > time).unwrap_or(times.len());
    let count = times.len();
    let between =
        |from: usize| mix(values[from], values[from + 1], part_of([times[from], times[from + 1]], time));
    let value = match next {
        _ if count == 0 => rest,
        0 if count > 1 => between(0),
        0 => values[0],
        _ if next == count => values[count - 1],
        _ => between(next - 1),
    };
    if !times.contains(&time) {
        times.insert(next, time);
        values.insert(next, value);
    }
    Listed { times, values }
}

const ONE_PLACE_LATE: Slip = Slip::Here(
    "one-place-late",
    "The new key has the right value, and stands one place too late: behind the key that comes after it. What does a \
     number of keys say, and what the number of a place?",
);

const SECONDS_FOR_THE_PART: Slip = Slip::Here(
    "seconds-for-the-part",
    "The new value was mixed by seconds, and not by a part of the way. Between keys at 4 s and 8 s, which part of the way \
     is over at 5 s?",
);

/// Inserts several keys into a list, one by one.
fn ask_inserted<T: Answer + Copy>(
    check: &mut Check,
    question: &str,
    [times, inserts]: [&[f32]; 2],
    value: impl Fn(usize) -> T,
    (rest, mix): (T, Mix<T>),
) {
    let keys = || Listed { times: times.to_vec(), values: (0..times.len()).map(&value).collect() };
    let after = |part_of: &dyn Fn([f32; 2], f32) -> f32| {
        inserts.iter().fold(keys(), |keys, &time| inserted(&keys, time, (rest, mix), part_of))
    };
    // Before the first key it's the part 0 of the way from it to the second.
    let part_of =
        |[from, to]: [f32; 2], time: f32| if time > from { (time - from) / (to - from) } else { 0.0 };
    let any = |is: &dyn Fn(f32) -> bool| inserts.iter().any(|&time| is(time));
    let is_outside = |time| times.iter().all(|at| time < *at) || times.iter().all(|at| time > *at);
    check.tags(&[
        ("a time outside of all keys", any(&is_outside)),
        ("a time between two keys", any(&|time| !is_outside(time) && !times.contains(&time))),
        ("no keys yet", times.is_empty()),
        ("a single key before", times.len() == 1),
        ("a time before the first key", any(&|time| times.first().is_some_and(|first| *first > time))),
        ("a time past the last key", any(&|time| times.last().is_some_and(|last| *last < time))),
        ("the time of a key", any(&|time| times.contains(&time))),
    ]);
    check.case_among(
        question,
        || {
            let Listed { times, values } = keys();
            let mut keys = Keys::new(times, values);
            inserts.iter().for_each(|&time| insert(&mut keys, time, rest, mix));
            Listed { times: keys.times().to_vec(), values: keys.values().to_vec() }
        },
        |by| after(&|around, time| by.part(part_of(around, time))),
        || {
            let seconds: [fn([f32; 2], f32) -> f32; 3] = [
                |_, time| time.fract(),
                |[from, _], time| time - from,
                |[from, _], time| (time - from).clamp(0.0, 1.0),
            ];
            ([], seconds.map(|wrong| (SECONDS_FOR_THE_PART, after(&wrong))))
        },
    );
}

/// A corner for every key; successive ones are far apart.
fn corner(key: usize) -> Vec3 {
    let key = key as f32;
    vec3(key, 4.0 - key * key, if key % 2.0 == 0.0 { 3.0 } else { -1.0 })
}

/// A rotation for every key. Every third has the negative quaternion, the same rotation the long way round.
fn turn_of(key: usize) -> Quat {
    let turn = turned(vec3(1.0, key as f32, -0.5), 50.0 * key as f32);
    if key % 3 == 1 { -turn } else { turn }
}

#[test]
fn todo_14_3_insert() {
    let (place, turn) =
        ((vec3(0.5, 9.0, -7.0), Vec3::lerp as Mix<Vec3>), (turned(Vec3::Z, 111.0), Quat::slerp as Mix<Quat>));
    let plain: &[f32] = &[0.5, 1.5, 2.0, 5.0];
    let stepping: &[f32] = &[0.5, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0];
    let long: Vec<f32> = (0..200u8).map(|key| 0.125 * f32::from(key / 3 * 3)).collect();
    let many: Vec<f32> = (0..90u8).map(|key| 0.09375 * f32::from(key.wrapping_mul(37))).collect();
    check("14.3", |check| {
        check.own_slips(&[ONE_PLACE_LATE, SECONDS_FOR_THE_PART]);
        check.needs("06.2", keys_that_hold, || KEYS_THAT_HOLD.to_vec());
        for (words, time) in [
            ("between two keys", 2.75),
            ("nearer to the next key than to the one before", 1.25),
            ("at a key that exists", 1.5),
            ("a ten-millionth of a second after a key", 1.500_000_1),
            ("a ten-millionth of a second before a key", 1.999_999_9),
            ("at the first key", 0.5),
            ("at the last key", 5.0),
            ("before the first key", 0.25),
            ("past the last key", 6.0),
        ] {
            let question = |of: &str| {
                format!(
                    "the keys of {of} at 0.5, 1.5, 2 and 5 s, after one was inserted {words}, at {time} s"
                )
            };
            ask_inserted(check, &question("places"), [plain, &[time]], corner, place);
            ask_inserted(check, &question("turns"), [plain, &[time]], turn_of, turn);
        }
        for (words, times) in [("no keys", &[][..]), ("a single key, at 2 s", &[2.0])] {
            for time in [1.0, 2.0, 3.0] {
                let question = |of: &str| {
                    format!(
                        "a list of {of} with {words}, after a key was inserted at {time} s; at rest it is {}",
                        place.0.show()
                    )
                };
                ask_inserted(check, &question("places"), [times, &[time]], corner, place);
            }
        }
        for (words, time) in [
            ("at", 2.0),
            ("just before", 1.75),
            ("just after", 2.25),
            ("at the second", 3.0),
            ("just after the second", 4.0),
        ] {
            let question = format!(
                "keys that step at 2 s, where there are two, and at 3 s, where there are three, after one was inserted {words} step, at {time} s"
            );
            ask_inserted(check, &question, [stepping, &[time]], corner, place);
        }
        let starting: &[f32] = &[1.0, 1.0, 2.0, 2.0];
        ask_inserted(
            check,
            "keys of which two are at 1 s and two at 2 s, after keys were inserted at 0.5 s and at 3 s",
            [starting, &[0.5, 3.0]],
            corner,
            place,
        );
        ask_inserted(
            check,
            "keys of turns at 0.5, 1.5, 2 and 5 s, after keys were inserted one after the other at 3, 4, 3.5, 1 and 3.5 s",
            [plain, &[3.0, 4.0, 3.5, 1.0, 3.5]],
            turn_of,
            turn,
        );
        ask_inserted(
            check,
            "200 keys, three at a time, after 90 were inserted, some at their times",
            [&long, &many],
            corner,
            place,
        );
        let drawn = check.drawn(|draw| {
            let times = key_times(draw);
            let inserts: Vec<f32> = (0..draw.whole(1..9)).map(|_| moment(draw, &times)).collect();
            (times, inserts, draw.point(4.0))
        });
        for (times, inserts, rest) in drawn {
            let lists: [&[f32]; 2] = [&times, &inserts];
            ask_inserted(check, "places, after keys were inserted", lists, corner, (rest, Vec3::lerp));
            ask_inserted(check, "turns, after keys were inserted", lists, turn_of, turn);
        }
    });
}

// ---------------------------------------------------------------- 14.4

/// A rotation by degrees about an axis.
fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

fn stands(translation: [f32; 3], rotation: Quat, scale: [f32; 3]) -> Transform {
    Transform { translation: translation.into(), rotation, scale: scale.into() }
}

/// A joint at rest: its parent's axes in the world, and its transform in the parent.
fn place(world_from_parent: Quat, translation: [f32; 3], rotation: Quat) -> Place {
    Place { world_from_parent, rest: stands(translation, rotation, [1.0; 3]) }
}

/// A method to mirror a joint.
type MirrorMethod<'a> = &'a dyn Fn(Transform, &Place, &Place) -> Transform;

/// Mirrors by 3×3 matrices, whose mirror image is S M S.
fn by_matrices(partner: Transform, its: &Place, own: &Place) -> Transform {
    let mirror = Mat3::from_diagonal(vec3(-1.0, 1.0, 1.0));
    let [from_its, from_own] = [its, own].map(|place| Mat3::from_quat(place.world_from_parent));
    let turn = Mat3::from_quat(partner.rotation) * Mat3::from_quat(its.rest.rotation).transpose();
    let turn = mirror * from_its * turn * from_its.transpose() * mirror;
    let turn = from_own.transpose() * turn * from_own * Mat3::from_quat(own.rest.rotation);
    let step = mirror * (from_its * (partner.translation - its.rest.translation));
    Transform {
        translation: own.rest.translation + from_own.transpose() * step,
        rotation: Quat::from_mat3(&turn).normalize(),
        scale: own.rest.scale * partner.scale / its.rest.scale,
    }
}

const STEP_NOT_TO_THE_WORLD: Slip = Slip::Here(
    "step-not-to-the-world",
    "The turn is right. But the step's x was negated in the partner's parent, and the mirror's x is the world's. Which factor \
     takes the step to the world?",
);

/// Mirrors the step as if the partner's parent weren't rotated.
fn step_as_it_is(partner: Transform, its: &Place, own: &Place) -> Transform {
    let unrotated = Place { world_from_parent: Quat::IDENTITY, ..*its };
    let Transform { translation, .. } = by_matrices(partner, &unrotated, own);
    Transform { translation, ..by_matrices(partner, its, own) }
}

const BACK_AS_ON_THE_WAY_THERE: Slip = Slip::Here(
    "back-as-on-the-way-there",
    "The step is right, and so is the turn in the world. But on its way back you put `world_from_parent` on the left, which \
     leads to the world once more. Read the product from right to left: from which space comes the vector that you give it?",
);

/// Takes the turn from the world as if our own parent were rotated back.
fn turned_to_the_world(partner: Transform, its: &Place, own: &Place) -> Transform {
    let back = Place { world_from_parent: own.world_from_parent.inverse(), ..*own };
    let Transform { rotation, .. } = by_matrices(partner, its, &back);
    Transform { rotation, ..by_matrices(partner, its, own) }
}

const BEFORE_REST: Slip = Slip::Here(
    "before-rest",
    "The turn since rest is right, mirrored and in our own parent's axes. But you multiply our rest by it on the right, so it turns \
     about the joint's own axes. On which side do the parent's axes belong?",
);

/// Turns as it should, but before rest.
fn turned_before_rest(partner: Transform, its: &Place, own: &Place) -> Transform {
    let (right, rest) = (by_matrices(partner, its, own), own.rest.rotation);
    Transform { rotation: rest * right.rotation * rest.inverse(), ..right }
}

/// Mirrors, and puts turn and step upon another rest than our own: which one is for the place, and which for the rotation.
fn upon_another(which: [usize; 2], partner: Transform, its: &Place, own: &Place) -> Transform {
    let [place, turn] = which.map(|which| [own.rest, its.rest, partner][which]);
    let rest = Transform { translation: place.translation, rotation: turn.rotation, ..own.rest };
    by_matrices(partner, its, &Place { rest, ..*own })
}

/// Asks something of the student's method.
fn ask<T: Answer>(check: &mut Check, question: impl Into<String>, of: impl Fn(MirrorMethod<'_>) -> T) {
    check.case_among(
        question,
        || of(&mirrored),
        |_| of(&by_matrices),
        || {
            let upon = |way: usize| of(&|it, its, own| upon_another([way / 3, way % 3], it, its, own));
            let at_origin =
                |place: &Place| Place { rest: Transform { translation: Vec3::ZERO, ..place.rest }, ..*place };
            let places = [
                ("where-it-is", of(&|it, its, own| by_matrices(it, &at_origin(its), own))),
                ("where-it-is", of(&|it, its, own| by_matrices(it, &at_origin(its), &at_origin(own)))),
            ];
            let turned = (BACK_AS_ON_THE_WAY_THERE, of(&turned_to_the_world));
            let step = (STEP_NOT_TO_THE_WORLD, of(&step_as_it_is));
            let before = (BEFORE_REST, of(&turned_before_rest));
            ((1..9).map(move |way| ("rest-of-the-partner", upon(way))).chain(places), [step, turned, before])
        },
    );
}

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

#[test]
fn todo_14_4_mirrored() {
    // Treats each joint as a root at the origin at rest.
    let plain = place(Quat::IDENTITY, [0.0; 3], Quat::IDENTITY);
    let tilted = turned(vec3(1.0, 2.0, -1.0), 100.0);
    // With a negative w.
    let far = -turned(vec3(2.0, -1.0, 0.5), 130.0);
    // Arms: the axes of both shoulders are equal in the world, or differ as if two people had built them.
    let left = place(turned(Vec3::Z, -80.0), [0.0, 0.3, 0.0], turned(Vec3::X, 10.0));
    let right = place(turned(vec3(1.0, 1.0, 0.2), 140.0), [0.0, 0.35, 0.02], turned(Vec3::Y, 75.0));
    let raised = stands([0.0, 0.3, 0.0], turned(vec3(0.3, 0.2, 1.0), 65.0), [1.0; 3]);
    let torn = stands([0.1, 0.5, -0.2], -turned(vec3(-1.0, 0.4, 0.8), 150.0), [1.0, 1.5, 0.5]);
    check("14.4", |check| {
        check.own_slips(&[STEP_NOT_TO_THE_WORLD, BACK_AS_ON_THE_WAY_THERE, BEFORE_REST]);
        let tag = |check: &mut Check, [differ, moved]: [bool; 2]| {
            check.tags(&[
                ("parents and joints whose axes differ", differ),
                ("a joint that has left its place, below a parent whose axes differ", moved),
            ]);
        };
        tag(check, [false; 2]);
        let about = |axis: &str| {
            format!(
                "the mirror image of a joint that stands at (0.3, 1, 0.2), turned 40° about {axis}; both parents lie along \
                 the world's axes, and at rest both joints stand in them at (0, 0, 0), not turned"
            )
        };
        for (name, axis) in [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z)] {
            let partner = stands([0.3, 1.0, 0.2], turned(axis, 40.0), [1.0; 3]);
            ask(check, about(name), |way| way(partner, &plain, &plain));
        }
        let hardly = stands([0.0005, 0.001, 0.0], turned(Vec3::Z, 0.05), [1.0; 3]);
        ask(
            check,
            "the mirror image of a joint that has hardly moved: by (0.0005, 0.001, 0), and by 0.05° about z",
            |way| {
                let Transform { translation, rotation, .. } = way(hardly, &plain, &plain);
                1e3 * vec3(translation.x, translation.y, (rotation * Vec3::X).y)
            },
        );
        let grown = stands([-0.4, 0.5, -2.0], tilted, [1.0, 2.0, 0.5]);
        ask(check, about("(1, 2, -1), by 100° and larger"), |way| way(grown, &plain, &plain));
        let negative = stands([-0.4, 0.5, -2.0], far, [1.0; 3]);
        ask(check, about("(2, -1, 0.5), by 130° and with a negative w"), |way| {
            way(negative, &plain, &plain)
        });
        let arms = "a right arm whose left one";
        let axes = "the axes of their parents lie in different ways";
        for (words, partner) in [
            ("is as at rest", left.rest),
            ("is raised", raised),
            ("is turned far, torn off and stretched", torn),
        ] {
            tag(check, [true, partner.translation != left.rest.translation]);
            ask(check, format!("{arms} {words}; {axes}, and so do their own"), |way| {
                way(partner, &left, &right)
            });
        }
        tag(check, [false; 2]);
        let hip = place(Quat::IDENTITY, [0.0, 0.9, 0.02], Quat::IDENTITY);
        let sunk = stands([0.05, 0.8, 0.3], turned(vec3(0.2, 1.0, 0.1), -30.0), [1.0; 3]);
        ask(check, "hips in the middle, which are their own partner", |way| way(sunk, &hip, &hip));
        let off = place(Quat::IDENTITY, [3.0, 0.9, 0.0], Quat::IDENTITY);
        ask(check, "the hips of somebody who stands at x = 3, and should stay there", |way| {
            way(Transform { translation: vec3(3.1, 0.9, 0.4), ..sunk }, &off, &off)
        });
        for (words, partner) in [("is raised", raised), ("is turned far, torn off and stretched", torn)] {
            tag(check, [true, partner.translation != left.rest.translation]);
            ask(check, format!("the image of the image of a left arm that {words}"), |way| {
                way(way(partner, &left, &right), &right, &left)
            });
        }
        tag(check, [false; 2]);
        ask(check, "the matrices of two images, multiplied: it must be the image of the product", |way| {
            let both = [raised, negative].map(|joint| matrix(way(joint, &plain, &plain)));
            both[0] * both[1]
        });
        ask(check, "where the image of a joint takes the image of the point (0.2, 0.7, -0.4)", |way| {
            matrix(way(grown, &plain, &plain)).transform_point3(vec3(-0.2, 0.7, -0.4))
        });
        let drawn = check.drawn(|draw| {
            let mut any = || Transform {
                translation: draw.factor(100.0) * draw.point(1.0),
                rotation: draw.turn(),
                scale: vec3(draw.factor(10.0), -draw.factor(10.0), 1.0),
            };
            let [mut partner, its, own] = [any(), any(), any()];
            partner = draw.one_of(&[partner, partner, its]);
            let [axes, other] = [draw.wide_turn(), draw.wide_turn()];
            let [its, own] = [(axes, its), (draw.one_of(&[axes, other]), own)]
                .map(|(world_from_parent, rest)| Place { world_from_parent, rest });
            (partner, its, draw.one_of(&[its, own, own]), draw.point(1.0))
        });
        for (partner, its, own, step) in drawn {
            ask(check, "a joint whose partner stands anyhow; parents and rests lie anyhow, too", |way| {
                way(partner, &its, &own)
            });
            let [its, own] = [its, own].map(|Place { world_from_parent, rest }| Place {
                world_from_parent,
                rest: Transform { translation: Vec3::ZERO, ..rest },
            });
            let hardly = Transform { translation: 1e-4 * step, ..its.rest };
            ask(
                check,
                "where a joint is, in tenths of a millimetre, whose partner has hardly moved; parents and rests lie anyhow",
                |way| 1e4 * way(hardly, &its, &own).translation,
            );
        }
    });
}
