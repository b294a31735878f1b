//! A robot arm of three spaces, each placed in the one before it.

mod panel;
mod scene;

use anyhow::Result;
use common::shapes;
use common::skeleton::Skeleton;
use common::transform::transform_point;
use gl::Gl;
use gl::colour::{INK, STEEL, joint_colour, mix};
use glam::vec3;
use panel::Held;
use scene::{Arm, B_IN_O, C_IN_B, P_IN_C, SWING};
use stage::Plate;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, Pointer, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<RobotArm>(env!("CARGO_BIN_NAME"))
}

struct RobotArm {
    arm: Arm,
    held: Option<Held>,
    base: Plate,
    upper_arm: Plate,
    forearm: Plate,
    hub: Plate,
}

impl Lesson for RobotArm {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self {
            arm: Arm::new(),
            held: None,
            base: Plate::new(gl, &shapes::plinth(1.1, B_IN_O.y, 0.3))?,
            upper_arm: Plate::new(gl, &shapes::bar(C_IN_B.x, 0.22, 0.16))?,
            forearm: Plate::new(gl, &shapes::bar(P_IN_C.x, 0.14, 0.05))?,
            hub: Plate::new(gl, &shapes::disc(0.07))?,
        })
    }

    fn camera(&self) -> Camera {
        Camera::flat(vec3(0.9, 1.35, 0.0), 4.6)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(SWING)
    }

    fn update(&mut self, step: Step) {
        if step.dt != 0.0 {
            self.arm.swing(step.time);
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(&mut self.arm, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        panel::drag(self, pointer, clock)
    }

    fn inspected(&self) -> Option<Inspected> {
        let (in_parents, in_world) = (self.arm.parent_from_spaces(), self.arm.world_from_spaces());
        Some(Inspected::new(&Skeleton::chain(&["o", "b", "c"]), None, in_parents.into(), in_world.into()))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let [world_from_o, world_from_b, world_from_c] = self.arm.world_from_spaces();
        let [o, b, c] = [0, 1, 2].map(joint_colour);
        frame.grid()?;
        frame.lines.line(vec3(-40.0, 0.0, -0.1), vec3(40.0, 0.0, -0.1), 3.0, mix(INK, STEEL, 0.5));

        self.base.draw(frame, world_from_o, 0.0, o)?;
        self.upper_arm.draw(frame, world_from_b, 1.0, b)?;
        self.forearm.draw(frame, world_from_c, 2.0, c)?;
        for hinge in [world_from_b, world_from_c] {
            self.hub.draw(frame, hinge, 3.0, STEEL)?;
        }

        for (name, world_from_space, colour) in
            [("o", world_from_o, o), ("b", world_from_b, b), ("c", world_from_c, c)]
        {
            frame.axes(world_from_space, 0.5);
            let below = transform_point(world_from_space, vec3(-0.13, -0.13, 0.0));
            frame.label(below, [0.0, 0.0], name, mix(colour, INK, 0.4));
        }
        let p = self.arm.p_in_world();
        frame.lines_on_top.rimmed_dot(p, 9.0, INK);
        frame.label(p, [16.0, -14.0], "p", INK);
        panel::mark_held(self, frame);
        Ok(())
    }
}
