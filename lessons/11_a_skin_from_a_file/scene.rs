//! A skin on the nodes of its file, and the spaces between the file's and the present one.

use formats::Surface;
use gl::Model;
use glam::{Mat4, Vec3};
use stage::Turns;
use std::sync::Arc;

/// Returns every node's matrix to the model, turned by hand.
pub fn model_from_nodes(scene: &Model, turns: &Turns) -> Vec<Mat4> {
    scene.model_from_nodes(&parent_from_nodes(scene, turns))
}

/// Returns every node's matrix to its parent, turned by hand.
pub fn parent_from_nodes(scene: &Model, turns: &Turns) -> Vec<Mat4> {
    let mut parent_from_nodes = scene.asset.parent_from_nodes();
    turns.apply(&mut parent_from_nodes);
    parent_from_nodes
}

/// Returns the matrix from the model, in the file's own axes, to the world: turned by `round` radians about `middle`.
pub fn world_from_model(scene: &Model, middle: Vec3, round: f32) -> Mat4 {
    let round = Mat4::from_rotation_y(round);
    Mat4::from_translation(middle) * round * Mat4::from_translation(-middle) * scene.world_from_model()
}

/// A surface that was handed over to another joint, until it is given back.
#[derive(Default)]
pub struct Handed(Option<Surface>);

impl Handed {
    /// Finds the surface of a model that has a single joint, and so can be handed over whole: the knight's sword.
    pub fn of(scene: &Model) -> Option<&Surface> {
        scene.asset.surfaces.iter().find(|surface| surface.joints.len() == 1)
    }

    pub fn is_away(&self) -> bool {
        self.0.is_some()
    }

    /// Hands a surface over to a node, in the present pose.
    pub fn over(&mut self, surface: &Surface, to: usize, model_from_nodes: &[Mat4]) {
        let mut handed = surface.clone();
        let from = surface.joints[0].node;
        handed.hand_over(from, to, model_from_nodes);
        self.0 = Some(handed);
    }

    pub fn back(&mut self) {
        self.0 = None;
    }

    /// Returns a surface with its present joints.
    pub fn now<'a>(&'a self, surface: &'a Surface) -> &'a Surface {
        self.0.as_ref().filter(|handed| Arc::ptr_eq(&handed.mesh, &surface.mesh)).unwrap_or(surface)
    }
}

/// The space in which the skin is shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Stage {
    /// The mesh's own space, as in the file.
    Raw,
    /// The model's space, in the bind pose.
    Bind,
    /// The chosen joint's space.
    InJoint,
    /// The model's space, in the present pose.
    Now,
}

impl Stage {
    /// Changes a surface's palette so that its points are shown in this space; clears it if the surface isn't in it.
    pub fn change(self, surface: &Surface, chosen: Option<usize>, palette: &mut Vec<Mat4>) {
        match self {
            // The points have been in the bind pose since the file was read, so this is the way back.
            Self::Raw => palette.fill(surface.bind_shape.try_inverse().unwrap_or_default()),
            Self::Bind => palette.fill(Mat4::IDENTITY),
            Self::InJoint => match surface.joints.iter().find(|joint| Some(joint.node) == chosen) {
                Some(joint) => palette.fill(joint.joint_from_bind),
                None => palette.clear(),
            },
            Self::Now => {}
        }
    }
}
