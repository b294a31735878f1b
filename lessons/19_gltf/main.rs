//! glTF: a character plays from a file whose numbers can be inspected byte by byte.
//!
//! ```text
//! file ──→ JSON and bytes ── layout 19.1 ─→ numbers ──→ keys ── cubic 19.3 ─→ pose ──→ palette
//! weights ── weight_bytes 19.2 ─→ bytes ─→ weights again; they and the palette ───────→ frame
//! ```

mod opened;
mod panel;
mod playback;
mod scene;

use anyhow::Result;
use gl::Gl;
use glam::{Vec2, Vec3};
use opened::Opened;
use panel::{Instruments, Topic};
use playback::{Figure, Playback};
use stage::{Args, Camera, Frame, Inspected, Lesson, Models, Pace, Panel, Step};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<Gltf>(env!("CARGO_BIN_NAME"))
}

struct Gltf {
    /// Each model from its saved file.
    models: Models<Rc<Opened>>,
    playback: Playback,
    /// A camera that sees all of the model.
    around: Camera,
    instruments: Instruments,
}

impl Lesson for Gltf {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.glb"), ("ways", "gltf/ways.gltf")];
        let read = |gl: &Gl, path: &_, _: bool, _: &mut Vec<_>| Ok(Rc::new(Opened::read(gl, path)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let opened = models.shown().get().clone();
        let playback = Playback::new(&opened);
        Ok(Self {
            around: opened.around(playback.animation),
            models,
            playback,
            instruments: Instruments::new(),
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn pace(&self) -> Pace {
        let seconds = self.playback.seconds(&self.opened());
        Pace::Plays(seconds)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let opened = self.opened();
        let Figure { scene, world_from_model, model_from_nodes, .. } = self.figure(&opened);
        Some(Inspected::of_posed(scene, world_from_model, &model_from_nodes))
    }

    fn update(&mut self, step: Step) {
        self.playback.time = step.time;
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let opened = self.opened();
        frame.shadow(Vec3::ZERO, Vec2::splat(0.3 * self.around.height))?;
        self.figure(&opened).draw(frame)
    }
}

impl Gltf {
    fn opened(&self) -> Rc<Opened> {
        self.models.shown().get().clone()
    }

    /// The file's model.
    fn figure<'a>(&self, opened: &'a Opened) -> Figure<'a> {
        let model_from_nodes = self.playback.model_from_nodes(opened);
        match self.instruments.topic {
            Topic::Weights => self.instruments.weights.figure(opened, &model_from_nodes),
            Topic::Bytes | Topic::Curves => Figure::at(0.0, &opened.scene, model_from_nodes),
        }
    }
}
