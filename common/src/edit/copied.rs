//! Keys on their way from one place to another.

use super::channels::rearranged;
use super::{Animation, Edit, Selection};
use crate::clip::Channel;

/// Keys that were copied. They can be laid into any animation of the same skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copied {
    /// One for each joint, in the order of the joints. The first of all keys is at 0.
    pub channels: Vec<Channel>,
}

impl Animation {
    /// Copies keys.
    pub fn copy(&self, keys: &Selection) -> Copied {
        let first = keys.range().map_or(0.0, |(first, _)| first);
        let channels = self.taken(keys);
        Copied { channels: channels.iter().map(|channel| later(channel, -first)).collect() }
    }

    /// Lays copied keys over those that are there: the first of them at a time.
    pub fn paste(&self, copied: &Copied, time: f32) -> Edit {
        let channels: Vec<_> = copied.channels.iter().map(|channel| later(channel, time)).collect();
        let mut animation = self.clone();
        animation.lay_over(&channels);
        let pasted =
            Animation { channels: channels.into_iter().map(Into::into).collect(), ..Self::default() };
        let selection = Selection::all(&pasted);
        Edit { name: format!("Paste {}", selection.words(&pasted)), animation, selection }
    }
}

/// The same keys so many seconds later, but none before the beginning.
fn later(channel: &Channel, seconds: f32) -> Channel {
    rearranged(channel, |times| times.iter().map(|time| (time + seconds).max(0.0)).zip(0..).collect())
}
