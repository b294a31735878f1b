//! glTF: a character plays from a file whose numbers can be inspected byte by byte.
//!
//! ```text
//! file ──→ JSON and bytes ── layout 18.1 ─→ numbers ──→ keys ── cubic 18.3 ─→ pose ──→ palette
//! weights ── weight_bytes 18.2 ─→ bytes ─→ weights again; they and the palette ───────→ frame
//! ```

mod opened;
mod panel;
mod scene;

use anyhow::Result;
use gl::Gl;
use gl::colour::INK;
use glam::{Mat4, Vec2, Vec3};
use models::{ModelLook, ModelScene};
use opened::{Opened, Twin};
use panel::Topic;
use scene::{ChannelInterpolation, played};
use stage::{Args, Camera, Frame, Inspected, Lesson, Models, Motion, Panel, Step};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<Gltf>(env!("CARGO_BIN_NAME"))
}

/// Metres between the two knights.
const APART: f32 = 1.7;

struct Gltf {
    /// Each model from its saved file.
    models: Models<Rc<Opened>>,
    /// A camera that sees all of the model.
    around: Camera,
    /// An animation, by its index in the file.
    animation: usize,
    /// The interpolation of all channels.
    way: ChannelInterpolation,
    time: f32,
    look: ModelLook,
    skeleton_shown: bool,
    topic: Topic,
    /// The topic of weights: true to store them as bytes, and the model's distance from its origin, in metres.
    in_bytes: bool,
    away: f32,
    /// An accessor, and one of its elements.
    block: Option<usize>,
    element: f32,
    /// A channel of the animation, and one of its numbers.
    channel: Option<usize>,
    part: usize,
}

impl Lesson for Gltf {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.glb"), ("ways", "gltf/ways.gltf")];
        let read =
            |gl: &Gl, path: &_, is_own, others: &mut _| Ok(Rc::new(Opened::read(gl, path, is_own, others)?));
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let opened = models.shown().get().clone();
        let animation = opened.first_animation();
        Ok(Self {
            around: opened.around(animation, 0.0),
            animation,
            models,
            way: ChannelInterpolation::AsWritten,
            time: 0.0,
            look: ModelLook::default(),
            skeleton_shown: false,
            topic: Topic::Bytes,
            in_bytes: true,
            away: 20.0,
            block: Some(0),
            element: 0.0,
            channel: None,
            part: 0,
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn motion(&self) -> Option<Motion> {
        let opened = self.opened();
        let animation = opened.document.animations.get(self.animation);
        // All keys are at 0 s until the bytes are read.
        let seconds = animation.map_or(1.0, |animation| animation.end - animation.start).max(0.1);
        Some(Motion { seconds, plays_at_start: true })
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        let opened = self.opened();
        let placed = self.model_from_nodes(&opened);
        let (scene, placed, x) = match self.topic {
            Topic::Weights if self.in_bytes => (&opened.in_bytes, self.placed_away(&placed), -self.away),
            Topic::Weights => (&opened.scene, self.placed_away(&placed), -self.away),
            _ => (&opened.scene, placed, self.aside(&opened)),
        };
        let world_from_model = Mat4::from_translation(Vec3::X * x) * scene.world_from_model();
        Some(scene.inspected_posed(world_from_model, &placed))
    }

    fn update(&mut self, step: Step) {
        self.time = step.time;
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let opened = self.opened();
        let twin = opened.twin.as_ref().filter(|_| self.topic == Topic::Beside);
        let x = self.aside(&opened);
        let placed = self.model_from_nodes(&opened);
        frame.shadow(Vec3::X * x, self.shadow())?;
        match self.topic {
            Topic::Weights => {
                let scene = if self.in_bytes { &opened.in_bytes } else { &opened.scene };
                self.draw_model(frame, scene, &self.placed_away(&placed), Vec3::X * -self.away)?;
            }
            _ => self.draw_model(frame, &opened.scene, &placed, Vec3::X * x)?,
        }
        if let Some(Twin { scene, .. }) = twin {
            let placed = self.twin_from_nodes(&opened);
            frame.shadow(Vec3::X * -x, self.shadow())?;
            self.draw_model(frame, scene, &placed, Vec3::X * -x)?;
            frame.label(Vec3::X * x, [0.0, 30.0], ".glb", INK);
            frame.label(Vec3::X * -x, [0.0, 30.0], ".dae", INK);
        }
        Ok(())
    }
}

impl Gltf {
    fn opened(&self) -> Rc<Opened> {
        self.models.shown().get().clone()
    }

    /// Turns the camera to everything that is shown.
    fn look_around(&mut self, opened: &Opened) {
        self.around = opened.around(self.animation, self.aside(opened));
    }

    /// Metres from the middle to the model.
    fn aside(&self, opened: &Opened) -> f32 {
        let is_beside = self.topic == Topic::Beside && opened.twin.is_some();
        if is_beside { 0.5 * APART } else { 0.0 }
    }

    /// Every node's matrix to the model, at the present time.
    fn model_from_nodes(&self, opened: &Opened) -> Vec<Mat4> {
        let animation = opened.document.animations.get(self.animation);
        let parent_from_nodes = match animation {
            Some(animation) => played(animation, self.way)
                .parent_from_nodes(&opened.document.nodes, animation.start + self.time),
            None => opened.scene.asset.parent_from_nodes(),
        };
        opened.scene.model_from_nodes(&parent_from_nodes)
    }

    /// Moves every node away from the model's origin.
    fn placed_away(&self, model_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let away = Mat4::from_translation(Vec3::X * self.away);
        model_from_nodes.iter().map(|&model_from_node| away * model_from_node).collect()
    }

    fn shadow(&self) -> Vec2 {
        Vec2::splat(0.3 * self.around.height)
    }

    /// Every node's matrix for the knight from the other file.
    fn twin_from_nodes(&self, opened: &Opened) -> Vec<Mat4> {
        let Some(twin) = &opened.twin else { return Vec::new() };
        let animation = opened.document.animations.get(self.animation);
        twin.model_from_nodes(animation.map_or("", |animation| &animation.name), self.time)
    }

    fn draw_model(&self, frame: &mut Frame<'_>, scene: &ModelScene, placed: &[Mat4], at: Vec3) -> Result<()> {
        let world_from_model = Mat4::from_translation(at) * scene.world_from_model();
        scene.draw_posed(frame, world_from_model, placed, self.look)?;
        if self.skeleton_shown || scene.asset.surfaces.is_empty() {
            scene.draw_skeletons(frame, world_from_model, placed)?;
        }
        Ok(())
    }
}
