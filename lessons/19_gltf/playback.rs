//! An animation that plays, and a model that it moves.

use crate::opened::Opened;
use anyhow::Result;
use formats::gltf::Animation;
use gl::{Model, ModelLook};
use glam::{Mat4, Vec3};
use stage::Frame;

/// An animation at a time.
pub struct Playback {
    /// Its index in the file.
    pub animation: usize,
    /// Seconds since its start.
    pub time: f32,
}

impl Playback {
    /// Begins with the first animation of a file.
    pub fn new(opened: &Opened) -> Self {
        Self { animation: opened.first_animation(), time: 0.0 }
    }

    /// Returns the animation, if the file has any.
    pub fn animation<'a>(&self, opened: &'a Opened) -> Option<&'a Animation> {
        opened.document.animations.get(self.animation)
    }

    pub fn seconds(&self, opened: &Opened) -> f32 {
        // All keys are at 0 s until the bytes are read.
        self.animation(opened).map_or(1.0, |animation| animation.end - animation.start).max(0.1)
    }

    /// Returns every node's matrix to the model now.
    pub fn model_from_nodes(&self, opened: &Opened) -> Vec<Mat4> {
        let parent_from_nodes = match self.animation(opened) {
            Some(animation) => {
                animation.parent_from_nodes(&opened.document.nodes, animation.start + self.time)
            }
            None => opened.scene.asset.parent_from_nodes(),
        };
        opened.scene.model_from_nodes(&parent_from_nodes)
    }
}

/// A model as it stands in the world now.
pub struct Figure<'a> {
    pub scene: &'a Model,
    pub world_from_model: Mat4,
    pub model_from_nodes: Vec<Mat4>,
}

impl<'a> Figure<'a> {
    /// Places a model with its origin at this x of the world.
    pub fn at(x: f32, scene: &'a Model, model_from_nodes: Vec<Mat4>) -> Self {
        let world_from_model = Mat4::from_translation(Vec3::X * x) * scene.world_from_model();
        Self { scene, world_from_model, model_from_nodes }
    }

    /// Draws it: as a skeleton, if that's all there is.
    pub fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let Self { scene, world_from_model, model_from_nodes } = self;
        frame.model(scene, *world_from_model, model_from_nodes, ModelLook::default())?;
        if scene.asset.surfaces.is_empty() {
            frame.skeletons(scene, *world_from_model, model_from_nodes)?;
        }
        Ok(())
    }
}
