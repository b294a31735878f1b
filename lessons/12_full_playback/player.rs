//! A clip on a model: what is chosen, and all that follows from it.

use crate::looks::Looks;
use crate::played::Played;
use crate::walker::{MotionSource, Walker};
use common::clip::{Animator, Clip, Search};
use glam::{Mat4, Vec3};
use std::rc::Rc;
use std::sync::Arc;

/// Rounds of the clip in one of the clock, while its root moves him. After eight the knight's circle closes.
const ROUNDS_WHEN_LED: f32 = 8.0;

/// The clip that is chosen, and how it is played.
#[derive(Clone, PartialEq)]
pub struct Choice {
    pub played: Rc<Played>,
    /// Index of a clip.
    pub clip: usize,
    /// Number of times that the clip is repeated in a row.
    pub repeats: usize,
    /// The leader of the figure through the world. Without one it stays in the middle.
    pub led: Option<MotionSource>,
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
    /// The animator's time one frame ago.
    pub before: f32,
    /// The figure that is led through the world.
    pub walker: Option<Walker>,
    /// The cost of finding the clip's keys.
    pub looks: Looks,
}

/// A figure as it is drawn.
pub struct Figure<'a> {
    /// The place of the ground below it.
    pub below: Vec3,
    pub world_from_model: Mat4,
    pub model_from_nodes: &'a [Mat4],
}

impl Player {
    /// A player at the start of the clip.
    pub fn new(choice: Choice, search: Search) -> Self {
        let playing = Arc::new(choice.clip().repeated(choice.repeats));
        let looks = Looks::new(&playing);
        let mut animator = Animator::new(choice.played.scene.asset.rig.clone(), playing);
        animator.search_by(search);
        let parent_from_nodes: Vec<Mat4> = animator.pose().iter().map(|node| node.to_matrix()).collect();
        let model_from_nodes = choice.played.scene.model_from_nodes(&parent_from_nodes);
        let walker = choice.led.map(|by| Walker::new(&choice.played, choice.clip(), by));
        Self { choice, animator, model_from_nodes, before: 0.0, walker, looks }
    }

    /// Seconds until it is where it began.
    pub fn seconds(&self) -> f32 {
        match self.walker {
            Some(_) => ROUNDS_WHEN_LED * self.choice.clip().seconds,
            None => self.animator.clip().seconds,
        }
    }

    /// Returns the figure that stays, or the one that is led.
    pub fn figure(&self) -> Figure<'_> {
        let world_from_model = self.choice.played.scene.world_from_model();
        let stays = Figure { below: Vec3::ZERO, world_from_model, model_from_nodes: &self.model_from_nodes };
        self.walker.as_ref().map_or(stays, Walker::figure)
    }
}
