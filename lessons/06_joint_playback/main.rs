//! The joints of a Collada file, moved by the keys that the file gives them.

mod panel;
mod played;
mod scene;

use anyhow::Result;
use common::gl::{Gl, Models};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use glam::{Vec2, Vec3};
use played::Played;
use scene::Scene;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<JointPlayback>(env!("CARGO_BIN_NAME"))
}

struct JointPlayback {
    models: Models<Played>,
    /// From where all that the model does is seen.
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
        let read = |gl: &Gl, path: &_, is_own, _: &mut _| Played::read(gl, path, is_own);
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let around = models.shown().get().camera(0);
        Ok(Self { models, around, scene: Scene::new(), chosen: None, trail_shown: false })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.models.shown().get().seconds(self.scene.clip), plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        let played = self.models.shown();
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
        let played = self.models.shown();
        let played = played.get();
        let world_from_nodes = self.scene.world_now(&played);
        played.model.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        panel::mark(self, &played, &world_from_nodes, frame);
        Ok(())
    }
}
