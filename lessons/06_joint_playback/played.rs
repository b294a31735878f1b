//! A file with its clips, and the keys of every node in each of them.

use anyhow::{Result, anyhow};
use common::asset::collada::{Document, MatrixKeys};
use common::gl::{Gl, JointScene};
use common::stage::Camera;
use glam::Vec3;
use std::path::Path;

/// How many moments of a clip are looked at, to see where it goes.
const PLACES: u8 = 24;

/// A Collada file that can be played.
pub struct Played {
    pub model: JointScene,
    /// For each clip of the document, the keys of every node; without any for a node that nothing moves.
    pub keys: Vec<Vec<MatrixKeys>>,
    /// What is odd in the file.
    pub notes: Vec<String>,
}

impl Played {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let model = JointScene::read(gl, path, is_own)?;
        let (keys, too_much) = model.document.matrix_keys().map_err(|error| anyhow!(error))?;
        let notes = model.document.notes.iter().map(ToString::to_string).chain(too_much).collect();
        Ok(Self { model, keys, notes })
    }

    /// Where the joints are in the world, some times in a clip.
    fn places(&self, clip: usize) -> Vec<Vec3> {
        let Document { scene, clips, .. } = &self.model.document;
        let Some(clip) = clips.get(clip) else {
            return self.model.places(&scene.parent_from_nodes());
        };
        let moments =
            (0..=PLACES).map(|i| clip.start + (clip.end - clip.start) * f32::from(i) / f32::from(PLACES));
        let poses = moments.map(|time| clip.parent_from_nodes(scene, time));
        poses.flat_map(|pose| self.model.places(&pose)).collect()
    }

    /// From where all joints are seen during a clip.
    pub fn camera(&self, clip: usize) -> Camera {
        Camera::around(self.places(clip), 40.0, 18.0)
    }

    /// How long a clip is; none takes no time.
    pub fn seconds(&self, clip: usize) -> f32 {
        self.model.document.clips.get(clip).map_or(0.0, |clip| clip.end - clip.start)
    }

    /// How many frames a clip has, if each of its keys is one.
    pub fn frames(&self, clip: usize) -> usize {
        let counts = self.keys.get(clip).into_iter().flatten().map(|keys| keys.matrices.len());
        counts.max().unwrap_or(0)
    }
}
