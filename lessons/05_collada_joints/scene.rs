//! A file's nodes as a skeleton: each one's matrix to its parent from the file, and from it to the world.

use anyhow::Result;
use formats::{read_joints, require_joints};
use gl::{Gl, Model};
use glam::Mat4;
use stage::{Camera, Turns};
use std::path::Path;

/// A file's joints.
pub struct JointModel {
    pub joints: Model,
}

impl JointModel {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let asset = read_joints(path)?;
        // Its own file may have none yet, as students write the reader.
        if !is_own {
            require_joints(&asset)?;
        }
        Ok(Self { joints: Model::of_joints(gl, asset)? })
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
        Camera::around(self.joints.places(&self.joints.model_from_nodes_at_rest()), 40.0, 24.0)
    }
}
