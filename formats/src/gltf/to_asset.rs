//! Converts glTF's own forms to those of every format.

use super::animations::{Animation, KEY, TargetPath};
use super::nodes::{Node, Placed};
use super::samplers::{Interpolation, Sampler};
use super::{Document, Place};
use crate::Asset;
use crate::halving::{Curved, halve};
use crate::shear::{keeps, sheared};
use common::clip::{Channel, Clip, Keys};
use common::rig::Rig;
use common::skeleton::{Chain, Skeleton};
use common::transform::Transform;
use common::unread::Error;
use glam::{Mat4, Quat, Vec4};
use std::cell::Cell;
use std::sync::Arc;

/// Largest error of the keys, relative to the largest value of a cubic spline.
const TOLERANCE: f32 = 2e-4;

/// Most bisections between two keys of a spline.
const MAX_HALVINGS: u32 = 8;

impl Document {
    /// Converts the file to an asset, without glTF's samplers.
    pub fn into_asset(self) -> Asset {
        let mut skeleton = Skeleton::new();
        for node in &self.nodes {
            skeleton.add(&node.name, node.parent);
        }
        let mut is_joint = vec![false; self.nodes.len()];
        for &joint in self.skins.iter().flat_map(|skin| &skin.joints) {
            is_joint[self.place_of[joint]] = true;
        }
        let pose_notes = self.nodes.iter().filter(|node| is_sheared(node));
        let has_splines = self.animations.iter().any(Animation::has_splines);
        // A list that grows takes up to three times its room while it moves.
        let room = Cell::new(self.room_for_keys / (3 * KEY));
        // Each is freed once it is a clip, so that large files don't have all their keys twice.
        let clips = self.animations.into_iter().map(|animation| Arc::new(animation.to_clip(&room))).collect();
        let mut notes = self.notes;
        if has_splines && room.get() == 0 {
            notes.push(
                "Its splines ask for more keys than there is room for: they are made coarsely.".to_owned(),
            );
        }
        Asset {
            world_from_model: Mat4::IDENTITY,
            chains: Chain::all(&skeleton, &is_joint),
            rig: Arc::new(Rig { skeleton, rest: self.nodes.iter().map(rest).collect() }),
            pose_notes: pose_notes.map(|node| sheared(&node.name)).collect(),
            clips,
            clip_notes: Vec::new(),
            place: Error::new(&self.file, Place::Pointer(String::new()), "", ""),
            nodes: self.nodes.iter().map(described).collect(),
            surfaces: self.surfaces,
            materials: self.materials,
            notes,
            left_out: self.left_out,
        }
    }
}

/// Returns the transform of a node at rest.
fn rest(node: &Node) -> Transform {
    match node.placed {
        Placed::Matrix(matrix) => Transform::from_matrix(matrix),
        Placed::Parts(transform) => transform,
    }
}

fn is_sheared(node: &Node) -> bool {
    matches!(node.placed, Placed::Matrix(matrix) if !keeps(Transform::from_matrix(matrix), matrix))
}

fn described(node: &Node) -> crate::AssetNode {
    let placed_by = match node.placed {
        Placed::Matrix(_) => vec!["matrix"],
        Placed::Parts(_) => vec!["translation", "rotation", "scale"],
    };
    crate::AssetNode { ids: [None, None], parent_from_node: node.placed.parent_from_node(), placed_by }
}

impl Animation {
    /// Returns true if a sampler is a cubic spline. A step loses nothing: it becomes two keys at one time.
    fn has_splines(&self) -> bool {
        self.channels.iter().any(|channel| channel.sampler.interpolation == Interpolation::CubicSpline)
    }

    /// Converts the motion to keys with linear interpolation. Splines get no more keys than there is room for.
    fn to_clip(&self, room: &Cell<usize>) -> Clip {
        let mut channels: Vec<Channel> = Vec::new();
        for channel in &self.channels {
            if channels.last().is_none_or(|last| last.joint != channel.node) {
                channels.push(Channel { joint: channel.node, ..Channel::default() });
            }
            let Some(moved) = channels.last_mut() else { continue };
            match channel.path {
                TargetPath::Translation => {
                    moved.translations = self.keys(&channel.sampler, room, Vec4::truncate)
                }
                TargetPath::Rotation => moved.rotations = self.keys(&channel.sampler, room, Quat::from_vec4),
                TargetPath::Scale => moved.scales = self.keys(&channel.sampler, room, Vec4::truncate),
            }
        }
        Clip { name: self.name.clone(), start: self.start, seconds: self.end - self.start, channels }
    }

    /// Converts a sampler to keys. A step becomes two keys at one time, and a spline as many as it needs.
    fn keys<T: Default>(&self, sampler: &Sampler, room: &Cell<usize>, value: impl Fn(Vec4) -> T) -> Keys<T> {
        let times = &sampler.times;
        let mut keys = Keys::default();
        let mut push = |time: f32, of: Vec4| keys.push(time - self.start, value(of));
        match sampler.interpolation {
            Interpolation::Linear => {
                let times = times.iter().map(|time| time - self.start);
                return Keys::new(times, sampler.values.iter().copied().map(value));
            }
            Interpolation::Step => {
                for (key, (&time, &value)) in times.iter().zip(&sampler.values).enumerate() {
                    if key > 0 {
                        push(time, sampler.values[key - 1]);
                    }
                    push(time, value);
                }
            }
            Interpolation::CubicSpline => {
                let largest =
                    sampler.values.iter().skip(1).step_by(3).map(|value| value.length()).fold(0.0, f32::max);
                let mut spline = Spline { sampler, room, tolerance: TOLERANCE * largest };
                let mut from = (times[0], sampler.at(times[0]));
                push(from.0, from.1);
                for &time in &times[1..] {
                    let to = (time, sampler.at(time));
                    halve(&mut spline, from, to, MAX_HALVINGS, &mut |time, value| {
                        room.set(room.get().saturating_sub(1));
                        push(time, value);
                    });
                    push(to.0, to.1);
                    from = to;
                }
            }
        }
        keys
    }
}

/// A spline that is converted to keys.
struct Spline<'s> {
    sampler: &'s Sampler,
    /// Number of further keys that there is room for.
    room: &'s Cell<usize>,
    tolerance: f32,
}

impl Curved for Spline<'_> {
    type Value = Vec4;

    fn at(&mut self, time: f32) -> Vec4 {
        self.sampler.at(time)
    }

    fn is_near(&self, [from, to]: [Vec4; 2], alpha: f32, wanted: Vec4) -> bool {
        let evenly = match self.sampler.is_rotation {
            true => {
                let evenly = Vec4::from(Quat::from_vec4(from).slerp(Quat::from_vec4(to), alpha));
                if evenly.dot(wanted) < 0.0 { -evenly } else { evenly }
            }
            false => from.lerp(to, alpha),
        };
        evenly.distance(wanted) <= self.tolerance
    }

    fn is_spent(&self) -> bool {
        self.room.get() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::between;
    use glam::{Vec3, vec4};

    fn animation(sampler: Sampler) -> (Animation, Arc<Sampler>) {
        let sampler = Arc::new(sampler);
        let (start, end) = (sampler.times[0], sampler.times[sampler.times.len() - 1]);
        (Animation { name: String::new(), start, end, channels: Vec::new() }, sampler)
    }

    #[test]
    fn a_spline_as_keys_stays_near_itself() {
        let turned = |angle: f32| Vec4::from(Quat::from_rotation_y(angle));
        let tangent = vec4(0.0, 3.0, 0.0, -1.0);
        for (is_rotation, values) in [
            (false, vec![Vec4::X, Vec4::ZERO, Vec4::Y * 9.0, Vec4::X, vec4(2.0, 1.0, 0.0, 0.0), Vec4::ZERO]),
            (true, vec![tangent, turned(0.0), tangent, tangent, turned(2.5), -tangent]),
        ] {
            let sampler = Sampler {
                interpolation: Interpolation::CubicSpline,
                is_rotation,
                times: vec![1.0, 3.0],
                values,
            };
            let (animation, sampler) = animation(sampler);
            let keys = animation.keys(&sampler, &Cell::new(usize::MAX), |value| value);
            assert!((10..200).contains(&keys.times().len()), "{}", keys.times().len());
            for i in 0..=200u8 {
                let time = f32::from(i) / 100.0;
                let (from, to, alpha) = between(&keys, time).unwrap();
                let evenly = match is_rotation {
                    true => Quat::from_vec4(from).slerp(Quat::from_vec4(to), alpha).into(),
                    false => from.lerp(to, alpha),
                };
                let wanted = sampler.at(1.0 + time);
                let away = evenly.distance(wanted).min(evenly.distance(-wanted));
                assert!(away <= 2.5 * TOLERANCE * 2.3, "{time}: {away}");
            }
        }
    }

    #[test]
    fn a_step_is_two_keys_at_one_time() {
        let values = vec![Vec4::X, Vec4::Y, Vec4::Z];
        let times = vec![0.5, 1.0, 2.0];
        let (animation, sampler) =
            animation(Sampler { interpolation: Interpolation::Step, is_rotation: false, times, values });
        let keys: Keys<Vec3> = animation.keys(&sampler, &Cell::new(usize::MAX), Vec4::truncate);
        assert_eq!(keys.times(), [0.0, 0.5, 0.5, 1.5, 1.5]);
        assert_eq!(keys.values(), [Vec3::X, Vec3::X, Vec3::Y, Vec3::Y, Vec3::Z]);
    }
}
