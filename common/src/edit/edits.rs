//! What is done to keys that are chosen. All is worked out anew from the animation as it was when a drag began.

use super::channels::{Order, picked, rearranged};
use super::selection::{is_at, near};
use super::{Animation, Selection};
use crate::clip::Channel;

/// What became of an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What was done, in plain words, for the history.
    pub name: String,
    /// The animation as it is now.
    pub animation: Animation,
    /// What is chosen now.
    pub selection: Selection,
}

impl Animation {
    /// The keys that are chosen, as channels of their own.
    pub(super) fn taken(&self, keys: &Selection) -> Vec<Channel> {
        let chosen = |(joint, chosen): (usize, &[f32])| {
            let channel = self.channel(joint)?;
            Some(rearranged(channel, |times| picked(times, |time| near(chosen, time).is_some())))
        };
        keys.joints().filter_map(chosen).collect()
    }

    /// It without the keys that are chosen.
    pub(super) fn without(&self, keys: &Selection) -> Self {
        let mut animation = self.clone();
        for (joint, chosen) in keys.joints() {
            if let Some(channel) = self.channel(joint) {
                let rest = |times: &[f32]| picked(times, |time| near(chosen, time).is_none());
                animation.set_channel(rearranged(channel, rest));
            }
        }
        animation
    }

    /// Deletes keys. A joint without keys has no channel, and stands as at rest.
    pub fn delete(&self, keys: &Selection) -> Edit {
        let name = format!("Delete {}", keys.words(self));
        Edit { name, animation: self.without(keys), selection: Selection::default() }
    }

    /// Moves keys to later times, or to earlier ones: no farther than the first of them comes to the beginning. Keys that
    /// are there already give way.
    pub fn shift(&self, keys: &Selection, seconds: f32) -> Edit {
        let seconds = seconds_for(keys, seconds);
        let name = format!("Move {}", keys.words(self));
        self.retimed(name, self.without(keys), keys, 1.0, |time| time + seconds)
    }

    /// The same, but with copies of the keys.
    pub fn duplicate(&self, keys: &Selection, seconds: f32) -> Edit {
        let seconds = seconds_for(keys, seconds);
        let name = format!("Duplicate {}", keys.words(self));
        self.retimed(name, self.clone(), keys, 1.0, |time| time + seconds)
    }

    /// Brings keys nearer to a time or farther from it, by a factor. A negative one turns their order round. No key comes
    /// to be before the beginning: the factor is smaller then.
    pub fn stretch(&self, keys: &Selection, about: f32, factor: f32) -> Edit {
        let factor = factor_for(keys, about, factor);
        let name = format!("Stretch {}", keys.words(self));
        self.retimed(name, self.without(keys), keys, factor, |time| about + factor * (time - about))
    }

    /// Lays its keys, at new times, over those of another animation. The times run the other way if `sense` is negative.
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
        onto.lay_over(&moved);
        let selection = keys.iter().map(|(joint, time)| (joint, new_time(time))).collect();
        Edit { name, animation: onto, selection }
    }
}

/// All keys at new times. Where keys of several times come to meet, those of the latest stay. Those of one time, a step,
/// stay together.
fn in_new_order(times: &[f32], reversed: bool, new_time: impl Fn(f32) -> f32) -> Order {
    let mut order = Order::new();
    for key in 0..times.len() {
        let time = new_time(times[key]);
        let meets = |&(last, other): &(f32, usize)| is_at(last, time) && !is_at(times[other], times[key]);
        while order.last().is_some_and(meets) {
            order.pop();
        }
        order.push((time, key));
    }
    if reversed {
        order.reverse();
    }
    order
}

/// How far keys can be moved: a typed number may be anything.
fn seconds_for(keys: &Selection, seconds: f32) -> f32 {
    match keys.range() {
        Some((first, _)) if seconds.is_finite() => seconds.max(-first),
        _ => 0.0,
    }
}

/// How far keys can be stretched.
fn factor_for(keys: &Selection, about: f32, factor: f32) -> f32 {
    let Some((first, last)) = keys.range().filter(|_| factor.is_finite()) else { return 1.0 };
    let most = if first < about { about / (about - first) } else { f32::INFINITY };
    let least = if last > about { about / (about - last) } else { f32::NEG_INFINITY };
    factor.min(most).max(least)
}
