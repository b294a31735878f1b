//! A file with its clips, and the keys of every node in each of them.

use anyhow::Result;
use common::clip::Clip;
use formats::{MatrixKeys, matrix_keys, parent_from_joints_between, read_joints, require_joints};
use gl::{Gl, Model};
use glam::Vec3;
use stage::Camera;
use std::path::Path;
use std::sync::Arc;

/// The number of times in a clip at which its extent is measured.
const PLACES: u8 = 24;

pub struct KeyedClip {
    pub clip: Arc<Clip>,
    pub keys: Vec<MatrixKeys>,
}

/// A model that can be played.
pub struct Played {
    pub model: Model,
    pub clips: Vec<KeyedClip>,
}

impl Played {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let asset = read_joints(path)?;
        // Its own file may have none yet, as students write the reader.
        if !is_own {
            require_joints(&asset)?;
        }
        let keyed = |clip: &Arc<Clip>| KeyedClip { clip: clip.clone(), keys: matrix_keys(&asset, clip) };
        let clips = asset.clips.iter().map(keyed).collect();
        Ok(Self { model: Model::of_joints(gl, asset)?, clips })
    }

    /// Returns the places of the joints in world space at these times of a clip.
    fn places(&self, clip: usize) -> Vec<Vec3> {
        let at_rest = self.model.asset.parent_from_nodes();
        let Some(KeyedClip { clip, keys }) = self.clips.get(clip) else {
            return self.model.places(&self.model.model_from_nodes(&at_rest));
        };
        let moments = (0..=PLACES).map(|i| clip.start + clip.seconds * f32::from(i) / f32::from(PLACES));
        let poses = moments.map(|time| parent_from_joints_between(&at_rest, keys, time));
        poses.flat_map(|pose| self.model.places(&self.model.model_from_nodes(&pose))).collect()
    }

    /// Returns a camera that sees all joints during a clip.
    pub fn camera(&self, clip: usize) -> Camera {
        Camera::around(self.places(clip), 40.0, 18.0)
    }

    /// Returns the seconds of a clip, 0 if there is none.
    pub fn seconds(&self, clip: usize) -> f32 {
        self.clips.get(clip).map_or(0.0, |keyed| keyed.clip.seconds)
    }
}
