//! Copies keys, and pastes them.

use super::channels::later;
use super::{Animation, Edit, Selection};
use common::clip::Channel;

/// Keys that were copied. They can be pasted into any animation of the same skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copied {
    /// A channel for each joint, sorted by joint. The earliest of all keys is at 0 s.
    channels: Vec<Channel>,
}

impl Animation {
    pub fn copy(&self, keys: &Selection) -> Copied {
        let first = keys.range().map_or(0.0, |(first, _)| first);
        let channels = self.taken(keys);
        Copied { channels: channels.iter().map(|channel| later(channel, -first)).collect() }
    }

    /// Pastes copied keys, the earliest at a time, in place of existing ones.
    pub fn paste(&self, copied: &Copied, time: f32) -> Edit {
        let channels: Vec<_> = copied.channels.iter().map(|channel| later(channel, time)).collect();
        let mut animation = self.clone();
        animation.lay_over(channels.iter().cloned());
        let channels = channels.into_iter().map(Into::into).collect();
        let selection = Selection::all(&Animation { channels, ..Self::default() });
        Edit { name: "Paste keys", animation, selection }
    }
}
