//! A viewer who flies through the crowd automatically, while the view can still be turned by hand.

use glam::vec3;
use stage::Camera;
use std::f32::consts::TAU;

/// Seconds until the flight repeats.
pub const SECONDS: f32 = 60.0;

/// A flight through a crowd.
pub struct Flight {
    /// Time since its start, in seconds.
    pub time: f32,
    /// Its camera in the last frame; none while the viewer doesn't fly.
    flown: Option<Camera>,
}

impl Flight {
    /// Starts a flight through a crowd that reaches `reach` metres from the middle.
    pub fn new(reach: f32) -> Self {
        let mut flight = Self { time: 0.0, flown: None };
        flight.flown = Some(flight.camera(reach));
        flight
    }

    /// Returns its camera now, for a crowd that reaches `reach` metres from the middle.
    ///
    /// Twice in a round it descends to the knights, and rises again until all of them are visible.
    pub fn camera(&self, reach: f32) -> Camera {
        let turn = TAU * self.time / SECONDS;
        let high = 0.5 + 0.5 * (2.0 * turn).cos();
        let from_middle = 0.55 * reach * (1.0 - high);
        let target = vec3(from_middle * turn.sin(), 0.9, from_middle * turn.cos());
        let all = (1.3 * reach).max(2.6);
        let near = all.min(5.5);
        let height = near * (all / near).powf(high);
        Camera::orbit(target, height, 25.0 + turn.to_degrees(), 9.0 + 13.0 * high)
    }

    /// Takes the viewer along if he flies.
    pub fn follow(&mut self, camera: &mut Camera, reach: f32, flies: bool) {
        let now = flies.then(|| self.camera(reach));
        match (self.flown, now) {
            (Some(before), Some(now)) => lead(camera, before, now),
            (None, Some(now)) => *camera = now,
            (_, None) => {}
        }
        self.flown = now;
    }
}

/// Moves a viewer by the flight's motion between two cameras, so that changes by hand stay.
fn lead(camera: &mut Camera, from: Camera, to: Camera) {
    camera.target += to.target - from.target;
    camera.height *= to.height / from.height;
    camera.yaw = (camera.yaw + to.yaw - from.yaw).rem_euclid(360.0);
    camera.pitch = (camera.pitch + to.pitch - from.pitch).clamp(1.0, 89.0);
}
