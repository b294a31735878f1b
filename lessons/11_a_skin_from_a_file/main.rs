//! A character from a file: its skin, its materials and its joints, posed by hand.

mod panel;
mod scene;

use anyhow::Result;
use gl::{Gl, Model, ModelLook};
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use scene::{Handed, Stage, model_from_nodes, parent_from_nodes};
use stage::{Args, Camera, Clock, Frame, Inspected, Lesson, Models, Pace, Panel, Pointer, Step, Turns};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<SkinFromAFile>(env!("CARGO_BIN_NAME"))
}

/// The seconds in which the model turns round once.
const ROUND: f32 = 12.0;

struct SkinFromAFile {
    models: Models<Model>,
    /// A camera that sees all of the model.
    around: Camera,
    /// The chosen node of the model.
    chosen: Option<usize>,
    turns: Turns,
    handed: Handed,
    look: ModelLook,
    skeleton_shown: bool,
    /// True if only the weights of the chosen joint are shown.
    alone: bool,
    stage: Stage,
    /// The angle by which the model is turned round, in radians.
    round: f32,
}

impl Lesson for SkinFromAFile {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.dae"), ("cylinder", "cylinder/cylinder.dae")];
        let read = |gl: &Gl, path: &_, _, _: &mut _| Model::new(gl, formats::read(path)?);
        let models = Models::open(gl, args.model.as_deref(), own, read)?;
        let around = around(&models.shown().get());
        Ok(Self {
            models,
            around,
            chosen: None,
            turns: Turns::default(),
            handed: Handed::default(),
            look: ModelLook::default(),
            skeleton_shown: false,
            alone: false,
            stage: Stage::Now,
            round: 0.0,
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn pace(&self) -> Pace {
        Pace::Plays(ROUND)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        panel::press(self, pointer, clock)
    }

    fn inspected(&self) -> Option<Inspected> {
        let scene = self.models.shown();
        let scene = scene.get();
        let (pose, placed) = (parent_from_nodes(&scene, &self.turns), model_from_nodes(&scene, &self.turns));
        let world_from_model = self.world_from_model(&scene);
        let inspected =
            Inspected::of_model(&scene, world_from_model, pose, &placed, |surface| self.handed.now(surface));
        Some(inspected.follows(self.chosen))
    }

    fn update(&mut self, step: Step) {
        self.round = TAU * step.time / ROUND;
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let scene = self.models.shown();
        let scene = scene.get();
        let model_from_nodes = model_from_nodes(&scene, &self.turns);
        let world_from_model = self.world_from_model(&scene);
        frame.shadow(self.around.target.with_y(0.0), Vec2::splat(0.3 * self.around.height))?;
        let chosen = self.chosen(&scene);
        for (index, surface) in scene.asset.surfaces.iter().enumerate() {
            let mut palette = self.handed.now(surface).palette(&model_from_nodes);
            self.stage.change(surface, chosen, &mut palette);
            if !palette.is_empty() {
                scene.draw_surface(&mut frame.scene(), index, world_from_model, &palette, self.look)?;
            }
        }
        if self.stage != Stage::Now {
            let joint = chosen.map(|node| scene.asset.rig.skeleton.joints()[node].name.as_str());
            let name = match self.stage {
                Stage::Raw => "the file's origin",
                Stage::InJoint => joint.unwrap_or("no joint is chosen"),
                _ => "the model's origin",
            };
            panel::mark_origin(frame, name, world_from_model);
            return Ok(());
        }
        if self.skeleton_shown {
            frame.skeletons(&scene, world_from_model, &model_from_nodes)?;
        }
        if let Some(node) = chosen {
            panel::mark_node(frame, &scene, node, world_from_model * model_from_nodes[node]);
        }
        Ok(())
    }
}

impl SkinFromAFile {
    /// Returns the chosen node, if the file still has it, as a saved file may have fewer.
    fn chosen(&self, scene: &Model) -> Option<usize> {
        self.chosen.filter(|&node| node < scene.asset.nodes.len())
    }

    fn world_from_model(&self, scene: &Model) -> Mat4 {
        scene::world_from_model(scene, self.around.target.with_y(0.0), self.round)
    }
}

/// Returns a camera that sees all of a model in the file's pose while it turns about the middle of its vertices.
fn around(scene: &Model) -> Camera {
    let at_rest = scene.model_from_nodes_at_rest();
    let joints = scene.skeletons.joints().map(|(node, _)| at_rest[node].w_axis.truncate());
    let places =
        joints.chain(scene.posed(&at_rest)).map(|place| scene.world_from_model() * place.extend(1.0));
    let places: Vec<Vec3> = places.map(Vec4::truncate).filter(|place| place.is_finite()).collect();
    let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
    let turns = [0.0, 0.25, 0.5, 0.75].map(|part| Quat::from_rotation_y(part * TAU));
    let seen =
        turns.iter().flat_map(|&turn| places.iter().map(move |&place| middle + turn * (place - middle)));
    Camera::around(seen, 24.0, 10.0)
}
