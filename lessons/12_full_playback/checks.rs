//! The checks of lesson 12.

use check::{Answer, Check, Draw, Told, check, table};
use common::clip::{Animator, Channel, Clip, Cursors, Keys, Search};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::{Transform, slerp};
use glam::{Mat4, Quat, Vec3, vec3};
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

/// Declares that 10.2 is needed, as far as samples use it.
fn needs_slerp(check: &mut Check) {
    let lists = Lists::at(&[], &[0.0, 1.0, 2.0, 3.0], &[]);
    let [from, to] = [0.0, SECONDS].map(|time| shin(time).rotation);
    let ends = [(from, to), (from, from), (Quat::IDENTITY, Quat::IDENTITY)];
    let ends = lists.turns.windows(2).map(|pair| (pair[0].1, pair[1].1)).chain(ends);
    let parts = [0.0, 0.175, 0.25, 0.75, 0.95];
    check.needs("10.2", || -> Vec<Quat> {
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
