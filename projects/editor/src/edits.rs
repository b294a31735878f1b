//! Edits the selected keys. Each edit starts from the animation as it was when a drag began.

use super::channels::{kept, later};
use super::{Animation, Selection};
use common::clip::Channel;

/// The result of an edit of an animation.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The edit's name in plain words, for the history.
    pub name: &'static str,
    /// The animation after the edit.
    pub animation: Animation,
    /// The selection after the edit.
    pub selection: Selection,
}

impl Animation {
    pub(super) fn taken(&self, keys: &Selection) -> Vec<Channel> {
        let chosen = |(joint, chosen)| Some(kept(self.channel(joint)?, chosen, true));
        keys.joints().filter_map(chosen).collect()
    }

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

    /// Moves keys in time, the earliest at most to the beginning, in place of keys at the new times.
    pub fn shift(&self, keys: &Selection, seconds: f32) -> Edit {
        // A typed number may be anything.
        let seconds = match keys.range() {
            Some((first, _)) if seconds.is_finite() => seconds.max(-first),
            _ => 0.0,
        };
        let mut animation = self.without(keys);
        animation.lay_over(self.taken(keys).iter().map(|channel| later(channel, seconds)));
        Edit { name: "Move keys", animation, selection: keys.later(seconds) }
    }
}
