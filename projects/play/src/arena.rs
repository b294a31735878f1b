//! All that a game is made of, apart from models and clips: what a save holds.

use common::transform::Transform;
use glam::{DVec2, Vec3};
use ground::Level;

/// How far behind the front of the level's ground all is played: on it, not at its rim.
pub const BEHIND: f32 = -0.55;

/// Where a game is played. The level's x goes to the right and its y up; z comes out of the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arena {
    /// What one stands on.
    pub level: Level,
    /// What is put up in it.
    pub pieces: Vec<Piece>,
    /// What lights it, besides the sun and the knight's own lamp.
    pub lamps: Vec<Lamp>,
    /// Where training dummies stand.
    pub dummies: Vec<DVec2>,
    /// What strikes, and what can be struck: of the knight, and of a dummy.
    pub spheres: [Vec<Sphere>; 2],
    /// The tables of states, as texts: the knight's, and a dummy's.
    pub tables: [String; 2],
}

/// A model that is put up somewhere. Nobody runs against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// What it is called in the editor.
    pub name: String,
    /// Which model: a name in the asset cache.
    pub model: String,
    /// From the model to the level.
    pub place: Transform,
}

/// A spot light.
#[derive(Clone, Debug, PartialEq)]
pub struct Lamp {
    /// What it is called in the editor.
    pub name: String,
    /// Where it is, in the level.
    pub at: Vec3,
    /// Where it shines, in the level: a direction of any length.
    pub towards: Vec3,
    /// Half of the cone's angle in degrees: within the first, all of the light; beyond the second, none.
    pub cone: [f32; 2],
    /// Red, green and blue, linear: 1 is as bright as the sun.
    pub colour: Vec3,
    /// How far it reaches, in metres.
    pub reach: f32,
}

/// Whether a sphere strikes or is struck.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Touches {
    /// It strikes, in its spans.
    Hits,
    /// It can be struck: always, if it has no spans.
    Hurts,
}

/// A sphere that goes along with a joint, or with a prop that is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Sphere {
    /// What it is called.
    pub name: String,
    /// The joint or the prop: its name.
    pub on: String,
    /// Its centre, in the frame of that.
    pub centre: Vec3,
    /// In metres.
    pub radius: f32,
    /// What it is for.
    pub touches: Touches,
    /// When it is active.
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
