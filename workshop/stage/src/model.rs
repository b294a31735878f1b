//! Shows a model in a frame, and in the inspector.

use crate::{Frame, Inspected, InspectedSkin};
use anyhow::Result;
use common::mesh::Surface;
use common::skeleton::Joint;
use gl::{Model, ModelLook, Scene};
use glam::Mat4;

impl<'f> Frame<'f> {
    /// Returns the scene for a model's own draw calls.
    pub fn scene(&mut self) -> Scene<'_, 'f> {
        Scene { target: &mut self.target, view: &self.view, light: self.lit.as_ref() }
    }

    /// Draws all surfaces of a model in a pose, as [`Model::draw`] does.
    pub fn model(
        &mut self,
        model: &Model,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
        look: ModelLook,
    ) -> Result<()> {
        model.draw(&mut self.scene(), world_from_model, model_from_nodes, look)
    }

    /// Draws the skeletons of a model in a pose, given by every node's matrix to the model.
    pub fn skeletons(
        &mut self,
        model: &Model,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
    ) -> Result<()> {
        let world_from_nodes: Vec<Mat4> =
            model_from_nodes.iter().map(|&model_from_node| world_from_model * model_from_node).collect();
        model.skeletons.draw(&mut self.target, &self.view, &world_from_nodes)
    }
}

impl Inspected {
    /// Returns a model in a pose, from every node's matrices to its parent and to the model. `hung` returns a surface with
    /// its present binding.
    pub fn of_model<'m>(
        model: &'m Model,
        world_from_model: Mat4,
        parent_from_nodes: Vec<Mat4>,
        model_from_nodes: &[Mat4],
        hung: impl Fn(&'m Surface) -> &'m Surface,
    ) -> Self {
        let skin = |surface: &Surface| InspectedSkin {
            name: surface.name.clone(),
            mesh: surface.mesh.clone(),
            nodes: surface.joints.iter().map(|joint| Some(joint.node)).chain([None]).collect(),
            joints_from_bind: surface.joints.iter().map(|joint| joint.joint_from_bind).collect(),
            palette: surface.palette(model_from_nodes),
            world_from_model: None,
        };
        let skeleton = &model.asset.rig.skeleton;
        Self {
            colours: (0..skeleton.joints().len()).map(|node| model.colour(node)).collect(),
            skins: model.asset.surfaces.iter().map(|surface| skin(hung(surface))).collect(),
            ..Self::new(skeleton, Some(world_from_model), parent_from_nodes, model_from_nodes.to_vec())
        }
    }

    /// Returns a model in a pose, from every node's matrix to its parent.
    pub fn of_joints(model: &Model, world_from_model: Mat4, parent_from_nodes: Vec<Mat4>) -> Self {
        let model_from_nodes = model.model_from_nodes(&parent_from_nodes);
        Self::of_model(model, world_from_model, parent_from_nodes, &model_from_nodes, |surface| surface)
    }

    /// Returns a model in a pose given by matrices to the model alone, with the file's bindings.
    pub fn of_posed(model: &Model, world_from_model: Mat4, model_from_nodes: &[Mat4]) -> Self {
        let in_parent = |(joint, &model_from_node): (&Joint, &Mat4)| match joint.parent {
            Some(parent) if model_from_nodes[parent].determinant() != 0.0 => {
                model_from_nodes[parent].inverse() * model_from_node
            }
            _ => model_from_node,
        };
        let joints = model.asset.rig.skeleton.joints().iter();
        let parent_from_nodes = joints.zip(model_from_nodes).map(in_parent).collect();
        Self::of_model(model, world_from_model, parent_from_nodes, model_from_nodes, |surface| surface)
    }
}
