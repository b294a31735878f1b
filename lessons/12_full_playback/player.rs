//! A clip on a model: what is chosen, and all that follows from it.

use crate::played::Played;
use common::clip::{Animator, Clip};
use glam::Mat4;
use std::rc::Rc;
use std::sync::Arc;

/// The clip that is chosen, and how it is played.
#[derive(Clone, PartialEq)]
pub struct Choice {
    pub played: Rc<Played>,
    /// Index of a clip.
    pub clip: usize,
}

impl Choice {
    pub fn clip(&self) -> &Arc<Clip> {
        &self.played.clips[self.clip]
    }
}

/// Plays what is chosen.
pub struct Player {
    pub choice: Choice,
    pub animator: Animator,
    /// Every node's matrix to the model, in the animator's pose.
    pub model_from_nodes: Vec<Mat4>,
}

impl Player {
    /// A player at the start of the clip.
    pub fn new(choice: Choice) -> Self {
        let animator = Animator::new(choice.played.scene.asset.rig.clone(), choice.clip().clone());
        let parent_from_nodes: Vec<Mat4> = animator.pose().iter().map(|node| node.to_matrix()).collect();
        let model_from_nodes = choice.played.scene.model_from_nodes(&parent_from_nodes);
        Self { choice, animator, model_from_nodes }
    }

    /// Returns the model's matrix to the world, and those of its nodes to the model.
    pub fn placed(&self) -> (Mat4, &[Mat4]) {
        (self.choice.played.scene.world_from_model(), &self.model_from_nodes)
    }
}
