//! A head that looks at a point.

use crate::ik::limb::{turn_in, turn_joint};
use crate::ik::smooth;
use crate::pose::{place_down_to, walk};
use crate::skeleton::Skeleton;
use crate::transform::{Transform, shortest_turn, slerp, transform_point};
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::PI;

/// Angle beyond which a head turns back, in radians: a target behind it is on neither side.
const BEHIND: f32 = 2.6;

/// Joints that turn together so that the last of them looks at a point: neck and head.
#[derive(Clone, Debug, PartialEq)]
pub struct LookAt {
    /// The joints, each below the one before in the tree, and the fraction that each takes of the remaining turn. The
    /// last one takes all of it.
    pub joints: Vec<(usize, f32)>,
    /// The place of the eyes, in the last joint's space.
    pub eyes: Vec3,
    /// The direction in which they look, in the last joint's space.
    pub ahead: Vec3,
    /// Greatest angle between the look and the pose's own direction, in radians.
    pub limit: f32,
}

impl LookAt {
    /// Turns the joints of a pose so that the eyes look at a target, in the model's space, or as far towards it as the
    /// limit and the weight allow. Returns the angle that is left. `model_from_joints` are the pose's matrices, before
    /// and after.
    ///
    /// # Panics
    /// If a joint is missing in the skeleton, the pose or the matrices.
    pub fn look(
        &self,
        skeleton: &Skeleton,
        pose: &mut [Transform],
        model_from_joints: &mut [Mat4],
        target: Vec3,
        weight: f32,
    ) -> f32 {
        let Some(&(last, _)) = self.joints.last() else { return 0.0 };
        let Some((eyes, ahead)) = self.sight(model_from_joints[last]) else { return 0.0 };
        let Some(wanted) = (target - eyes).try_normalize() else { return 0.0 };
        let angle = ahead.angle_between(wanted);
        let turned = weight.clamp(0.0, 1.0) * angle.min(self.limit) * smooth((PI - angle) / (PI - BEHIND));
        let part = if angle > 0.0 { turned / angle } else { 0.0 };
        let turn = slerp(Quat::IDENTITY, shortest_turn(ahead, wanted), part);
        let aimed = eyes + eyes.distance(target) * (turn * ahead);
        for (index, &(joint, part)) in self.joints.iter().enumerate() {
            let part = if index + 1 == self.joints.len() { 1.0 } else { part };
            let pivot = model_from_joints[joint].w_axis.truncate();
            let Some((eyes, ahead)) = self.sight(model_from_joints[last]) else { break };
            let Some(turn) = turn_of_sight(eyes - pivot, ahead, aimed - pivot, part) else { continue };
            let parent = skeleton.joints()[joint].parent;
            let turn = parent.map_or(turn, |parent| turn_in(&model_from_joints[parent], turn));
            turn_joint(&mut pose[joint], turn);
            // Whatever else hangs below waits for the walk.
            place_down_to(skeleton, [joint, last], pose, Mat4::IDENTITY, model_from_joints);
        }
        walk(skeleton, |i| pose[i].to_matrix(), model_from_joints);
        angle - turned
    }

    /// Returns the place and the direction of the eyes in the model.
    fn sight(&self, model_from_head: Mat4) -> Option<(Vec3, Vec3)> {
        let eyes = transform_point(model_from_head, self.eyes);
        Some((eyes, (transform_point(model_from_head, self.eyes + self.ahead) - eyes).try_normalize()?))
    }
}

/// Returns a fraction of the turn about the origin after which a line of sight passes through a target. The eyes move
/// with the turn, so it turns the point of the line that is as far from the origin as the target.
fn turn_of_sight(eyes: Vec3, ahead: Vec3, target: Vec3, part: f32) -> Option<Quat> {
    let along = eyes.dot(ahead);
    let beyond = along * along - eyes.length_squared() + target.length_squared();
    let point = eyes + (beyond.max(0.0).sqrt() - along) * ahead;
    Some(slerp(Quat::IDENTITY, shortest_turn(point.try_normalize()?, target.try_normalize()?), part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::tests::direction;
    use crate::pose::Pose;
    use glam::vec3;
    use proptest::prelude::*;

    fn skeleton() -> Skeleton {
        Skeleton::chain(&["chest", "neck", "head", "plume"])
    }

    fn gaze(limit: f32) -> LookAt {
        let joints = vec![(1, 0.4), (2, 0.0)];
        LookAt { joints, eyes: vec3(0.0, 0.1, 0.12), ahead: Vec3::Z, limit }
    }

    prop_compose! {
        fn pose()(turns in prop::collection::vec(direction(), 4), mirrored in any::<bool>()) -> Pose {
            let scale = if mirrored { vec3(-1.0, 1.0, 1.0) } else { Vec3::splat(1.3) };
            let joint = |(index, turn): (usize, &Vec3)| Transform {
                translation: 0.1 * Vec3::Y,
                rotation: Quat::from_scaled_axis(*turn),
                scale: if index == 0 { scale } else { Vec3::ONE },
            };
            turns.iter().enumerate().map(joint).collect()
        }
    }

    /// The angle between the line of sight and the direction to the target.
    fn off(gaze: &LookAt, model_from_joints: &[Mat4], target: Vec3) -> f32 {
        let (eyes, ahead) = gaze.sight(model_from_joints[2]).unwrap();
        ahead.angle_between((target - eyes).normalize())
    }

    fn walked(pose: &Pose) -> Vec<Mat4> {
        let mut model_from_joints = vec![Mat4::IDENTITY; 4];
        walk(&skeleton(), |i| pose[i].to_matrix(), &mut model_from_joints);
        model_from_joints
    }

    proptest! {
        #[test]
        fn it_looks_at_its_target_if_it_may(mut pose in pose(), target in direction(), far in 2.0f32..9.0, limit in 0.1f32..2.5) {
            let (gaze, target, before) = (gaze(limit), far * target, pose.clone());
            let mut joints = walked(&pose);
            let angle = off(&gaze, &joints, target);
            let left = gaze.look(&skeleton(), &mut pose, &mut joints, target, 1.0);
            if angle < limit.min(BEHIND) {
                prop_assert!(left < 1e-3 && off(&gaze, &joints, target) < 2e-3, "{left}");
            }
            prop_assert!(left <= angle + 1e-3 && left >= angle - limit - 1e-3);
            prop_assert_eq!((pose[0], pose[3]), (before[0], before[3]), "only neck and head turn");
            prop_assert_eq!(joints, walked(&pose));
        }
    }

    #[test]
    fn a_target_that_goes_round_behind_is_followed_without_a_jump() {
        let look = |step: u16| {
            let mut pose: Pose = vec![Transform { translation: 0.1 * Vec3::Y, ..Transform::IDENTITY }; 4];
            let mut joints = walked(&pose);
            let target = 5.0 * (Quat::from_rotation_y(0.01 * f32::from(step)) * Vec3::Z);
            gaze(1.2).look(&skeleton(), &mut pose, &mut joints, target, 1.0);
            joints[2].transform_vector3(Vec3::Z)
        };
        assert!((0..629).all(|step| look(step).angle_between(look(step + 1)) < 0.1));
        assert!(look(0).distance(look(300)) > 0.1);
    }

    #[test]
    fn what_is_no_point_is_not_looked_at() {
        let pose: Pose = vec![Transform::IDENTITY; 4];
        for target in [Vec3::NAN, Vec3::INFINITY, gaze(1.0).eyes] {
            let (mut turned, mut joints) = (pose.clone(), walked(&pose));
            gaze(1.0).look(&skeleton(), &mut turned, &mut joints, target, 1.0);
            assert_eq!(turned, pose);
        }
    }
}
