//! Edits of the selected keys. Each is computed from the animation as it was when a drag began.

use super::channels::{Order, beside, kept, keys_at, rearranged};
use super::selection::is_at;
use super::{Animation, Selection};
use common::clip::Channel;
use common::clip::SAME_TIME;

/// Result of an edit of an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Name of the edit in plain words, for the history.
    pub name: String,
    /// The animation as it is now.
    pub animation: Animation,
    /// The keys that are selected now.
    pub selection: Selection,
}

impl Animation {
    /// The selected keys, as channels of their own.
    pub(super) fn taken(&self, keys: &Selection) -> Vec<Channel> {
        let chosen = |(joint, chosen): (usize, &[f32])| {
            let channel = self.channel(joint)?;
            Some(kept(channel, |times| keys_at(times, chosen)))
        };
        keys.joints().filter_map(chosen).collect()
    }

    /// The animation without the selected keys.
    pub(super) fn without(&self, keys: &Selection) -> Self {
        let mut animation = self.clone();
        for (joint, chosen) in keys.joints() {
            if let Some(channel) = self.channel(joint) {
                let others = |times: &[f32]| beside(&keys_at(times, chosen), times.len());
                animation.set_channel(kept(channel, others));
            }
        }
        animation
    }

    /// Deletes keys. A joint without keys has no channel, and keeps its rest transform.
    pub fn delete(&self, keys: &Selection) -> Edit {
        let name = format!("Delete {}", keys.words(self));
        Edit { name, animation: self.without(keys), selection: Selection::default() }
    }

    /// Moves keys to later or earlier times, the first of them at most to the beginning. Existing keys at those times
    /// are replaced.
    pub fn shift(&self, keys: &Selection, seconds: f32) -> Edit {
        let seconds = seconds_for(keys, seconds);
        let name = format!("Move {}", keys.words(self));
        self.retimed(name, self.without(keys), keys, 1.0, |time| time + seconds)
    }

    /// Moves copies of the keys.
    pub fn duplicate(&self, keys: &Selection, seconds: f32) -> Edit {
        let seconds = seconds_for(keys, seconds);
        let name = format!("Duplicate {}", keys.words(self));
        self.retimed(name, self.clone(), keys, 1.0, |time| time + seconds)
    }

    /// Scales the distances of keys from a time. A negative factor reverses their order. No key goes before the
    /// beginning: the factor is limited.
    pub fn stretch(&self, keys: &Selection, about: f32, factor: f32) -> Edit {
        let factor = factor_for(keys, about, factor);
        let name = format!("Stretch {}", keys.words(self));
        self.retimed(name, self.without(keys), keys, factor, |time| about + factor * (time - about))
    }

    /// Moves its keys to new times over those of another animation. A negative `sense` reverses the times.
    fn retimed(
        &self,
        name: String,
        mut onto: Self,
        keys: &Selection,
        sense: f32,
        new_time: impl Fn(f32) -> f32,
    ) -> Edit {
        let new_time = |time| new_time(time).max(0.0);
        let moved = |channel| rearranged(&channel, |times| in_new_order(times, sense < 0.0, new_time));
        let moved: Vec<Channel> = self.taken(keys).into_iter().map(moved).collect();
        onto.lay_over(moved);
        Edit { name, animation: onto, selection: keys.retimed(new_time) }
    }
}

/// All keys at new times. If keys meet, those of the latest time stay. Those of one time, a step, stay together.
fn in_new_order(times: &[f32], reversed: bool, new_time: impl Fn(f32) -> f32) -> Order {
    let new_times: Vec<f32> = times.iter().map(|&time| new_time(time)).collect();
    if new_times.is_sorted_by(|last, time| time - last >= SAME_TIME) {
        return Order::of_all(new_times);
    }
    let meet =
        |last: usize, key: usize| is_at(new_times[last], new_times[key]) && !is_at(times[last], times[key]);
    let order = without_met(&new_times, meet);
    if reversed { order.reversed() } else { order }
}

/// All keys except those that a later one meets.
fn without_met(new_times: &[f32], meet: impl Fn(usize, usize) -> bool) -> Order {
    let mut order = Order::default();
    for (key, &time) in new_times.iter().enumerate() {
        while order.last().is_some_and(|last| meet(last, key)) {
            order.pop();
        }
        order.push(time, key);
    }
    order
}

/// Returns the time by which keys can be moved: a typed number may be anything.
fn seconds_for(keys: &Selection, seconds: f32) -> f32 {
    match keys.range() {
        Some((first, _)) if seconds.is_finite() => seconds.max(-first),
        _ => 0.0,
    }
}

/// Returns the factor by which keys can be stretched.
fn factor_for(keys: &Selection, about: f32, factor: f32) -> f32 {
    let Some((first, last)) = keys.range().filter(|_| factor.is_finite()) else { return 1.0 };
    let most = if first < about { about / (about - first) } else { f32::INFINITY };
    let least = if last > about { about / (about - last) } else { f32::NEG_INFINITY };
    factor.min(most).max(least)
}
