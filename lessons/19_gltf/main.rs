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
use gl::colour::INK;
use glam::Vec2;
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
        let read =
            |gl: &Gl, path: &_, is_own, others: &mut _| Ok(Rc::new(Opened::read(gl, path, is_own, others)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let opened = models.shown().get().clone();
        let playback = Playback::new(&opened);
        Ok(Self {
            around: opened.around(playback.animation, 0.0),
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
        Some(scene.inspected_posed(world_from_model, &model_from_nodes))
    }

    fn update(&mut self, step: Step) {
        self.playback.time = step.time;
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let opened = self.opened();
        let (figure, twin) = (self.figure(&opened), self.twin(&opened));
        for figure in std::iter::once(&figure).chain(&twin) {
            frame.shadow(figure.foot, Vec2::splat(0.3 * self.around.height))?;
            figure.draw(frame, self.instruments.look, self.instruments.skeleton_shown)?;
        }
        if let Some(twin) = twin {
            frame.label(figure.foot, [0.0, 30.0], ".glb", INK);
            frame.label(twin.foot, [0.0, 30.0], ".dae", INK);
        }
        Ok(())
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
            topic => Figure::at(topic.aside(opened), &opened.scene, model_from_nodes),
        }
    }

    /// The same model from a Collada file, if the topic has it beside.
    fn twin<'a>(&self, opened: &'a Opened) -> Option<Figure<'a>> {
        let topic = self.instruments.topic;
        let twin = opened.twin.as_ref().filter(|_| topic == Topic::Beside)?;
        let name = self.playback.animation(opened).map_or("", |animation| &animation.name);
        let model_from_nodes = twin.model_from_nodes(name, self.playback.time);
        Some(Figure::at(-topic.aside(opened), &twin.scene, model_from_nodes))
    }
}
