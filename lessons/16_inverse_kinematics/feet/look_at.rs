//! A head that looks at a point.

use common::ik::{smooth, turn_in};
use common::pose::walk;
use common::skeleton::Skeleton;
use common::transform::{Transform, shortest_turn, slerp, transform_point};
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
            pose[joint].rotation = (turn * pose[joint].rotation).normalize();
            walk(skeleton, |i| pose[i].to_matrix(), model_from_joints);
        }
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
