//! A character from a file: its skin, its materials and its joints, posed by hand.

mod steps;

use anyhow::Result;
use common::gl::colour::{ACCENT, INK, mix};
use common::gl::{Gl, Live, ModelLook, ModelScene};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step, Turns};
use common::transform::transform_point;
use glam::{Mat4, Quat, Vec2, Vec3};
use std::f32::consts::TAU;
use std::process::ExitCode;
use std::rc::Rc;
use steps::{Stage, Vertex, short};

fn main() -> ExitCode {
    stage::run::<SkinFromAFile>(env!("CARGO_BIN_NAME"))
}

/// The steps of a skinned vertex, as the panel calls them.
const STAGES: [(Stage, &str); 4] =
    [(Stage::Raw, "raw"), (Stage::Bind, "bind"), (Stage::InJoint, "in joint"), (Stage::Now, "now")];

struct SkinFromAFile {
    models: Vec<(String, Rc<Live<ModelScene>>)>,
    shown: usize,
    /// The model that the camera is pointed at, and from where all of it is seen.
    seen: usize,
    around: Camera,
    /// A node of the model.
    chosen: Option<usize>,
    turns: Turns,
    look: ModelLook,
    skeleton_shown: bool,
    alone: bool,
    topic: usize,
    /// The chosen vertex, counted through all surfaces.
    vertex: f32,
    stage: usize,
    /// By how much the model is turned round, in radians.
    round: f32,
}

/// Seconds in which the model turns round once.
const ROUND: f32 = 12.0;

/// From where all of a model is seen, as the file poses it, while it turns round the middle of its vertices.
fn around(scene: &ModelScene) -> Camera {
    let mut places = scene.places(&scene.model_from_nodes_at_rest());
    places.retain(|place| place.is_finite());
    let middle = places.iter().sum::<Vec3>() / places.len().max(1) as f32;
    let turns = [0.0, 0.25, 0.5, 0.75].map(|part| Quat::from_rotation_y(part * TAU));
    let seen =
        turns.iter().flat_map(|&turn| places.iter().map(move |&place| middle + turn * (place - middle)));
    Camera::around(seen, 24.0, 10.0)
}

impl SkinFromAFile {
    fn scene(&self) -> Rc<Live<ModelScene>> {
        self.models[self.shown].1.clone()
    }

    fn stage(&self) -> Stage {
        STAGES[self.stage].0
    }

    /// From the model, in the file's own axes, to the world: turned round its middle.
    fn world_from_model(&self, scene: &ModelScene) -> Mat4 {
        let middle = self.around.target.with_y(0.0);
        let round = Mat4::from_rotation_y(self.round);
        Mat4::from_translation(middle) * round * Mat4::from_translation(-middle) * scene.world_from_model()
    }

    /// From every node to the model: as the file has it, turned by hand.
    fn model_from_nodes(&self, scene: &ModelScene) -> Vec<Mat4> {
        let scene = &scene.model.document.scene;
        let mut parent_from_nodes = scene.parent_from_nodes();
        self.turns.apply(&mut parent_from_nodes);
        scene.model_from_nodes(&parent_from_nodes)
    }

    fn pose_panel(&mut self, panel: &mut Panel<'_>, scene: &ModelScene) {
        panel.heading(&format!("Turn one of {} joints", scene.skeletons.joints().count()));
        panel.node_tree(&scene.model.document.scene, &scene.skeletons, 7.0, &mut self.chosen);
        match self.chosen {
            Some(node) => self.turns.sliders(panel, node),
            None if self.skeleton_shown => panel.note("Choose a joint, here or in the view."),
            None => panel.note("Choose a joint."),
        }
    }

    /// What the file's lists came to.
    fn surface_panel(&self, panel: &mut Panel<'_>, scene: &ModelScene) {
        let mut rows = Vec::new();
        let document = &scene.model.document;
        for (surface, instance) in scene.model.surfaces.iter().zip(&document.instances).take(4) {
            let points = document.geometries[instance.geometry].positions.len();
            let solid = &surface.mesh.solid;
            let counts = [points, solid.positions.len(), solid.triangles.len(), surface.joints.len()];
            rows.push((short(&surface.name), INK, counts.map(|count| format!("{count:>5}"))));
        }
        let rows: Vec<_> = rows.iter().map(|(name, colour, row)| (name.as_str(), *colour, row)).collect();
        panel.texts("surfaces", &["", "points", "vertices", "triangles", "joints"], &rows);
    }

    /// The chosen vertex, step by step.
    fn vertex_panel(&mut self, panel: &mut Panel<'_>, scene: &ModelScene) {
        let last = scene.vertices().saturating_sub(1) as f32;
        panel.slider("vertex", &mut self.vertex, 0.0..=last.max(1.0), "%.0f");
        let Some(vertex) = Vertex::of(scene, self.vertex as usize, &self.model_from_nodes(scene)) else {
            panel.note("This file has no surface.");
            return;
        };
        panel.choice("show the skin", &mut self.stage, &STAGES.map(|(_, name)| name));
        vertex.panel(panel, self.stage());
        panel.note("Click on the skin to choose another vertex.");
    }
}

impl Lesson for SkinFromAFile {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("knight", "knight/knight.dae"), ("cylinder", "cylinder/cylinder.dae")];
        let models = ModelScene::open_all(gl, args.model.as_deref(), &own)?;
        let around = around(&models[0].1.get());
        Ok(Self {
            models,
            shown: 0,
            seen: 0,
            around,
            chosen: None,
            turns: Turns::default(),
            look: ModelLook::default(),
            skeleton_shown: false,
            alone: false,
            topic: 0,
            vertex: 0.0,
            stage: STAGES.len() - 1,
            round: 0.0,
        })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn vertices(&self) -> Option<usize> {
        Some(self.scene().get().vertices())
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: ROUND, plays_at_start: true })
    }

    fn update(&mut self, step: Step) {
        self.round = TAU * step.time / ROUND;
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names: Vec<&str> = self.models.iter().map(|(name, _)| name.as_str()).collect();
        panel.choice("model", &mut self.shown, &names);
        let scene = self.scene();
        let scene = scene.get();
        if self.seen != self.shown {
            (self.seen, self.chosen, self.turns) = (self.shown, None, Turns::default());
            self.vertex = 0.0;
            self.around = around(&scene);
            *panel.camera = self.around;
        }
        panel.switch("skeleton", &mut self.skeleton_shown);
        panel.same_line();
        panel.switch("weights", &mut self.look.weights_shown);
        panel.same_line();
        panel.switch("wires", &mut self.look.wires_shown);
        if self.look.weights_shown {
            panel.switch("chosen joint alone", &mut self.alone);
        }
        self.look.alone = self.chosen.filter(|_| self.alone);
        panel.choice("look at", &mut self.topic, &["pose", "vertex"]);
        if self.topic == 0 {
            self.stage = STAGES.len() - 1;
            self.pose_panel(panel, &scene);
        } else {
            self.vertex_panel(panel, &scene);
        }
        self.surface_panel(panel, &scene);
        for note in scene.notes.iter().take(5) {
            panel.note(note);
        }
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        if self.stage() != Stage::Now {
            return false;
        }
        let scene = self.scene();
        let scene = scene.get();
        let model_from_nodes = self.model_from_nodes(&scene);
        let world_from_model = self.world_from_model(&scene);
        if self.skeleton_shown {
            let place = |node: usize| transform_point(world_from_model * model_from_nodes[node], Vec3::ZERO);
            let joints = scene.skeletons.joints().map(|(node, _)| (node, place(node)));
            if let Some(node) = pointer.pressed(joints) {
                (self.chosen, self.topic, clock.playing) = (Some(node), 0, false);
                return true;
            }
        }
        if self.topic == 0 {
            return false;
        }
        let posed = scene.posed(&model_from_nodes).into_iter();
        let posed = posed.map(|place| transform_point(world_from_model, place)).enumerate();
        let Some(vertex) = pointer.pressed_in_front(posed) else { return false };
        (self.vertex, clock.playing) = (vertex as f32, false);
        true
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        let scene = self.scene();
        let scene = scene.get();
        let model_from_nodes = self.model_from_nodes(&scene);
        let vertex = Vertex::of(&scene, self.vertex as usize, &model_from_nodes);
        let world_from_model = self.world_from_model(&scene);
        frame.shadow(self.around.target.with_y(0.0), Vec2::splat(0.3 * self.around.height))?;
        let palettes = |surface: usize| {
            let posed = scene.model.surfaces[surface].palette(&model_from_nodes);
            self.stage().palette(&scene, surface, vertex.as_ref()?, posed)
        };
        scene.draw(&mut frame.target, &frame.view, world_from_model, palettes, self.look)?;
        if self.skeleton_shown && self.stage() == Stage::Now {
            let world_from_nodes: Vec<Mat4> =
                model_from_nodes.iter().map(|&model_from_node| world_from_model * model_from_node).collect();
            scene.skeletons.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        }
        if let Some(node) = self.chosen.filter(|_| self.topic == 0) {
            mark_node(frame, &scene, node, world_from_model * model_from_nodes[node]);
        }
        if let Some(vertex) = vertex.filter(|_| self.topic == 1) {
            vertex.draw(frame, world_from_model, self.stage());
        }
        Ok(())
    }
}

/// Shows where a node is, how it is turned, and what it is called.
fn mark_node(frame: &mut Frame<'_>, scene: &ModelScene, node: usize, world_from_node: Mat4) {
    let place = transform_point(world_from_node, Vec3::ZERO);
    let name = scene.model.document.scene.nodes[node].name.clone();
    frame.label(place, [0.0, -18.0], name, mix(scene.colour(node), INK, 0.4));
    frame.axes(world_from_node, frame.view.metres_of_pixels(place, 46.0));
    frame.overlay.line(place, place, 9.0, ACCENT);
}
