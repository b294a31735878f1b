//! Compares every way with the plain one, so that none is approximate without a bound.

use crate::due::{HARDLY_SEEN, every};
use crate::figure::REACH;
use crate::rows::{Rows, carried};
use crate::{Character, Crowd, Figure, How, Way};
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
pub fn figure(joints: usize, clips: Vec<Arc<Clip>>) -> Arc<Figure> {
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
pub fn crowd(figure: &Arc<Figure>, count: usize) -> Crowd {
    let character = |index: usize| {
        let clip = index * 5 % figure.clips.len();
        let time = (0.618_034 * index as f64).fract() * f64::from(figure.clips[clip].seconds);
        Character::new(clip, time, Mat4::IDENTITY)
    };
    Crowd::new(figure.clone(), (0..count).map(character).collect())
}

/// Returns the greatest distance between the points of two crowds, in metres.
pub fn apart(one: &Crowd, other: &Crowd) -> f32 {
    let (one, other) = (matrices(one), matrices(other));
    assert_eq!(one.len(), other.len());
    let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| REACH * axis);
    let differ = |(one, other): (&Rows, &Rows)| {
        // A plain maximum would lose NaN.
        let off = axes.map(|point| carried(one, point).distance(carried(other, point)));
        off.into_iter().map(|off| if off.is_nan() { f32::INFINITY } else { off }).fold(0.0, f32::max)
    };
    one.iter().zip(&other).map(differ).fold(0.0, f32::max)
}

fn matrices(crowd: &Crowd) -> Vec<Rows> {
    let rows = crowd.palettes().chunks_exact(3);
    rows.map(|three| [0, 1, 2].map(|row| Vec4::from(three[row]))).collect()
}

/// Updates a crowd plainly and in the other ways, and checks that each stays within the bound.
pub fn compare(crowd: &Crowd, dt: f32, bound: f32) -> Result<(), TestCaseError> {
    let mut plain = crowd.clone();
    plain.update(dt, &How::default());
    for way in Way::ALL {
        for threads in [1, 3] {
            let mut other = crowd.clone();
            other.update(dt, &How { way, threads, ..How::default() });
            let off = apart(&plain, &other);
            prop_assert!(off < bound, "{way:?} on {threads}: {off} m");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_ways_come_to_the_same(joints in 1usize..30, keys in prop::collection::vec(2usize..12, 1..4), count in 0usize..20,
                                 widest in prop::sample::select(vec![0.0, 0.1, 1.0, 2.5]), seed in 0.0f32..9.0, dt in -0.5f32..0.5) {
        let clips = keys.iter().map(|&keys| clip(joints, keys, widest, seed + keys as f32)).collect();
        compare(&crowd(&figure(joints, clips), count), dt, 2e-5)?;
    }

    #[test]
    fn whoever_waits_jumps_by_less_than_is_seen(pixels in 0.1f32..20.0, seed in 0.0f32..9.0, time in 0.0f32..0.2) {
        let figure = figure(8, vec![clip(8, 9, 0.1, seed)]);
        let dt = 1.0 / 60.0;
        let every = every(figure.speeds[0], pixels, dt);
        prop_assume!(every > 1);
        let mut before = crowd(&figure, 1);
        before.characters[0].looping = false;
        before.update(0.0, &How::default());
        before.update(time, &How::default());
        let mut after = before.clone();
        after.update(every as f32 * dt, &How::default());
        // The skin's points are within reach of their joints.
        prop_assert!(pixels * joints_apart(&before, &after) < 1.01 * HARDLY_SEEN);
    }
}

/// Returns the greatest distance between the joints of two crowds, in metres.
fn joints_apart(one: &Crowd, other: &Crowd) -> f32 {
    let places = |crowd: &Crowd| -> Vec<Vec3> {
        let entries = matrices(crowd).into_iter().zip(crowd.figure.skin.iter());
        entries
            .map(|(rows, bound)| carried(&rows, bound.joint_from_bind.inverse().transform_point3(Vec3::ZERO)))
            .collect()
    };
    places(one).iter().zip(places(other)).map(|(a, b)| a.distance(b)).fold(0.0, f32::max)
}

#[test]
fn keys_between_the_rows_are_cut_off_and_more_rows_bring_them_back() {
    let (rig, clip) = (rig(8), clip(8, 13, 0.6, 0.4));
    let off = |rate: f32| {
        let figure =
            Arc::new(Figure::new(rig.clone(), vec![clip.clone()], [(Some(7), Mat4::IDENTITY)], rate));
        let mut plain = crowd(&figure, 99);
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
    let mut some = crowd(&figure, 12);
    some.characters.iter_mut().for_each(|character| character.turn.every = 8);
    let how = How { way: Way::Joints, threads: 2, ..How::default() };
    for _ in 0..8 {
        some.update(0.01, &how);
    }
    let mut all = crowd(&figure, 12);
    all.update(0.0, &how);
    let still = apart(&all, &some);
    assert!(still > 1e-3, "they move");
    some.characters.push(Character::new(1, 0.02, Mat4::IDENTITY));
    some.update(0.0, &how);
    let (last, stride) = (some.palettes().len() - some.stride(), some.stride());
    assert!(some.palettes()[last..].iter().any(|row| *row != [0.0; 4]) && last == 12 * stride);
    some.characters.clear();
    some.update(0.1, &how);
    assert!(some.palettes().is_empty());
}
