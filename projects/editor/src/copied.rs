//! Copied keys.

use super::channels::later;
use super::{Animation, Edit, Selection};
use common::clip::Channel;

/// Keys that were copied. They can be pasted into any animation of the same skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copied {
    /// A channel for each joint, in the order of the joints. The first of all keys is at 0.
    channels: Vec<Channel>,
}

impl Animation {
    /// Copies keys.
    pub fn copy(&self, keys: &Selection) -> Copied {
        let first = keys.range().map_or(0.0, |(first, _)| first);
        let channels = self.taken(keys);
        Copied { channels: channels.iter().map(|channel| later(channel, -first)).collect() }
    }

    /// Adds copied keys, which replace existing ones: the first of them at a time.
    pub fn paste(&self, copied: &Copied, time: f32) -> Edit {
        let channels: Vec<_> = copied.channels.iter().map(|channel| later(channel, time)).collect();
        let mut animation = self.clone();
        animation.lay_over(channels.iter().cloned());
        let channels = channels.into_iter().map(Into::into).collect();
        let selection = Selection::all(&Animation { channels, ..Self::default() });
        Edit { name: "Paste keys", animation, selection }
    }
}
