//! A file's nodes as a skeleton: each in its parent as the file has it, and from there in the world.

use anyhow::Result;
use common::asset::collada::{self, Document};
use common::gl::{Gl, JointScene, ensure_room_for_skeletons};
use common::stage::{Camera, Turns};
use glam::Mat4;
use std::path::Path;

/// A Collada file, and its skeletons on the graphics card.
pub struct Model {
    pub document: Document,
    pub lines: JointScene,
}

impl Model {
    pub fn read(gl: &Gl, path: &Path, is_own: bool) -> Result<Self> {
        let document = collada::read_joints(path)?;
        // The lesson's own without joints too: the reader is what students write.
        if !is_own {
            document.require_joints()?;
        }
        let scene = &document.scene;
        let chains = scene.chains();
        ensure_room_for_skeletons(&chains).map_err(|(what, advice)| document.error(what, advice))?;
        let lines = JointScene::new(gl, scene.skeleton(), chains, scene.world_from_file)?;
        Ok(Self { document, lines })
    }

    /// Every node in the world: in its parent as the file has it, and then turned by hand.
    pub fn world_from_nodes(&self, turns: &Turns) -> Vec<Mat4> {
        let mut parent_from_nodes = self.document.scene.parent_from_nodes();
        turns.apply(&mut parent_from_nodes);
        self.lines.world_from_nodes(&parent_from_nodes)
    }

    /// From where all joints are seen, as the file places them.
    pub fn camera(&self) -> Camera {
        Camera::around(self.lines.places(&self.document.scene.parent_from_nodes()), 40.0, 24.0)
    }
}
