//! Clips: the keys of every joint that moves.

use super::{Cursor, Keys, Search};
use crate::transform::{Transform, slerp};
use glam::{Quat, Vec3};

/// The motion of one joint. A list without keys leaves that part as it is at rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// The joint.
    pub joint: usize,
    /// Its positions in its parent.
    pub translations: Keys<Vec3>,
    /// Its rotations there: unit quaternions.
    pub rotations: Keys<Quat>,
    /// Its scales along its own axes.
    pub scales: Keys<Vec3>,
}

/// Channels that play together. Its times begin at 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    /// Its name.
    pub name: String,
    /// Time at which it begins in its file, in seconds.
    pub start: f32,
    /// Duration in seconds.
    pub seconds: f32,
    /// The motions, in the order of their joints; no joint has two.
    pub channels: Vec<Channel>,
}

impl Clip {
    /// The same clip so many times in a row, as one.
    pub fn repeated(&self, times: usize) -> Self {
        let mut long = self.clone();
        for channel in &mut long.channels {
            repeat(&mut channel.translations, self.seconds, times);
            repeat(&mut channel.rotations, self.seconds, times);
            repeat(&mut channel.scales, self.seconds, times);
        }
        long.seconds *= times as f32;
        long
    }
}

/// A single key holds for ever, and is not repeated.
fn repeat<T: Copy>(keys: &mut Keys<T>, seconds: f32, times: usize) {
    let count = keys.times().len();
    for key in count..if count < 2 { count } else { count * times } {
        let (round, key) = (key / count, key % count);
        keys.push(keys.times()[key] + round as f32 * seconds, keys.values()[key]);
    }
}

/// The cursors of a channel: one for each list, since each has its own times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursors {
    /// The one of the translations.
    pub translation: Cursor,
    /// The one of the rotations.
    pub rotation: Cursor,
    /// The one of the scales.
    pub scale: Cursor,
}

impl Cursors {
    /// Cursors at the first keys.
    pub fn new(search: Search) -> Self {
        let cursor = Cursor::new(search);
        Self { translation: cursor, rotation: cursor, scale: cursor }
    }
}

impl Channel {
    /// Returns the joint's transform in its parent at a time; `rest` is its transform where nothing moves it.
    #[inline(always)]
    pub fn sample(&self, rest: Transform, time: f32, cursors: &mut Cursors) -> Transform {
        Transform {
            translation: at(&self.translations, rest.translation, time, &mut cursors.translation, Vec3::lerp),
            rotation: at(&self.rotations, rest.rotation, time, &mut cursors.rotation, slerp),
            scale: at(&self.scales, rest.scale, time, &mut cursors.scale, Vec3::lerp),
        }
    }
}

/// Samples a list of keys at a time; returns `rest` if it has no keys.
#[inline(always)]
fn at<T: Copy>(keys: &Keys<T>, rest: T, time: f32, cursor: &mut Cursor, mix: impl Fn(T, T, f32) -> T) -> T {
    match keys.between(time, cursor) {
        None => rest,
        // Most lists have a single key, and nothing to mix.
        Some((from, _, 0.0)) => from,
        // A search that is not finished may give a key long past, and far beyond the next one no rotation is left.
        Some((from, next, alpha)) => mix(from, next, alpha.min(1.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn each_list_has_its_own_times_and_may_be_empty() {
        let quarter = Quat::from_rotation_z(1.0);
        let channel = Channel {
            joint: 0,
            translations: Keys::new(vec![0.0, 4.0], vec![Vec3::ZERO, vec3(4.0, 8.0, 0.0)]),
            rotations: Keys::new(vec![1.0, 2.0], vec![Quat::IDENTITY, quarter]),
            scales: Keys::default(),
        };
        let rest = Transform { translation: Vec3::X, rotation: quarter, scale: vec3(1.0, 2.0, 3.0) };
        let cursors = &mut Cursors::default();
        let given = channel.sample(rest, 1.5, cursors);
        assert!(given.translation.abs_diff_eq(vec3(1.5, 3.0, 0.0), 1e-6));
        assert!(given.rotation.abs_diff_eq(Quat::from_rotation_z(0.5), 1e-6));
        assert_eq!(given.scale, rest.scale);
        assert_eq!(Channel::default().sample(rest, 1.5, cursors), rest);
        assert_eq!(channel.sample(rest, 0.5, cursors).rotation, Quat::IDENTITY);
        assert_eq!(channel.sample(rest, 99.0, cursors).rotation, quarter);
    }

    #[test]
    fn a_clip_in_a_row_has_its_keys_again_in_every_round() {
        let channel = Channel {
            translations: Keys::new(vec![0.5, 2.0], vec![Vec3::X, Vec3::Y]),
            scales: Keys::new(vec![0.0], vec![Vec3::ONE]),
            ..Channel::default()
        };
        let clip = Clip { seconds: 2.0, channels: vec![channel], ..Clip::default() };
        let long = clip.repeated(3);
        assert_eq!(long.seconds, 6.0);
        let Channel { translations, rotations, scales, .. } = &long.channels[0];
        assert_eq!(translations.times(), [0.5, 2.0, 2.5, 4.0, 4.5, 6.0]);
        assert_eq!(translations.values(), [Vec3::X, Vec3::Y].repeat(3));
        assert_eq!((rotations.times().len(), scales.times().len()), (0, 1));
        assert_eq!(clip.repeated(1), clip);
    }
}
