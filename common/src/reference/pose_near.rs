//! Where a clip goes, roughly.

use crate::clip::Clip;
use crate::pose::Pose;
use crate::rig::Rig;
use crate::transform::Transform;

/// A pose of a clip, of keys that are as far through their lists as `moment` is through all moments, from 0 to `last`.
///
/// It is near enough to the pose at that part of the clip to see where it goes.
pub fn pose_near(rig: &Rig, clip: &Clip, moment: usize, last: usize) -> Pose {
    fn pick<T: Copy>(values: &[T], [moment, last]: [usize; 2], rest: T) -> T {
        let last_key = values.len().saturating_sub(1);
        values.get(last_key * moment / last.max(1)).copied().unwrap_or(rest)
    }
    let at = [moment, last];
    let mut pose = rig.rest.clone();
    for channel in &clip.channels {
        let rest = pose[channel.joint];
        pose[channel.joint] = Transform {
            translation: pick(channel.translations.values(), at, rest.translation),
            rotation: pick(channel.rotations.values(), at, rest.rotation),
            scale: pick(channel.scales.values(), at, rest.scale),
        };
    }
    pose
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clip::{Channel, Keys};
    use crate::skeleton::Skeleton;
    use glam::Vec3;

    #[test]
    fn it_has_the_first_and_the_last_key_at_its_ends_and_rest_where_there_is_none() {
        let rest = vec![Transform { scale: Vec3::splat(2.0), ..Transform::IDENTITY }];
        let rig = Rig { skeleton: Skeleton::chain(&["hip"]), rest };
        let translations = Keys::new(vec![0.0, 1.0, 5.0], vec![Vec3::X, Vec3::Y, Vec3::Z]);
        let clip = Clip { channels: vec![Channel { translations, ..Channel::default() }], ..Clip::default() };
        let places = [0, 2, 4].map(|moment| pose_near(&rig, &clip, moment, 4)[0].translation);
        assert_eq!(places, [Vec3::X, Vec3::Y, Vec3::Z]);
        assert_eq!(pose_near(&rig, &clip, 3, 4)[0].scale, Vec3::splat(2.0));
        let still = pose_near(&rig, &Clip::default(), 1, 4);
        assert_eq!(still, rig.rest);
    }
}
