//! A selection of keys.

use super::Animation;
use super::document::{lists, united};
use common::clip::{Channel, SAME_TIME};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Selected keys, each by joint and time. A key of a joint is all that its three lists have at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The times of each joint with selected keys, sorted.
    times: BTreeMap<usize, Vec<f32>>,
}

impl Selection {
    pub fn all(animation: &Animation) -> Self {
        let joints = animation.channels.iter().map(|channel| channel.joint);
        Self { times: joints.map(|joint| (joint, animation.key_times(joint))).collect() }
    }

    /// Returns the keys of all joints at a time.
    pub fn column(animation: &Animation, time: f32) -> Self {
        let at_time = |channel: &Arc<Channel>| {
            let keys = lists(channel).into_iter().filter_map(|times| Some(times[near(times, time)?]));
            Some((channel.joint, keys.reduce(f32::min)?))
        };
        animation.channels.iter().filter_map(at_time).collect()
    }

    pub fn add(&mut self, joint: usize, time: f32) {
        let times = self.times.entry(joint).or_default();
        if near(times, time).is_none() {
            times.insert(times.partition_point(|&key| key < time), time);
        }
    }

    /// Adds the keys of another selection, or removes them if all of them are selected already.
    pub fn toggle(&mut self, keys: &Self) {
        if keys.iter().all(|(joint, time)| self.contains(joint, time)) {
            *self = self.iter().filter(|&(joint, time)| !keys.contains(joint, time)).collect();
        } else {
            self.extend(keys.iter());
        }
    }

    pub fn contains(&self, joint: usize, time: f32) -> bool {
        self.times.get(&joint).is_some_and(|times| near(times, time).is_some())
    }

    /// Returns the keys, each as joint and time.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        self.times.iter().flat_map(|(&joint, times)| times.iter().map(move |&time| (joint, time)))
    }

    /// Returns each joint with its times, sorted.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = (usize, &[f32])> {
        self.times.iter().map(|(&joint, times)| (joint, &times[..]))
    }

    /// Returns the times of all joints, merged.
    pub fn times(&self) -> Vec<f32> {
        united(self.times.values().map(|times| &times[..]))
    }

    /// Returns the times of a joint, sorted.
    pub fn times_of(&self, joint: usize) -> &[f32] {
        self.times.get(&joint).map_or(&[], |times| times)
    }

    /// Returns the first and the last time.
    pub fn range(&self) -> Option<(f32, f32)> {
        let ends = self.times.values().filter_map(|times| Some((*times.first()?, *times.last()?)));
        ends.reduce(|(first, last), (a, b)| (first.min(a), last.max(b)))
    }

    /// Returns true if no key is selected.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }
}

impl Extend<(usize, f32)> for Selection {
    fn extend<I: IntoIterator<Item = (usize, f32)>>(&mut self, keys: I) {
        keys.into_iter().for_each(|(joint, time)| self.add(joint, time));
    }
}

impl FromIterator<(usize, f32)> for Selection {
    fn from_iter<I: IntoIterator<Item = (usize, f32)>>(keys: I) -> Self {
        let mut selection = Self::default();
        selection.extend(keys);
        selection
    }
}

/// Returns the index of the last of some sorted times that counts as equal to this one.
pub(super) fn near(times: &[f32], time: f32) -> Option<usize> {
    let last = times.partition_point(|&key| key - time < SAME_TIME).checked_sub(1)?;
    ((times[last] - time).abs() < SAME_TIME).then_some(last)
}
