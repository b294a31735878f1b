//! The instruments: the tentacle at the start, the way of its steps, and its energy.

use super::descent::{Moment, Run, Task};
use super::{MOST, RATE};
use gl::colour::joint_colour;
use glam::{Quat, Vec3, vec3};
use stage::{Panel, Plot, PlotCurve};
use std::f32::consts::TAU;

/// The range of energies of the curve, as powers of ten.
const POWERS: [f32; 2] = [-6.0, 1.0];

/// The tentacle before the first step.
#[derive(Clone, Copy, PartialEq)]
pub enum Pose {
    Bent,
    Curled,
    Straight,
    /// Straight, with its target on its line.
    NoSlope,
}

const POSES: [(Pose, &str); 4] = [
    (Pose::Bent, "bent"),
    (Pose::Curled, "curled"),
    (Pose::Straight, "straight"),
    (Pose::NoSlope, "no slope"),
];

/// Choices and switches of the panel.
pub struct Instruments {
    /// The number of joints, as a slider's number.
    pub count: f32,
    pub pose: Pose,
    /// True if it leaves the plane z = 0.
    pub in_space: bool,
    nudged: bool,
    stiffness: f32,
    /// True if steps have a fixed length; and that length.
    fixed: bool,
    step: f32,
}

impl Instruments {
    pub fn new() -> Self {
        let (count, pose) = (10.0, Pose::Bent);
        Self { count, pose, in_space: false, nudged: true, stiffness: 0.0, fixed: false, step: 1.0 }
    }

    /// Returns the rotation of each joint at the start, in the plane or out of it.
    pub fn turns(&self) -> Vec<Quat> {
        let axis = if self.in_space { vec3(0.5, 0.0, 1.0) } else { Vec3::Z };
        let angle = |joint: u8| match self.pose {
            Pose::Bent => 3.0 * (TAU * f32::from(joint) / self.count).cos(),
            Pose::Curled => -5.5,
            Pose::Straight | Pose::NoSlope => 0.0,
        };
        let turn = |joint| Quat::from_scaled_axis(angle(joint) / self.count * axis);
        (0..self.count as u8).map(turn).collect()
    }

    /// Returns the task for a tentacle with these rotations at the start.
    pub fn task(&self, from: &[Quat], target: Vec3) -> Task {
        let blind = self.fixed.then_some(self.step);
        Task { from: from.to_vec(), target, stiffness: self.stiffness, blind, nudged: self.nudged }
    }

    pub fn show(&mut self, panel: &mut Panel<'_>) {
        panel.slider("joints", &mut self.count, 2.0..=40.0, "%.0f");
        self.count = self.count.round();
        panel.choice_of("start", &mut self.pose, &POSES);
        panel.switches([("in space", &mut self.in_space), ("nudge", &mut self.nudged)]);
        panel.slider("stiffness", &mut self.stiffness, 0.0..=0.1, "%.4f");
        panel.choice_of("steps", &mut self.fixed, &[(false, "that go down"), (true, "fixed")]);
        if self.fixed {
            panel.slider("step", &mut self.step, 0.05..=4.0, "%.2f");
        }
    }
}

/// The energy over the steps, and the remaining distance.
pub fn show_energy(run: &Run, steps: usize, panel: &mut Panel<'_>) {
    let moment = run.at(steps);
    let missed = moment.places[moment.turns.len()].distance(run.task.target);
    panel.heading(&format!("After {} steps", steps));
    panel.number("missed", &format!("tip to target  {:8.1} mm", 1e3 * missed));
    panel.number("energy", &format!("energy         {:8.5}", moment.energy));
    let point = |(step, moment): (usize, &Moment)| {
        [step as f32 / RATE, moment.energy.max(1e-9).log10().max(POWERS[0])]
    };
    let line = run.moments.iter().take(steps + 1).enumerate().map(point).collect();
    let curves = [PlotCurve { colour: joint_colour(0), line, dots: Vec::new() }];
    panel.note("The energy over the steps, as a power of ten");
    let plot = Plot {
        seconds: 0.0..=MOST as f32 / RATE,
        now: steps as f32 / RATE,
        height: 90.0,
        values: POWERS[0]..=POWERS[1],
        curves: &curves,
    };
    panel.plot("energy over steps", &plot);
}
