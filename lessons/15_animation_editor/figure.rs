//! The model at a moment: its pose, and where that puts every joint.

use anyhow::Result;
use common::pose::{Pose, placed};
use common::transform::transform_point;
use editor::gizmo::Placed;
use gl::{Model, ModelLook};
use glam::{Mat4, Vec3};
use stage::Frame;
use std::rc::Rc;

/// The model at a moment, computed once for all that use it then.
#[derive(Clone)]
pub struct Figure {
    pub scene: Rc<Model>,
    pub time: f32,
    /// Every node's transform in its parent.
    pub pose: Pose,
    /// Every node's matrix to the model.
    pub model_from_nodes: Vec<Mat4>,
}

impl Figure {
    pub fn new(scene: &Rc<Model>, pose: Pose, time: f32) -> Self {
        let model_from_nodes = placed(&scene.asset.rig.skeleton, &pose);
        Self { scene: scene.clone(), time, pose, model_from_nodes }
    }

    /// Returns the places of the joints, in the world.
    pub fn places(&self) -> Vec<(usize, Vec3)> {
        let world_from_model = self.scene.world_from_model();
        let place = |node: usize| self.model_from_nodes[node].w_axis.truncate();
        let joints = self.scene.skeletons.joints();
        joints.map(|(node, _)| (node, transform_point(world_from_model, place(node)))).collect()
    }

    /// Returns a joint's transform, and its parent's, for the gizmo.
    pub fn placed(&self, joint: usize) -> Placed {
        let parent = self.scene.asset.rig.skeleton.joints()[joint].parent;
        let model_from_parent = parent.map(|parent| self.model_from_nodes[parent]).unwrap_or_default();
        let world_from_parent = self.scene.world_from_model() * model_from_parent;
        Placed { parent_from_own: self.pose[joint], world_from_parent }
    }

    /// Draws the model: pose → palette → picture.
    pub fn draw(&self, frame: &mut Frame<'_>, look: ModelLook) -> Result<()> {
        frame.model(&self.scene, self.scene.world_from_model(), &self.model_from_nodes, look)
    }
}
