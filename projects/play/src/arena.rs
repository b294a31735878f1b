//! The contents of a game, without models and clips.

use super::StateTable;
use common::transform::Transform;
use glam::{DVec2, Quat, Vec3};
use ground::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The z of the game's plane, in metres from the front of the ground, so that nobody is at the rim.
pub const BEHIND: f32 = -0.55;

/// A place in which a game is played. The level's x goes to the right, y up, and z out of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arena {
    /// The ground, and where the knight starts.
    pub level: Level,
    /// The models that decorate the level.
    pub pieces: Vec<Piece>,
    /// The places of the training dummies' feet.
    pub dummies: Vec<DVec2>,
    /// The place where the way through the level ends, if it has an end.
    pub finish: Option<DVec2>,
    /// The spheres that strike or can be struck, the knight's and a dummy's, which no level's file has.
    pub spheres: [Vec<Sphere>; 2],
    /// The tables of states, the knight's and a dummy's, which have files of their own.
    pub tables: [Arc<StateTable>; 2],
}

/// A model that decorates the level, and stops nobody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The model's name in the asset cache.
    pub model: String,
    /// The place in the level.
    pub at: Vec3,
    /// The rotation about the upward axis, in degrees.
    #[serde(default)]
    pub turned: f32,
    /// The scale relative to the model.
    #[serde(default = "as_it_is")]
    pub size: f32,
}

fn as_it_is() -> f32 {
    1.0
}

impl Piece {
    /// Returns the transform from the model to the level.
    pub fn place(&self) -> Transform {
        Transform {
            translation: self.at,
            rotation: Quat::from_rotation_y(self.turned.to_radians()),
            scale: Vec3::splat(self.size),
        }
    }
}

/// A sphere that moves with a joint, or with a prop that is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Sphere {
    /// The name in hits.
    pub name: String,
    /// The name of the joint or prop.
    pub on: String,
    /// The centre in the space of the joint or prop.
    pub centre: Vec3,
    /// The radius in metres.
    pub radius: f32,
    /// True if it strikes during its spans; otherwise it can be struck then, or always if it has none.
    pub hits: bool,
    /// The times during which it is active.
    pub spans: Vec<Span>,
}

/// A part of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    pub clip: String,
    /// The beginning and the end, in seconds of the clip.
    pub seconds: [f32; 2],
}
