//! The animation editor: a move for the knight, from the first key to a file that other programs open.

use anyhow::Result;
use common::asset::Surface;
use common::gl::{Gl, ModelLook, ModelScene, Models};
use common::stage::{self, Args, Camera, Frame, Lesson, Motion, Panel, Step};
use glam::{Mat4, Vec2};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<AnimationEditor>(env!("CARGO_BIN_NAME"))
}

struct AnimationEditor {
    models: Models<ModelScene>,
}

impl Lesson for AnimationEditor {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let read = |gl: &Gl, path: &_, _, _: &mut _| ModelScene::read(gl, path);
        let models = Models::open(gl, args.model.as_deref(), [("knight", "knight/knight.glb")], read)?;
        Ok(Self { models })
    }

    fn camera(&self) -> Camera {
        let scene = self.models.shown();
        let scene = scene.get();
        Camera::around(scene.places(&scene.model_from_nodes_at_rest()), 32.0, 12.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: 1.0, plays_at_start: false })
    }

    fn update(&mut self, _: Step) {}

    fn panel(&mut self, _: &mut Panel<'_>) {}

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let scene = self.models.shown();
        let scene = scene.get();
        let placed = scene.model_from_nodes_at_rest();
        let palette = |surface: &Surface, palette: &mut Vec<Mat4>| surface.palette_into(&placed, palette);
        let world_from_model = scene.world_from_model();
        scene.draw(&mut frame.target, &frame.view, world_from_model, palette, ModelLook::default())?;
        frame.shadow(self.camera().target.with_y(0.0), Vec2::splat(0.4))
    }
}
