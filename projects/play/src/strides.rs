//! All speeds from a slow walk to a sprint, as one motion.

use super::{Gait, GaitBlend, pace};
use common::clip::{Animator, Source, blend};
use common::pose::Pose;
use common::transform::Transform;

/// Change in a second of the speed for which the gaits are mixed, in metres a second: arms swing differently at every
/// speed, and would jerk at the start of a run.
const CHANGES: f32 = 7.0;

/// Gaits as one motion: all that are mixed are at the same part of their strides.
///
/// In each of them the same foot must come down at the start, and the other one half-way.
#[derive(Clone, Debug)]
pub struct Strides {
    name: String,
    gaits: Vec<Gait>,
    animators: Vec<Animator>,
    /// Speed over the ground, and the one for which the gaits are mixed: in metres a second.
    speed: f32,
    mixed_for: f32,
    pace: GaitBlend,
    /// Part of the stride that is over: from 0 to 1. Less exact numbers would drift.
    phase: f64,
    pose: Pose,
}

impl Strides {
    /// Clips that walk in place, each with the speed at which its feet do not slide, in metres a second. Those with a
    /// speed or a duration of zero are left out. None, if nothing is left.
    pub fn new(name: &str, clips: impl IntoIterator<Item = (Animator, f32)>) -> Option<Self> {
        let gait = |(animator, speed): (Animator, f32)| {
            let seconds = animator.clip().seconds;
            let moves = speed.is_finite() && speed > 0.0 && seconds > 0.0;
            moves.then_some((Gait { stride: speed * seconds, seconds }, animator))
        };
        let mut clips: Vec<(Gait, Animator)> = clips.into_iter().filter_map(gait).collect();
        clips.sort_by(|(a, _), (b, _)| a.speed().total_cmp(&b.speed()));
        clips.dedup_by(|(a, _), (b, _)| a.speed() <= b.speed());
        let (gaits, animators): (Vec<Gait>, Vec<Animator>) = clips.into_iter().unzip();
        let pose = animators.first()?.pose().to_vec();
        let name = name.to_owned();
        let (speed, mixed_for, phase) = (0.0, 0.0, 0.0);
        let mut strides =
            Self { name, gaits, animators, speed, mixed_for, pace: GaitBlend::default(), phase, pose };
        strides.restart();
        Some(strides)
    }

    /// Says how fast the ground goes by, in metres a second: the rate follows at once, and the mix little by little.
    pub fn set_speed(&mut self, speed: f32) {
        self.speed = if speed.is_finite() { speed } else { 0.0 };
    }

    /// Returns the blend of gaits.
    pub fn pace(&self) -> GaitBlend {
        self.pace
    }

    /// Returns the part of the stride that is over: from 0 to 1.
    pub fn phase(&self) -> f32 {
        self.phase as f32
    }

    /// Goes to a part of the stride, with the gaits for the speed that it has.
    pub fn seek(&mut self, phase: f32) {
        self.mixed_for = self.speed.abs();
        self.phase = if phase.is_finite() { f64::from(phase).rem_euclid(1.0) } else { self.phase };
        self.update(0.0);
    }
}

impl Source for Strides {
    fn name(&self) -> &str {
        &self.name
    }

    fn restart(&mut self) {
        self.seek(0.0);
    }

    fn update(&mut self, dt: f32) {
        let most = CHANGES * dt.abs();
        self.mixed_for += (self.speed.abs() - self.mixed_for).clamp(-most, most);
        let mixed = pace(&self.gaits, self.mixed_for);
        // With another stride than that of its speed, more or fewer of them are made.
        let part = if self.mixed_for > 0.0 { self.speed / self.mixed_for } else { 0.0 };
        self.pace = GaitBlend { rate: part * mixed.rate, ..mixed };
        let passed = f64::from(self.pace.rate) * f64::from(dt);
        self.phase = (self.phase + if passed.is_finite() { passed } else { 0.0 }).rem_euclid(1.0);
        let last = self.animators.len() - 1;
        let slower = self.pace.slower.min(last);
        let pair = [slower, (slower + 1).min(last)];
        for index in pair {
            let seconds = f64::from(self.gaits[index].seconds);
            self.animators[index].seek((self.phase * seconds) as f32);
        }
        let [slow, fast] = pair.map(|index| self.animators[index].pose());
        self.pose.copy_from_slice(slow);
        blend(&mut self.pose, fast, self.pace.mix);
    }

    fn pose(&self) -> &[Transform] {
        &self.pose
    }
}
