//! A motion over another one.

use super::{Mixer, Source, add_layer, overlay};
use crate::pose::Pose;
use crate::transform::Transform;

/// A motion of some joints on top of another motion. It comes and goes without a jump.
#[derive(Clone, Debug)]
pub struct Layer<S> {
    /// The mixer that it plays.
    pub mixer: Mixer<S>,
    /// Share of each joint that is its own, from 0 to 1.
    pub mask: Vec<f32>,
    /// The weight to reach, from 0 to 1. The layer gets there evenly.
    pub goal: f32,
    /// Adds the difference from the reference if true; else the pose is blended towards the layer.
    pub is_added: bool,
    reference: Pose,
    weight: f32,
}

impl<S: Source> Layer<S> {
    /// A layer of weight 0. An added one adds the difference of its motion from the reference pose.
    pub fn new(mixer: Mixer<S>, reference: Pose) -> Self {
        let mask = vec![0.0; mixer.pose().len()];
        Self { mixer, mask, goal: 0.0, is_added: false, reference, weight: 0.0 }
    }

    /// Lets `dt` seconds pass. From nothing to all of it takes `fade` seconds, even if time runs back.
    pub fn update(&mut self, dt: f32, fade: f32) {
        self.mixer.update(dt);
        // NaN becomes 0: `clamp` would stop the program.
        let step = if fade > 0.0 { (dt / fade).abs().max(0.0) } else { 1.0 };
        self.weight += (self.goal - self.weight).clamp(-step, step);
    }

    /// Returns its weight now.
    pub fn weight(&self) -> f32 {
        self.weight
    }

    /// Lays it over a pose.
    pub fn lay_over(&self, pose: &mut [Transform]) {
        let layer = self.mixer.pose();
        match self.is_added {
            true => add_layer(pose, layer, &self.reference, &self.mask, self.weight),
            false => overlay(pose, layer, &self.mask, self.weight),
        }
    }
}
