//! Keys as other programs want them: strictly one after the other, and with small turns between them.

use crate::clip::{Channel, Clip, Keys};
use crate::transform::{Transform, slerp};
use glam::{Quat, Vec3};

/// How far a joint may turn from one key to the next.
///
/// Mixed number by number, a turn of this size strays by 0.001° from the even way.
const LARGEST_TURN: f32 = 15.0 * std::f32::consts::PI / 180.0;

/// A value that steps does it in so many seconds, since a time may have one key only.
const STEP_SECONDS: f32 = 5e-4;

/// A clip with keys for others, of nodes that stand so at rest, and how many there are more than it had.
pub(super) fn for_others(clip: &Clip, rest: &[Transform]) -> (Clip, usize) {
    let mut added = 0;
    let has_keys = |channel: &&Channel| !all_times(channel).is_empty();
    let channels = clip.channels.iter().filter(has_keys).map(|channel| {
        let (rotations, more) = small_turns(&channel.rotations);
        added += more;
        Channel {
            joint: channel.joint,
            translations: apart(&channel.translations, Vec3::lerp),
            rotations: apart(&rotations, slerp),
            scales: apart(&channel.scales, Vec3::lerp),
        }
    });
    let mut clip = Clip { channels: channels.collect(), start: 0.0, ..clip.clone() };
    reach_both_ends(&mut clip, rest);
    (clip, added)
}

/// All times at which a channel has keys, each once.
pub(super) fn all_times(channel: &Channel) -> Vec<f32> {
    let lists = [channel.translations.times(), channel.rotations.times(), channel.scales.times()];
    let mut times = lists.concat();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Adds keys where two are further apart than others can mix, and says how many. Neighbours come to lie on one side: a
/// quaternion and its negative are the same rotation.
fn small_turns(rotations: &Keys<Quat>) -> (Keys<Quat>, usize) {
    let mut keys: Keys<Quat> = Keys::default();
    let mut push = |time: f32, rotation: Quat| {
        let rotation = rotation.normalize();
        let last = keys.values().last().copied().unwrap_or(rotation);
        keys.push(time, if last.dot(rotation) < 0.0 { -rotation } else { rotation });
    };
    let mut last: Option<(f32, Quat)> = None;
    let mut added = 0;
    for (&end, &to) in rotations.times().iter().zip(rotations.values()) {
        if let Some((start, from)) = last.filter(|(start, _)| *start < end) {
            let parts = (from.angle_between(to) / LARGEST_TURN).ceil();
            let mut time = start;
            for part in 1..parts as usize {
                let alpha = part as f32 / parts;
                let next = start + alpha * (end - start);
                if time < next && next < end {
                    push(next, slerp(from, to, (next - start) / (end - start)));
                    added += 1;
                    time = next;
                }
            }
        }
        push(end, to);
        last = Some((end, to));
    }
    (keys, added)
}

/// The same keys, none at the time of another. Where several are, the value steps from the first of them to the last: it
/// begins to do so a little earlier, from where it is then.
fn apart<T: Copy>(keys: &Keys<T>, mix: impl Fn(T, T, f32) -> T) -> Keys<T> {
    let mut out: Keys<T> = Keys::new([], []);
    let (times, values) = (keys.times(), keys.values());
    for key in 0..times.len() {
        let time = times[key];
        let is_with = |other: Option<usize>| other.and_then(|other| times.get(other)) == Some(&time);
        let last = out.times().last().copied().zip(out.values().last().copied());
        match (is_with(key.checked_sub(1)), is_with(Some(key + 1))) {
            (false, true) => {
                let early = (time - STEP_SECONDS).min(time.next_down());
                match last {
                    None if early >= 0.0 => out.push(early, values[key]),
                    Some((start, from)) if start < early => {
                        out.push(early, mix(from, values[key], (early - start) / (time - start)));
                    }
                    _ => {}
                }
            }
            (true, true) => {}
            (_, false) => out.push(time, values[key]),
        }
    }
    out
}

/// Adds keys that change nothing, so that the clip begins at 0 s and is as long as it is: formats have no other way to say so.
fn reach_both_ends(clip: &mut Clip, rest: &[Transform]) {
    let times: Vec<f32> = clip.channels.iter().flat_map(all_times).collect();
    let start = times.iter().copied().reduce(f32::min);
    let end = times.iter().copied().reduce(f32::max);
    let starts = start.is_none_or(|start| start > 0.0).then_some(0.0);
    let ends = end.is_none_or(|end| end < clip.seconds).then_some(clip.seconds);
    if let (true, Some(first)) = (clip.channels.is_empty(), rest.first()) {
        let translations = Keys::new([0.0], [first.translation]);
        clip.channels.push(Channel { translations, ..Channel::default() });
    }
    let Some(first) = clip.channels.first_mut() else { return };
    if !first.rotations.times().is_empty() {
        first.rotations = reaching(&first.rotations, starts, ends);
    } else if !first.translations.times().is_empty() {
        first.translations = reaching(&first.translations, starts, ends);
    } else {
        first.scales = reaching(&first.scales, starts, ends);
    }
}

/// The same keys, with a first and a last one more, unless they are there.
fn reaching<T: Copy>(keys: &Keys<T>, starts: Option<f32>, ends: Option<f32>) -> Keys<T> {
    let (times, values) = (keys.times(), keys.values());
    let first = starts.filter(|start| times[0] > *start).map(|start| (start, values[0]));
    let last = times.len() - 1;
    let last = ends.filter(|end| times[last] < *end).map(|end| (end, values[last]));
    let own = times.iter().copied().zip(values.iter().copied());
    let (times, values): (Vec<f32>, Vec<T>) = first.into_iter().chain(own).chain(last).unzip();
    Keys::new(times, values)
}
