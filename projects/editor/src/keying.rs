//! Keys made from poses.

use super::document::has_keys;
use super::selection::near;
use super::{Animation, Edit, Selection, auto_key, insert};
use common::clip::{Channel, Keys};
use common::skeleton::Skeleton;
use common::transform::{Transform, slerp};
use glam::Vec3;

/// Some of the three parts of a transform.
#[derive(Clone, Copy, Default)]
struct Parts {
    translation: bool,
    rotation: bool,
    scale: bool,
}

impl Parts {
    /// The parts of either.
    fn or(self, other: Self) -> Self {
        Self {
            translation: self.translation || other.translation,
            rotation: self.rotation || other.rotation,
            scale: self.scale || other.scale,
        }
    }

    /// Returns the verb for a change of these parts of a joint.
    fn verb(self) -> &'static str {
        match self {
            Self { translation: false, rotation: true, scale: false } => "Turn",
            Self { translation: true, rotation: false, scale: false } => "Move",
            Self { translation: false, rotation: false, scale: true } => "Scale",
            _ => "Pose",
        }
    }
}

/// A change of a joint in its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// The joint.
    pub joint: usize,
    /// The animation's transform at that time.
    pub was: Transform,
    /// The new transform.
    pub now: Transform,
}

impl Posed {
    /// Returns the change with the old quaternion if the new one is only its negative, which is the same rotation.
    fn in_the_same_sign(self) -> Self {
        let Self { was, now, .. } = self;
        let rotation = if now.rotation == -was.rotation { was.rotation } else { now.rotation };
        Self { now: Transform { rotation, ..now }, ..self }
    }

    /// Returns the parts that were changed.
    fn changed(self) -> Parts {
        let Self { was, now, .. } = self.in_the_same_sign();
        Parts {
            translation: now.translation != was.translation,
            rotation: now.rotation != was.rotation,
            scale: now.scale != was.scale,
        }
    }
}

impl Animation {
    /// Keys the changed parts of posed joints.
    pub fn set(&self, skeleton: &Skeleton, time: f32, posed: &[Posed]) -> Edit {
        let name = match posed {
            [one] => format!("{} {}", one.changed().verb(), joint_name(skeleton, one.joint)),
            _ => {
                let all = posed.iter().fold(Parts::default(), |all, posed| all.or(posed.changed()));
                format!("{} {} joints", all.verb(), posed.len())
            }
        };
        self.keyed(name, time, posed.iter().map(|posed| posed.joint), |channel, time| {
            let here = posed.iter().filter(|posed| posed.joint == channel.joint);
            for Posed { was, now, .. } in here.map(|posed| posed.in_the_same_sign()) {
                let Channel { translations, rotations, scales, .. } = channel;
                auto_key(translations, time_in(translations, time), was.translation, now.translation);
                auto_key(rotations, time_in(rotations, time), was.rotation, now.rotation);
                auto_key(scales, time_in(scales, time), was.scale, now.scale);
            }
        })
    }

    /// Adds keys of joints at a time, for all three parts, without changing the motion. Existing keys stay.
    pub fn insert(&self, skeleton: &Skeleton, time: f32, joints: &[usize], rest: &[Transform]) -> Edit {
        let name = match joints {
            [one] => format!("Key {}", joint_name(skeleton, *one)),
            _ if joints.len() == rest.len() => "Insert a keyframe".to_owned(),
            _ => format!("Key {} joints", joints.len()),
        };
        self.keyed(name, time, joints.iter().copied(), |channel, time| {
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
        name: String,
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

/// The exact time of the key that counts as being at a time; without one, that time.
fn time_in<T>(keys: &Keys<T>, time: f32) -> f32 {
    near(keys.times(), time).map_or(time, |key| keys.times()[key])
}

fn joint_name(skeleton: &Skeleton, joint: usize) -> &str {
    skeleton.joints().get(joint).map_or("a joint", |joint| &joint.name)
}
