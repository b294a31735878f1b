//! Makes a clip that is hard to export, with large rotations between few keys.

use common::clip::{Channel, Clip, Keys};
use formats::Asset;
use glam::{Quat, Vec3};

/// Returns a clip that rotates every joint far, about its own axis and in its own time, and moves the roots.
pub fn sparse(asset: &Asset) -> Clip {
    let rig = &asset.rig;
    let joints = asset.chains.iter().flat_map(|chain| chain.joints.iter().copied());
    let mut joints: Vec<usize> = joints.collect();
    joints.sort_unstable();
    let channel = |(index, joint): (usize, usize)| {
        let rest = rig.rest[joint];
        let axis = Vec3::AXES[index % 3];
        let turned = |degrees: f32| rest.rotation * Quat::from_axis_angle(axis, degrees.to_radians());
        let middle = 0.4 + 0.03 * (index % 7) as f32;
        let times = [0.0, middle, 1.5];
        let mut channel = Channel {
            joint,
            rotations: Keys::new(times, [turned(0.0), turned(80.0), turned(-20.0)]),
            ..Channel::default()
        };
        if asset.chains.iter().any(|chain| chain.joints[0] == joint) {
            let up = Vec3::splat(0.2 / asset.world_from_model.x_axis.length());
            channel.translations =
                Keys::new(times, [rest.translation, rest.translation + up, rest.translation]);
        }
        channel
    };
    let channels = joints.into_iter().enumerate().map(channel).collect();
    Clip { name: "sparse".to_owned(), start: 0.0, seconds: 1.5, channels }
}
