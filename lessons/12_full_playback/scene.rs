//! Animators that play a character's clips: each at its own time, and all with the same keys.

use crate::played::Played;
use common::clip::{Animator, Clip, Search};
use common::pose::walk;
use common::rig::Rig;
use glam::{Mat4, Vec3, vec3};
use std::sync::Arc;

/// With more than this only skeletons are shown.
const MOST_SKINS: usize = 100;

/// The first plays the chosen clip; each of the others begins a bit later.
pub struct Crowd {
    pub animators: Vec<Animator>,
    /// For each of them, where all nodes are in the model.
    placed: Vec<Vec<Mat4>>,
    rig: Arc<Rig>,
    /// How much farther each is in its clip than the first, in seconds.
    ahead: Vec<f32>,
    /// How far they stand apart, in metres.
    spacing: f32,
}

/// The golden section: parts of a clip that are multiples of it lie far from each other.
const APART: f32 = 0.618_034;

impl Crowd {
    /// So many figures; all play `clip`, or each of them another one.
    pub fn new(played: &Played, clip: &Arc<Clip>, count: usize, mixed: bool, search: Search) -> Self {
        let rig = played.scene.asset.rig.clone();
        let placed = vec![vec![Mat4::IDENTITY; rig.rest.len()]; count];
        let mut crowd =
            Self { animators: Vec::new(), placed, rig, ahead: Vec::new(), spacing: played.spacing() };
        for i in 0..count {
            let clip = if mixed && i > 0 { &played.clips[i % played.together] } else { clip };
            let mut animator = Animator::new(crowd.rig.clone(), clip.clone());
            animator.search_by(search);
            crowd.animators.push(animator);
            crowd.ahead.push((APART * i as f32).fract() * clip.seconds);
        }
        crowd.walk();
        crowd
    }

    /// Where all nodes of a figure are in its model.
    pub fn model_from_nodes(&self, index: usize) -> &[Mat4] {
        &self.placed[index]
    }

    /// From pose to model: once for each figure, for all that is drawn of it.
    fn walk(&mut self) {
        for (animator, placed) in self.animators.iter().zip(&mut self.placed) {
            walk(&self.rig.skeleton, |i| animator.pose()[i].to_matrix(), placed);
        }
    }

    /// The one that stands in front, whose joints are looked at.
    pub fn first(&self) -> &Animator {
        &self.animators[0]
    }

    /// Lets `dt` seconds pass for each of them: from time to keys, and from keys to a pose.
    pub fn update(&mut self, dt: f32, looping: bool) {
        for animator in &mut self.animators {
            animator.looping = looping;
            animator.update(dt);
        }
        self.walk();
    }

    /// Goes to a time of the first one's clip; the others are ahead of it.
    pub fn seek(&mut self, time: f32, looping: bool) {
        for (animator, ahead) in self.animators.iter_mut().zip(&self.ahead) {
            animator.looping = looping;
            animator.seek(time + ahead);
        }
        self.walk();
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

    /// From the model of a figure, in the file's own axes, to the world.
    pub fn world_from_model(&self, played: &Played, index: usize) -> Mat4 {
        Mat4::from_translation(self.place(index)) * played.scene.world_from_model()
    }

    /// Every node of a figure in the world.
    pub fn world_from_nodes(&self, played: &Played, index: usize) -> Vec<Mat4> {
        let world_from_model = self.world_from_model(played, index);
        let model_from_nodes = self.model_from_nodes(index).iter();
        model_from_nodes.map(|&model_from_node| world_from_model * model_from_node).collect()
    }

    /// All places of all figures, if one is at `places`.
    pub fn all_places(&self, places: &[Vec3]) -> Vec<Vec3> {
        let corners = (0..self.animators.len()).map(|index| self.place(index));
        corners.flat_map(|foot| places.iter().map(move |&place| foot + place)).collect()
    }
}
