//! The joints of a Collada file, moved by the keys that the file gives them.

mod panel;
mod played;
mod scene;

use anyhow::Result;
use common::gl::{Gl, Live, open_models};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use glam::{Vec2, Vec3};
use played::Played;
use scene::Scene;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<JointPlayback>(env!("CARGO_BIN_NAME"))
}

struct JointPlayback {
    models: Vec<(String, Rc<Live<Played>>)>,
    shown: usize,
    /// The model that the camera is pointed at, and from where all that it does is seen.
    seen: usize,
    around: Camera,
    scene: Scene,
    /// A node of the model.
    chosen: Option<usize>,
    trail_shown: bool,
}

impl Lesson for JointPlayback {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [
            ("heron", "joints/heron.dae"),
            ("tick", "joints/tick.dae"),
            ("curves", "joints/tick_curves.dae"),
        ];
        let context = gl.clone();
        let read = move |path: &Path, is_own, _: &mut _| Played::read(&context, path, is_own);
        let models = open_models(gl, args.model.as_deref(), &own, read)?;
        let around = models[0].1.get().camera(0);
        let scene = Scene::new();
        Ok(Self { models, shown: 0, seen: 0, around, scene, chosen: None, trail_shown: false })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.played().get().seconds(self.scene.clip), plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        let played = self.played();
        self.scene.advance(step.dt, step.time, &played.get());
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        panel::press(self, pointer)
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let ground = self.around.target.with_y(0.0) + Vec3::X * self.scene.place;
        frame.shadow(ground, Vec2::splat(0.25 * self.around.height))?;
        let played = self.played();
        let played = played.get();
        let world_from_nodes = self.scene.world_now(&played);
        played.lines.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        panel::mark(self, &played, &world_from_nodes, frame);
        Ok(())
    }
}

impl JointPlayback {
    /// The model that is shown.
    fn played(&self) -> Rc<Live<Played>> {
        self.models[self.shown].1.clone()
    }
}
