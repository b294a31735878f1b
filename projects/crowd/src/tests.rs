//! Compares every way with the plain one, so that none is approximate without a bound.

use crate::due::{HARDLY_SEEN, every};
use crate::figure::REACH;
use crate::rows::carried;
use crate::{Character, Crowd, Figure, How, Turn, Way};
use common::clip::{Channel, Clip, Keys};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{EulerRot, Mat4, Quat, Vec3, Vec4, vec3};
use proptest::prelude::*;
use std::sync::Arc;

/// The seconds between two keys, as a modelling program writes them.
const FRAME: f32 = 1.0 / 30.0;

/// Returns chains of seven joints below the first, with bones of 0.2 m.
pub fn rig(joints: usize) -> Arc<Rig> {
    let mut skeleton = Skeleton::new();
    for joint in 0..joints {
        let parent = (joint > 0).then(|| if joint % 7 == 1 { 0 } else { joint - 1 });
        skeleton.add(&format!("joint {joint}"), parent);
    }
    let rest = (0..joints).map(|joint| Transform {
        translation: vec3(0.01 * joint as f32, 0.2, 0.0),
        rotation: Quat::from_rotation_x(0.1 * joint as f32),
        scale: Vec3::ONE,
    });
    Arc::new(Rig { rest: rest.collect(), skeleton })
}

/// Returns a clip whose joints rotate by up to `widest` radians from key to key. The first also moves, and if
/// there are at most five keys, the second is scaled; the last has no channel.
pub fn clip(joints: usize, keys: usize, widest: f32, seed: f32) -> Arc<Clip> {
    let times = || (0..keys).map(|key| key as f32 * FRAME);
    let channel = |joint: usize| {
        // On a random walk, and now and then with the opposite sign.
        let mut turn = Quat::from_rotation_z(seed);
        let rotation = |key: usize| {
            let way = seed + (7 * joint + 3 * key) as f32;
            let axis = vec3(way.sin(), (1.7 * way).cos(), (2.3 * way).sin()).normalize_or(Vec3::X);
            turn = (Quat::from_axis_angle(axis, widest * (3.1 * way).sin()) * turn).normalize();
            if key % 5 == 3 { -turn } else { turn }
        };
        let mut channel =
            Channel { joint, rotations: Keys::new(times(), (0..keys).map(rotation)), ..Channel::default() };
        if joint == 0 {
            channel.translations = Keys::new(times(), times().map(|time| vec3(time.sin(), 1.0, 0.5 * time)));
        }
        if joint == 1 && keys <= 5 {
            channel.scales =
                Keys::new(times(), times().map(|time| Vec3::ONE + 0.1 * vec3(time, 0.0, time.sin())));
        }
        channel
    };
    let channels = (0..joints.max(2) - 1).map(channel).collect();
    Arc::new(Clip { name: "random".to_owned(), start: 0.0, seconds: (keys - 1) as f32 * FRAME, channels })
}

/// Returns a figure with skin on every joint and in the model, a second bind pose on the first joint, and a
/// scaled one on the last.
fn figure(joints: usize, clips: Vec<Arc<Clip>>) -> Arc<Figure> {
    let inverse_bind = |joint: usize| {
        let turn = Quat::from_euler(EulerRot::XYZ, joint as f32, 0.3, 0.1);
        Mat4::from_rotation_translation(turn, vec3(0.0, -0.1, 0.2))
    };
    let last = joints - 1;
    let stretched = inverse_bind(last) * Mat4::from_scale(vec3(1.0, 0.5, 2.0));
    let skin = (0..last).map(|joint| (Some(joint), inverse_bind(joint)));
    let skin = skin.chain([(Some(last), stretched), (None, inverse_bind(9)), (Some(0), inverse_bind(5))]);
    Arc::new(Figure::new(rig(joints), clips, skin, 30.0))
}

/// Returns a crowd of `count` characters, each at a time of his own.
fn crowd(figure: &Arc<Figure>, count: usize) -> Crowd {
    let character = |index: usize| {
        let clip = index * 5 % figure.clips.len();
        Character::new(clip, (0.618_034 * index as f64).fract() * f64::from(figure.clips[clip].seconds))
    };
    Crowd::new(figure.clone(), (0..count).map(character).collect())
}

/// Returns the greatest distance between the points of two crowds, in metres: of those that are [`REACH`] away from their joints.
fn apart(one: &Crowd, other: &Crowd) -> f32 {
    let points = |crowd: &Crowd| -> Vec<Vec3> {
        let bound = crowd.figure.skin.iter().cycle();
        let entries = crowd.palettes().chunks_exact(3).zip(bound).flat_map(|(three, bound)| {
            let rows = [0, 1, 2].map(|row| Vec4::from(three[row]));
            let bind_from_joint = bound.joint_from_bind.inverse();
            Vec3::AXES.map(|axis| carried(&rows, bind_from_joint.transform_point3(REACH * axis)))
        });
        entries.collect()
    };
    let (one, other) = (points(one), points(other));
    assert!(one.len() == other.len() && one.iter().chain(&other).all(|point| point.is_finite()));
    one.iter().zip(other).map(|(one, other)| one.distance(other)).fold(0.0, f32::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_ways_come_to_the_same(joints in 1usize..30, keys in prop::collection::vec(2usize..12, 1..4), count in 0usize..20,
                                 widest in prop::sample::select(vec![0.0, 0.1, 1.0, 2.5]), seed in 0.0f32..9.0, dt in -0.5f32..0.5) {
        let clips = keys.iter().map(|&keys| clip(joints, keys, widest, seed + keys as f32)).collect();
        let crowd = crowd(&figure(joints, clips), count);
        let mut plain = crowd.clone();
        plain.update(dt, &How::default());
        for (way, threads) in Way::ALL.into_iter().flat_map(|way| [(way, 1), (way, 3)]) {
            let mut other = crowd.clone();
            other.update(dt, &How { way, threads, ..How::default() });
            let off = apart(&plain, &other);
            prop_assert!(off < 2e-5, "{way:?} on {threads}: {off} m");
        }
    }

    #[test]
    fn whoever_waits_jumps_by_less_than_is_seen(pixels in 0.1f32..20.0, seed in 0.0f32..9.0, time in 0.0f32..0.2) {
        let figure = figure(8, vec![clip(8, 9, 0.1, seed)]);
        let dt = 1.0 / 60.0;
        let every = every(figure.speeds[0], pixels, dt);
        prop_assume!(every > 1);
        let mut before = crowd(&figure, 1);
        before.characters[0].looping = false;
        before.update(time, &How::default());
        let mut after = before.clone();
        after.update(every as f32 * dt, &How::default());
        prop_assert!(pixels * apart(&before, &after) < 1.01 * HARDLY_SEEN);
    }
}

#[test]
fn keys_between_the_rows_are_cut_off_and_more_rows_bring_them_back() {
    let (rig, clip) = (rig(8), clip(8, 13, 0.6, 0.4));
    let off = |rate: f32| {
        let skin = [(Some(7), Mat4::IDENTITY)];
        let mut plain = crowd(&Arc::new(Figure::new(rig.clone(), vec![clip.clone()], skin, rate)), 99);
        let mut baked = plain.clone();
        plain.update(0.0, &How::default());
        baked.update(0.0, &How { way: Way::Joints, ..How::default() });
        apart(&plain, &baked)
    };
    let [on_the_keys, beside_them, close_to_them] = [30.0, 22.5, 720.0 + 22.5].map(off);
    assert!(
        on_the_keys < 2e-5 && beside_them > 0.05 && close_to_them < 0.05,
        "{on_the_keys} {beside_them} {close_to_them}"
    );
}

#[test]
fn whoever_is_added_has_a_palette_and_who_waits_keeps_his() {
    let figure = figure(6, vec![clip(6, 9, 0.5, 0.1), clip(6, 5, 0.5, 0.7)]);
    let mut all = crowd(&figure, 12);
    let mut some = all.clone();
    some.characters.iter_mut().for_each(|character| character.turn.every = 8);
    let how = How { way: Way::Joints, threads: 2, ..How::default() };
    let mut alone = some.clone();
    for _ in 0..13 {
        some.update(0.5, &how);
        alone.update(0.5, &How { threads: 1, ..how });
    }
    assert_eq!(alone.characters, some.characters);
    let seconds = |character: &Character| f64::from(figure.clips[character.clip].seconds);
    assert!(some.characters.iter().all(|character| (0.0..=seconds(character)).contains(&character.time)));
    all.update(0.0, &how);
    assert!(apart(&all, &some) > 1e-3, "they move");
    some.characters.push(Character { turn: Turn::every(8), ..Character::new(1, 0.02) });
    some.update(0.0, &how);
    let added = &some.palettes()[12 * some.stride()..];
    assert!(added.len() == some.stride() && added.iter().any(|row| *row != [0.0; 4]));
    some.characters.clear();
    some.update(0.1, &how);
    assert!(some.palettes().is_empty());
}
