//! How long each stage of a picture takes.

use common::clip::Animator;
use common::pose::walk;
use crowd::Crowd;
use gl::Gl;
use glam::Mat4;
use glium::backend::Facade as _;
use std::time::Instant;

/// The stages, in their order.
pub const STAGES: [&str; 3] = ["pose", "upload", "draw"];

/// What posing consists of in lesson 12's way.
pub const PARTS: [&str; 3] = ["sampling", "hierarchy", "palette"];

/// How many knights are posed once more to tell what each part takes.
const PROBED: usize = 20;

/// How much a new measurement counts.
const NEW: f32 = 0.2;

/// Milliseconds of each stage.
pub type Times = [f32; STAGES.len()];

/// Milliseconds of each part of posing.
pub type Parts = [f32; PARTS.len()];

/// Takes the time of the stages of one picture.
pub struct Stopwatch {
    last: Instant,
    pub times: Times,
}

impl Stopwatch {
    /// Starts, when all that was drawn before is there.
    pub fn start(gl: &Gl) -> Self {
        gl.get_context().finish();
        Self { last: Instant::now(), times: Times::default() }
    }

    /// What has passed since the last stage was one: one with a number from [`STAGES`].
    pub fn lap(&mut self, stage: usize) {
        let now = Instant::now();
        self.times[stage] += milliseconds(now - self.last);
        self.last = now;
    }

    /// The same, when all that was drawn since is there.
    pub fn lap_drawn(&mut self, gl: &Gl, stage: usize) {
        gl.get_context().finish();
        self.lap(stage);
    }
}

/// A duration in milliseconds.
pub fn milliseconds(passed: std::time::Duration) -> f32 {
    1e3 * passed.as_secs_f32()
}

/// Smooths measurements over some pictures.
pub fn smoothed<const N: usize>(old: Option<[f32; N]>, new: [f32; N]) -> [f32; N] {
    let Some(old) = old else { return new };
    std::array::from_fn(|stage| old[stage] + NEW * (new[stage] - old[stage]))
}

/// Some knights who are posed once more in lesson 12's way, with each part done for all of them before the next.
///
/// To take the time of each part of each knight would take as long as some of the parts.
#[derive(Default)]
pub struct Probe {
    animators: Vec<Animator>,
    models: Vec<Vec<Mat4>>,
    palettes: Vec<Vec<Mat4>>,
}

impl Probe {
    /// What of `posed` milliseconds, which all knights took, each part took.
    pub fn parts(&mut self, crowd: &Crowd, posed: f32) -> Parts {
        let (figure, some) = (&crowd.figure, &crowd.characters[..PROBED.min(crowd.characters.len())]);
        let joints = figure.model() + 1;
        self.models.resize(some.len(), vec![Mat4::IDENTITY; joints]);
        self.palettes.resize(some.len(), Vec::new());
        let animator = |clip: usize| Animator::new(figure.rig.clone(), figure.clips[clip].clone());
        self.animators.truncate(some.len());
        self.animators.extend(some[self.animators.len()..].iter().map(|knight| animator(knight.clip)));
        let starts = Instant::now();
        for (animator, knight) in self.animators.iter_mut().zip(some) {
            animator.seek(knight.time as f32);
        }
        let sampled = Instant::now();
        for (animator, model_from_joints) in self.animators.iter().zip(&mut self.models) {
            walk(&figure.rig.skeleton, |i| animator.pose()[i].to_matrix(), model_from_joints);
        }
        let walked = Instant::now();
        for (model_from_joints, palette) in self.models.iter().zip(&mut self.palettes) {
            palette.clear();
            let entries = figure.skin.iter();
            palette.extend(entries.map(|bound| model_from_joints[bound.joint] * bound.joint_from_mesh));
        }
        let parts = [sampled - starts, walked - sampled, walked.elapsed()].map(milliseconds);
        let sum = parts.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        parts.map(|part| posed * part / sum)
    }
}
