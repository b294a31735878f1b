//! The joints of a Collada file: as a tree of names, and as lines in the view.
//!
//! file → nodes 05.1, roots 05.2 → steps 05.4 → walk 02.4 → world, with what is up 05.3 → lines 04.1

mod panel;
mod scene;

use anyhow::Result;
use gl::Gl;
use glam::{Mat4, Vec2};
use scene::JointModel;
use stage::Models;
use stage::wings;
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Panel, Pointer, Step, Turns};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<ColladaJoints>(env!("CARGO_BIN_NAME"))
}

struct ColladaJoints {
    models: Models<JointModel>,
    /// A camera that sees all of the model.
    around: Camera,
    /// The chosen node of the model.
    chosen: Option<usize>,
    turns: Turns,
    names_shown: bool,
}

impl Lesson for ColladaJoints {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own =
            [("heron", "joints/heron.dae"), ("tick", "joints/tick.dae"), ("steps", "joints/tick_curves.dae")];
        let read = |gl: &Gl, path: &_, is_own, _: &mut _| JointModel::read(gl, path, is_own);
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let around = models.shown().get().around();
        Ok(Self { models, around, chosen: Some(0), turns: Turns::default(), names_shown: false })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn update(&mut self, _step: Step) {}

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        frame.shadow(self.around.target.with_y(0.0), Vec2::splat(0.3 * self.around.height))?;
        let model = self.models.shown();
        let model = model.get();
        let world_from_nodes = self.world_from_nodes(&model);
        model.joints.skeletons.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        wings::draw(frame, &model.joints, &world_from_nodes)?;
        panel::mark(self, &model, &world_from_nodes, frame);
        Ok(())
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn inspected(&self) -> Option<Inspected> {
        let model = self.models.shown();
        let model = model.get();
        let parent_from_nodes = model.parent_from_nodes(&self.turns);
        let world_from_model = model.joints.asset.world_from_model;
        Some(Inspected::of_joints(&model.joints, world_from_model, parent_from_nodes).follows(self.chosen))
    }
}

impl ColladaJoints {
    /// Returns every node's present matrix to the world.
    fn world_from_nodes(&self, model: &JointModel) -> Vec<Mat4> {
        model.world_from_nodes(&self.turns)
    }
}
