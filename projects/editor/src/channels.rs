//! Channels made from keys of other channels.

use super::Animation;
use super::document::has_keys;
use common::clip::SAME_TIME;
use common::clip::{Channel, Keys};
use std::ops::Range;
use std::sync::Arc;

/// A range of successive keys of a list.
pub(super) type Run = Range<usize>;

/// The keys of a list that go into a new one, each with its new time, in the order of the new times.
#[derive(Default)]
pub(super) struct Order {
    times: Vec<f32>,
    /// The keys, as runs: most keep their neighbours.
    runs: Vec<Run>,
}

impl Order {
    /// All keys, in their old order.
    pub fn of_all(times: Vec<f32>) -> Self {
        let keys = 0..times.len();
        Self { times, runs: Vec::from([keys]) }
    }

    /// The last key.
    pub fn last(&self) -> Option<usize> {
        Some(self.runs.last()?.end - 1)
    }

    pub fn push(&mut self, time: f32, key: usize) {
        self.push_run(&[time], key, |time| time);
    }

    /// Adds successive keys, beginning with one, with new times computed from the old ones.
    pub fn push_run(&mut self, times: &[f32], key: usize, new_time: impl Fn(f32) -> f32) {
        self.times.extend(times.iter().map(|&time| new_time(time)));
        match self.runs.last_mut() {
            Some(run) if run.end == key => run.end += times.len(),
            _ if times.is_empty() => {}
            _ => self.runs.push(key..key + times.len()),
        }
    }

    pub fn pop(&mut self) {
        self.times.pop();
        if let Some(run) = self.runs.last_mut() {
            run.end -= 1;
            if run.start == run.end {
                self.runs.pop();
            }
        }
    }

    /// Returns the order reversed.
    pub fn reversed(self) -> Self {
        let keys = self.runs.into_iter().rev().flat_map(Run::rev);
        self.times.into_iter().rev().zip(keys).collect()
    }
}

impl FromIterator<(f32, usize)> for Order {
    fn from_iter<I: IntoIterator<Item = (f32, usize)>>(keys: I) -> Self {
        let mut order = Self::default();
        keys.into_iter().for_each(|(time, key)| order.push(time, key));
        order
    }
}

/// A channel with keys of another one, chosen by `order` from the times of each list.
pub(super) fn rearranged(channel: &Channel, order: impl Fn(&[f32]) -> Order) -> Channel {
    Channel {
        joint: channel.joint,
        translations: keys_in(&channel.translations, &order),
        rotations: keys_in(&channel.rotations, &order),
        scales: keys_in(&channel.scales, &order),
    }
}

fn keys_in<T: Copy>(keys: &Keys<T>, order: impl Fn(&[f32]) -> Order) -> Keys<T> {
    let Order { times, runs } = order(keys.times());
    Keys::new(times, in_runs(keys.values(), &runs))
}

/// A channel with some of its keys, chosen by `which` from the times of each list.
pub(super) fn kept(channel: &Channel, which: impl Fn(&[f32]) -> Vec<Run>) -> Channel {
    Channel {
        joint: channel.joint,
        translations: kept_keys(&channel.translations, &which),
        rotations: kept_keys(&channel.rotations, &which),
        scales: kept_keys(&channel.scales, &which),
    }
}

fn kept_keys<T: Copy>(keys: &Keys<T>, which: impl Fn(&[f32]) -> Vec<Run>) -> Keys<T> {
    let runs = which(keys.times());
    Keys::new(in_runs(keys.times(), &runs), in_runs(keys.values(), &runs))
}

/// Returns the items in some runs of a list, run by run: lists are long, and a drag does this in every picture.
fn in_runs<T: Copy>(list: &[T], runs: &[Run]) -> Vec<T> {
    let mut all = Vec::with_capacity(runs.iter().map(Run::len).sum());
    runs.iter().for_each(|run| all.extend_from_slice(&list[run.clone()]));
    all
}

/// The keys whose times count as equal to one of some others. Both lists are in order.
pub(super) fn keys_at(times: &[f32], others: &[f32]) -> Vec<Run> {
    let [Some(first), Some(last)] = [others.first(), others.last()] else { return Vec::new() };
    // Mostly the chosen keys are successive: then they are found at once.
    let begin = first_not(times, 0, |time| time - first <= -SAME_TIME);
    if times[begin..].starts_with(others) {
        let end = first_not(times, begin + others.len(), |time| time - last < SAME_TIME);
        let run = begin..end;
        return Vec::from([run]);
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut end = begin;
    for &other in others {
        let begin = first_not(times, end, |time| time - other <= -SAME_TIME);
        end = first_not(times, begin, |time| time - other < SAME_TIME);
        match runs.last_mut() {
            Some(run) if run.end == begin => run.end = end,
            _ if begin < end => runs.push(begin..end),
            _ => {}
        }
    }
    runs
}

/// Returns the runs of all keys, out of `count`, that are in none of some runs.
pub(super) fn beside(runs: &[Run], count: usize) -> Vec<Run> {
    let begins = [0].into_iter().chain(runs.iter().map(|run| run.end));
    let ends = runs.iter().map(|run| run.start).chain([count]);
    begins.zip(ends).map(|(begin, end)| begin..end).filter(|run| !run.is_empty()).collect()
}

/// The first key, from one on, for which `is_before` is false. A near one is found at once, a far one by bisection.
pub(super) fn first_not(times: &[f32], from: usize, is_before: impl Fn(f32) -> bool) -> usize {
    let mut reach = 1;
    while from + reach <= times.len() && is_before(times[from + reach - 1]) {
        reach *= 2;
    }
    let (low, high) = (from + reach / 2, (from + reach).min(times.len()));
    low + times[low..high].partition_point(|&time| is_before(time))
}

/// Returns the keys of two channels. If both have keys at one time, those of `over` win.
pub(super) fn joined(under: &Channel, over: &Channel) -> Channel {
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
    let room = old.len() + over.times().len();
    let (mut new_times, mut new_values) = (Vec::with_capacity(room), Vec::with_capacity(room));
    let mut next = 0;
    for (&time, &value) in over.times().iter().zip(over.values()) {
        let before = first_not(old, next, |key| key - time <= -SAME_TIME);
        new_times.extend_from_slice(&old[next..before]);
        new_values.extend_from_slice(&values[next..before]);
        new_times.push(time);
        new_values.push(value);
        next = first_not(old, before, |key| key - time < SAME_TIME);
    }
    new_times.extend_from_slice(&old[next..]);
    new_values.extend_from_slice(&values[next..]);
    Keys::new(new_times, new_values)
}

impl Animation {
    /// Replaces its joint's channel. One without keys removes it.
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

    /// Times in order, of which many count as equal, and some just don't.
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
            let runs = keys_at(&times, &others);
            let wanted = |is_at: bool| {
                let all = 0..times.len();
                all.filter(|&key| near(&others, times[key]).is_some() == is_at).collect::<Vec<_>>()
            };
            let beside = beside(&runs, times.len());
            prop_assert_eq!(runs.into_iter().flatten().collect::<Vec<_>>(), wanted(true));
            prop_assert_eq!(beside.into_iter().flatten().collect::<Vec<_>>(), wanted(false));
        }

        #[test]
        fn a_key_is_found_from_wherever_it_is_sought(times in times(), limit in -0.1f32..1.3) {
            let wanted = times.partition_point(|&time| time < limit);
            for from in 0..=wanted {
                prop_assert_eq!(first_not(&times, from, |time| time < limit), wanted);
            }
        }

        #[test]
        fn an_order_gives_back_what_was_put_in(keys in prop::collection::vec((0.0f32..1.0, 0usize..4), 0..12), popped in 0usize..4) {
            let mut order: Order = keys.iter().copied().collect();
            (0..popped).for_each(|_| order.pop());
            let kept = &keys[..keys.len().saturating_sub(popped)];
            prop_assert_eq!(order.last(), kept.last().map(|&(_, key)| key));
            let order = order.reversed();
            let found = order.times.into_iter().zip(order.runs.into_iter().flatten());
            prop_assert_eq!(found.collect::<Vec<_>>(), kept.iter().rev().copied().collect::<Vec<_>>());
        }
    }
}
