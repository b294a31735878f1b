//! Many figures that play at different times, and all share the same keys.

use crate::played::Played;
use common::clip::{Animator, Clip, Search};
use common::gl::colour::INK;
use common::stage::Panel;
use glam::{Vec3, vec3};
use std::sync::Arc;

/// How many figures there can be, and what the panel calls that.
pub const CROWDS: [(usize, &str); 5] = [(1, "1"), (9, "9"), (25, "25"), (100, "100"), (1000, "1000")];

/// With more than this only skeletons are shown.
const MOST_SKINS: usize = 100;

/// The first plays the chosen clip; each of the others begins a bit later.
pub struct Troupe {
    pub animators: Vec<Animator>,
    /// How much farther each is in its clip than the first, in seconds.
    ahead: Vec<f32>,
    /// How far they stand apart, in metres.
    spacing: f32,
}

/// The golden section: parts of a clip that are multiples of it lie far from each other.
const APART: f32 = 0.618_034;

impl Troupe {
    /// So many figures; all play `clip`, or each of them another one.
    pub fn new(played: &Played, clip: &Arc<Clip>, count: usize, mixed: bool, search: Search) -> Self {
        let mut troupe = Self { animators: Vec::new(), ahead: Vec::new(), spacing: played.spacing() };
        for i in 0..count {
            let clip = if mixed && i > 0 { &played.clips[i % played.clips.len()] } else { clip };
            let mut animator = Animator::new(played.figure.clone(), clip.clone());
            animator.search_by(search);
            troupe.animators.push(animator);
            troupe.ahead.push((APART * i as f32).fract() * clip.seconds);
        }
        troupe
    }

    /// The one that stands in front, whose joints are looked at.
    pub fn first(&self) -> &Animator {
        &self.animators[0]
    }

    pub fn update(&mut self, dt: f32, looping: bool) {
        for animator in &mut self.animators {
            animator.looping = looping;
            animator.update(dt);
        }
    }

    pub fn seek(&mut self, time: f32, looping: bool) {
        for (animator, ahead) in self.animators.iter_mut().zip(&self.ahead) {
            animator.looping = looping;
            animator.seek(time + ahead);
        }
    }

    pub fn search_by(&mut self, search: Search) {
        self.animators.iter_mut().for_each(|animator| animator.search_by(search));
    }

    /// Where a figure stands in the world: the first in front, the others in rows behind it.
    pub fn place(&self, index: usize) -> Vec3 {
        let columns = (self.animators.len() as f32).sqrt().ceil() as usize;
        let (row, column) = (index / columns, index % columns);
        // In the middle, then beside it on one side and on the other.
        let beside = column.div_ceil(2) as f32 * if column % 2 == 0 { 1.0 } else { -1.0 };
        self.spacing * vec3(beside, 0.0, -(row as f32))
    }

    /// How many of them are shown with their skins.
    pub fn skins(&self) -> usize {
        let count = self.animators.len();
        if count <= MOST_SKINS { count } else { 0 }
    }

    /// What one picture of them all takes.
    pub fn panel(&self, panel: &mut Panel<'_>, played: &Played) {
        let (count, skins) = (self.animators.len(), self.skins());
        let row = |name, each: usize, times: usize| {
            (name, INK, [each, each * times].map(|number| number.to_string()))
        };
        let rows = [
            row("nodes posed", played.figure.rest.len(), count),
            row("palette matrices", played.palette_matrices(), skins),
            row("vertices skinned", played.scene.vertices(), skins),
            row("draw calls", played.draw_calls(), skins),
        ];
        panel.texts("crowd", &["in a picture", "each", "all"], &rows);
        if skins < count {
            panel.note("So many are shown as skeletons only.");
        }
    }

    /// All places of all figures, if one is at `places`.
    pub fn all_places(&self, places: &[Vec3]) -> Vec<Vec3> {
        let corners = (0..self.animators.len()).map(|index| self.place(index));
        corners.flat_map(|foot| places.iter().map(move |&place| foot + place)).collect()
    }
}
