//! The checks of lesson 15.

use check::{Answer, Check, Draw, Told, check};
use common::clip::{Keys, key_at};
use common::transform::Transform;
use editor::mirror::{Place, mirrored};
use editor::{DraggedRing, RingAxes, turned_by_ring};
use editor::{auto_key, insert};
use glam::{Mat4, Quat, Vec3, vec3};

// ---------------------------------------------------------------- 15.1

/// A ring that is dragged by some degrees: from one point of its circle, at some distances from the joint.
fn ring(axes: RingAxes, axis: Vec3, [taken, degrees]: [f32; 2], [near, far]: [f32; 2]) -> DraggedRing {
    let begin = axis.any_orthonormal_vector();
    let at = |degrees: f32, distance: f32| distance * (turned(axis, degrees) * begin);
    DraggedRing { axes, axis, from: at(taken, near), to: at(taken + degrees, far) }
}

const TURNED: &str = "to do with a drag about the own axes of a joint that's turned";

/// A joint and a ring in words, with the joint's rotation, the ring's axis, and the degrees of the drag.
type Drag = (&'static str, Quat, Vec3, f32);

fn raised() -> Quat {
    turned(vec3(0.3, -0.2, 1.0), 70.0)
}

fn drags() -> [Drag; 11] {
    let raised = raised();
    [
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
    ]
}

/// Asks for a drag about the joint's own axis, and about the parent's. The mouse is rarely on the circle.
fn ask_drag(check: &mut Check, (words, rotation, axis, degrees): Drag, taken: f32, distances: [f32; 2]) {
    for (whose, axes) in [("its own axes", RingAxes::Own), ("its parent's axes", RingAxes::Parent)] {
        check.tags(&[
            (TURNED, axes == RingAxes::Own && rotation != Quat::IDENTITY && degrees != 0.0),
            ("to do with the parent's axes", axes == RingAxes::Parent),
            ("more than a right angle to turn by", degrees.abs() > 90.0),
            ("a drag the other way", degrees < 0.0),
            ("an axis that lies aslant", axis.max_element() < 1.0),
        ]);
        let ring = ring(axes, axis, [taken, degrees], distances);
        check.asked(
            format!(
                "how a joint is turned in its parent after a drag: {words}, along {whose}. It is turned by {} before; the \
                 axis is {}, from {} to {}",
                rotation.show(),
                axis.show(),
                ring.from.show(),
                ring.to.show()
            ),
            || turned_by_ring(rotation, ring),
        );
    }
}

#[test]
fn todo_15_1_ring() {
    check("15.1", |check| {
        let drawn = check.drawn(|draw| {
            let (axis, rotation) = (draw.turn() * Vec3::X, draw.turn());
            // An arc cosine is too coarse for less than a tenth of a degree.
            let far = [draw.number(-170.0..170.0), 10.0 * draw.factor(100.0), -10.0 * draw.factor(100.0)];
            let rotation = draw.one_of(&[rotation, -rotation, Quat::IDENTITY]);
            let words = "a joint that is turned anyhow, by a ring about any axis";
            ((words, rotation, axis, draw.one_of(&far)), [draw.factor(1000.0), draw.factor(1000.0)])
        });
        let asked = drags().map(|drag| (drag, [1.0; 2])).into_iter().chain(drawn);
        for (number, (drag, [near, far])) in (0u8..).zip(asked) {
            let near = near * (1.0 + 0.25 * f32::from(number % 3));
            let far = far * (1.5 - 0.25 * f32::from(number % 4));
            ask_drag(check, drag, 20.0 * f32::from(number), [near, far]);
        }
        check.tags(&[(TURNED, true)]);
        // The arrows are a thousandth of a millimetre long, and the mouse has hardly moved.
        let small = ring(RingAxes::Own, Vec3::X, [0.0, 0.028], [0.000_001, 0.000_001_2]);
        check.asked(
            "how a joint is turned in its parent after a drag by 0.028° about its own x, of a ring that is as small as a dot",
            || turned_by_ring(raised(), small),
        );
    });
}

// ---------------------------------------------------------------- 15.2

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
fn keyed_by_hand(times: &[f32], changes: &[Change]) -> Listed<Vec3> {
    let mut keys = Keys::new(times.iter().copied(), (0..times.len()).map(corner));
    for &(time, value) in changes {
        let was = motion(&keys, time);
        auto_key(&mut keys, time, was, value.map_or(was, corner));
    }
    Listed::of(&keys)
}

/// The keys that hold at some times, by the search that an answer may call.
fn keys_that_hold() -> Vec<usize> {
    let stepping = [0.5, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0];
    let found = [0.0, 0.5, 2.0, 2.5, 3.0, 9.0].map(|time| key_at(&stepping, time));
    found.into_iter().chain([key_at(&[], 1.0)]).collect()
}

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

const PLAIN: &[f32] = &[0.5, 1.5, 2.0, 5.0];
const STEPPING: &[f32] = &[0.5, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0];

/// Words for the changes, the keys, and the changes.
const CHANGED: [(&str, &[f32], &[Change]); 14] = [
    ("between two keys, where there is none", PLAIN, &[(2.75, Some(9))]),
    ("at a key", PLAIN, &[(1.5, Some(9))]),
    ("before the first key", PLAIN, &[(0.25, Some(9))]),
    ("at the first key", PLAIN, &[(0.5, Some(9))]),
    ("at the last key", PLAIN, &[(5.0, Some(9))]),
    ("past the last key", PLAIN, &[(6.0, Some(9))]),
    ("a ten-millionth of a second after a key", PLAIN, &[(1.500_000_1, Some(9))]),
    ("nowhere: between two keys all is left as the motion has it", PLAIN, &[(2.75, None)]),
    ("nowhere: at a key all is left as the motion has it", PLAIN, &[(2.0, None)]),
    ("nowhere: in an empty list all is left as it is at rest", &[], &[(1.0, None)]),
    ("in an empty list", &[], &[(1.0, Some(9))]),
    ("at a time where there are two keys", STEPPING, &[(2.0, Some(9))]),
    (
        "at a time where there are three keys, and between two others",
        STEPPING,
        &[(3.0, Some(9)), (4.0, Some(8))],
    ),
    ("twice at one time, and once more later", PLAIN, &[(1.0, Some(9)), (1.0, Some(7)), (3.0, Some(8))]),
];

/// Asks for a list's keys after something was changed.
fn ask_keyed(check: &mut Check, words: &str, times: &[f32], changes: &[Change]) {
    let any = |is: &dyn Fn(f32) -> bool| changes.iter().any(|change| is(change.0));
    check.tags(&[
        ("nothing that was changed", changes.iter().all(|change| change.1.is_none())),
        ("no keys yet", times.is_empty()),
        ("a change at a key", any(&|time| times.contains(&time))),
        ("a change before the first key", any(&|time| times.first().is_some_and(|first| *first > time))),
        ("several keys at one time", times.windows(2).any(|two| two[0] == two[1])),
    ]);
    let listed = |times: &[f32]| times.iter().map(|time| format!("{time} s")).collect::<Vec<_>>().join(", ");
    let keys = match times.len() {
        0 => "none".to_owned(),
        1..9 => listed(times),
        _ => "a quarter of a second apart".to_owned(),
    };
    let hands: Vec<f32> = changes.iter().map(|(time, _)| *time).collect();
    let hands = if hands.len() > 4 { "many times".to_owned() } else { listed(&hands) };
    check.asked(
        format!(
            "the keys of a list after something was changed {words}. Its keys: {keys}. The playhead: {hands}"
        ),
        || keyed_by_hand(times, changes),
    );
}

#[test]
fn todo_15_2_auto_key() {
    check("15.2", |check| {
        check.needs("06.2", keys_that_hold);
        for (words, times, changes) in CHANGED {
            ask_keyed(check, words, times, changes);
        }
        let long: Vec<f32> = (0..60u8).map(|key| 0.25 * f32::from(key)).collect();
        let change = |at: u8| {
            (0.375 * f32::from(at.wrapping_mul(7) % 40), (!at.is_multiple_of(4)).then_some(usize::from(at)))
        };
        let many: Vec<Change> = (0..30).map(change).collect();
        ask_keyed(check, "thirty times, at keys and between them", &long, &many);
        let drawn = check.drawn(|draw| {
            let times = key_times(draw);
            let change = |_| (moment(draw, &times), Some(draw.whole(0..9)).filter(|value| *value < 7));
            let changes: Vec<Change> = (0..9).map(change).collect();
            (times, changes)
        });
        for (times, changes) in drawn {
            ask_keyed(check, "at one of its keys and beside them", &times, &changes);
        }
    });
}

// ---------------------------------------------------------------- 15.3

/// A list of keys, as an answer.
struct Listed<T> {
    times: Vec<f32>,
    values: Vec<T>,
}

impl<T: Copy> Listed<T> {
    fn of(keys: &Keys<T>) -> Self {
        Self { times: keys.times().to_vec(), values: keys.values().to_vec() }
    }
}

impl<T: Answer> Answer for Listed<T> {
    fn told(&self) -> Told {
        let key = |(time, value): (&f32, &T)| {
            let parts = [("time in seconds", time.told()), ("value", value.told())];
            (String::new(), Told::Parts(parts.map(|(name, part)| (name.to_owned(), part)).into()))
        };
        Told::Parts(self.times.iter().zip(&self.values).map(key).collect())
    }
}

type Mix<T> = fn(T, T, f32) -> T;

/// Inserts several keys into a list, one by one.
fn ask_inserted<T: Answer + Copy>(
    check: &mut Check,
    question: &str,
    [times, inserts]: [&[f32]; 2],
    value: impl Fn(usize) -> T,
    (rest, mix): (T, Mix<T>),
) {
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
    check.asked(question, || {
        let mut keys = Keys::new(times.iter().copied(), (0..times.len()).map(value));
        inserts.iter().for_each(|&time| insert(&mut keys, time, rest, mix));
        Listed::of(&keys)
    });
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

/// A place and a turn at rest, with the way to mix them.
const PLACE: (Vec3, Mix<Vec3>) = (vec3(0.5, 9.0, -7.0), Vec3::lerp);

fn turn() -> (Quat, Mix<Quat>) {
    (turned(Vec3::Z, 111.0), Quat::slerp)
}

/// Asks for a single key, in many lists.
fn ask_one_inserted(check: &mut Check) {
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
            format!("the keys of {of} at 0.5, 1.5, 2 and 5 s, after one was inserted {words}, at {time} s")
        };
        ask_inserted(check, &question("places"), [PLAIN, &[time]], corner, PLACE);
        ask_inserted(check, &question("turns"), [PLAIN, &[time]], turn_of, turn());
    }
    for (words, times) in [("no keys", &[][..]), ("a single key, at 2 s", &[2.0])] {
        for time in [1.0, 2.0, 3.0] {
            let question = |of: &str| {
                format!(
                    "a list of {of} with {words}, after a key was inserted at {time} s; at rest it is {}",
                    PLACE.0.show()
                )
            };
            ask_inserted(check, &question("places"), [times, &[time]], corner, PLACE);
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
        ask_inserted(check, &question, [STEPPING, &[time]], corner, PLACE);
    }
}

#[test]
fn todo_15_3_insert() {
    let long: Vec<f32> = (0..200u8).map(|key| 0.125 * f32::from(key / 3 * 3)).collect();
    let many: Vec<f32> = (0..90u8).map(|key| 0.09375 * f32::from(key.wrapping_mul(37))).collect();
    check("15.3", |check| {
        check.needs("06.2", keys_that_hold);
        ask_one_inserted(check);
        let starting: &[f32] = &[1.0, 1.0, 2.0, 2.0];
        ask_inserted(
            check,
            "keys of which two are at 1 s and two at 2 s, after keys were inserted at 0.5 s and at 3 s",
            [starting, &[0.5, 3.0]],
            corner,
            PLACE,
        );
        ask_inserted(
            check,
            "keys of turns at 0.5, 1.5, 2 and 5 s, after keys were inserted one after the other at 3, 4, 3.5, 1 and 3.5 s",
            [PLAIN, &[3.0, 4.0, 3.5, 1.0, 3.5]],
            turn_of,
            turn(),
        );
        ask_inserted(
            check,
            "200 keys, three at a time, after 90 were inserted, some at their times",
            [&long, &many],
            corner,
            PLACE,
        );
        let drawn = check.drawn(|draw| {
            let times = key_times(draw);
            let inserts: Vec<f32> = (0..draw.whole(1..9)).map(|_| moment(draw, &times)).collect();
            (times, inserts, draw.point(4.0))
        });
        for (times, inserts, rest) in drawn {
            let lists: [&[f32]; 2] = [&times, &inserts];
            ask_inserted(check, "places, after keys were inserted", lists, corner, (rest, Vec3::lerp));
            ask_inserted(check, "turns, after keys were inserted", lists, turn_of, turn());
        }
    });
}

// ---------------------------------------------------------------- 15.4

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

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

/// Says if the axes of parents and joints differ, and if the joint has left its place there.
fn tag(check: &mut Check, [differ, moved]: [bool; 2]) {
    check.tags(&[
        ("parents and joints whose axes differ", differ),
        ("a joint that has left its place, below a parent whose axes differ", moved),
    ]);
}

/// Asks for joints whose parents lie along the world's axes, each of them as a root at the origin at rest.
fn ask_plain(check: &mut Check, raised: Transform) {
    tag(check, [false; 2]);
    let plain = place(Quat::IDENTITY, [0.0; 3], Quat::IDENTITY);
    let about = |axis: &str| {
        format!(
            "the mirror image of a joint that stands at (0.3, 1, 0.2), turned 40° about {axis}; both parents lie along \
             the world's axes, and at rest both joints stand in them at (0, 0, 0), not turned"
        )
    };
    for (name, axis) in [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z)] {
        let partner = stands([0.3, 1.0, 0.2], turned(axis, 40.0), [1.0; 3]);
        check.asked(about(name), || mirrored(partner, &plain, &plain));
    }
    let hardly = stands([0.0005, 0.001, 0.0], turned(Vec3::Z, 0.05), [1.0; 3]);
    check.asked(
        "the mirror image of a joint that has hardly moved: by (0.0005, 0.001, 0), and by 0.05° about z",
        || {
            let Transform { translation, rotation, .. } = mirrored(hardly, &plain, &plain);
            1e3 * vec3(translation.x, translation.y, (rotation * Vec3::X).y)
        },
    );
    let grown = stands([-0.4, 0.5, -2.0], turned(vec3(1.0, 2.0, -1.0), 100.0), [1.0, 2.0, 0.5]);
    check.asked(about("(1, 2, -1), by 100° and larger"), || mirrored(grown, &plain, &plain));
    // With a negative w.
    let negative = stands([-0.4, 0.5, -2.0], -turned(vec3(2.0, -1.0, 0.5), 130.0), [1.0; 3]);
    check.asked(about("(2, -1, 0.5), by 130° and with a negative w"), || mirrored(negative, &plain, &plain));
    check.asked("the matrices of two images, multiplied: it must be the image of the product", || {
        let both = [raised, negative].map(|joint| matrix(mirrored(joint, &plain, &plain)));
        both[0] * both[1]
    });
    check.asked("where the image of a joint takes the image of the point (0.2, 0.7, -0.4)", || {
        matrix(mirrored(grown, &plain, &plain)).transform_point3(vec3(-0.2, 0.7, -0.4))
    });
}

/// Draws a partner, both places, and a small step.
fn any_mirrored(draw: &mut Draw) -> (Transform, Place, Place, Vec3) {
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
}

#[test]
fn todo_15_4_mirrored() {
    // Arms: the axes of both shoulders are equal in the world, or differ as if two people had built them.
    let left = place(turned(Vec3::Z, -80.0), [0.0, 0.3, 0.0], turned(Vec3::X, 10.0));
    let right = place(turned(vec3(1.0, 1.0, 0.2), 140.0), [0.0, 0.35, 0.02], turned(Vec3::Y, 75.0));
    let raised = stands([0.0, 0.3, 0.0], turned(vec3(0.3, 0.2, 1.0), 65.0), [1.0; 3]);
    let torn = stands([0.1, 0.5, -0.2], -turned(vec3(-1.0, 0.4, 0.8), 150.0), [1.0, 1.5, 0.5]);
    check("15.4", |check| {
        ask_plain(check, raised);
        let hip = place(Quat::IDENTITY, [0.0, 0.9, 0.02], Quat::IDENTITY);
        let sunk = stands([0.05, 0.8, 0.3], turned(vec3(0.2, 1.0, 0.1), -30.0), [1.0; 3]);
        check.asked("hips in the middle, which are their own partner", || mirrored(sunk, &hip, &hip));
        let off = place(Quat::IDENTITY, [3.0, 0.9, 0.0], Quat::IDENTITY);
        check.asked("the hips of somebody who stands at x = 3, and should stay there", || {
            mirrored(Transform { translation: vec3(3.1, 0.9, 0.4), ..sunk }, &off, &off)
        });
        for (words, partner) in [
            ("is as at rest", left.rest),
            ("is raised", raised),
            ("is turned far, torn off and stretched", torn),
        ] {
            tag(check, [true, partner.translation != left.rest.translation]);
            check.asked(
                format!(
                    "a right arm whose left one {words}; the axes of their parents lie in different ways, and so do their own"
                ),
                || mirrored(partner, &left, &right),
            );
        }
        for (words, partner) in [("is raised", raised), ("is turned far, torn off and stretched", torn)] {
            tag(check, [true, partner.translation != left.rest.translation]);
            check.asked(format!("the image of the image of a left arm that {words}"), || {
                mirrored(mirrored(partner, &left, &right), &right, &left)
            });
        }
        tag(check, [false; 2]);
        for (partner, its, own, step) in check.drawn(any_mirrored) {
            check.asked("a joint whose partner stands anyhow; parents and rests lie anyhow, too", || {
                mirrored(partner, &its, &own)
            });
            let [its, own] = [its, own].map(|Place { world_from_parent, rest }| Place {
                world_from_parent,
                rest: Transform { translation: Vec3::ZERO, ..rest },
            });
            let hardly = Transform { translation: 1e-4 * step, ..its.rest };
            check.asked(
                "where a joint is, in tenths of a millimetre, whose partner has hardly moved; parents and rests lie anyhow",
                || 1e4 * mirrored(hardly, &its, &own).translation,
            );
        }
    });
}
