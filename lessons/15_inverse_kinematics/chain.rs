//! A tentacle that reaches for a point by gradient descent. All steps are kept, so that time can run backwards.

use crate::CLEAR;
use anyhow::Result;
use common::ik::Chain;
use common::shapes::octahedron;
use common::skeleton::Skeleton;
use gl::colour::{CHANGED, INK, PAPER, joint_colour, mix};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::{
    Args, Camera, Clock, Frame, Inspected, Lesson, Motion, Panel, Plot, PlotCurve, PointGrip, Pointer, Step,
};
use std::f32::consts::TAU;

/// Steps that are played in a second; an arrow key moves by one.
const RATE: f32 = 30.0;

/// Most steps.
const MOST: usize = 300;

/// The length of the tentacle, in metres, and its root.
const LENGTH: f32 = 2.0;
const ROOT: Vec3 = vec3(0.0, 0.15, 0.0);

/// Its target at the start.
const TARGET: Vec3 = vec3(1.2, 1.0, 0.0);

/// Distance below which the target is reached and nothing moves any more, in metres.
const MET: f32 = 1e-6 * LENGTH;

/// The range of energies of the curve, as powers of ten.
const POWERS: [f32; 2] = [-6.0, 1.0];

/// The tentacle before the first step.
#[derive(Clone, Copy, PartialEq)]
enum Pose {
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

impl Pose {
    /// Returns the rotation of each joint, in the plane or out of it.
    fn turns(self, count: usize, in_space: bool) -> Vec<Quat> {
        let axis = if in_space { vec3(0.5, 0.0, 1.0) } else { Vec3::Z };
        let turn = |joint: usize| {
            let angle = match self {
                Self::Bent => 3.0 * (TAU * joint as f32 / count as f32).cos(),
                Self::Curled => -5.5,
                Self::Straight | Self::NoSlope => 0.0,
            };
            Quat::from_scaled_axis(angle / count as f32 * axis)
        };
        (0..count).map(turn).collect()
    }
}

/// A task for a tentacle.
#[derive(Clone, PartialEq)]
struct Task {
    /// Its rotations at the start.
    from: Vec<Quat>,
    target: Vec3,
    /// The cost of a radian, as a fraction of the square of the length.
    stiffness: f32,
    /// The length of an untested step, relative to that square too.
    blind: Option<f32>,
    /// True if a straight tentacle is bent a little.
    nudged: bool,
}

/// The tentacle after a step.
struct Moment {
    turns: Vec<Quat>,
    places: Vec<Vec3>,
    energy: f32,
}

/// The descent so far.
struct Run {
    task: Task,
    chain: Chain,
    moments: Vec<Moment>,
    goes_on: bool,
}

impl Run {
    fn new(task: Task) -> Self {
        let count = task.from.len();
        let mut chain = Chain::new(ROOT, vec![LENGTH / count as f32 * Vec3::Y; count]);
        chain.turn_to(|joint| task.from[joint]);
        chain.begin();
        if task.nudged {
            chain.nudge(task.target);
        }
        let mut run = Self { task, chain, moments: Vec::new(), goes_on: true };
        run.keep();
        run
    }

    fn keep(&mut self) {
        let (chain, task) = (&self.chain, &self.task);
        self.moments.push(Moment {
            turns: chain.turns().to_vec(),
            places: chain.places().to_vec(),
            energy: chain.energy(task.target, task.stiffness * LENGTH.powi(2)),
        });
    }

    /// Takes steps until there are this many, or until no step lowers the energy any more.
    fn go_on(&mut self, steps: usize) {
        let square = LENGTH.powi(2);
        while self.goes_on && self.moments.len() <= steps {
            let (target, stiffness) = (self.task.target, self.task.stiffness * square);
            self.goes_on = match self.task.blind {
                Some(step) => {
                    self.chain.descend_blindly(target, stiffness, step / square);
                    true
                }
                None => self.chain.missed(target) > MET && self.chain.descend(target, stiffness),
            };
            if self.goes_on {
                self.keep();
            }
        }
    }

    /// The tentacle after a step, or after the last one if there are fewer.
    fn at(&self, step: usize) -> &Moment {
        &self.moments[step.min(self.moments.len() - 1)]
    }
}

pub struct Tentacle {
    task: Task,
    run: Run,
    steps: usize,
    pose: Pose,
    count: f32,
    /// True if it leaves the plane z = 0.
    in_space: bool,
    /// True if steps have a fixed length; and that length.
    fixed: bool,
    step: f32,
    grip: PointGrip<()>,
    bone: MeshBuffers,
}

impl Tentacle {
    /// Starts again if the task has changed, and takes as many steps as are shown.
    fn go_on(&mut self) {
        self.task.blind = self.fixed.then_some(self.step);
        if self.task != self.run.task {
            self.run = Run::new(self.task.clone());
        }
        self.run.go_on(self.steps);
    }

    /// Starts from the chosen pose; `before` is the one that was chosen until now.
    fn take_pose(&mut self, before: Pose) {
        self.task.from = self.pose.turns(self.count as usize, self.in_space);
        if self.pose == Pose::NoSlope {
            self.task.target = ROOT + 0.55 * LENGTH * Vec3::Y;
        } else if before == Pose::NoSlope {
            self.task.target = TARGET;
        }
        self.place_target(self.task.target);
    }

    fn place_target(&mut self, target: Vec3) {
        self.task.target = if self.in_space { target } else { target.with_z(0.0) };
    }

    /// Moves the target, and goes on from the visible pose.
    fn drag(&mut self, target: Vec3, clock: &mut Clock) {
        /// Steps for each move of the mouse.
        const AT_ONCE: usize = 8;
        self.place_target(target);
        self.steps = AT_ONCE;
        self.go_on();
        self.task.from = self.run.at(AT_ONCE).turns.clone();
        clock.time = 0.0;
        self.steps = 0;
        self.go_on();
    }

    /// The energy over the steps, and the remaining distance.
    fn show_energy(&self, panel: &mut Panel<'_>) {
        let moment = self.run.at(self.steps);
        let missed = moment.places[moment.turns.len()].distance(self.run.task.target);
        panel.heading(&format!("After {} steps", self.steps));
        panel.number("missed", &format!("tip to target  {:8.1} mm", 1e3 * missed));
        panel.number("energy", &format!("energy         {:8.5}", moment.energy));
        let point = |(step, moment): (usize, &Moment)| {
            [step as f32 / RATE, moment.energy.max(1e-9).log10().max(POWERS[0])]
        };
        let line = self.run.moments.iter().take(self.steps + 1).enumerate().map(point).collect();
        let curves = [PlotCurve { colour: joint_colour(0), line, dots: Vec::new() }];
        panel.note("The energy over the steps, as a power of ten");
        let plot = Plot {
            seconds: 0.0..=MOST as f32 / RATE,
            now: self.steps as f32 / RATE,
            height: 90.0,
            values: POWERS[0]..=POWERS[1],
            curves: &curves,
        };
        panel.plot("energy over steps", &plot);
    }
}

impl Lesson for Tentacle {
    const SCENE: &'static str = "chain";

    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let (pose, count) = (Pose::Bent, 10);
        let from = pose.turns(count, false);
        let task = Task { from, target: TARGET, stiffness: 0.0, blind: None, nudged: true };
        Ok(Self {
            run: Run::new(task.clone()),
            task,
            steps: 0,
            pose,
            count: count as f32,
            in_space: false,
            fixed: false,
            step: 1.0,
            grip: PointGrip::none(),
            bone: MeshBuffers::new(gl, &octahedron(1.0, 1.0))?,
        })
    }

    fn camera(&self) -> Camera {
        let centre = vec3(0.95, 0.95, 0.0);
        if self.in_space { Camera::orbit(centre, 3.6, 30.0, 12.0) } else { Camera::flat(centre, 3.6) }
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: MOST as f32 / RATE, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.steps = (step.time * RATE + 0.01) as usize;
        self.go_on();
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(CLEAR);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let before = (self.count as usize, self.pose, self.in_space);
        panel.slider("joints", &mut self.count, 2.0..=40.0, "%.0f");
        self.count = self.count.round();
        panel.choice_of("start", &mut self.pose, &POSES);
        panel.switch("in space", &mut self.in_space);
        panel.same_line();
        panel.switch("nudge", &mut self.task.nudged);
        if before != (self.count as usize, self.pose, self.in_space) {
            self.take_pose(before.1);
            panel.clock.time = 0.0;
        }
        if before.2 != self.in_space {
            *panel.camera = self.camera();
        }
        panel.slider("stiffness", &mut self.task.stiffness, 0.0..=0.1, "%.4f");
        panel.choice_of("steps", &mut self.fixed, &[(false, "that go down"), (true, "fixed")]);
        if self.fixed {
            panel.slider("step", &mut self.step, 0.05..=4.0, "%.2f");
        }
        self.show_energy(panel);
        self.go_on();
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        if let Some((_, place)) = self.grip.follow(pointer, &[((), self.task.target)]) {
            self.drag(place, clock);
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(inspected(self.run.at(self.steps)))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        self.draw_bones(frame, self.run.at(self.steps))?;
        let target = self.run.task.target;
        frame.lines_on_top.rimmed_dot(target, 11.0, CHANGED);
        frame.label(target, [16.0, -14.0], "target", INK);
        Ok(())
    }
}

impl Tentacle {
    /// A tentacle of slim bones.
    fn draw_bones(&self, frame: &mut Frame<'_>, moment: &Moment) -> Result<()> {
        let count = moment.turns.len();
        let (colour, dot) = (joint_colour(0), if count > 20 { 5.0 } else { 8.0 });
        let mut world_turn = Quat::IDENTITY;
        for (joint, turn) in moment.turns.iter().enumerate() {
            world_turn *= *turn;
            let (from, to) = (moment.places[joint], moment.places[joint + 1]);
            let length = from.distance(to);
            let thick = (0.05 + 0.12 * (1.0 - joint as f32 / count as f32)).min(0.9 * length);
            let size = vec3(thick, length, thick);
            let world_from_bone = Mat4::from_scale_rotation_translation(size, world_turn, from);
            frame.solid(&self.bone, world_from_bone, mix(colour, PAPER, 0.2))?;
            frame.lines_on_top.line(from, from, dot, mix(colour, INK, 0.5));
        }
        let tip = moment.places[count];
        frame.lines_on_top.line(tip, tip, 0.75 * dot, mix(colour, INK, 0.5));
        Ok(())
    }
}

/// The joints of a tentacle and its tip, for the inspector.
fn inspected(moment: &Moment) -> Inspected {
    let count = moment.turns.len();
    let names: Vec<String> = (0..count).map(|joint| format!("joint {joint}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["tip"]).collect();
    let bone = LENGTH / count as f32 * Vec3::Y;
    let (mut in_parents, mut in_world) = (Vec::new(), Vec::new());
    let mut world_turn = Quat::IDENTITY;
    for (joint, &place) in moment.places.iter().enumerate() {
        let turn = moment.turns.get(joint).copied().unwrap_or(Quat::IDENTITY);
        let offset = if joint == 0 { ROOT } else { bone };
        world_turn *= turn;
        in_parents.push(Mat4::from_rotation_translation(turn, offset));
        in_world.push(Mat4::from_rotation_translation(world_turn, place));
    }
    let joints = Skeleton::chain(&names);
    Inspected { space: "world", ..Inspected::new(&joints, in_parents, in_world) }
}
