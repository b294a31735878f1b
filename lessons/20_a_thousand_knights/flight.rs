//! A viewer who flies through the crowd automatically, while the view can still be turned by hand.

use glam::vec3;
use stage::Camera;
use std::f32::consts::TAU;

/// Seconds until the flight repeats.
pub const SECONDS: f32 = 60.0;

/// Returns the camera at a time, for a crowd that reaches `reach` metres from the middle.
///
/// Twice in a round it descends to the knights, and rises again until all of them are visible.
pub fn at(time: f32, reach: f32) -> Camera {
    let turn = TAU * time / SECONDS;
    let high = 0.5 + 0.5 * (2.0 * turn).cos();
    let from_middle = 0.55 * reach * (1.0 - high);
    let target = vec3(from_middle * turn.sin(), 0.9, from_middle * turn.cos());
    let all = (1.3 * reach).max(2.6);
    let near = all.min(5.5);
    let height = near * (all / near).powf(high);
    Camera::orbit(target, height, 25.0 + turn.to_degrees(), 9.0 + 13.0 * high)
}

/// Moves a viewer by the flight's motion between two cameras, so that changes by hand stay.
pub fn lead(camera: &mut Camera, from: Camera, to: Camera) {
    camera.target += to.target - from.target;
    camera.height *= to.height / from.height;
    camera.yaw = (camera.yaw + to.yaw - from.yaw).rem_euclid(360.0);
    camera.pitch = (camera.pitch + to.pitch - from.pitch).clamp(1.0, 89.0);
}
