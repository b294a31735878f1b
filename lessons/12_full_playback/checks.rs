//! The checks of lesson 12.

use check::{Answer, Check, Draw, Named, Told, check, table, told};
use common::clip::{Animator, Channel, Clip, Cursors, Keys, RootMotion, Search, key_at, key_from_last};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::{RigidTransform, Transform, scale_and_rotation, slerp};
use glam::{Mat4, Quat, Vec3, vec3};
use std::cell::Cell;
use std::cmp::Ordering;
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

// -------------------------------------------------------------------- 12.1

/// The lists of a channel: times with values.
#[derive(Default)]
struct Lists {
    places: Vec<(f32, Vec3)>,
    turns: Vec<(f32, Quat)>,
    sizes: Vec<(f32, Vec3)>,
}

/// Returns the transform at rest of the joint that is sampled.
fn at_rest() -> Transform {
    let rotation = Quat::from_rotation_y(0.6);
    Transform { translation: vec3(0.5, -2.0, 3.0), rotation, scale: vec3(1.5, 2.0, 0.75) }
}

impl Lists {
    /// Lists with keys at these times.
    fn at(places: &[f32], turns: &[f32], sizes: &[f32]) -> Self {
        let turn = |key: f32| Quat::from_rotation_z(1.9 * key) * Quat::from_rotation_x(0.4 + 0.3 * key);
        let place = |key: f32| vec3(1.0 + key * key, 4.0 - 3.0 * key, 0.5 * key);
        fn keyed<T>(times: &[f32], value: impl Fn(f32) -> T) -> Vec<(f32, T)> {
            times.iter().enumerate().map(|(key, &time)| (time, value(key as f32))).collect()
        }
        let size = |key: f32| vec3(1.0 + key, 0.5, 2.0 + 0.5 * key * key);
        Self { places: keyed(places, place), turns: keyed(turns, turn), sizes: keyed(sizes, size) }
    }

    /// Returns what the channel's joint is sampled as, without an exercise's search.
    fn sampled(&self, time: f32) -> Transform {
        fn keys<T: Copy>(list: &[(f32, T)]) -> Keys<T> {
            Keys::new(list.iter().map(|key| key.0), list.iter().map(|key| key.1))
        }
        let (translations, rotations, scales) = (keys(&self.places), keys(&self.turns), keys(&self.sizes));
        let channel = Channel { joint: 0, translations, rotations, scales };
        channel.sample(at_rest(), time, &mut Cursors::new(Search::FromStart))
    }

    /// Returns the times of each list's keys.
    fn times(&self) -> [Vec<f32>; 3] {
        fn of<T>(list: &[(f32, T)]) -> Vec<f32> {
            list.iter().map(|key| key.0).collect()
        }
        [of(&self.places), of(&self.turns), of(&self.sizes)]
    }

    fn words(&self) -> String {
        let keys = self.times().map(|times| match times.len() {
            0 => "no keys".to_owned(),
            count @ 9.. => format!("{count} keys, one in each thirtieth of a second"),
            _ => times.iter().map(f32::to_string).collect::<Vec<_>>().join(", "),
        });
        let lists = ["translations", "rotations", "scales"].map(str::to_owned);
        table(["list", "seconds of its keys"], lists.into_iter().zip(keys).map(|(list, keys)| [list, keys]))
    }
}

/// Declares that 10.1 is needed, as far as samples use it.
fn needs_slerp(check: &mut Check) {
    let lists = Lists::at(&[], &[0.0, 1.0, 2.0, 3.0], &[]);
    let [from, to] = [0.0, SECONDS].map(|time| shin(time).rotation);
    let ends = [(from, to), (from, from), (Quat::IDENTITY, Quat::IDENTITY)];
    let ends = lists.turns.windows(2).map(|pair| (pair[0].1, pair[1].1)).chain(ends);
    let parts = [0.0, 0.175, 0.25, 0.75, 0.95];
    check.needs("10.1", || -> Vec<Quat> {
        ends.flat_map(|(from, to)| parts.map(|part| slerp(from, to, part))).collect()
    });
}

/// Declares that 12.1 is needed.
fn needs_sample(check: &mut Check) {
    let lists = [Lists::at(&[0.0, 2.0], &[0.0, 0.5, 1.5], &[0.0]), Lists::at(&[0.0], &[0.0, 2.0], &[])];
    check.needs("12.1", || -> Vec<Transform> {
        lists.iter().flat_map(|lists| [0.0, 0.35, 0.5, 1.25, 2.0].map(|time| lists.sampled(time))).collect()
    });
}

#[test]
fn todo_12_1_sample() {
    let (places, turns, sizes): (&[f32], &[f32], &[f32]) = (&[0.0, 2.0, 2.5], &[0.5, 1.0, 2.2], &[0.2, 1.8]);
    let frames: Vec<f32> = (0..=300u16).map(|frame| f32::from(frame) / 30.0).collect();
    check("12.1", |check| {
        needs_slerp(check);
        let all = [0.9, 1.5, 2.1, 0.1, 1.0, 2.5, 9.0].map(|time| (Lists::at(places, turns, sizes), time));
        let few = [0.25, 0.9, 3.0].map(|time| (Lists::at(&[0.4], &[0.5, 1.0], &[]), time));
        let single = [0.0, 3.0].map(|time| (Lists::at(&[], &[1.5], &[1.5]), time));
        let steps = [0.9, 1.0, 1.5, 3.0].map(|time| {
            (Lists::at(&[0.0, 1.0, 1.0, 3.0], &[0.0, 0.5, 1.0, 1.0, 2.0], &[0.0, 1.0, 3.0, 3.0]), time)
        });
        let brief = Lists::at(&[-0.0002, 0.0001], &[-0.0001, 0.0001, 0.0003], &[]);
        let others = [
            (Lists::default(), 0.9),
            (Lists::at(&[], &frames[..3], &frames), 0.05),
            (Lists::at(&frames, &frames, &[]), 9.05),
            (brief, -0.00005),
        ];
        let drawn = check.drawn(|draw| {
            let lists = [(); 3].map(|()| if draw.whole(0..4) > 0 { drawn_times(draw) } else { Vec::new() });
            let list = draw.one_of(&lists);
            let time = drawn_time(draw, &list);
            let [places, turns, sizes] = lists;
            (Lists::at(&places, &turns, &sizes), time)
        });
        for (lists, time) in all.into_iter().chain(few).chain(single).chain(steps).chain(others).chain(drawn)
        {
            let times = lists.times();
            let has = |is: &dyn Fn(&Vec<f32>) -> bool| times.iter().any(is);
            let is_over = |list: &Vec<f32>| list.last().is_some_and(|last| *last <= time);
            let is_before = |list: &[f32]| list.first().is_some_and(|first| time < *first);
            let between = times[1].windows(2).find(|keys| keys[0] < time && time < keys[1]);
            let is_uneven = |keys: &[f32]| (2.0 * time - keys[0] - keys[1]).abs() > 1e-5;
            check.tags(&[
                ("a time before the first key of the translations", is_before(&times[0])),
                ("a time before the first key of the rotations", is_before(&times[1])),
                ("a time before the first key of the scales", is_before(&times[2])),
                ("a time between two keys of the rotations, and not halfway", between.is_some_and(is_uneven)),
                ("a list without keys", has(&Vec::is_empty)),
                ("translations without keys", times[0].is_empty()),
                ("scales without keys", times[2].is_empty()),
                ("a list with a single key", has(&|list| list.len() == 1)),
                ("a list whose last key holds", has(&|list| list.len() == 1 || is_over(list))),
                ("a list of several keys whose last one holds", has(&|list| list.len() > 1 && is_over(list))),
            ]);
            check.asked(format!("a joint at {time} s{}", lists.words()), || lists.sampled(time));
        }
    });
}

// -------------------------------------------------------------------- 12.2

/// Returns the name of a joint of the rig below.
fn joint_name(joint: usize) -> String {
    match joint {
        0 => "the node above (no channel)".to_owned(),
        1 => "hips".to_owned(),
        2 => "thigh (no channel)".to_owned(),
        3 => "shin".to_owned(),
        4 => "other thigh (no channel)".to_owned(),
        5 => "sword (no channel, nor a node above)".to_owned(),
        6..=9 => format!("joint {joint}, on the hips"),
        _ => format!("joint {joint}, on joint {}", joint - 1),
    }
}

/// Length of the clip below.
const SECONDS: f32 = 2.0;

/// Returns the transform of the hips. Hips and shin change linearly over the clip.
fn hips(time: f32) -> Transform {
    Transform { translation: vec3(0.0, 1.0 + time, 0.5 * time), ..Transform::IDENTITY }
}

fn shin(time: f32) -> Transform {
    let rotation = Quat::from_rotation_x((40.0 * time).to_radians());
    Transform { translation: vec3(0.0, -0.4, 0.0), rotation, scale: vec3(1.0, 1.25, 1.0) }
}

fn rig() -> Rig {
    let mut skeleton = Skeleton::chain(&["above", "hips", "thigh", "shin"]);
    skeleton.add("other thigh", Some(1));
    skeleton.add("sword", None);
    for parent in [1, 1, 1, 1].into_iter().chain(9..19) {
        skeleton.add("joint", Some(parent));
    }
    let rotation = Quat::from_rotation_z(0.4);
    let above = Transform { rotation, scale: vec3(1.0, 1.5, 1.0), ..Transform::IDENTITY };
    let thigh = Transform {
        translation: vec3(0.2, -0.1, 0.0),
        rotation: Quat::from_rotation_y(0.5),
        scale: vec3(1.0, 2.0, 1.0),
    };
    let mut rest = vec![above, hips(0.7), thigh, shin(0.3), thigh, thigh];
    rest.extend((6..20).map(|joint| if joint % 2 == 0 { thigh } else { shin(0.05 * joint as f32) }));
    Rig { skeleton, rest }
}

fn clip() -> Clip {
    let times = vec![0.0, SECONDS];
    let at_start = vec![0.0];
    let places = [0.0, SECONDS].map(|time| hips(time).translation).to_vec();
    let turns = [0.0, SECONDS].map(|time| shin(time).rotation).to_vec();
    let hips = Channel {
        joint: 1,
        translations: Keys::new(times.clone(), places),
        rotations: Keys::new(at_start.clone(), vec![Quat::IDENTITY]),
        scales: Keys::default(),
    };
    let shin = Channel {
        joint: 3,
        translations: Keys::new(at_start, vec![shin(0.0).translation]),
        rotations: Keys::new(times, turns),
        scales: Keys::default(),
    };
    let others = [17, 7, 11, 9, 19].map(|joint| Channel { joint, ..shin.clone() });
    let channels = [hips, shin].into_iter().chain(others).collect();
    Clip { name: "walk".to_owned(), start: 7.5, seconds: SECONDS, channels }
}

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

/// Steps and settings for an animator.
struct Play {
    /// The time in the clip that it's sent to before the first step.
    sent: f32,
    steps: Vec<f32>,
    speed: f32,
    looping: bool,
}

impl Play {
    /// Plays a clip from where it's sent, and returns the animator after all steps.
    fn played(&self, rig: &Arc<Rig>, clip: Clip) -> Animator {
        let mut animator = Animator::new(rig.clone(), Arc::new(clip));
        animator.search_by(Search::FromStart);
        (animator.speed, animator.looping) = (self.speed, self.looping);
        animator.seek(self.sent);
        self.steps.iter().for_each(|&dt| animator.update(dt));
        animator
    }
}

/// Returns an animator's time in the clip, and its matrices from every joint to its parent.
fn shown(animator: &Animator) -> Told {
    let joint = |(joint, at): (usize, &Transform)| (joint_name(joint), matrix(*at).told());
    let joints = animator.pose().iter().enumerate().map(joint);
    Told::Parts(
        std::iter::once(("the time in the clip".to_owned(), animator.time().told())).chain(joints).collect(),
    )
}

/// Steps in words, with their seconds, the speed, and if the clip loops.
fn plays() -> [(&'static str, Vec<f32>, f32, bool); 15] {
    [
        ("after 0.35 s and 0.45 s, in a loop", vec![0.35, 0.45], 1.0, true),
        ("after 0.9 s and 2 s at 2.5 times its speed, in a loop", vec![0.9, 2.0], 2.5, true),
        ("after three steps of 0.9 s, without a loop", vec![0.9; 3], 1.0, false),
        ("after 0.3 s and 0.2 s backwards, in a loop", vec![0.3, 0.2], -1.0, true),
        ("after 0.3 s and 5.2 s backwards, in a loop", vec![0.3, 5.2], -1.0, true),
        ("after 0.6 s and 0.5 s backwards, without a loop", vec![0.6, 0.5], -1.0, false),
        ("after a step of no time, by which it shows where it was sent", vec![0.0], 1.0, true),
        ("after 0.5 s and 1.5 s, in a loop", vec![0.5, 1.5], 1.0, true),
        ("after a step of 2 s, in a loop", vec![2.0], 1.0, true),
        ("after 5.5 s and 0.5 s, in a loop", vec![5.5, 0.5], 1.0, true),
        ("after 0.3 s back and then 2.2 s, in a loop", vec![-0.3, 2.2], 1.0, true),
        ("after 2.5 s and then 0.7 s back, without a loop", vec![2.5, -0.7], 1.0, false),
        ("after 0.7 s back and then 0.5 s, without a loop", vec![-0.7, 0.5], 1.0, false),
        ("after a step of 5000.5 s, in a loop", vec![5000.5], 1.0, true),
        ("after 8000 steps of 0.0001 s, in a loop", vec![0.0001; 8000], 1.0, true),
    ]
}

/// Draws steps whose products are exact in single precision, too.
fn any_play(draw: &mut Draw) -> Play {
    let exact = |draw: &mut Draw, most| draw.number(0.25..4.0) * 2f32.powi(draw.signed(most) as i32);
    let speed = exact(draw, 8) * draw.one_of(&[1.0, 1.0, -1.0, -1.0, 0.0]);
    let (sent, looping) = (draw.number(0.0..2.0), draw.one_of(&[true, false]));
    let steps =
        (0..draw.size(1..300)).map(|_| exact(draw, 6) * draw.one_of(&[1.0, 1.0, -1.0, 0.0])).collect();
    Play { sent, steps, speed, looping }
}

/// Asks for time and pose after all steps.
fn ask_played(check: &mut Check, rig: &Arc<Rig>, what: &str, play: &Play) {
    let rounds = play.speed * play.steps.iter().sum::<f32>() / SECONDS;
    // The farthest that a step gets from the middle of the round that it starts in.
    let mut at = play.sent / SECONDS;
    let far = play.steps.iter().fold(0.0, |far: f32, dt| {
        let middle = at.floor() + 0.5;
        at += play.speed * dt / SECONDS;
        far.max((at - middle).abs())
    });
    check.tags(&[
        ("a step over more than one end of a loop", play.looping && far > 1.5),
        ("a step over an end of a loop", play.looping && far > 0.5),
        ("time that runs back past the start", rounds < 0.0),
        ("a way past the end", rounds > 1.0),
        ("a loop", play.looping),
    ]);
    check.asked(
        format!(
            "the time in the clip, and every joint's transform to its parent, {what}; the clip takes 2 s"
        ),
        || shown(&play.played(rig, clip())),
    );
}

#[test]
fn todo_12_2_update() {
    let rig = Arc::new(rig());
    check("12.2", |check| {
        needs_slerp(check);
        needs_sample(check);
        let drawn = check.drawn(any_play);
        for (what, steps, speed, looping) in plays() {
            ask_played(check, &rig, what, &Play { sent: 0.0, steps, speed, looping });
        }
        for play in drawn {
            ask_played(check, &rig, &format!("after other steps from {} s on", play.sent), &play);
        }
        let moves_nothing = |seconds: f32| Clip { channels: Vec::new(), seconds, ..clip() };
        for (words, seconds, steps) in [
            (
                "takes 0.75 s and moves nothing, after an hour of small steps, 216000 of 1/59 s",
                0.75,
                vec![1.0 / 59.0; 216_000],
            ),
            ("takes no time, after 0.4 s", 0.0, vec![0.4]),
            ("takes no time, after 0.4 s back", 0.0, vec![-0.4]),
        ] {
            let play = Play { sent: 0.0, steps, speed: 1.0, looping: true };
            check.tags(&[("a step over an end of a loop", seconds > 0.0)]);
            check.asked(format!("the time in a clip that {words}, in a loop"), || {
                play.played(&rig, moves_nothing(seconds)).time()
            });
        }
        check.asked(
            "where joint 299 of a chain of 300 is in its parent, after 0.5 s of a clip that moves it alone",
            || {
                let rig =
                    Rig { skeleton: Skeleton::chain(&["joint"; 300]), rest: vec![Transform::IDENTITY; 300] };
                let one = vec![Channel { joint: 299, ..clip().channels[0].clone() }];
                let play = Play { sent: 0.0, steps: vec![0.5], speed: 1.0, looping: true };
                play.played(&Arc::new(rig), Clip { channels: one, ..clip() }).pose()[299].translation
            },
        );
    });
}

// -------------------------------------------------------------------- 12.3

/// A rotation by degrees about an axis.
fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

/// The scale of a joint, and its rotation after that.
#[derive(Clone, Copy)]
struct ScaleAndRotation {
    scale: Vec3,
    rotation: Quat,
}

told!(ScaleAndRotation { scale, rotation });

fn apart((scale, rotation): (Vec3, Quat)) -> ScaleAndRotation {
    ScaleAndRotation { scale, rotation }
}

/// Returns the images of the unit vectors along each axis, scaled first and then rotated.
fn columns(rotation: Quat, scale: Vec3) -> [Vec3; 3] {
    [0, 1, 2].map(|i| rotation * (scale[i] * Vec3::AXES[i]))
}

/// A joint in words, with its rotation, its scale, and a size of everything.
type Joint = (&'static str, Quat, Vec3, f32);

fn joints() -> [Joint; 11] {
    let skew = vec3(1.0, -2.0, 2.0);
    let joint = |words, (axis, degrees), scale: [f32; 3]| (words, turned(axis, degrees), scale.into(), 1.0);
    [
        joint("that is turned by 90° about z and twice as long along x", (Vec3::Z, 90.0), [2.0, 1.0, 1.0]),
        joint("that is neither turned nor scaled", (Vec3::Y, 0.0), [1.0; 3]),
        joint(
            "that is turned by 50° about (1, 2, 1), and scaled by (1, 0.5, 3)",
            (vec3(1.0, 2.0, 1.0), 50.0),
            [1.0, 0.5, 3.0],
        ),
        joint(
            "that is turned by 180° about (1, -2, 2), and scaled by (0.25, 2, 1.5)",
            (skew, 180.0),
            [0.25, 2.0, 1.5],
        ),
        joint("that mirrors along z, and is not turned", (Vec3::Y, 0.0), [1.0, 1.0, -1.0]),
        joint(
            "that mirrors: turned by -70° about (2, -1, 1), and scaled by (1, 2, -0.5)",
            (vec3(2.0, -1.0, 1.0), -70.0),
            [1.0, 2.0, -0.5],
        ),
        joint("that is pressed flat along z, and turned by 40° about x", (Vec3::X, 40.0), [1.0, 2.0, 0.0]),
        joint(
            "that is pressed flat along x, and turned by 75° about (1, -2, 2)",
            (skew, 75.0),
            [0.0, 0.5, 2.0],
        ),
        joint(
            "that is pressed flat along y, and turned by -100° about (1, -2, 2)",
            (skew, -100.0),
            [3.0, 0.0, 2.0],
        ),
        joint(
            "that mirrors and is tiny: turned by 50° about (1, -2, 2), and scaled by (0.001, 0.002, -0.0015)",
            (skew, 50.0),
            [0.001, 0.002, -0.0015],
        ),
        joint(
            "that is pressed flat along z and huge: turned by 20° about y, and scaled by (1000, 4000, 0)",
            (Vec3::Y, 20.0),
            [1000.0, 4000.0, 0.0],
        ),
    ]
}

/// Draws a joint of which two columns are mirrored or flat, or none.
fn any_joint(draw: &mut Draw) -> Joint {
    let mut scale = Vec3::from([(); 3].map(|()| draw.factor(10.0)));
    let what = draw.whole(0..6);
    match what {
        0 | 1 => scale.z = -scale.z,
        2..=4 => scale[what - 2] = 0.0,
        _ => {}
    }
    // Of a flat one two columns are multiplied, and squared, which must not become 0.
    let size = draw.factor(if scale.min_element() == 0.0 { 1e7 } else { 1e10 });
    ("of another kind", draw.turn(), scale, size)
}

fn question(what: &str, columns: [Vec3; 3]) -> String {
    let [x, y, z] = columns.map(|column| column.show());
    // Of a tiny one nothing but zeros would be seen.
    let is_seen = columns.iter().any(|column| column.length() > 0.1);
    let columns = if is_seen { format!("; its columns are {x}, {y} and {z}") } else { String::new() };
    format!("the scale and the rotation of a joint {what}{columns}")
}

#[test]
fn todo_12_3_apart() {
    check("12.3", |check| {
        let drawn = check.drawn(any_joint);
        for (what, rotation, scale, size) in joints().into_iter().chain(drawn) {
            let columns = columns(rotation, size * scale);
            check.tags(&[
                ("a mirrored joint", scale.cmplt(Vec3::ZERO).any()),
                ("a joint that's flat along x or y", scale.x * scale.y == 0.0),
                ("a flat joint", scale.cmpeq(Vec3::ZERO).any()),
            ]);
            check.asked(question(what, columns), || {
                let (scale, rotation) = scale_and_rotation(columns);
                apart((scale / size, rotation))
            });
        }
        check.tags(&[("a flat joint", false)]);
        let (tiny, rotation) = (1e-8 * vec3(1.0, 2.0, -1.5), turned(vec3(1.0, -2.0, 2.0), 50.0));
        check.asked(
            "a hundred million times the scale, and the rotation, of a joint that mirrors and is a hundred million times too \
             small: turned by 50° about (1, -2, 2), and scaled by (0.00000001, 0.00000002, -0.000000015)",
            || {
                let (scale, rotation) = scale_and_rotation(columns(rotation, tiny));
                apart((1e8 * scale, rotation))
            },
        );
        // Mirrored along another axis, it also has a rotation: by half a turn about y, for x.
        let along_x = [-2.0 * Vec3::X, Vec3::Y, Vec3::Z];
        check.asked(question("that mirrors along x, and is not turned", along_x), || {
            apart(scale_and_rotation(along_x))
        });
        // Two negative signs are no mirror.
        let two_signs = columns(turned(vec3(1.0, 1.0, 0.0), 30.0), vec3(-1.0, -2.0, 1.0));
        check.asked(question("of which two axes point the other way", two_signs), || {
            apart(scale_and_rotation(two_signs))
        });
        let (scale, rotation) = (vec3(1.0, 2.0, -0.5), turned(vec3(2.0, -1.0, 1.0), -70.0));
        let matrix = Mat4::from_scale_rotation_translation(scale, rotation, vec3(0.0, 1.0, -2.0));
        check.asked(
            "the scale and the rotation that `from_matrix` takes, with your answer, out of a matrix of translation \
             (0, 1, -2), rotation -70° about (2, -1, 1) and scale (1, 2, -0.5)",
            || {
                let found = Transform::from_matrix(matrix);
                apart((found.scale, found.rotation))
            },
        );
    });
}

// -------------------------------------------------------------------- 12.4

thread_local! {
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

/// A time that counts comparisons.
#[derive(Clone, Copy, PartialEq)]
struct Counted(f32);

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        COMPARED.set(COMPARED.get() + 1);
        self.0.partial_cmp(&other.0)
    }
}

/// Most comparisons for a key one step from the last one: two loops by a step take three.
const FEW: usize = 8;
/// Most comparisons of a bisection of all those keys; a search through all takes far more.
const HALVING: usize = 40;

/// A key, and about how many comparisons it took, as right searches differ in that.
struct Sought {
    key: usize,
    comparisons: String,
}

told!(Sought { key, comparisons });

impl Sought {
    /// Runs a search, and counts its comparisons.
    fn by(search: impl FnOnce() -> usize) -> Self {
        COMPARED.set(0);
        let key = search();
        let compared = COMPARED.get();
        let few = [FEW, HALVING].into_iter().find(|few| compared <= *few);
        let comparisons = few.map_or(format!("more than {HALVING}"), |few| format!("{few} at most"));
        Self { key, comparisons }
    }
}

/// Returns a key with its time.
fn key_of(times: &[f32], key: usize) -> String {
    times.get(key).map_or(format!("{key}, which is no key of these"), |time| format!("{key}, at {time} s"))
}

/// Asks for the key at a time, after another one was found last.
fn ask_key(check: &mut Check, times: &[f32], last_found: usize, time: f32) {
    check.tags(&[
        ("no key of that number", last_found >= times.len()),
        ("a time before all keys", time < times[0]),
        ("a way back to the first key", last_found > 0 && times.get(1).is_none_or(|next| time < *next)),
        ("a step back in time", times.get(last_found).is_some_and(|last| *last > time)),
    ]);
    check.asked(
        format!(
            "the key of the joint 'knee' at {time} s, after key {last_found} was found last; its {} keys are at {times:?} s, \
             counted from 0",
            times.len()
        ),
        || key_of(times, key_from_last(times, last_found, time)),
    );
}

/// Asks for keys of very many. A search through all of them, or by bisection, takes far more than few comparisons.
fn ask_near_key(check: &mut Check) {
    let times: Vec<Counted> = (0..140_000).map(|key| Counted(key as f32)).collect();
    let drawn = check.drawn(|draw| {
        let last_found = draw.whole(100..139_990);
        (last_found, last_found as f32 + draw.number(-0.875..1.875))
    });
    for (last_found, time) in
        [(139_000, 139_001.5), (139_000, 138_999.25), (700, 700.9)].into_iter().chain(drawn)
    {
        check.asked(
            format!(
                "the key at {time} s, after key {last_found} was found last; its 140000 keys are at 0, 1, 2, … and 139999 s, \
                 and few of them may be compared"
            ),
            || Sought::by(|| key_from_last(&times, last_found, Counted(time))),
        );
    }
}

#[test]
fn todo_12_4_key_pair() {
    const ANY: usize = usize::MAX;
    let times = [0.5, 1.0, 1.0, 2.0, 3.0, 4.5];
    check("12.4", |check| {
        let drawn = check.drawn(|draw| {
            let times = drawn_times(draw);
            let last_found = draw.whole(0..times.len() + 2);
            (times.clone(), draw.one_of(&[last_found, times.len() - 1, ANY]), drawn_time(draw, &times))
        });
        let steps = [(0, 4.2), (1, 9.0), (4, 0.6), (5, 2.8), (0, 1.0), (2, 3.0), (3, 0.1), (6, 2.2)];
        let jumps = [(ANY, 2.2), (ANY, 0.2), (5, 4.8), (5, 1.0), (4, 9.0)];
        for (last_found, time) in steps.into_iter().chain(jumps) {
            ask_key(check, &times, last_found, time);
        }
        for (last_found, time) in [(1, 2.0015), (3, 2.0005)] {
            ask_key(check, &[1.0, 2.0, 2.001, 2.002], last_found, time);
        }
        for (times, last_found, time) in drawn {
            ask_key(check, &times, last_found, time);
        }
        check.tags(&[]);
        check.asked("the key at 1 s of no keys at all", || key_from_last(&[], 3, 1.0));
        for time in [0.2, 1.5, 7.0] {
            check.asked(format!("the key at {time} s of a single key at 1.5 s"), || {
                key_from_last(&[1.5], 0, time)
            });
        }
        ask_near_key(check);
    });
}

/// Draws times of keys, of which some are equal: in steps of a 64th of a power of two, so that no difference is rounded.
fn drawn_times(draw: &mut Draw) -> Vec<f32> {
    let (unit, mut time) = (2f32.powi(draw.signed(24) as i32), draw.number(-2.0..2.0));
    let count = draw.size(1..5000);
    let next = |key| {
        // Nothing says which of two first keys holds before them.
        let shared = if key == 1 { 1.0 } else { 0.0 };
        time += draw.number(0.015625..1.25) * draw.one_of(&[shared, 1.0, 1.0]);
        unit * time
    };
    (0..count).map(next).collect()
}

/// Draws a time before all keys, at one of them, hardly past it, between them, or long after all.
fn drawn_time(draw: &mut Draw, times: &[f32]) -> f32 {
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return draw.number(0.0..5.0) };
    let (key, far) = (draw.one_of(times), draw.factor(100.0));
    let between = first + draw.number(0.0..1.0) * (last - first);
    let next = times.iter().copied().find(|next| *next > key).unwrap_or(key);
    let past = key + 0.005 * (next - key);
    draw.one_of(&[first - far, key, key, past, past, between, between, last + far])
}

// -------------------------------------------------------------------- 12.5

/// Names of the figure's values in the check of root motion.
const LED: &[&str] = &["the figure, in the world", "the root, in the figure"];

/// Length of the clip whose root goes ahead.
const ROUND: f32 = 1.6;

/// Times of its root's keys, and the root's places in the clip, where z is up. The last place is ahead of the first.
const LED_TIMES: [f32; 4] = [0.0, 0.5, 1.1, ROUND];
const LED_PLACES: [Vec3; 4] =
    [vec3(0.3, 0.1, 0.9), vec3(0.7, 0.6, 0.8), vec3(0.9, 1.5, 1.0), vec3(0.6, 2.2, 0.95)];

/// Returns the root's rotation at rest: oblique, as bones often are.
fn led_rest() -> Quat {
    Quat::from_rotation_x(1.2) * Quat::from_rotation_y(0.4)
}

/// Returns its rotation at each key: it leans, and turns to the left, with a swing to the right in between.
fn led_turns() -> [Quat; 4] {
    let turned = |about_up: f32, ahead: f32, aside: f32| {
        let lean = Quat::from_rotation_x(ahead.to_radians()) * Quat::from_rotation_y(aside.to_radians());
        Quat::from_rotation_z(about_up.to_radians()) * lean * led_rest()
    };
    [turned(10.0, 5.0, 0.0), turned(-5.0, 14.0, 6.0), turned(35.0, -4.0, -9.0), turned(60.0, 5.0, 3.0)]
}

/// The figure's start, and its steps.
struct Journey<'a> {
    /// From a space with z up to the one that is asked about.
    turn: Quat,
    world_from_figure: Mat4,
    steps: &'a [f32],
    speed: f32,
    looping: bool,
}

/// A rig whose root is not its first joint, and a clip that moves it, both turned from z up.
fn led_animator(turn: Quat) -> Animator {
    let rotation = turn * led_rest();
    let root = Transform { translation: turn * vec3(0.0, 0.0, 0.9), rotation, scale: Vec3::ONE };
    let rest = vec![Transform::IDENTITY, root, Transform::IDENTITY];
    let rig = Rig { skeleton: Skeleton::chain(&["above", "hips", "spine"]), rest };
    let channel = Channel {
        joint: 1,
        translations: Keys::new(LED_TIMES.to_vec(), LED_PLACES.map(|place| turn * place).to_vec()),
        rotations: Keys::new(LED_TIMES.to_vec(), led_turns().map(|key| turn * key).to_vec()),
        scales: Keys::default(),
    };
    let clip = Clip { name: "limp".to_owned(), start: 0.0, seconds: ROUND, channels: vec![channel] };
    Animator::new(Arc::new(rig), Arc::new(clip))
}

/// Declares the exercises that 12.5 uses.
fn needs_what_leads(check: &mut Check) {
    fn rigid(matrix: Mat4) -> RigidTransform {
        let (_, rotation, translation) = matrix.to_scale_rotation_translation();
        RigidTransform::new(translation, rotation)
    }
    let [one, other] = [0, 2].map(|key| Mat4::from_rotation_translation(led_turns()[key], LED_PLACES[key]));
    check.needs("02.1", || rigid(one) * rigid(other));
    check.needs("02.2", || rigid(one).inverse());
    let found = || {
        let times = [0.0, 0.4, 0.5, 0.7, 1.0, 1.1, 1.5, 9.0];
        // A list without keys is asked for as well.
        times.map(|time| key_at(&LED_TIMES, time)).into_iter().chain([key_at(&[], 0.5)]).collect::<Vec<_>>()
    };
    check.needs("06.2", found);
    let turned = |turn: fn(Quat, Quat, f32) -> Quat| {
        let turns = led_turns();
        // The last key is asked for as a span from itself to itself.
        let spans = (0..4).map(|i| (turns[i], turns[(i + 1).min(3)]));
        spans
            .flat_map(|(from, to)| [0.0, 0.2, 0.75, 1.0].map(|alpha| turn(from, to, alpha)))
            .collect::<Vec<_>>()
    };
    check.needs("10.1", || turned(slerp));
    needs_sample(check);
    for (steps, speed, looping) in [
        (&[0.4, 2.0, 5.2][..], 1.0, true),
        (&[0.3, -0.8, -5.6], 1.0, true),
        (&[0.5, 0.0, 0.9], 2.5, true),
        (&[0.9, 1.5, -0.4], 1.0, false),
    ] {
        let played = || {
            let mut animator = led_animator(Quat::IDENTITY);
            animator.search_by(Search::FromStart);
            (animator.speed, animator.looping) = (speed, looping);
            let step = |dt: &f32| {
                animator.update(*dt);
                let Transform { translation, rotation, .. } = animator.pose()[1];
                (animator.time(), RigidTransform::new(translation, rotation))
            };
            steps.iter().map(step).unzip::<_, _, Vec<_>, Vec<_>>()
        };
        check.needs("12.2", played);
    }
}

/// Words for the scene, where the figure begins, its steps, its speed, and if the clip loops.
type Walk = (&'static str, Mat4, Vec<f32>, f32, bool);

fn walks() -> [Walk; 11] {
    let (middle, aside) = (Mat4::IDENTITY, aside());
    [
        ("after 0.3 s and 0.4 s", middle, vec![0.3, 0.4], 1.0, true),
        ("after 0.7 s, when it began 4 m aside and turned by 100°", aside, vec![0.7], 1.0, true),
        ("after 1.3 s and 0.6 s: there the clip begins again", middle, vec![1.3, 0.6], 1.0, true),
        ("after 1.3 s and 5.2 s: there the clip begins again four times", aside, vec![1.3, 5.2], 1.0, true),
        ("after 1.2 s, and then 0.5 s back", aside, vec![1.2, -0.5], 1.0, true),
        (
            "after 0.3 s, and then 0.8 s back: past the beginning of the clip",
            aside,
            vec![0.3, -0.8],
            1.0,
            true,
        ),
        (
            "after 0.4 s, and then 35.9 s back: 23 times past the beginning",
            aside,
            vec![0.4, -35.9],
            1.0,
            true,
        ),
        ("after 0.5 s and 0.9 s at 2.5 times its speed", middle, vec![0.5, 0.9], 2.5, true),
        ("after 0.9 s and 1.5 s without a loop", aside, vec![0.9, 1.5], 1.0, false),
        ("after 0.9 s, and a step of no time", aside, vec![0.9, 0.0], 1.0, true),
        ("after twelve steps of 0.35 s", middle, vec![0.35; 12], 1.0, true),
    ]
}

fn aside() -> Mat4 {
    Mat4::from_rotation_translation(Quat::from_rotation_z(100f32.to_radians()), vec3(-4.0, 3.0, 0.0))
}

/// No step ends at the end of a round: rounding would decide which of two rounds it is in.
fn any_walk(draw: &mut Draw) -> Walk {
    let [upright, aslant] = [Quat::from_rotation_z(draw.number(-3.0..3.0)), draw.turn()];
    let turn = draw.one_of(&[upright, aslant]);
    let world_from_figure = Mat4::from_rotation_translation(turn, draw.point(4.0));
    let count = draw.size(1..10);
    let step = |_| draw.number(-1.5..2.375) * draw.one_of(&[1.0, 1.0, 1.0, 32.0]) + 0.002;
    let steps = (0..count).map(step).collect();
    ("after other steps", world_from_figure, steps, 1.0, draw.one_of(&[true, true, false]))
}

#[test]
fn todo_12_5_lead() {
    check("12.5", |check| {
        needs_what_leads(check);
        let turn = Quat::IDENTITY;
        for (what, world_from_figure, steps, speed, looping) in
            walks().into_iter().chain(check.drawn(any_walk))
        {
            ask_led(check, what, &Journey { turn, world_from_figure, steps: &steps, speed, looping });
        }
        let turn = Quat::from_rotation_x(-FRAC_PI_2);
        let steps = &[1.3, 0.6];
        let ahead = Journey { turn, world_from_figure: aside(), steps, speed: 1.0, looping: true };
        ask_led(check, "after 1.3 s and 0.6 s, when it began aside", &ahead);
    });
}

fn ask_led(check: &mut Check, what: &str, way: &Journey<'_>) {
    let Journey { turn, world_from_figure, steps, speed, looping } = *way;
    let end = speed * steps.iter().sum::<f32>();
    let is_long = looping && steps.iter().any(|dt| (speed * dt).abs() > ROUND);
    check.tags(&[
        ("time that runs back past the start", end < 0.0),
        ("a step back", steps.iter().any(|dt| *dt < 0.0)),
        ("a way past the end", end > ROUND),
        ("a step that's longer than the clip, in a loop", is_long),
    ]);
    let up = if turn == Quat::IDENTITY { "z" } else { "y" };
    check.asked(
        format!(
            "from the figure to the world, and from the root to the figure, {what}; the clip takes {ROUND} s, and {up} is up"
        ),
        || {
            let mut led = RootMotion::new(led_animator(turn), 1, turn * Vec3::Z);
            let (_, rotation, translation) = world_from_figure.to_scale_rotation_translation();
            led.world_from_figure = RigidTransform::new(turn * translation, turn * rotation * turn.inverse());
            (led.animator.speed, led.animator.looping) = (speed, looping);
            steps.iter().for_each(|&dt| led.update(dt));
            let Transform { translation, rotation, .. } = led.pose()[1];
            let root = Mat4::from_rotation_translation(rotation, translation);
            let RigidTransform { translation, rotation } = led.world_from_figure;
            Named(LED, vec![Mat4::from_rotation_translation(rotation, translation), root])
        },
    );
}
