//! The joints of a Collada file: as a tree of names, and as lines in the view.

use anyhow::Result;
use common::collada::TransformKind;
use common::gl::colour::{ACCENT, INK, joint_colour, mix};
use common::gl::{Gl, JointScene, Live};
use common::stage::{self, Args, Camera, Clock, Frame, Lesson, Panel, Pointer, Step, Turns};
use glam::{Mat4, Vec2};
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<ColladaJoints>(env!("CARGO_BIN_NAME"))
}

struct ColladaJoints {
    /// The models there are, by name.
    models: Vec<(String, Rc<Live<JointScene>>)>,
    shown: usize,
    /// The model that the camera is pointed at, and from where all of it is seen.
    seen: usize,
    around: Camera,
    /// A node of the model.
    chosen: Option<usize>,
    turns: Turns,
    names_shown: bool,
}

impl ColladaJoints {
    fn scene(&self) -> Rc<Live<JointScene>> {
        self.models[self.shown].1.clone()
    }

    /// From every node to its parent: as the file has it, and then turned by hand.
    fn parent_from_nodes(&self, scene: &JointScene) -> Vec<Mat4> {
        let mut parent_from_nodes = scene.document.scene.parent_from_nodes();
        self.turns.apply(&mut parent_from_nodes);
        parent_from_nodes
    }

    fn world_from_nodes(&self, scene: &JointScene) -> Vec<Mat4> {
        scene.world_from_nodes(&self.parent_from_nodes(scene))
    }

    /// The tree of all nodes: joints with a full dot in their colour, other nodes with an empty one.
    fn tree_panel(&mut self, panel: &mut Panel<'_>, scene: &JointScene) {
        let nodes = &scene.document.scene.nodes;
        let (joints, roots) = (scene.joints().count(), scene.skeletons.chains.len());
        panel.heading(&format!("nodes: {}   joints: {joints}   roots: {roots}", nodes.len()));
        panel.node_tree(&scene.document.scene, &scene.skeletons, 10.0, &mut self.chosen);
    }

    /// All that the file says of the chosen node.
    fn node_panel(&mut self, panel: &mut Panel<'_>, scene: &JointScene) {
        let Some((index, node)) = self.chosen.and_then(|i| Some((i, scene.document.scene.nodes.get(i)?)))
        else {
            panel.note("Choose a joint, here or in the view.");
            return;
        };
        let or_none = |text: &Option<String>| text.clone().unwrap_or("none".to_owned());
        let parent = node.parent.map_or("none".to_owned(), |parent| parent.to_string());
        panel.heading(&format!("{}  index {index}, parent {parent}", node.name));
        panel.number("id", &format!("id {}, sid {}", or_none(&node.id), or_none(&node.sid)));
        panel.matrix("parent_from_node", node.parent_from_node());
        let steps: Vec<&str> = node.transforms.iter().map(|transform| kind(&transform.kind)).collect();
        panel.note(&format!("in its parent, by {}", steps.join(", ")));
        self.turns.sliders(panel, index);
    }
}

/// From where all joints are seen, as the file places them.
fn around(scene: &JointScene) -> Camera {
    Camera::around(scene.places(), 40.0, 24.0)
}

/// How the file calls a transform.
fn kind(kind: &TransformKind) -> &'static str {
    match kind {
        TransformKind::Matrix(_) => "matrix",
        TransformKind::Translate(_) => "translate",
        TransformKind::Rotate { .. } => "rotate",
        TransformKind::Scale(_) => "scale",
        TransformKind::LookAt { .. } => "lookat",
        TransformKind::Skew { .. } => "skew",
    }
}

impl Lesson for ColladaJoints {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let own = [("tick", "joints/tick.dae"), ("heron", "joints/heron.dae")];
        let models = JointScene::open_all(gl, args.model.as_deref(), &own, Ok)?;
        let around = around(&models[0].1.get());
        let (chosen, turns) = (Some(0), Turns::default());
        Ok(Self { models, shown: 0, seen: 0, around, chosen, turns, names_shown: false })
    }

    fn camera(&self) -> Camera {
        self.around
    }

    fn update(&mut self, _step: Step) {}

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names: Vec<&str> = self.models.iter().map(|(name, _)| name.as_str()).collect();
        panel.choice("model", &mut self.shown, &names);
        if self.seen != self.shown {
            (self.seen, self.chosen, self.turns) = (self.shown, Some(0), Turns::default());
            self.around = around(&self.scene().get());
            *panel.camera = self.around;
        }
        panel.switch("names", &mut self.names_shown);
        let scene = self.scene();
        let scene = scene.get();
        self.tree_panel(panel, &scene);
        self.node_panel(panel, &scene);
        for note in scene.document.notes.iter().take(5) {
            panel.note(&note.to_string());
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        let scene = self.scene();
        let scene = scene.get();
        let world_from_nodes = self.world_from_nodes(&scene);
        let place = |node: usize| world_from_nodes[node].w_axis.truncate();
        let pressed = pointer.pressed(scene.joints().map(|(node, _)| (node, place(node))));
        self.chosen = pressed.or(self.chosen);
        pressed.is_some()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()?;
        frame.shadow(self.around.target.with_y(0.0), Vec2::splat(0.3 * self.around.height))?;
        let scene = self.scene();
        let scene = scene.get();
        let world_from_nodes = self.world_from_nodes(&scene);
        scene.draw(&mut frame.target, &frame.view, &world_from_nodes)?;
        let nodes = &scene.document.scene.nodes;
        for (node, joint) in scene.joints() {
            let place = world_from_nodes[node].w_axis.truncate();
            if self.names_shown || self.chosen == Some(node) {
                frame.label(
                    place,
                    [0.0, -18.0],
                    nodes[node].name.clone(),
                    mix(joint_colour(joint), INK, 0.4),
                );
            }
        }
        if let Some(world_from_node) = self.chosen.and_then(|chosen| world_from_nodes.get(chosen)) {
            let size = frame.view.metres_of_pixels(world_from_node.w_axis.truncate(), 46.0);
            frame.axes(*world_from_node, size);
            let parent = self.chosen.and_then(|chosen| nodes[chosen].parent);
            if let Some(parent) = parent.map(|parent| world_from_nodes[parent]) {
                let [from, to] = [parent, *world_from_node].map(|matrix| matrix.w_axis.truncate());
                frame.overlay.line(from, to, 6.0, common::gl::colour::with_alpha(ACCENT, 0.35));
            }
        }
        Ok(())
    }
}
