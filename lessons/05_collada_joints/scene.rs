//! A file's nodes as a skeleton: each one's matrix to its parent from the file, and from it to the world.

use anyhow::Result;
use formats::{Asset, MatrixKeys, matrix_keys, parent_from_joints_between, read_joints};
use gl::Gl;
use glam::Mat4;
use models::JointScene;
use stage::{Camera, Turns};
use std::path::Path;

/// A file's joints and their motion.
pub struct Model {
    pub joints: JointScene,
    /// The keys of every node in the file's first clip, if it has one.
    keys: Option<Vec<MatrixKeys>>,
}

impl Model {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let asset = read_joints(path)?;
        let keys = asset.clips.first().map(|clip| matrix_keys(&asset, clip));
        Ok(Self { joints: JointScene::new(gl, asset, is_own)?, keys })
    }

    /// Returns every node's matrix to the world: with the file's matrix to its parent, at rest or at a moment
    /// of its motion from 0 to 1, and then turned by hand.
    pub fn world_from_nodes(&self, moment: Option<f32>, turns: &Turns) -> Vec<Mat4> {
        self.joints.world_from_nodes(&self.parent_from_nodes(moment, turns))
    }

    /// Returns every node's matrix to its parent, at rest or at a moment, and turned by hand.
    pub fn parent_from_nodes(&self, moment: Option<f32>, turns: &Turns) -> Vec<Mat4> {
        let Asset { clips, .. } = &self.joints.asset;
        let mut parent_from_nodes = self.joints.asset.parent_from_nodes();
        if let (Some(keys), [clip, ..], Some(moment)) = (&self.keys, &clips[..], moment) {
            let time = clip.start + moment * clip.seconds;
            parent_from_nodes = parent_from_joints_between(&parent_from_nodes, keys, time);
        }
        turns.apply(&mut parent_from_nodes);
        parent_from_nodes
    }

    /// Returns a camera that sees all joints, as the file places them.
    pub fn around(&self) -> Camera {
        Camera::around(self.joints.places(&self.joints.asset.parent_from_nodes()), 40.0, 24.0)
    }
}
