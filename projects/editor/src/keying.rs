//! Keys made of poses.

use super::document::has_keys;
use super::selection::near;
use super::{Animation, Edit, Selection, insert};
use common::clip::{Channel, Keys};
use common::skeleton::Skeleton;
use common::transform::{Transform, slerp};
use glam::Vec3;

/// Some of the three parts of a transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Where it is.
    pub translation: bool,
    /// How it is turned.
    pub rotation: bool,
    /// How it is stretched.
    pub scale: bool,
}

impl Parts {
    /// All three.
    pub const ALL: Self = Self { translation: true, rotation: true, scale: true };

    /// The parts in which two transforms differ.
    pub fn changed(from: Transform, to: Transform) -> Self {
        Self {
            translation: from.translation != to.translation,
            // A quaternion and its negative are one rotation.
            rotation: from.rotation != to.rotation && from.rotation != -to.rotation,
            scale: from.scale != to.scale,
        }
    }

    /// The parts of either.
    fn or(self, other: Self) -> Self {
        Self {
            translation: self.translation || other.translation,
            rotation: self.rotation || other.rotation,
            scale: self.scale || other.scale,
        }
    }

    /// What is done to a joint of which these parts change.
    fn verb(self) -> &'static str {
        match self {
            Self { translation: false, rotation: true, scale: false } => "Turn",
            Self { translation: true, rotation: false, scale: false } => "Move",
            Self { translation: false, rotation: false, scale: true } => "Scale",
            _ => "Pose",
        }
    }
}

/// How a joint is to stand in its parent; only these parts of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// Which joint.
    pub joint: usize,
    /// How it stands.
    pub transform: Transform,
    /// What of that counts.
    pub parts: Parts,
}

impl Animation {
    /// Keys joints as they are posed: a key that is there already is changed, and another is made. What is at other times
    /// stays.
    pub fn set(&self, skeleton: &Skeleton, time: f32, posed: &[Posed]) -> Edit {
        let name = match posed {
            [one] => format!("{} {}", one.parts.verb(), joint_name(skeleton, one.joint)),
            _ => {
                let all = posed.iter().fold(Parts::default(), |all, posed| all.or(posed.parts));
                format!("{} {} joints", all.verb(), posed.len())
            }
        };
        self.keyed(name, time, posed.iter().map(|posed| posed.joint), |channel, time| {
            let here = posed.iter().filter(|posed| posed.joint == channel.joint);
            for &Posed { transform, parts, .. } in here {
                if parts.translation {
                    set_key(&mut channel.translations, time, transform.translation);
                }
                if parts.rotation {
                    set_key(&mut channel.rotations, time, transform.rotation);
                }
                if parts.scale {
                    set_key(&mut channel.scales, time, transform.scale);
                }
            }
        })
    }

    /// Puts keys of joints at a time without changing the motion: of all three parts of each. What is keyed already stays.
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

    /// Does something to the channels of joints at a time, and chooses the keys there.
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

/// The time of the key that is at a time, to the last digit; if there is none, that time.
fn time_in<T>(keys: &Keys<T>, time: f32) -> f32 {
    near(keys.times(), time).map_or(time, |key| keys.times()[key])
}

/// Gives a key a value. Of several at one time, a step, it is the last: the one that holds from then on.
fn set_key<T>(keys: &mut Keys<T>, time: f32, value: T) {
    match near(keys.times(), time) {
        Some(key) => keys.values_mut()[key] = value,
        None => keys.insert(keys.times().partition_point(|&key| key <= time), time, value),
    }
}

fn joint_name(skeleton: &Skeleton, joint: usize) -> &str {
    skeleton.joints().get(joint).map_or("a joint", |joint| &joint.name)
}
