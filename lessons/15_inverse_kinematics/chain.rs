//! A tentacle that comes to a point by turning one joint after the other, and three other ways to come there.

mod chart;
mod landscape;
mod run;

use crate::CLEAR;
use anyhow::Result;
use common::shapes::octahedron;
use common::skeleton::Skeleton;
use gl::colour::{CHANGED, Colour, INK, PAPER, joint_colour, mix, with_alpha};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Quat, Vec3, vec3};
use ik::{Limit, Method};
use landscape::Landscape;
use run::{Joints, LENGTH, Moment, Pose, ROOT, Run, Task};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Motion, Panel, PointGrip, Pointer, Step};

/// How many iterations are played in a second: an arrow key moves by one.
const RATE: f32 = 30.0;

/// How many iterations there are at most.
pub const MOST: usize = 300;

/// Where its tip is to be at first.
const TARGET: Vec3 = vec3(1.2, 1.0, 0.0);

const METHODS: [(Method, &str); 4] = [
    (Method::Ccd, "CCD"),
    (Method::Descent, "downhill"),
    (Method::Fabrik, "FABRIK"),
    (Method::LeastSquares, "DLS"),
];

const JOINTS: [(Joints, &str); 4] = [
    (Joints::Flat, "hinges"),
    (Joints::Stiff, "stiff"),
    (Joints::AnyWay, "any way"),
    (Joints::Cones, "cones"),
];

const POSES: [(Pose, &str); 4] = [
    (Pose::Bent, "bent"),
    (Pose::Curled, "curled"),
    (Pose::Straight, "straight"),
    (Pose::NoSlope, "no slope"),
];

/// The colour of a method, in the view and in its row of the table.
pub fn colour(method: Method) -> Colour {
    let index = METHODS.iter().position(|(other, _)| *other == method);
    joint_colour(index.unwrap_or(0))
}

pub struct Tentacle {
    /// What is wanted, and what the runs were made for.
    task: Task,
    done: Task,
    runs: Vec<Run>,
    landscape: Option<Landscape>,
    iteration: usize,
    pose: Pose,
    count: f32,
    /// Whether steps are of a fixed length, and of which.
    fixed: bool,
    step: f32,
    shown: Method,
    others_shown: bool,
    timed: bool,
    grip: PointGrip<()>,
    bone: MeshBuffers,
}

impl Tentacle {
    /// Begins anew with what is wanted.
    fn begin(&mut self) {
        self.done = self.task.clone();
        self.runs = METHODS.iter().map(|(method, _)| Run::new(&self.done, *method)).collect();
        self.landscape = Landscape::new(&self.done);
    }

    /// Lets all methods come as far as they are shown.
    fn go_on(&mut self) {
        self.task.blind = self.fixed.then_some(self.step);
        if self.task != self.done {
            self.begin();
        }
        for run in &mut self.runs {
            run.go_on(&self.done, self.iteration);
        }
    }

    /// Those that are seen, the chosen one last.
    fn seen(&self) -> Vec<&Run> {
        let is_shown = |run: &&Run| run.method == self.shown;
        let others = self.runs.iter().filter(|run| self.others_shown && !is_shown(run));
        others.chain(self.runs.iter().filter(is_shown)).collect()
    }

    /// Takes the pose that is chosen for the start, instead of the one before.
    fn take_pose(&mut self, before: Pose) {
        self.task.from = self.pose.turns(self.count as usize, self.task.joints);
        if self.pose == Pose::NoSlope {
            self.task.target = ROOT + 0.55 * LENGTH * Vec3::Y;
        } else if before == Pose::NoSlope {
            self.task.target = TARGET;
        }
        self.place_target(self.task.target);
    }

    fn place_target(&mut self, target: Vec3) {
        self.task.target = if self.task.joints.are_flat() { target.with_z(0.0) } else { target };
    }

    /// Moves the target, and goes on from where the chosen method is.
    fn drag(&mut self, target: Vec3, clock: &mut Clock) {
        /// How many iterations are done while the mouse moves once.
        const AT_ONCE: usize = 4;
        self.place_target(target);
        self.iteration = AT_ONCE;
        self.go_on();
        if let Some(run) = self.runs.iter().find(|run| run.method == self.shown) {
            self.task.from = run.at(AT_ONCE).turns.clone();
        }
        clock.time = 0.0;
        self.iteration = 0;
        self.go_on();
    }
}

impl Lesson for Tentacle {
    const SCENE: &'static str = "chain";

    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let (joints, pose, count) = (Joints::Flat, Pose::Bent, 10);
        let from = pose.turns(count, joints);
        let task = Task { joints, from, target: TARGET, stiffness: 0.0, blind: None, nudged: true };
        let mut tentacle = Self {
            done: task.clone(),
            task,
            runs: Vec::new(),
            landscape: None,
            iteration: 0,
            pose,
            count: count as f32,
            fixed: false,
            step: 1.0,
            shown: Method::Ccd,
            others_shown: true,
            timed: false,
            grip: PointGrip::none(),
            bone: MeshBuffers::new(gl, &octahedron(1.0, 1.0))?,
        };
        tentacle.begin();
        Ok(tentacle)
    }

    fn camera(&self) -> Camera {
        let centre = vec3(0.95, 0.95, 0.0);
        if self.landscape.is_some() {
            Camera::flat(vec3(2.3, 0.85, 0.0), 4.7)
        } else if self.task.joints.are_flat() {
            Camera::flat(centre, 3.6)
        } else {
            Camera::orbit(centre, 3.6, 30.0, 12.0)
        }
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: MOST as f32 / RATE, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.iteration = (step.time * RATE + 0.01) as usize;
        self.go_on();
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(CLEAR);
    }

    fn pause(&mut self, clock: &mut Clock) -> Option<&'static str> {
        crate::pause(clock, self.motion().is_some())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let (count, joints, pose) = (self.count as usize, self.task.joints, self.pose);
        let had_landscape = self.landscape.is_some();
        panel.slider("joints", &mut self.count, 2.0..=40.0, "%.0f");
        self.count = self.count.round();
        panel.choice_of("joints turn", &mut self.task.joints, &JOINTS);
        panel.choice_of("start", &mut self.pose, &POSES);
        if (count, joints, pose) != (self.count as usize, self.task.joints, self.pose) {
            self.take_pose(pose);
            panel.clock.time = 0.0;
        }
        panel.slider("stiffness", &mut self.task.stiffness, 0.0..=0.1, "%.4f");
        panel.choice_of("steps", &mut self.fixed, &[(false, "that go down"), (true, "fixed")]);
        if self.fixed {
            panel.slider("step", &mut self.step, 0.05..=4.0, "%.2f");
        }
        panel.choice_of("shown", &mut self.shown, &METHODS);
        panel.switch("others", &mut self.others_shown);
        panel.same_line();
        panel.switch("nudge", &mut self.task.nudged);
        panel.same_line();
        panel.switch("stopwatch", &mut self.timed);
        if panel.command("one iteration") {
            panel.clock.scrub((self.iteration + 1) as f32 / RATE);
        }
        self.table(panel);
        if self.count as usize == 2 && !self.task.joints.are_flat() {
            panel.note("Only two hinges have a landscape.");
        }
        self.go_on();
        if (joints.are_flat(), had_landscape) != (self.task.joints.are_flat(), self.landscape.is_some()) {
            *panel.camera = self.camera();
        }
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        if let Some((_, place)) = self.grip.follow(pointer, &[((), self.task.target)]) {
            self.drag(place, clock);
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        self.runs.iter().find(|run| run.method == self.shown).map(|run| inspected(run.at(self.iteration)))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        for run in self.seen() {
            let moment = run.at(self.iteration);
            if run.method == self.shown {
                self.draw_bones(frame, moment, colour(run.method))?;
            } else {
                draw_lines(frame, moment, colour(run.method));
            }
        }
        let target = self.done.target;
        frame.lines_on_top.rimmed_dot(target, 11.0, CHANGED);
        frame.label(target, [16.0, -14.0], "target", INK);
        chart::draw(frame, &self.seen(), self.iteration, self.landscape.is_some());
        if let Some(landscape) = &self.landscape
            && let Some(run) = self.runs.iter().find(|run| run.method == self.shown)
        {
            landscape.draw(frame, run.until(self.iteration), run.method == Method::Ccd);
        }
        Ok(())
    }
}

impl Tentacle {
    /// What each method has come to.
    fn table(&self, panel: &mut Panel<'_>) {
        panel.heading(&format!("After {} iterations", self.iteration));
        let row = |run: &Run, name| {
            let moment = run.at(self.iteration);
            let met = run.met(self.iteration).map_or("–".to_owned(), |met| met.to_string());
            let microseconds =
                if self.timed { format!("{:.1}", run.microseconds()) } else { "–".to_owned() };
            let cells = [
                met,
                microseconds,
                format!("{:.1}", 1e3 * moment.missed),
                format!("{:.0}", moment.turned.to_degrees()),
            ];
            (name, colour(run.method), cells)
        };
        let rows: Vec<_> = self.runs.iter().zip(METHODS).map(|(run, (_, name))| row(run, name)).collect();
        panel.texts("methods", &["", "met at", "µs", "mm left", "turned °"], &rows);
    }

    /// A tentacle of slim bones. Joints that are at their limit are lit.
    fn draw_bones(&self, frame: &mut Frame<'_>, moment: &Moment, colour: Colour) -> Result<()> {
        let count = moment.turns.len();
        let limit = self.done.joints.limit(count);
        let dot = if count > 20 { 5.0 } else { 8.0 };
        let mut frame_of_joint = Quat::IDENTITY;
        for (joint, turn) in moment.turns.iter().enumerate() {
            frame_of_joint *= *turn;
            let (from, to) = (moment.places[joint], moment.places[joint + 1]);
            let length = from.distance(to);
            let thick = (0.05 + 0.12 * (1.0 - joint as f32 / count as f32)).min(0.9 * length);
            let size = vec3(thick, length, thick);
            let world_from_bone = Mat4::from_scale_rotation_translation(size, frame_of_joint, from);
            frame.solid(&self.bone, world_from_bone, mix(colour, PAPER, 0.2))?;
            let lit = if is_at_limit(limit, *turn) { CHANGED } else { mix(colour, INK, 0.5) };
            frame.lines_on_top.line(from, from, dot, lit);
        }
        let tip = moment.places[count];
        frame.lines_on_top.line(tip, tip, 0.75 * dot, mix(colour, INK, 0.5));
        Ok(())
    }
}

/// What the inspector can look at: the joints of a tentacle, and its tip.
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

/// A tentacle of lines.
fn draw_lines(frame: &mut Frame<'_>, moment: &Moment, colour: Colour) {
    for pair in moment.places.windows(2) {
        frame.lines_on_top.line(pair[0], pair[1], 2.5, with_alpha(colour, 0.75));
        frame.lines_on_top.line(pair[1], pair[1], 5.0, colour);
    }
}

/// Whether a joint can turn no farther.
fn is_at_limit(limit: Limit, turn: Quat) -> bool {
    /// By how much more it is turned to find out, in radians.
    const MORE: f32 = 1e-3;
    let (axis, angle) = turn.to_axis_angle();
    angle > MORE && limit.beyond(Quat::from_axis_angle(axis, angle + MORE), Vec3::Y) > 0.5 * MORE
}
