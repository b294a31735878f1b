//! Copied keys.

use super::channels::rearranged;
use super::flip::Flip;
use super::{Animation, Edit, Selection};
use common::clip::{Channel, Keys};
use common::transform::Transform;

/// Keys that were copied. They can be pasted into any animation of the same skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copied {
    /// A channel for each joint, in the order of the joints. The first of all keys is at 0.
    pub channels: Vec<Channel>,
}

impl Copied {
    /// Returns the keys mirrored to the other side. Those of a joint without a partner are left out.
    pub fn flipped(&self, flip: &Flip) -> Self {
        let flipped = |channel: &Channel| {
            let joint = flip.partner(channel.joint)?;
            let stands = |partner: Transform| flip.joint(joint, partner).unwrap_or(partner);
            Some(Channel {
                joint,
                translations: each(&channel.translations, |translation| {
                    stands(Transform { translation, ..Transform::IDENTITY }).translation
                }),
                rotations: each(&channel.rotations, |rotation| {
                    stands(Transform { rotation, ..Transform::IDENTITY }).rotation
                }),
                scales: each(&channel.scales, |scale| {
                    stands(Transform { scale, ..Transform::IDENTITY }).scale
                }),
            })
        };
        let mut channels: Vec<Channel> = self.channels.iter().filter_map(flipped).collect();
        channels.sort_by_key(|channel| channel.joint);
        Self { channels }
    }
}

fn each<T: Copy>(keys: &Keys<T>, value: impl Fn(T) -> T) -> Keys<T> {
    Keys::new(keys.times().iter().copied(), keys.values().iter().map(|&one| value(one)))
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
        let pasted =
            Animation { channels: channels.into_iter().map(Into::into).collect(), ..Self::default() };
        let selection = Selection::all(&pasted);
        Edit { name: format!("Paste {}", selection.words(&pasted)), animation, selection }
    }
}

/// Returns the keys moved by some seconds, but none before the beginning.
fn later(channel: &Channel, seconds: f32) -> Channel {
    rearranged(channel, |times| times.iter().map(|time| (time + seconds).max(0.0)).zip(0..).collect())
}
