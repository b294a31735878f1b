//! The body's motion: it crouches, stretches, looks to both sides, and bows.

use crate::body::LENGTH;
use crate::keyframes::{Easing, Keyframe, Keyframes};
use common::pose::Pose;
use common::transform::Transform;
use glam::{EulerRot, Quat, Vec3, vec3};

/// Longest time for all keyframes together, in seconds.
pub const REACH: f32 = 6.0;

/// The five keyframes when the lesson opens.
pub fn keyframes() -> Keyframes {
    let none = Quat::IDENTITY;
    let crouch = pose(0.0, 0.66, [none, turned(12.0, 0.0, 0.0), turned(-24.0, 0.0, 0.0)]);
    let stretch =
        pose(0.25, 1.25, [turned(0.0, 0.0, 15.0), turned(-6.0, 20.0, -12.0), turned(-18.0, 10.0, -10.0)]);
    let left = pose(0.0, 1.0, [none, turned(8.0, 15.0, -16.0), turned(-20.0, 85.0, -12.0)]);
    let mut right = pose(0.0, 1.0, [none, turned(8.0, -15.0, 16.0), turned(20.0, -85.0, 12.0)]);
    // Takes the head's other quaternion, as many files do.
    let (before, head) = (left[2].rotation, &mut right[2].rotation);
    if before.dot(*head) > 0.0 {
        *head = -*head;
    }
    let bow = pose(0.0, 0.94, [none, turned(42.0, 0.0, 0.0), turned(26.0, 0.0, 0.0)]);
    let frame = |(seconds, pose): (f32, Pose)| Keyframe { seconds, pose };
    let frames = [(0.5, crouch), (0.8, stretch), (1.2, left), (1.1, right), (0.9, bow)].map(frame);
    Keyframes { name: "greeting".to_owned(), frames: frames.into(), looping: true, easing: Easing::Linear }
}

/// A rotation in degrees: nodding about x, looking around about y, tilting about z.
fn turned(nod: f32, look: f32, tilt: f32) -> Quat {
    let [nod, look, tilt] = [nod, look, tilt].map(f32::to_radians);
    Quat::from_euler(EulerRot::YXZ, look, nod, tilt)
}

/// Returns a pose: the foot at a height `above` the ground, all scaled by `tall`, with three joints' rotations.
///
/// A stretched body is thinner, so that its volume stays the same.
fn pose(above: f32, tall: f32, rotations: [Quat; 3]) -> Pose {
    let wide = 1.0 / tall.sqrt();
    let mut pose =
        rotations.map(|rotation| Transform { translation: LENGTH * Vec3::Y, rotation, scale: Vec3::ONE });
    pose[0].translation = above * Vec3::Y;
    pose[0].scale = vec3(wide, tall, wide);
    pose.into()
}
