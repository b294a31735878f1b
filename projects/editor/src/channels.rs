//! Makes channels from keys of other channels.

use super::Animation;
use super::document::has_keys;
use common::clip::{Channel, Keys, SAME_TIME};
use std::ops::Range;
use std::sync::Arc;

/// Returns the channel with its keys moved by some seconds, but none before the beginning.
pub(super) fn later(channel: &Channel, seconds: f32) -> Channel {
    Channel {
        joint: channel.joint,
        translations: later_keys(&channel.translations, seconds),
        rotations: later_keys(&channel.rotations, seconds),
        scales: later_keys(&channel.scales, seconds),
    }
}

fn later_keys<T: Copy>(keys: &Keys<T>, seconds: f32) -> Keys<T> {
    let times = keys.times().iter().map(|time| (time + seconds).max(0.0));
    Keys::new(times, keys.values().iter().copied())
}

/// A range of successive keys of a list, as indices.
type Run = Range<usize>;

/// Returns the channel's keys at some times, or if `at` is false all others. The times are sorted.
pub(super) fn kept(channel: &Channel, chosen: &[f32], at: bool) -> Channel {
    let runs = |times: &[f32]| {
        let runs = runs_at(times, chosen);
        if at { runs } else { beside(&runs, times.len()) }
    };
    Channel {
        joint: channel.joint,
        translations: kept_keys(&channel.translations, runs),
        rotations: kept_keys(&channel.rotations, runs),
        scales: kept_keys(&channel.scales, runs),
    }
}

fn kept_keys<T: Copy>(keys: &Keys<T>, runs: impl Fn(&[f32]) -> Vec<Run>) -> Keys<T> {
    let runs = runs(keys.times());
    Keys::new(in_runs(keys.times(), &runs), in_runs(keys.values(), &runs))
}

/// Returns the items in some runs of a list. It copies run by run, since a drag does this in every frame.
fn in_runs<T: Copy>(list: &[T], runs: &[Run]) -> Vec<T> {
    runs.iter().map(|run| &list[run.clone()]).collect::<Vec<_>>().concat()
}

/// Returns the runs of keys whose times count as equal to one of some others. Both lists are sorted.
fn runs_at(times: &[f32], others: &[f32]) -> Vec<Run> {
    let all = 0..times.len();
    if times == others {
        return Vec::from([all]);
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut end = 0;
    for other in others {
        let begin = end + times[end..].partition_point(|time| other - time >= SAME_TIME);
        end = begin + times[begin..].partition_point(|time| time - other < SAME_TIME);
        match runs.last_mut() {
            Some(run) if run.end == begin => run.end = end,
            _ => runs.push(begin..end),
        }
    }
    runs
}

/// Returns the runs of all keys, out of `count`, that are in none of some runs.
fn beside(runs: &[Run], count: usize) -> Vec<Run> {
    let begins = [0].into_iter().chain(runs.iter().map(|run| run.end));
    let ends = runs.iter().map(|run| run.start).chain([count]);
    begins.zip(ends).map(|(begin, end)| begin..end).collect()
}

/// Returns the keys of two channels. If both have keys at one time, those of `over` win.
fn joined(under: &Channel, over: &Channel) -> Channel {
    Channel {
        joint: over.joint,
        translations: joined_keys(&under.translations, &over.translations),
        rotations: joined_keys(&under.rotations, &over.rotations),
        scales: joined_keys(&under.scales, &over.scales),
    }
}

fn joined_keys<T: Copy>(under: &Keys<T>, over: &Keys<T>) -> Keys<T> {
    let (old, values) = (under.times(), under.values());
    if old.is_empty() {
        return over.clone();
    }
    let (mut new_times, mut new_values, mut next) = (Vec::new(), Vec::new(), 0);
    for (&time, &value) in over.times().iter().zip(over.values()) {
        let before = next + old[next..].partition_point(|key| time - key >= SAME_TIME);
        new_times.extend_from_slice(&old[next..before]);
        new_values.extend_from_slice(&values[next..before]);
        new_times.push(time);
        new_values.push(value);
        next = before + old[before..].partition_point(|key| key - time < SAME_TIME);
    }
    new_times.extend_from_slice(&old[next..]);
    new_values.extend_from_slice(&values[next..]);
    Keys::new(new_times, new_values)
}

impl Animation {
    /// Replaces a joint's channel, or removes it if the new one has no keys.
    pub(super) fn set_channel(&mut self, channel: Channel) {
        let place = self.channels.binary_search_by_key(&channel.joint, |channel| channel.joint);
        match (place, has_keys(&channel)) {
            (Ok(place), true) => self.channels[place] = Arc::new(channel),
            (Ok(place), false) => drop(self.channels.remove(place)),
            (Err(place), true) => self.channels.insert(place, Arc::new(channel)),
            (Err(_), false) => {}
        }
    }

    /// Adds the keys of channels, which replace its own at equal times, and extends it if one is past its end.
    pub(super) fn lay_over(&mut self, channels: impl IntoIterator<Item = Channel>) {
        for over in channels {
            let joined = self.channel(over.joint).map(|under| joined(under, &over));
            self.set_channel(joined.unwrap_or(over));
        }
        self.seconds = self.seconds.max(self.last_key());
    }
}

#[cfg(test)]
mod tests {
    use super::super::selection::near;
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
            let runs = runs_at(&times, &others);
            let wanted = |is_at: bool| {
                let all = 0..times.len();
                all.filter(|&key| near(&others, times[key]).is_some() == is_at).collect::<Vec<_>>()
            };
            let beside = beside(&runs, times.len());
            prop_assert_eq!(runs.into_iter().flatten().collect::<Vec<_>>(), wanted(true));
            prop_assert_eq!(beside.into_iter().flatten().collect::<Vec<_>>(), wanted(false));
        }
    }
}
