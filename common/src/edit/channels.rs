//! Channels made of other channels, key by key.

use super::Animation;
use super::document::has_keys;
use super::selection::near;
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

fn joined_keys<T: Copy>(under: &Keys<T>, over: &Keys<T>) -> Keys<T> {
    let all = |keys: &Keys<T>| keys.times().iter().copied().zip(keys.values().iter().copied()).collect();
    let mut keys: Vec<(f32, T)> = all(under);
    keys.retain(|&(time, _)| near(over.times(), time).is_none());
    keys.extend(all(over));
    // Keys of one time stay in their order: the sort is stable.
    keys.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    Keys::new(keys.iter().map(|&(time, _)| time), keys.iter().map(|&(_, value)| value))
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
