//! The joints of a Collada file: as a tree of names, and as lines in the view.

mod panel;
mod scene;

use anyhow::Result;
use common::gl::{Gl, Live, open_models};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Panel, Pointer, Step, Turns};
use glam::Vec2;
use scene::Model;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<ColladaJoints>(env!("CARGO_BIN_NAME"))
}

struct ColladaJoints {
    /// The models there are, by name.
    models: Vec<(String, Rc<Live<Model>>)>,
    shown: usize,
    /// The model that the camera is pointed at, and from where all of it is seen.
    seen: usize,
    around: Camera,
    /// A node of the model.
    chosen: Option<usize>,
    turns: Turns,
    names_shown: bool,
}

impl Lesson for ColladaJoints {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("tick", "joints/tick.dae"), ("heron", "joints/heron.dae")];
        let context = gl.clone();
        let read = move |path: &Path, is_own, _: &mut _| Model::read(&context, path, is_own);
        let models = open_models(gl, args.model.as_deref(), &own, read)?;
        let around = models[0].1.get().camera();
        let (chosen, turns) = (Some(0), Turns::default());
        Ok(Self { models, shown: 0, seen: 0, around, chosen, turns, names_shown: false })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn update(&mut self, _step: Step) {}

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        frame.shadow(self.around.target.with_y(0.0), Vec2::splat(0.3 * self.around.height))?;
        let model = self.model();
        let model = model.get();
        let world_from_nodes = model.world_from_nodes(&self.turns);
        model.lines.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        panel::mark(self, &model, &world_from_nodes, frame);
        Ok(())
    }
}

impl ColladaJoints {
    /// The model that is shown.
    fn model(&self) -> Rc<Live<Model>> {
        self.models[self.shown].1.clone()
    }
}
