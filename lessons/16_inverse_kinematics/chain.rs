//! A tentacle that reaches for a point by gradient descent.

mod descent;
mod panel;

use crate::CLEAR;
use anyhow::Result;
use common::shapes::octahedron;
use descent::{LENGTH, Moment, ROOT, Run};
use gl::colour::{CHANGED, INK, PAPER, joint_colour, mix};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Quat, Vec3, vec3};
use panel::{Instruments, Pose};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, PointGrip, Pointer, Step};

/// Steps that are played in a second; an arrow key moves by one.
const RATE: f32 = 30.0;

const MOST: usize = 300;

const TARGET: Vec3 = vec3(1.2, 1.0, 0.0);

pub struct Tentacle {
    instruments: Instruments,
    /// Rotations at the start, and the target: by the panel or by the mouse.
    from: Vec<Quat>,
    target: Vec3,
    run: Run,
    /// Number of steps that are shown.
    steps: usize,
    grip: PointGrip<()>,
    bone: MeshBuffers,
}

impl Lesson for Tentacle {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let instruments = Instruments::new();
        let from = instruments.turns();
        Ok(Self {
            run: Run::new(instruments.task(&from, TARGET)),
            instruments,
            from,
            target: TARGET,
            steps: 0,
            grip: PointGrip::none(),
            bone: MeshBuffers::new(gl, &octahedron(1.0, 1.0))?,
        })
    }

    fn camera(&self) -> Camera {
        let centre = vec3(0.95, 0.95, 0.0);
        if self.instruments.in_space {
            Camera::orbit(centre, 3.6, 30.0, 12.0)
        } else {
            Camera::flat(centre, 3.6)
        }
    }

    fn pace(&self) -> Pace {
        Pace::Plays(MOST as f32 / RATE)
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(CLEAR);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let Instruments { count, pose, in_space, .. } = self.instruments;
        self.instruments.show(panel);
        let now = &self.instruments;
        let is_turned = in_space != now.in_space;
        if is_turned || (count, pose) != (now.count, now.pose) {
            self.take_pose(pose);
            panel.clock.time = 0.0;
        }
        if is_turned {
            *panel.camera = self.camera();
        }
        panel::show_energy(&self.run, self.steps, panel);
        self.go_on();
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        if let Some((_, place)) = self.grip.follow(pointer, &[((), self.target)]) {
            self.drag(place, clock);
        }
        self.grip.holds()
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(self.moment().inspected())
    }

    fn update(&mut self, step: Step) {
        self.steps = (step.time * RATE + 0.01) as usize;
        self.go_on();
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        self.draw_bones(frame, self.moment())?;
        let target = self.run.task.target;
        frame.lines_on_top.rimmed_dot(target, 11.0, CHANGED);
        frame.label(target, [16.0, -14.0], "target", INK);
        Ok(())
    }
}

impl Tentacle {
    /// Starts again if the task has changed, and takes as many steps as are shown.
    fn go_on(&mut self) {
        let task = self.instruments.task(&self.from, self.target);
        if task != self.run.task {
            self.run = Run::new(task);
        }
        self.run.go_on(self.steps);
    }

    /// Starts from the chosen pose; `before` is the one that was chosen until now.
    fn take_pose(&mut self, before: Pose) {
        self.from = self.instruments.turns();
        if self.instruments.pose == Pose::NoSlope {
            self.target = ROOT + 0.55 * LENGTH * Vec3::Y;
        } else if before == Pose::NoSlope {
            self.target = TARGET;
        }
        self.place_target(self.target);
    }

    fn place_target(&mut self, target: Vec3) {
        self.target = if self.instruments.in_space { target } else { target.with_z(0.0) };
    }

    /// Moves the target, and goes on from the visible pose.
    fn drag(&mut self, target: Vec3, clock: &mut Clock) {
        /// Steps for each move of the mouse.
        const AT_ONCE: usize = 8;
        self.place_target(target);
        self.steps = AT_ONCE;
        self.go_on();
        self.from = self.run.at(AT_ONCE).turns.clone();
        clock.time = 0.0;
        self.steps = 0;
        self.go_on();
    }

    /// The tentacle after the steps that are shown.
    fn moment(&self) -> &Moment {
        self.run.at(self.steps)
    }

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
