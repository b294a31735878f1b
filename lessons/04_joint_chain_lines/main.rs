//! Chains of joints as lines: every point lies at the origin, and the shader moves it by its joint's matrix.

mod panel;
mod scene;

use anyhow::Result;
use common::gl::colour::joint_colour;
use common::gl::{ChainLines, Gl};
use common::shapes::{JointLines, joint_lines};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use glam::{vec2, vec3};
use panel::Chosen;
use scene::{Chains, SWING};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<JointChainLines>(env!("CARGO_BIN_NAME"))
}

struct JointChainLines {
    chains: Chains,
    /// The lines of every chain, as numbers and on the graphics card.
    lines: Vec<JointLines>,
    drawn: Vec<ChainLines>,
    chosen: Chosen,
}

impl Lesson for JointChainLines {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let chains = Chains::new();
        let lines: Vec<JointLines> = chains.all.iter().map(|chain| joint_lines(&chain.skeleton)).collect();
        let program = ChainLines::program(gl)?;
        let drawn = lines.iter().map(|lines| ChainLines::new(gl, lines, program.clone()));
        let drawn = drawn.collect::<Result<_>>()?;
        Ok(Self { chains, lines, drawn, chosen: Chosen::new() })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.1, 1.05, 0.0), 3.8, 10.0, 10.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: SWING, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.chains.phase = step.time / SWING;
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(&self.chains, &mut self.chosen, pointer)
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        for (i, chain) in self.chains.all.iter().enumerate() {
            frame.shadow(chain.foot, vec2(0.45, 0.45))?;
            if self.chosen.by_points() {
                self.draw_by_points(frame, i);
            } else {
                let world_from_joints = self.chains.world_from_joints(i);
                self.drawn[i].draw(&mut frame.target, &frame.view, &world_from_joints)?;
            }
        }
        panel::mark(&self.chains, &self.chosen, frame);
        Ok(())
    }
}

impl JointChainLines {
    /// The other way: both ends of every line are computed here, and sent anew for every picture.
    fn draw_by_points(&self, frame: &mut Frame<'_>, chain: usize) {
        let origins = self.chains.origins(chain);
        for &[from, to] in &self.lines[chain].pairs {
            let [from, to] = [from, to].map(usize::from);
            frame.lines.line(origins[from], origins[to], 3.0, joint_colour(to));
        }
    }
}
