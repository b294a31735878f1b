//! Edits the keys of an animation. Each edit returns the keys that are selected after it.

use super::document::{has_keys, lists, united};
use super::selection::near;
use super::{Animation, Selection, auto_key, insert};
use common::clip::{Channel, Keys, SAME_TIME};
use common::rig::Rig;
use common::transform::{Transform, slerp};
use glam::Vec3;
use std::sync::Arc;

impl Animation {
    /// Sets keys at a time for what has changed of some joints' transforms in their parents.
    pub fn set(&mut self, time: f32, joints: &[(usize, Transform)], rig: &Arc<Rig>) -> Selection {
        let before = self.pose(rig, time);
        self.keyed(time, joints.iter().copied(), |channel, time, now: Transform| {
            let was = before[channel.joint];
            let Channel { translations, rotations, scales, .. } = channel;
            // A quaternion and its negative are the same rotation.
            let turned = if now.rotation == -was.rotation { was.rotation } else { now.rotation };
            auto_key(translations, time_in(translations, time), was.translation, now.translation);
            auto_key(rotations, time_in(rotations, time), was.rotation, turned);
            auto_key(scales, time_in(scales, time), was.scale, now.scale);
        })
    }

    /// Inserts keys of joints at a time into all three lists, without changing the motion or a key.
    pub fn insert(&mut self, time: f32, joints: &[usize], rest: &[Transform]) -> Selection {
        let joints = joints.iter().map(|&joint| (joint, rest[joint]));
        self.keyed(time, joints, |channel, time, rest| {
            let Channel { translations, rotations, scales, .. } = channel;
            insert(translations, time_in(translations, time), rest.translation, Vec3::lerp);
            insert(rotations, time_in(rotations, time), rest.rotation, slerp);
            insert(scales, time_in(scales, time), rest.scale, Vec3::lerp);
        })
    }

    /// Changes the channels of joints at a time, each with a transform.
    fn keyed(
        &mut self,
        time: f32,
        joints: impl Iterator<Item = (usize, Transform)>,
        act: impl Fn(&mut Channel, f32, Transform),
    ) -> Selection {
        let (time, mut selection) = (time.max(0.0), Selection::default());
        for (joint, transform) in joints {
            let new = || Channel { joint, ..Channel::default() };
            let mut channel = self.channel(joint).map_or_else(new, |channel| Channel::clone(channel));
            act(&mut channel, time, transform);
            if has_keys(&channel) {
                selection.add(joint, time);
            }
            self.set_channel(channel);
        }
        self.seconds = self.seconds.max(self.last_key());
        selection
    }

    /// Deletes keys. A joint without keys has no channel, and keeps its rest transform.
    pub fn delete(&mut self, keys: &Selection) {
        for (joint, chosen) in keys.joints() {
            if let Some(channel) = self.channel(joint) {
                self.set_channel(kept(channel, chosen, false));
            }
        }
    }

    /// Moves keys in time, the earliest at most to the beginning, in place of keys at the new times.
    pub fn shift(&mut self, keys: &Selection, seconds: f32) -> Selection {
        // A typed number may be anything.
        let seconds = match keys.range() {
            Some((first, _)) if seconds.is_finite() => seconds.max(-first),
            _ => 0.0,
        };
        let taken = self.taken(keys);
        self.delete(keys);
        self.paste(&taken, seconds)
    }

    /// Returns copies of keys, the earliest at 0 s: a channel for each joint.
    pub fn copy(&self, keys: &Selection) -> Vec<Channel> {
        let first = keys.range().map_or(0.0, |(first, _)| first);
        self.taken(keys).iter().map(|channel| joined(&Channel::default(), channel, -first)).collect()
    }

    fn taken(&self, keys: &Selection) -> Vec<Channel> {
        let chosen = |(joint, chosen)| Some(kept(self.channel(joint)?, chosen, true));
        keys.joints().filter_map(chosen).collect()
    }

    /// Adds the keys of channels some seconds later, in place of its own at equal times.
    pub fn paste(&mut self, channels: &[Channel], seconds: f32) -> Selection {
        let mut selection = Selection::default();
        for channel in channels {
            let (joint, none) = (channel.joint, Channel::default());
            let over = joined(&none, channel, seconds);
            selection.extend(united(lists(&over)).into_iter().map(|time| (joint, time)));
            let under = self.channel(joint).map_or(&none, |under| under);
            self.set_channel(joined(under, channel, seconds));
        }
        self.seconds = self.seconds.max(self.last_key());
        selection
    }

    /// Replaces a joint's channel, or removes it if the new one has no keys.
    fn set_channel(&mut self, channel: Channel) {
        let place = self.channels.binary_search_by_key(&channel.joint, |channel| channel.joint);
        match (place, has_keys(&channel)) {
            (Ok(place), true) => self.channels[place] = Arc::new(channel),
            (Ok(place), false) => drop(self.channels.remove(place)),
            (Err(place), true) => self.channels.insert(place, Arc::new(channel)),
            (Err(_), false) => {}
        }
    }
}

/// Returns the exact time of the key that counts as being at a time, or the time itself if there is none.
fn time_in<T>(keys: &Keys<T>, time: f32) -> f32 {
    near(keys.times(), time).map_or(time, |key| keys.times()[key])
}

/// Returns the channel's keys at some times, or if `at` is false all others. The times are sorted.
fn kept(channel: &Channel, chosen: &[f32], at: bool) -> Channel {
    Channel {
        joint: channel.joint,
        translations: kept_keys(&channel.translations, chosen, at),
        rotations: kept_keys(&channel.rotations, chosen, at),
        scales: kept_keys(&channel.scales, chosen, at),
    }
}

fn kept_keys<T: Copy>(keys: &Keys<T>, chosen: &[f32], at: bool) -> Keys<T> {
    let mut left = chosen;
    let is_kept = |&(time, _): &(f32, T)| {
        // Both lists are sorted, so each is walked through once: a drag does this in every frame.
        while left.first().is_some_and(|next| time - next >= SAME_TIME) {
            left = &left[1..];
        }
        left.first().is_some_and(|next| next - time < SAME_TIME) == at
    };
    let all = keys.times().iter().copied().zip(keys.values().iter().copied());
    let (times, values): (Vec<f32>, Vec<T>) = all.filter(is_kept).unzip();
    Keys::new(times, values)
}

/// Returns the keys of two channels, those of `over` some seconds later, but none before the beginning. If both have keys
/// at one time, those of `over` win.
fn joined(under: &Channel, over: &Channel, seconds: f32) -> Channel {
    Channel {
        joint: over.joint,
        translations: joined_keys(&under.translations, &over.translations, seconds),
        rotations: joined_keys(&under.rotations, &over.rotations, seconds),
        scales: joined_keys(&under.scales, &over.scales, seconds),
    }
}

fn joined_keys<T: Copy>(under: &Keys<T>, over: &Keys<T>, seconds: f32) -> Keys<T> {
    let later: Vec<f32> = over.times().iter().map(|time| (time + seconds).max(0.0)).collect();
    let under = kept_keys(under, &later, false);
    let times = [under.times(), &later].concat().into_iter();
    let values = [under.values(), over.values()].concat();
    let mut keys: Vec<(f32, T)> = times.zip(values).collect();
    keys.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (times, values): (Vec<f32>, Vec<T>) = keys.into_iter().unzip();
    Keys::new(times, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns sorted times, of which many count as equal, and some just don't.
    fn times() -> impl Strategy<Value = Vec<f32>> {
        let time = (0u8..12, 0u8..5).prop_map(|(tick, near)| 0.1 * f32::from(tick) + 4e-5 * f32::from(near));
        prop::collection::vec(time, 0..30).prop_map(|mut times| {
            times.sort_by(f32::total_cmp);
            times
        })
    }

    proptest! {
        #[test]
        fn keys_are_found_as_one_by_one(times in times(), others in times()) {
            let keys = Keys::new(times.iter().copied(), 0..);
            for at in [true, false] {
                let wanted = (0..times.len()).filter(|&key| near(&others, times[key]).is_some() == at);
                let wanted: Vec<i32> = wanted.map(|key| key as i32).collect();
                let kept = kept_keys(&keys, &others, at);
                prop_assert_eq!(kept.values(), wanted);
            }
        }
    }
}
