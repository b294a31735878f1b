//! All that a game is made of, apart from models and clips.

use super::StateTable;
use common::transform::Transform;
use glam::{DVec2, Quat, Vec3};
use ground::Level;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Depth of the game behind the front of the level's ground: on it, not at its rim.
pub const BEHIND: f32 = -0.55;

/// Place in which a game is played. The level's x goes to the right and its y up; z comes out of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arena {
    /// Ground that one can stand on.
    pub level: Level,
    /// Models that decorate it.
    pub pieces: Vec<Piece>,
    /// Lights besides the sun and the knight's own lamp.
    pub lamps: Vec<Lamp>,
    /// Places of the training dummies.
    pub dummies: Vec<DVec2>,
    /// Spheres that strike or can be struck: the knight's, and a dummy's. No level's file has them.
    pub spheres: [Vec<Sphere>; 2],
    /// The tables of states: the knight's, and a dummy's. They have files of their own, too.
    pub tables: [Arc<StateTable>; 2],
}

/// A model that is put up somewhere. Nobody runs against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The model: a name in the asset cache.
    pub model: String,
    /// Its place in the level.
    pub at: Vec3,
    /// The angle about the upward axis, in degrees.
    #[serde(default)]
    pub turned: f32,
    /// The factor by which it is larger than its model.
    #[serde(default = "as_it_is")]
    pub size: f32,
}

fn as_it_is() -> f32 {
    1.0
}

impl Piece {
    /// The transform from the model to the level.
    pub fn place(&self) -> Transform {
        Transform {
            translation: self.at,
            rotation: Quat::from_rotation_y(self.turned.to_radians()),
            scale: Vec3::splat(self.size),
        }
    }
}

/// A spot light.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lamp {
    /// Place in the level.
    pub at: Vec3,
    /// Direction of its light in the level, of any length.
    pub towards: Vec3,
    /// Half of the cone's angle in degrees: within the first, all of the light; beyond the second, none.
    pub cone: [f32; 2],
    /// Red, green and blue, linear: 1 is as bright as the sun.
    pub colour: Vec3,
    /// Reach of its light, in metres.
    pub reach: f32,
}

/// A sphere that goes along with a joint, or with a prop that is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Sphere {
    /// Name of the sphere.
    pub name: String,
    /// The joint or the prop: its name.
    pub on: String,
    /// Its centre, in the frame of that.
    pub centre: Vec3,
    /// Radius, in metres.
    pub radius: f32,
    /// True if it strikes, in its spans. Otherwise it can be struck: in its spans, or always if it has none.
    pub hits: bool,
    /// Times during which it is active.
    pub spans: Vec<Span>,
}

/// A part of a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The clip.
    pub clip: String,
    /// Its beginning and its end, in seconds of the clip.
    pub seconds: [f32; 2],
}
