//! A file's nodes as a skeleton: each one's matrix to its parent from the file, and from it to the world.

use anyhow::Result;
use formats::{KeyedClip, read_keyed};
use gl::Gl;
use glam::Mat4;
use models::JointScene;
use stage::{Camera, Turns};
use std::path::Path;

/// A file's joints and their motion.
pub struct Model {
    pub joints: JointScene,
    /// Their motion, if they have one.
    pub motion: Option<KeyedClip>,
}

impl Model {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let (asset, clips) = read_keyed(path)?;
        Ok(Self { joints: JointScene::new(gl, asset, is_own)?, motion: clips.into_iter().next() })
    }

    /// Every node's matrix to the world: with the file's matrix to its parent, at rest or at a moment of its motion
    /// from 0 to 1, and then turned by hand.
    pub fn world_from_nodes(&self, moment: Option<f32>, turns: &Turns) -> Vec<Mat4> {
        self.joints.world_from_nodes(&self.parent_from_nodes(moment, turns))
    }

    /// Every node's matrix to its parent, at rest or at a moment, and turned by hand.
    pub fn parent_from_nodes(&self, moment: Option<f32>, turns: &Turns) -> Vec<Mat4> {
        let mut parent_from_nodes = match (&self.motion, moment) {
            (Some(motion), Some(moment)) => {
                (motion.parent_from_nodes)(motion.start + moment * (motion.end - motion.start))
            }
            _ => self.joints.asset.parent_from_nodes(),
        };
        turns.apply(&mut parent_from_nodes);
        parent_from_nodes
    }

    /// A camera that sees all joints, as the file places them.
    pub fn around(&self) -> Camera {
        Camera::around(self.joints.places(&self.joints.asset.parent_from_nodes()), 40.0, 24.0)
    }
}
