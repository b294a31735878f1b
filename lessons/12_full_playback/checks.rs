//! The checks of lesson 12.

use common::check::{Answer, Named, STARTER, check};
use common::clip::{Animator, Channel, Clip, Cursors, Figure, Keys, Search, key_from_last};
use common::skeleton::Skeleton;
use common::transform::{Transform, slerp};
use glam::{Mat4, Quat, Vec3, Vec4, vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

// -------------------------------------------------------------------- 12.1

/// What each known mistake makes of a cursor.
fn mistaken_key(mistake: &str, times: &[f32], last_found: usize, time: f32) -> usize {
    let final_key = times.len().max(1) - 1;
    let mut key = final_key.min(last_found);
    let has_come =
        |key: usize| if mistake == "own-moment-missed" { times[key] < time } else { times[key] <= time };
    let end = if mistake == "last-key-never" { final_key.saturating_sub(1) } else { final_key };
    let most = if mistake == "one-step-at-most" { 1 } else { times.len() };
    for _ in 0..most {
        if key < end && has_come(key + 1) {
            key += 1;
        }
    }
    for _ in 0..most {
        if key > 0 && times[key] > time && mistake != "only-forward" {
            key = if mistake == "back-to-the-first" { 0 } else { key - 1 };
        }
    }
    key
}

#[test]
fn todo_12_1_key_pair() {
    let times = [0.5, 1.0, 1.0, 2.0, 3.0, 4.5];
    let suspects =
        ["only-forward", "one-step-at-most", "own-moment-missed", "last-key-never", "back-to-the-first"];
    check("12.1", |check| {
        for (last_found, time, want) in [
            (0, 4.2, 4),
            (1, 9.0, 5),
            (4, 0.6, 0),
            (5, 2.8, 3),
            (0, 1.0, 2),
            (2, 3.0, 4),
            (3, 0.1, 0),
            (40, 2.2, 3),
        ] {
            let wrong = |name| (name, mistaken_key(name, &times, last_found, time));
            let known: Vec<_> = std::iter::once((STARTER, 0)).chain(suspects.map(wrong)).collect();
            check.case(
                format!(
                    "the key of the joint 'knee' at {time} s, after key {last_found} was found last; its six keys are at \
                     0.5, 1, 1, 2, 3 and 4.5 s, counted from 0"
                ),
                || key_from_last(&times, last_found, time),
                want,
                &known,
            );
        }
        let known: Vec<_> = std::iter::once(STARTER).chain(suspects).map(|name| (name, 0)).collect();
        check.case("the key at 1 s of no keys at all", || key_from_last(&[], 3, 1.0), 0, &known);
    });
}

// -------------------------------------------------------------------- 12.2

/// How a joint stands in its parent, with all four numbers of its quaternion.
struct Stands(Transform);

impl Answer for Stands {
    fn agrees(&self, other: &Self) -> bool {
        let (given, other) = (self.0, other.0);
        given.translation.agrees(&other.translation)
            && given.rotation.agrees(&other.rotation)
            && given.scale.agrees(&other.scale)
    }

    fn show(&self) -> String {
        let Transform { translation, rotation, scale } = self.0;
        let (translation, scale) = (translation.show(), scale.show());
        let (numbers, length) = (Vec4::from(rotation).show(), rotation.length().show());
        format!(
            "translation {translation}\nrotation    x y z w = {numbers}, {length} long\nscale       {scale}"
        )
    }
}

/// A list's two values and its part of the way: what stands in the channels below.
struct Pair<T>(T, T, f32);

/// What the three lists have, those that have keys.
type Pairs = (Option<Pair<Vec3>>, Option<Pair<Quat>>, Option<Pair<Vec3>>);

/// A transform made of three lists, each with its own pair if it has keys.
fn made(rest: Transform, (t, r, s): &Pairs, mistake: &str) -> Stands {
    let shared = t.as_ref().map_or(0.0, |pair| pair.2);
    let part = |alpha: f32| match mistake {
        "first-key-held" => 0.0,
        "wrong-way-round" => 1.0 - alpha,
        "one-part-for-all" => shared,
        _ => alpha,
    };
    let without = if mistake == "identity-without-keys" { Transform::IDENTITY } else { rest };
    let turn = |Pair(from, to, alpha): &Pair<Quat>| match mistake {
        "not-made-one-long" => Quat::from_vec4(Vec4::from(*from).lerp(Vec4::from(*to), *alpha)),
        _ => slerp(*from, *to, part(*alpha)),
    };
    let even = |Pair(from, to, alpha): &Pair<Vec3>| from.lerp(*to, part(*alpha));
    let mut transform = Transform {
        translation: t.as_ref().map_or(without.translation, even),
        rotation: r.as_ref().map_or(without.rotation, turn),
        scale: s.as_ref().map_or(without.scale, even),
    };
    if mistake == "on-top-of-rest" {
        let Transform { translation, rotation, scale } = transform;
        transform = Transform {
            translation: t.as_ref().map_or(translation, |_| rest.translation + translation),
            rotation: r.as_ref().map_or(rotation, |_| rest.rotation * rotation),
            scale: s.as_ref().map_or(scale, |_| rest.scale * scale),
        };
    }
    Stands(transform)
}

#[test]
fn todo_12_2_sample() {
    let turned = |degrees: f32| Quat::from_axis_angle(vec3(0.6, 0.0, 0.8), degrees.to_radians());
    let places = [vec3(1.0, 0.0, 2.0), vec3(3.0, -4.0, 2.0)];
    let turns = [turned(20.0), turned(120.0), turned(50.0)];
    let sizes = [Vec3::ONE, vec3(2.0, 1.0, 3.0)];
    let rest =
        Transform { translation: vec3(0.5, 7.0, 1.0), rotation: turned(-70.0), scale: vec3(1.5, 1.0, 0.5) };
    let all = Channel {
        joint: 3,
        translations: Keys { times: vec![0.0, 4.0], values: places.to_vec() },
        rotations: Keys { times: vec![1.0, 2.0, 2.4], values: turns.to_vec() },
        scales: Keys { times: vec![0.5, 3.0], values: sizes.to_vec() },
    };
    let turn_only = Channel { translations: Keys::default(), scales: Keys::default(), ..all.clone() };
    let one_size = Keys { times: vec![2.0], values: vec![sizes[1]] };
    let no_turn = Channel { rotations: Keys::default(), scales: one_size, ..all.clone() };
    let place = |alpha| Some(Pair(places[0], places[1], alpha));
    let suspects = [
        "not-made-one-long",
        "first-key-held",
        "wrong-way-round",
        "one-part-for-all",
        "identity-without-keys",
        "on-top-of-rest",
    ];
    check("12.2", |check| {
        check.needs("10.1", || slerp(turns[0], turns[1], 0.25).agrees(&turned(45.0)));
        for (what, channel, time, pairs) in [
            (
                "1.2 s, when it has two places at 0 and 4 s, three turns at 1, 2 and 2.4 s and two scales at 0.5 and 3 s",
                &all,
                1.2,
                (place(0.3), Some(Pair(turns[0], turns[1], 0.2)), Some(Pair(sizes[0], sizes[1], 0.28))),
            ),
            (
                "2.1 s, when it has three turns at 1, 2 and 2.4 s, and no places and no scales",
                &turn_only,
                2.1,
                (None, Some(Pair(turns[1], turns[2], 0.25)), None),
            ),
            (
                "1 s, when it has two places at 0 and 4 s, a single scale, and no turns",
                &no_turn,
                1.0,
                (place(0.25), None, Some(Pair(sizes[1], sizes[1], 0.0))),
            ),
        ] {
            let wrong = |name| (name, made(rest, &pairs, name));
            let mut known: Vec<_> = suspects.map(wrong).into();
            known.push((STARTER, Stands(rest)));
            check.case(
                format!("how the joint 'knee' stands in its parent at {what}"),
                || Stands(channel.sample(rest, time, &mut Cursors::new(Search::Halving))),
                made(rest, &pairs, ""),
                &known,
            );
        }
    });
}

// -------------------------------------------------------------------- 12.3

const JOINTS: &[&str] = &[
    "the node above (no channel)",
    "hips",
    "thigh (no channel)",
    "shin",
    "other thigh (no channel)",
    "sword (no channel, nor a node above)",
];

/// How long the clip below is.
const SECONDS: f32 = 2.0;

/// Where the hips are, and how far the shin is turned: evenly over the clip.
fn hips(time: f32) -> Transform {
    Transform { translation: vec3(0.0, 1.0 + time, 0.5 * time), ..Transform::IDENTITY }
}

fn shin(time: f32) -> Transform {
    let rotation = Quat::from_rotation_x((40.0 * time).to_radians());
    Transform { translation: vec3(0.0, -0.4, 0.0), rotation, scale: Vec3::ONE }
}

fn figure() -> Figure {
    let mut skeleton = Skeleton::chain(&["above", "hips", "thigh", "shin"]);
    skeleton.add("other thigh", Some(1));
    skeleton.add("sword", None);
    let rotation = Quat::from_rotation_z(0.4);
    let above = Transform { rotation, scale: vec3(1.0, 1.5, 1.0), ..Transform::IDENTITY };
    let thigh = Transform {
        translation: vec3(0.2, -0.1, 0.0),
        rotation: Quat::from_rotation_y(0.5),
        scale: vec3(1.0, 2.0, 1.0),
    };
    Figure { skeleton, rest: vec![above, hips(0.7), thigh, shin(0.3), thigh, thigh] }
}

fn clip() -> Clip {
    let times = vec![0.0, SECONDS];
    let at_start = vec![0.0];
    let places = [0.0, SECONDS].map(|time| hips(time).translation).to_vec();
    let turns = [0.0, SECONDS].map(|time| shin(time).rotation).to_vec();
    let hips = Channel {
        joint: 1,
        translations: Keys { times: times.clone(), values: places },
        rotations: Keys { times: at_start.clone(), values: vec![Quat::IDENTITY] },
        scales: Keys::default(),
    };
    let shin = Channel {
        joint: 3,
        translations: Keys { times: at_start, values: vec![shin(0.0).translation] },
        rotations: Keys { times, values: turns },
        scales: Keys::default(),
    };
    Clip { name: "walk".to_owned(), start: 0.0, seconds: SECONDS, channels: vec![hips, shin] }
}

/// How an animator is asked to play.
struct Play {
    steps: &'static [f32],
    speed: f32,
    looping: bool,
}

impl Play {
    /// The time in the clip after all steps.
    fn time(&self, mistake: &str) -> f32 {
        let Self { steps, speed, looping } = *self;
        let mut time = match mistake {
            // To seek the start is an update too.
            "a-picture-is-a-frame" => 1.0 / 30.0,
            _ => 0.0,
        };
        for &dt in steps {
            time += match mistake {
                "a-picture-is-a-frame" => speed / 30.0,
                "speed-left-out" => dt,
                STARTER => 0.0,
                _ => speed * dt,
            };
            match mistake {
                "never-wrapped" => time = time.clamp(0.0, SECONDS),
                "back-to-zero" if looping && !(0.0..SECONDS).contains(&time) => time = 0.0,
                "always-wrapped" => time = time.rem_euclid(SECONDS),
                _ if looping => time = time.rem_euclid(SECONDS),
                _ => time = time.clamp(0.0, SECONDS),
            }
        }
        time
    }

    /// Where the animator is then, and its joints, by the student's own samples.
    fn shown(&self, mistake: &str) -> Shown {
        let (Figure { skeleton, rest }, time) = (figure(), self.time(mistake));
        let mut pose = match mistake {
            "identity-without-channel" => vec![Transform::IDENTITY; rest.len()],
            _ => rest.clone(),
        };
        for (index, channel) in clip().channels.iter().enumerate().filter(|_| mistake != STARTER) {
            let joint = if mistake == "channel-taken-for-joint" { index } else { channel.joint };
            pose[joint] = sampled(channel, rest[channel.joint], time);
        }
        let mut placed: Vec<Mat4> = Vec::new();
        for (joint, transform) in skeleton.joints().iter().zip(&pose) {
            let (above, own) =
                (joint.parent.map_or(Mat4::IDENTITY, |parent| placed[parent]), transform.to_matrix());
            placed.push(match mistake {
                STARTER | "walk-left-out" => own,
                "parent-on-the-right" => own * above,
                _ => above * own,
            });
        }
        Shown { time, joints: Named(JOINTS, placed) }
    }
}

/// A sample by the student's own code, whatever it gives: this check asks what an animator makes of it.
fn sampled(channel: &Channel, rest: Transform, time: f32) -> Transform {
    let sample = || channel.sample(rest, time, &mut Cursors::new(Search::Halving));
    let sampled = catch_unwind(AssertUnwindSafe(sample)).unwrap_or(rest);
    // No matrix can be made of others.
    if sampled.rotation.is_normalized() { sampled } else { rest }
}

/// What an animator shows: its time in the clip, and its joints.
struct Shown {
    time: f32,
    joints: Named<Mat4>,
}

impl Answer for Shown {
    fn agrees(&self, other: &Self) -> bool {
        self.time.agrees(&other.time) && self.joints.agrees(&other.joints)
    }

    fn show(&self) -> String {
        format!("{} s\n{}", self.time.show(), self.joints.show())
    }

    fn difference(&self, want: &Self) -> Option<String> {
        if self.time.agrees(&want.time) {
            return self.joints.difference(&want.joints);
        }
        let [given, want] = [self.time, want.time].map(|time| time.show());
        Some(format!("  The time in the clip differs.\n  Came out   {given} s\n  Expected   {want} s\n"))
    }
}

#[test]
fn todo_12_3_update() {
    let suspects = [
        STARTER,
        "a-picture-is-a-frame",
        "speed-left-out",
        "never-wrapped",
        "back-to-zero",
        "always-wrapped",
        "identity-without-channel",
        "channel-taken-for-joint",
        "parent-on-the-right",
        "walk-left-out",
    ];
    let (figure, clip) = (Arc::new(figure()), Arc::new(clip()));
    check("12.3", |check| {
        let thigh = figure.rest[2];
        check.needs("10.3", || {
            thigh.to_matrix().agrees(&Mat4::from_scale_rotation_translation(
                thigh.scale,
                thigh.rotation,
                thigh.translation,
            ))
        });
        // It is enough that both answer: the animator below searches in another way, and is held to the student's own
        // samples.
        check.needs("12.1", || key_from_last(&[0.0, 1.0, 2.0], 2, 0.5) < 3);
        check.needs("12.2", || {
            let cursors = &mut Cursors::new(Search::Halving);
            clip.channels[1].sample(thigh, 0.5, cursors).rotation.is_normalized()
        });
        for (what, play) in [
            ("after 0.35 s and 0.45 s, in a loop", Play { steps: &[0.35, 0.45], speed: 1.0, looping: true }),
            (
                "after 0.9 s and 2 s at 2.5 times its speed, in a loop",
                Play { steps: &[0.9, 2.0], speed: 2.5, looping: true },
            ),
            (
                "after three steps of 0.9 s, without a loop",
                Play { steps: &[0.9, 0.9, 0.9], speed: 1.0, looping: false },
            ),
            (
                "after 0.3 s and 0.2 s backwards, in a loop",
                Play { steps: &[0.3, 0.2], speed: -1.0, looping: true },
            ),
            (
                "after 0.6 s and 0.5 s backwards, without a loop",
                Play { steps: &[0.6, 0.5], speed: -1.0, looping: false },
            ),
            ("after 0.5 s and 1.5 s, in a loop", Play { steps: &[0.5, 1.5], speed: 1.0, looping: true }),
        ] {
            let known = suspects.map(|name| (name, play.shown(name)));
            check.case(
                format!("the time in the clip, and every joint's transform to model space, {what}; the clip takes 2 s"),
                || {
                    let mut animator = Animator::new(figure.clone(), clip.clone());
                    animator.search_by(Search::Halving);
                    (animator.speed, animator.looping) = (play.speed, play.looping);
                    play.steps.iter().for_each(|&dt| animator.update(dt));
                    Shown { time: animator.time(), joints: Named(JOINTS, animator.model_from_joints().to_vec()) }
                },
                play.shown(""),
                &known,
            );
        }
        check.case(
            "the time in a clip that takes no time, after 0.4 s, in a loop",
            || {
                let mut animator =
                    Animator::new(figure.clone(), Arc::new(Clip { seconds: 0.0, ..(*clip).clone() }));
                animator.update(0.4);
                animator.time()
            },
            0.0,
            &suspects.map(|name| (name, 0.0)),
        );
    });
}
