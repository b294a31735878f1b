//! Chains of joints as lines: every point is at its joint's origin, and the shader moves it by its joint's matrix.

mod chains;
mod panel;
mod scene;

use anyhow::Result;
use common::shapes::joint_lines;
use gl::colour::joint_colour;
use gl::{Gl, HotReload, joint_picture, joint_program, with_dots};
use glam::{Mat4, vec2};
use glium::Program;
use glium::uniforms::UniformBuffer;
use gpu::{JointBuffers, Joints, UNMOVED, block, draw_lines, upload_lines};
use panel::{Chosen, Sent};
use scene::{Chains, SWING};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Pace, Panel, Pointer, Step};
use std::process::ExitCode;
use std::rc::Rc;

/// The seconds at each joint of a walk down the tree.
const WALK_STEP: f32 = 0.5;

fn main() -> ExitCode {
    stage::run::<JointChainLines>(env!("CARGO_BIN_NAME"))
}

struct JointChainLines {
    chains: Chains,
    /// The lines of every chain, as pairs of joints and on the graphics card.
    lines: Vec<Vec<[u16; 2]>>,
    drawn: Vec<JointBuffers>,
    program: Rc<HotReload<Program>>,
    /// The matrices of all chains, one chain after the other.
    joints: UniformBuffer<Joints>,
    chosen: Chosen,
    /// The number of lines that the walk has passed.
    walked: usize,
}

impl Lesson for JointChainLines {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let chains = Chains::new();
        let lines: Vec<_> = chains.all.iter().map(|chain| joint_lines(&chain.skeleton)).collect();
        let drawn = chains.all.iter().zip(&lines).map(|(chain, lines)| {
            let joints = chain.skeleton.joints().len();
            let colours: Vec<_> = (0..joints).map(joint_colour).collect();
            Ok(upload_lines(gl, &colours, &with_dots(joints, lines.clone())?)?)
        });
        Ok(Self {
            drawn: drawn.collect::<Result<_>>()?,
            program: joint_program(gl)?,
            joints: UniformBuffer::new(gl, UNMOVED)?,
            chosen: Chosen::new(),
            walked: 0,
            chains,
            lines,
        })
    }

    fn camera(&self) -> Camera {
        panel::all()
    }

    fn pace(&self) -> Pace {
        let lines = self.lines[self.chosen.chain].len();
        let seconds = if self.chosen.walks { WALK_STEP * (lines + 3) as f32 } else { SWING };
        Pace::Plays(seconds)
    }

    fn update(&mut self, step: Step) {
        self.walked = (step.time / WALK_STEP) as usize;
        self.chains.phase = if self.chosen.walks { 0.0 } else { step.time / SWING };
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(&self.chains, &mut self.chosen, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let chain = self.chosen.chain;
        let in_parents = self.chains.parent_from_joints(chain);
        let in_model = self.chains.model_from_joints(chain);
        let world_from_model = self.chains.world_from_model(chain);
        let skeleton = &self.chains.all[chain].skeleton;
        Some(Inspected::new(skeleton, Some(world_from_model), in_parents, in_model))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let world_from_joints: Vec<Mat4> =
            (0..self.drawn.len()).flat_map(|i| self.world_from_joints(i)).collect();
        self.joints.write(&block(&world_from_joints)?);
        let is_seen = |&(i, _): &(usize, _)| !self.chosen.is_close || i == self.chosen.chain;
        for (i, chain) in self.chains.all.iter().enumerate().filter(is_seen) {
            frame.shadow(chain.foot, vec2(0.45, 0.45))?;
            if self.chosen.sent == Sent::Points {
                self.draw_by_points(frame, i);
            } else {
                let (first, picture) = (self.chains.first(i), joint_picture(&frame.view));
                let program = &self.program.get();
                draw_lines(&self.drawn[i], &mut frame.target, program, &self.joints, first, &picture)?;
            }
        }
        panel::mark(self, frame);
        Ok(())
    }
}

impl JointChainLines {
    /// Returns the lines of a chain that the walk has passed, or all of them without a walk.
    fn walked(&self, chain: usize) -> &[[u16; 2]] {
        let pairs = &self.lines[chain];
        let walks = self.chosen.walks && chain == self.chosen.chain;
        &pairs[..if walks { self.walked.min(pairs.len()) } else { pairs.len() }]
    }

    /// Returns every joint's matrix to the world. Joints beyond the walk are at their parents.
    fn world_from_joints(&self, chain: usize) -> Vec<Mat4> {
        let mut world_from_joints = self.chains.world_from_joints(chain);
        for &[from, to] in &self.lines[chain][self.walked(chain).len()..] {
            world_from_joints[usize::from(to)] = world_from_joints[usize::from(from)];
        }
        world_from_joints
    }

    /// Draws a chain by points: computes both ends of every line here, and uploads them for every frame.
    fn draw_by_points(&self, frame: &mut Frame<'_>, chain: usize) {
        let world_from_joints = self.world_from_joints(chain);
        let origin = |joint: usize| world_from_joints[joint].w_axis.truncate();
        for &[from, to] in &self.lines[chain] {
            let [from, to] = [from, to].map(usize::from);
            frame.lines.line(origin(from), origin(to), 3.0, joint_colour(to));
        }
    }
}
