//! Measures the time of each stage of a frame.

use gl::Gl;
use glium::backend::Facade as _;
use std::time::Instant;

/// The stages, in their order.
pub const STAGES: [&str; 3] = ["pose", "upload", "draw"];

/// Weight of a new measurement.
const NEW: f32 = 0.2;

/// Milliseconds of each stage.
pub type Times = [f32; STAGES.len()];

/// Measures the stages of one frame.
pub struct Stopwatch {
    last: Instant,
    pub times: Times,
}

impl Stopwatch {
    /// Starts once everything before is drawn.
    pub fn start(gl: &Gl) -> Self {
        gl.get_context().finish();
        Self { last: Instant::now(), times: Times::default() }
    }

    /// Ends a stage, by its index in [`STAGES`]. It began where the last one ended.
    pub fn lap(&mut self, stage: usize) {
        let now = Instant::now();
        self.times[stage] += milliseconds(now - self.last);
        self.last = now;
    }

    /// Ends a stage once everything since is drawn.
    pub fn lap_drawn(&mut self, gl: &Gl, stage: usize) {
        gl.get_context().finish();
        self.lap(stage);
    }
}

/// A duration in milliseconds.
pub fn milliseconds(passed: std::time::Duration) -> f32 {
    1e3 * passed.as_secs_f32()
}

/// Smooths measurements over some frames.
pub fn smoothed(old: Option<Times>, new: Times) -> Times {
    let Some(old) = old else { return new };
    std::array::from_fn(|stage| old[stage] + NEW * (new[stage] - old[stage]))
}
