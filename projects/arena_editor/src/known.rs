//! What an editor of arenas knows of models and figures.

use glam::{Mat4, Vec3, vec3};

/// What there is beside the arena.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// What can be put up.
    pub models: Vec<Model>,
    /// The knight, and a dummy.
    pub figures: [Figure; 2],
}

/// A model that can be put up.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its name in the asset cache.
    pub name: String,
    /// The lowest and the highest corner of a box around it, in its own space.
    pub bounds: [Vec3; 2],
}

/// What spheres can be on, and when.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Its joints, and the items that it holds.
    pub ons: Vec<String>,
    /// Its clips, each with its length in seconds.
    pub clips: Vec<(String, f32)>,
    /// What its states can play: clips, and clips that are mixed.
    pub played: Vec<String>,
}

/// Where the joints and items of the knight and of a dummy are in the world: in the order of [`Figure::ons`]. A list is
/// empty if nobody is there.
pub type Frames = [Vec<Mat4>; 2];

/// The box of a model that nobody knows.
const UNKNOWN: [Vec3; 2] = [vec3(-0.5, 0.0, -0.5), vec3(0.5, 1.0, 0.5)];

impl Known {
    /// Whether there is a model of this name.
    pub fn has_model(&self, name: &str) -> bool {
        self.models.iter().any(|model| model.name == name)
    }

    /// The lowest and the highest corner of a box around a model, in its own space.
    pub fn bounds(&self, name: &str) -> [Vec3; 2] {
        let model = self.models.iter().find(|model| model.name == name);
        model.map_or(UNKNOWN, |model| model.bounds)
    }

    /// Where a joint or a item is in the world, if there is such a one.
    pub fn world_from_on(&self, frames: &Frames, whose: usize, on: &str) -> Option<Mat4> {
        let index = self.figures[whose].ons.iter().position(|name| name == on)?;
        frames[whose].get(index).copied()
    }
}
