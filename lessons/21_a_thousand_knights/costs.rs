//! Measures what each stage of a frame costs.

use crate::chart;
use crate::settings::Settings;
use gl::Gl;
use glium::backend::Facade as _;
use stage::Frame;
use std::cell::Cell;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Palettes are computed.
    Pose,
    /// Palettes are sent to the graphics card.
    Upload,
    /// Triangles are drawn.
    Draw,
}

/// The names of the stages, in their order.
pub const STAGES: [&str; 3] = ["pose", "upload", "draw"];

/// Weight of a new measurement.
const NEW: f32 = 0.2;

/// Milliseconds of each stage.
pub type Times = [f32; STAGES.len()];

/// Measures the stages of one frame's drawing.
pub struct Stopwatch {
    /// End of the last stage; none if nothing is measured.
    last: Option<Instant>,
    times: Times,
}

impl Stopwatch {
    /// Starts once everything before is drawn. One that is off never makes drawing wait.
    pub fn start(gl: &Gl, is_on: bool) -> Self {
        let now = || {
            gl.get_context().finish();
            Instant::now()
        };
        Self { last: is_on.then(now), times: Times::default() }
    }

    /// Ends a stage once everything since is drawn. It began where the last one ended.
    pub fn lap(&mut self, gl: &Gl, stage: Stage) {
        let Some(last) = &mut self.last else { return };
        gl.get_context().finish();
        let now = Instant::now();
        self.times[stage as usize] += milliseconds(now - *last);
        *last = now;
    }
}

/// The times of a frame's stages, smoothed over some frames.
pub struct Costs {
    settings: Settings,
    /// Milliseconds for posing in the last update.
    posed: f32,
    /// Time of each stage with these settings; and in lesson 12's way, when it was last chosen with as many knights.
    pub now: Cell<Option<Times>>,
    pub plain: Cell<Option<Times>>,
}

impl Costs {
    pub fn new(settings: Settings) -> Self {
        Self { settings, posed: 0.0, now: Cell::default(), plain: Cell::default() }
    }

    /// Measures an update of all palettes. With other settings than before, measuring begins anew.
    pub fn pose(&mut self, settings: Settings, update: impl FnOnce()) {
        if settings.count != self.settings.count {
            self.plain.set(None);
        }
        if settings != self.settings {
            self.now.set(None);
        }
        self.settings = settings;
        let start = Instant::now();
        update();
        self.posed = milliseconds(start.elapsed());
    }

    /// Adds a frame's measurement, and shows all of them as bars over it.
    pub fn show(&self, frame: &mut Frame<'_>, stopwatch: &Stopwatch) {
        if stopwatch.last.is_none() {
            return;
        }
        let mut times = stopwatch.times;
        times[Stage::Pose as usize] = self.posed;
        if let Some(old) = self.now.get() {
            times = std::array::from_fn(|stage| old[stage] + NEW * (times[stage] - old[stage]));
        }
        self.now.set(Some(times));
        if self.settings == Settings::plain(self.settings.count) {
            self.plain.set(Some(times));
        }
        chart::draw(frame, times, self.plain.get());
    }
}

fn milliseconds(passed: Duration) -> f32 {
    1e3 * passed.as_secs_f32()
}
