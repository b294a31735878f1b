//! A file's nodes as a skeleton: each one's matrix to its parent from the file, and from it to the world.

use anyhow::Result;
use formats::read_joints;
use gl::Gl;
use glam::Mat4;
use models::JointScene;
use stage::{Camera, Turns};
use std::path::Path;

/// A file's joints.
pub struct Model {
    pub joints: JointScene,
}

impl Model {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        Ok(Self { joints: JointScene::new(gl, read_joints(path)?, is_own)? })
    }

    /// Returns every node's matrix to the world: with the file's matrix to its parent, turned by hand.
    pub fn world_from_nodes(&self, turns: &Turns) -> Vec<Mat4> {
        self.joints.world_from_nodes(&self.parent_from_nodes(turns))
    }

    /// Returns every node's matrix to its parent, turned by hand.
    pub fn parent_from_nodes(&self, turns: &Turns) -> Vec<Mat4> {
        let mut parent_from_nodes = self.joints.asset.parent_from_nodes();
        turns.apply(&mut parent_from_nodes);
        parent_from_nodes
    }

    /// Returns a camera that sees all joints, as the file places them.
    pub fn around(&self) -> Camera {
        Camera::around(self.joints.places(&self.joints.asset.parent_from_nodes()), 40.0, 24.0)
    }
}
