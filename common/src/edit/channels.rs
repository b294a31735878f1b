//! Channels made of other channels, key by key.

use super::Animation;
use super::document::{SAME_TIME, has_keys};
use crate::clip::{Channel, Keys};
use std::sync::Arc;

/// Which keys of a list come to be in a new one, each with its new time; in the order of the new times.
pub(super) type Order = Vec<(f32, usize)>;

/// A channel with keys of another one. `order` says for the times of each list which of them.
pub(super) fn rearranged(channel: &Channel, order: impl Fn(&[f32]) -> Order) -> Channel {
    Channel {
        joint: channel.joint,
        translations: keys_in(&channel.translations, &order),
        rotations: keys_in(&channel.rotations, &order),
        scales: keys_in(&channel.scales, &order),
    }
}

fn keys_in<T: Copy>(keys: &Keys<T>, order: impl Fn(&[f32]) -> Order) -> Keys<T> {
    let order = order(keys.times());
    Keys::new(order.iter().map(|&(time, _)| time), order.iter().map(|&(_, key)| keys.values()[key]))
}

/// Those keys whose times are wanted.
pub(super) fn picked(times: &[f32], wanted: impl Fn(f32) -> bool) -> Order {
    times.iter().copied().zip(0..).filter(|&(time, _)| wanted(time)).collect()
}

/// The keys of two channels. Where both have keys at one time, those of `over` win.
pub(super) fn joined(under: &Channel, over: &Channel) -> Channel {
    Channel {
        joint: over.joint,
        translations: joined_keys(&under.translations, &over.translations),
        rotations: joined_keys(&under.rotations, &over.rotations),
        scales: joined_keys(&under.scales, &over.scales),
    }
}

/// Whole runs are copied at once: lists are long, and a drag does this in every picture.
fn joined_keys<T: Copy>(under: &Keys<T>, over: &Keys<T>) -> Keys<T> {
    let (old, values) = (under.times(), under.values());
    let (mut new_times, mut new_values) = (Vec::new(), Vec::new());
    let mut next = 0;
    for (&time, &value) in over.times().iter().zip(over.values()) {
        let before = next + old[next..].partition_point(|&key| key - time <= -SAME_TIME);
        new_times.extend_from_slice(&old[next..before]);
        new_values.extend_from_slice(&values[next..before]);
        new_times.push(time);
        new_values.push(value);
        next = before + old[before..].partition_point(|&key| key - time < SAME_TIME);
    }
    new_times.extend_from_slice(&old[next..]);
    new_values.extend_from_slice(&values[next..]);
    Keys::new(new_times, new_values)
}

impl Animation {
    /// Puts a channel in the place of that of its joint. One without keys is none.
    pub(super) fn set_channel(&mut self, channel: Channel) {
        let place = self.channels.binary_search_by_key(&channel.joint, |channel| channel.joint);
        match (place, has_keys(&channel)) {
            (Ok(place), true) => self.channels[place] = Arc::new(channel),
            (Ok(place), false) => drop(self.channels.remove(place)),
            (Err(place), true) => self.channels.insert(place, Arc::new(channel)),
            (Err(_), false) => {}
        }
    }

    /// Lays the keys of channels over its own, and grows if one is past its end.
    pub(super) fn lay_over<'a>(&mut self, channels: impl IntoIterator<Item = &'a Channel>) {
        for over in channels {
            let joined = self.channel(over.joint).map(|under| joined(under, over));
            self.set_channel(joined.unwrap_or_else(|| over.clone()));
        }
        self.seconds = self.seconds.max(self.last_key());
    }
}
