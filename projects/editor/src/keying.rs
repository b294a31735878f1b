//! Makes keys from poses.

use super::document::has_keys;
use super::selection::near;
use super::{Animation, Edit, Selection, auto_key, insert};
use common::clip::{Channel, Keys};
use common::transform::{Transform, slerp};
use glam::Vec3;

/// A joint's transform in its parent, before and after a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// The joint's index.
    pub joint: usize,
    /// The animation's transform at that time.
    pub was: Transform,
    pub now: Transform,
}

impl Animation {
    /// Sets keys at a time for what has changed of the posed joints.
    pub fn set(&self, time: f32, posed: &[Posed]) -> Edit {
        self.keyed("Pose", time, posed.iter().map(|posed| posed.joint), |channel, time| {
            for &Posed { was, now, .. } in posed.iter().filter(|posed| posed.joint == channel.joint) {
                let Channel { translations, rotations, scales, .. } = channel;
                // A quaternion and its negative are the same rotation.
                let turned = if now.rotation == -was.rotation { was.rotation } else { now.rotation };
                auto_key(translations, time_in(translations, time), was.translation, now.translation);
                auto_key(rotations, time_in(rotations, time), was.rotation, turned);
                auto_key(scales, time_in(scales, time), was.scale, now.scale);
            }
        })
    }

    /// Inserts keys of joints at a time into all three lists, without changing the motion or a key.
    pub fn insert(&self, time: f32, joints: &[usize], rest: &[Transform]) -> Edit {
        self.keyed("Insert keys", time, joints.iter().copied(), |channel, time| {
            let rest = rest.get(channel.joint).copied().unwrap_or_default();
            let Channel { translations, rotations, scales, .. } = channel;
            insert(translations, time_in(translations, time), rest.translation, Vec3::lerp);
            insert(rotations, time_in(rotations, time), rest.rotation, slerp);
            insert(scales, time_in(scales, time), rest.scale, Vec3::lerp);
        })
    }

    /// Changes the channels of joints at a time, and selects the keys there.
    fn keyed(
        &self,
        name: &'static str,
        time: f32,
        joints: impl Iterator<Item = usize>,
        mut act: impl FnMut(&mut Channel, f32),
    ) -> Edit {
        let time = time.max(0.0);
        let mut animation = self.clone();
        let mut selection = Selection::default();
        for joint in joints {
            let mut channel = match self.channel(joint) {
                Some(channel) => Channel::clone(channel),
                None => Channel { joint, ..Channel::default() },
            };
            act(&mut channel, time);
            if has_keys(&channel) {
                selection.add(joint, time);
            }
            animation.set_channel(channel);
        }
        animation.seconds = animation.seconds.max(animation.last_key());
        Edit { name, animation, selection }
    }
}

/// Returns the exact time of the key that counts as being at a time, or the time itself if there is none.
fn time_in<T>(keys: &Keys<T>, time: f32) -> f32 {
    near(keys.times(), time).map_or(time, |key| keys.times()[key])
}
