//! A file with its clips, and the keys of every node in each of them.

use anyhow::Result;
use formats::{KeyedClip, read_keyed};
use gl::Gl;
use glam::Vec3;
use models::JointScene;
use stage::Camera;
use std::path::Path;

/// Number of moments of a clip at which its extent is measured.
const PLACES: u8 = 24;

/// A model that can be played.
pub struct Played {
    pub model: JointScene,
    pub clips: Vec<KeyedClip>,
}

impl Played {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let (asset, clips) = read_keyed(path)?;
        Ok(Self { model: JointScene::new(gl, asset, is_own)?, clips })
    }

    /// Positions of the joints in the world, at these moments of a clip.
    fn places(&self, clip: usize) -> Vec<Vec3> {
        let Some(clip) = self.clips.get(clip) else {
            return self.model.places(&self.model.asset.parent_from_nodes());
        };
        let moments =
            (0..=PLACES).map(|i| clip.start + (clip.end - clip.start) * f32::from(i) / f32::from(PLACES));
        let poses = moments.map(|time| (clip.parent_from_nodes)(time));
        poses.flat_map(|pose| self.model.places(&pose)).collect()
    }

    /// A camera that sees all joints during a clip.
    pub fn camera(&self, clip: usize) -> Camera {
        Camera::around(self.places(clip), 40.0, 18.0)
    }

    /// Length of a clip; 0 if there is none.
    pub fn seconds(&self, clip: usize) -> f32 {
        self.clips.get(clip).map_or(0.0, |clip| clip.end - clip.start)
    }
}
