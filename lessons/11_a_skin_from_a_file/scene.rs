//! A skin on the nodes that its file names: every vertex goes step by step from the file to where it is now.

use common::skin::skin_point;
use common::transform::transform_point;
use formats::Surface;
use glam::{Mat4, Vec3};
use models::ModelScene;
use stage::Turns;
use std::sync::Arc;

/// Every node in the model: in its parent as the file has it, turned by hand.
pub fn model_from_nodes(scene: &ModelScene, turns: &Turns) -> Vec<Mat4> {
    scene.model_from_nodes(&parent_from_nodes(scene, turns))
}

/// The same, every node in its parent.
pub fn parent_from_nodes(scene: &ModelScene, turns: &Turns) -> Vec<Mat4> {
    let mut parent_from_nodes = scene.asset.parent_from_nodes();
    turns.apply(&mut parent_from_nodes);
    parent_from_nodes
}

/// From the model, in the file's own axes, to the world: turned round by so many radians about `middle`.
pub fn world_from_model(scene: &ModelScene, middle: Vec3, round: f32) -> Mat4 {
    let round = Mat4::from_rotation_y(round);
    Mat4::from_translation(middle) * round * Mat4::from_translation(-middle) * scene.world_from_model()
}

/// What was handed over from joint to joint, until it is given back.
#[derive(Default)]
pub struct Handed(Option<Surface>);

impl Handed {
    /// The surface of a model that hangs on a single joint, so that it can be handed over as a whole: the knight's sword.
    pub fn of(scene: &ModelScene) -> Option<&Surface> {
        scene.asset.surfaces.iter().find(|surface| surface.joints.len() == 1)
    }

    pub fn is_away(&self) -> bool {
        self.0.is_some()
    }

    /// Hands it over to a node, as all nodes stand now.
    pub fn over(&mut self, surface: &Surface, to: usize, model_from_nodes: &[Mat4]) {
        let mut handed = surface.clone();
        let from = surface.joints[0].node;
        handed.hand_over(from, to, model_from_nodes);
        self.0 = Some(handed);
    }

    pub fn back(&mut self) {
        self.0 = None;
    }

    /// A surface as it hangs now.
    pub fn now<'a>(&'a self, surface: &'a Surface) -> &'a Surface {
        self.0.as_ref().filter(|handed| Arc::ptr_eq(&handed.mesh, &surface.mesh)).unwrap_or(surface)
    }
}

/// How far on its way the skin is shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Stage {
    /// As the file lists it.
    Raw,
    /// Where the bind shape puts it: in the model, in the bind pose.
    Bind,
    /// As the joint sees it that has the largest weight for the chosen vertex.
    InJoint,
    /// Where the joints have it now.
    Now,
}

/// What a joint does to a vertex.
pub struct Influence {
    /// The joint's node; none if the vertex follows the bind shape alone.
    pub node: Option<usize>,
    pub weight: f32,
    /// In the joint's own space: all that the joint knows of it.
    pub in_joint: Vec3,
    /// In the model, if this joint alone had it.
    pub now: Vec3,
    /// From the bind pose to the joint's own space.
    joint_from_bind: Mat4,
}

/// A vertex with all steps of its way.
pub struct Vertex {
    surface: usize,
    pub raw: Vec3,
    pub bind: Vec3,
    /// The largest weight first.
    pub influences: Vec<Influence>,
    pub now: Vec3,
    bind_from_raw: Mat4,
}

impl Vertex {
    /// A vertex of a model, counted through all its surfaces.
    pub fn of(scene: &ModelScene, mut number: usize, model_from_nodes: &[Mat4]) -> Option<Self> {
        let mut surfaces = scene.asset.surfaces.iter().enumerate();
        let (index, surface) = surfaces.find(|(_, surface)| {
            let vertices = surface.mesh.positions.len();
            let found = number < vertices;
            if !found {
                number -= vertices;
            }
            found
        })?;
        let (raw, influences) = (surface.mesh.positions[number], surface.mesh.influences[number]);
        let bind = transform_point(surface.bind_shape, raw);
        let now = skin_point(&surface.palette(model_from_nodes), &influences, raw);
        let used = influences.used();
        let mut influences: Vec<Influence> =
            used.map(|(joint, weight)| influence(surface, joint, weight, bind, model_from_nodes)).collect();
        influences.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        Some(Self { surface: index, raw, bind, influences, now, bind_from_raw: surface.bind_shape })
    }
}

fn influence(
    surface: &Surface,
    joint: usize,
    weight: f32,
    bind: Vec3,
    model_from_nodes: &[Mat4],
) -> Influence {
    // The one after all joints is the bind shape itself: what follows it stays.
    let (node, joint_from_bind, model_from_joint) = match surface.joints.get(joint) {
        Some(joint) => (Some(joint.node), joint.joint_from_bind, model_from_nodes[joint.node]),
        None => (None, Mat4::IDENTITY, Mat4::IDENTITY),
    };
    let in_joint = transform_point(joint_from_bind, bind);
    Influence { node, weight, in_joint, now: transform_point(model_from_joint, in_joint), joint_from_bind }
}

impl Stage {
    /// Makes of a surface's palette what takes its points to this stage only; nothing, if it is not shown there.
    pub fn change(self, scene: &ModelScene, surface: &Surface, vertex: &Vertex, palette: &mut Vec<Mat4>) {
        let is_other = !std::ptr::eq(surface, &scene.asset.surfaces[vertex.surface]);
        match self {
            Self::Raw => palette.fill(Mat4::IDENTITY),
            Self::Bind => palette.fill(surface.bind_shape),
            // Other surfaces have other ways into the joint.
            Self::InJoint if is_other => palette.clear(),
            Self::InJoint => {
                let strongest = vertex.influences.first();
                let joint_from_bind = strongest.map_or(Mat4::IDENTITY, |strongest| strongest.joint_from_bind);
                palette.fill(joint_from_bind * vertex.bind_from_raw);
            }
            Self::Now => {}
        }
    }
}
