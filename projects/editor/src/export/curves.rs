//! Converts clips for other programs, to keys at strictly increasing times with small rotations between them.

use crate::document::has_keys;
use common::clip::{Channel, Clip, Keys};
use common::transform::{Transform, slerp};
use glam::{Quat, Vec3};

/// The greatest rotation of a joint from one key to the next.
///
/// Mixed component by component, a rotation of this size deviates by 0.004° from even motion.
const LARGEST_TURN: f32 = 15.0 * std::f32::consts::PI / 180.0;

/// The duration of a step of a value, in seconds, since only one key may be at a time.
const STEP_SECONDS: f32 = 5e-4;

/// Returns a clip for other programs, given the nodes' rest transforms.
pub(super) fn for_others(clip: &Clip, rest: &[Transform]) -> Clip {
    let keyed = clip.channels.iter().filter(|channel| has_keys(channel));
    let channels = keyed.map(|channel| Channel {
        joint: channel.joint,
        translations: apart(&channel.translations, Vec3::lerp),
        rotations: apart(&small_turns(&channel.rotations), slerp),
        scales: apart(&channel.scales, Vec3::lerp),
    });
    let mut channels: Vec<Channel> = channels.collect();
    if let (true, Some(first)) = (channels.is_empty(), rest.first()) {
        let translations = Keys::new([0.0], [first.translation]);
        channels.push(Channel { translations, ..Channel::default() });
    }
    // The clip begins at 0 s and keeps its length, which formats don't store.
    if let Some(Channel { translations, rotations, scales, .. }) = channels.first_mut() {
        *translations = reaching(translations, clip.seconds);
        *rotations = reaching(rotations, clip.seconds);
        *scales = reaching(scales, clip.seconds);
    }
    Clip { channels, start: 0.0, ..clip.clone() }
}

/// Adds keys where two are further apart than other programs can mix. Blender mixes component by component,
/// which is near enough to a rotation only for small angles. Neighbours get the same sign, as a quaternion
/// and its negative are one rotation.
fn small_turns(rotations: &Keys<Quat>) -> Keys<Quat> {
    let mut keys: Keys<Quat> = Keys::default();
    let mut push = |time: f32, rotation: Quat| {
        let rotation = rotation.normalize();
        let last = keys.values().last().copied().unwrap_or(rotation);
        keys.push(time, if last.dot(rotation) < 0.0 { -rotation } else { rotation });
    };
    let mut last: Option<(f32, Quat)> = None;
    for (&end, &to) in rotations.times().iter().zip(rotations.values()) {
        if let Some((start, from)) = last.filter(|(start, _)| *start < end) {
            let parts = (from.angle_between(to) / LARGEST_TURN).ceil();
            let mut time = start;
            for part in 1..parts as usize {
                let alpha = part as f32 / parts;
                let next = start + alpha * (end - start);
                if time < next && next < end {
                    push(next, slerp(from, to, (next - start) / (end - start)));
                    time = next;
                }
            }
        }
        push(end, to);
        last = Some((end, to));
    }
    keys
}

/// Returns the keys at strictly increasing times. If several are at one time, the value steps from the first
/// of them to the last: the step begins a little earlier, from the value there.
fn apart<T: Copy>(keys: &Keys<T>, mix: impl Fn(T, T, f32) -> T) -> Keys<T> {
    let (mut out, mut key): (Keys<T>, usize) = (Keys::new([], []), 0);
    for at_once in keys.times().chunk_by(|one, next| one == next) {
        let (time, values) = (at_once[0], &keys.values()[key..key + at_once.len()]);
        let early = (time - STEP_SECONDS).min(time.next_down());
        if let [first, _, ..] = *values {
            match out.times().last().zip(out.values().last()) {
                None if early >= 0.0 => out.push(early, first),
                Some((&start, &from)) if start < early => {
                    out.push(early, mix(from, first, (early - start) / (time - start)));
                }
                _ => {}
            }
        }
        key += at_once.len();
        out.push(time, keys.values()[key - 1]);
    }
    out
}

/// Returns the keys with a first one at 0 s and a last one at the end, which change nothing.
fn reaching<T: Copy>(keys: &Keys<T>, seconds: f32) -> Keys<T> {
    let own = || keys.times().iter().copied().zip(keys.values().iter().copied());
    let first = own().next().filter(|(time, _)| *time > 0.0).map(|(_, value)| (0.0, value));
    let last = own().last().filter(|(time, _)| *time < seconds).map(|(_, value)| (seconds, value));
    let (times, values): (Vec<f32>, Vec<T>) = first.into_iter().chain(own()).chain(last).unzip();
    Keys::new(times, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rotation;
    use formats::between;
    use proptest::prelude::*;

    fn at(keys: &Keys<Quat>, time: f32) -> Quat {
        let (from, to, alpha) = between(keys, time).unwrap();
        slerp(from, to, alpha)
    }

    proptest! {
        #[test]
        fn turns_become_small_and_stay_the_same(rotations in prop::collection::vec(rotation(), 1..6), part in 0.0f32..=1.0) {
            let times = (0..rotations.len()).map(|key| 0.25 * key as f32);
            let keys = Keys::new(times, rotations);
            let more = small_turns(&keys);
            prop_assert!(more.times().len() >= keys.times().len());
            for pair in more.values().windows(2) {
                prop_assert!(pair[0].dot(pair[1]) > 0.0, "neighbours lie on one side");
                prop_assert!(pair[0].angle_between(pair[1]) <= LARGEST_TURN + 1e-3);
                // The deviation from even motion: half of an angle in radians.
                let stray = pair[0].lerp(pair[1], 0.2) - slerp(pair[0], pair[1], 0.2);
                prop_assert!(2.0 * stray.length() < 0.0045f32.to_radians(), "{stray}");
            }
            let time = part * keys.times()[keys.times().len() - 1];
            prop_assert!(at(&keys, time).dot(at(&more, time)).abs() > 1.0 - 1e-6);
        }
    }

    #[test]
    fn small_turns_get_no_keys() {
        let turned = |degrees: f32| Quat::from_rotation_x(degrees.to_radians());
        let keys = Keys::new([0.0, 1.0, 2.0, 2.0], [turned(0.0), turned(14.0), turned(-15.9), turned(90.0)]);
        let more = small_turns(&keys);
        // Two rotations by 14° and 29.9°, and a step, which needs no keys.
        assert_eq!(more.times(), [0.0, 1.0, 1.5, 2.0, 2.0]);
    }

    #[test]
    fn a_step_begins_where_its_curve_is_by_then() {
        let keys = Keys::new([0.0, 0.0, 1.0, 1.0, 1.0, 2.0], [5.0, 0.0, 10.0, 77.0, -1.0, -1.0]);
        let apart = apart(&keys, |a: f32, b, alpha| a + alpha * (b - a));
        assert_eq!(apart.times(), [0.0, 1.0 - STEP_SECONDS, 1.0, 2.0]);
        assert_eq!((apart.values()[0], apart.values()[2]), (0.0, -1.0));
        assert!((apart.values()[1] - 10.0 * (1.0 - STEP_SECONDS)).abs() < 1e-5);
    }
}
