//! Edits of the selected keys. Each is computed from the animation as it was when a drag began.

use super::channels::{kept, retimed};
use super::{Animation, Selection};
use common::clip::Channel;

/// Result of an edit of an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Name of the edit in plain words, for the history.
    pub name: &'static str,
    /// The animation as it is now.
    pub animation: Animation,
    /// The keys that are selected now.
    pub selection: Selection,
}

impl Animation {
    /// The selected keys, as channels of their own.
    pub(super) fn taken(&self, keys: &Selection) -> Vec<Channel> {
        let chosen = |(joint, chosen)| Some(kept(self.channel(joint)?, chosen, true));
        keys.joints().filter_map(chosen).collect()
    }

    /// The animation without the selected keys.
    fn without(&self, keys: &Selection) -> Self {
        let mut animation = self.clone();
        for (joint, chosen) in keys.joints() {
            if let Some(channel) = self.channel(joint) {
                animation.set_channel(kept(channel, chosen, false));
            }
        }
        animation
    }

    /// Deletes keys. A joint without keys has no channel, and keeps its rest transform.
    pub fn delete(&self, keys: &Selection) -> Edit {
        Edit { name: "Delete keys", animation: self.without(keys), selection: Selection::default() }
    }

    /// Moves keys to later or earlier times, the first of them at most to the beginning. Existing keys at those times
    /// are replaced.
    pub fn shift(&self, keys: &Selection, seconds: f32) -> Edit {
        let seconds = seconds_for(keys, seconds);
        self.retimed("Move keys", keys, |time| time + seconds)
    }

    /// Scales the distances of keys from a time. A negative factor reverses their order. No key goes before the
    /// beginning: the factor is limited.
    pub fn stretch(&self, keys: &Selection, about: f32, factor: f32) -> Edit {
        let factor = factor_for(keys, about, factor);
        self.retimed("Stretch keys", keys, |time| about + factor * (time - about))
    }

    /// Moves keys to new times, over those that are there.
    fn retimed(&self, name: &'static str, keys: &Selection, new_time: impl Fn(f32) -> f32) -> Edit {
        let new_time = |time| new_time(time).max(0.0);
        let mut animation = self.without(keys);
        animation.lay_over(self.taken(keys).iter().map(|channel| retimed(channel, new_time)));
        Edit { name, animation, selection: keys.retimed(new_time) }
    }
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
