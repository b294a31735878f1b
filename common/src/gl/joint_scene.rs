//! The joints of a Collada file, as lines.

use super::joints::ensure_room_for_skeletons;
use super::models::open_models;
use super::{Gl, Live, SkeletonLines, View};
use crate::collada::{self, Document};
use anyhow::{Context as _, Result};
use glam::{Mat4, Vec3};
use glium::Surface;
use std::path::Path;
use std::rc::Rc;

/// A Collada file, and the lines of its skeletons on the graphics card.
pub struct JointScene {
    /// What the file says.
    pub document: Document,
    /// Its skeletons.
    pub skeletons: SkeletonLines,
}

impl JointScene {
    /// The model that the command line names, or the lesson's own, each as a name and a file in `assets/`.
    ///
    /// `prepare` makes of each what the lesson needs, now and whenever the file is saved.
    pub fn open_all<T: 'static>(
        gl: &Gl,
        model: Option<&Path>,
        own: &[(&str, &str)],
        prepare: fn(Self) -> Result<T>,
    ) -> Result<Vec<(String, Rc<Live<T>>)>> {
        let context = gl.clone();
        open_models(gl, model, own, move |path, is_own| {
            let scene = Self::read(&context, path)?;
            // The lesson's own without joints too: the reader is what students write.
            if !is_own {
                scene.document.require_joints()?;
            }
            prepare(scene)
        })
    }

    fn read(gl: &Gl, path: &Path) -> Result<Self> {
        let document = collada::read(path)?;
        ensure_room_for_skeletons(&document)?;
        let skeletons =
            SkeletonLines::new(gl, &document.scene).with_context(|| path.display().to_string())?;
        Ok(Self { document, skeletons })
    }

    /// Every node's transform to the world, from every node's transform to its parent.
    pub fn world_from_nodes(&self, parent_from_nodes: &[Mat4]) -> Vec<Mat4> {
        let scene = &self.document.scene;
        let model_from_nodes = scene.model_from_nodes(parent_from_nodes);
        model_from_nodes.iter().map(|&model_from_node| scene.world_from_file * model_from_node).collect()
    }

    /// The joints: which node each is, and its number in its skeleton.
    pub fn joints(&self) -> impl Iterator<Item = (usize, usize)> {
        self.skeletons.joints()
    }

    /// Where the joints are in the world, as the file places them.
    pub fn places(&self) -> Vec<Vec3> {
        self.places_in(&self.document.scene.parent_from_nodes())
    }

    /// Where the joints are in the world, in a pose.
    pub fn places_in(&self, parent_from_nodes: &[Mat4]) -> Vec<Vec3> {
        let world_from_nodes = self.world_from_nodes(parent_from_nodes);
        let place = |node: usize| world_from_nodes.get(node).map(|matrix| matrix.w_axis.truncate());
        self.joints().filter_map(|(node, _)| place(node)).collect()
    }

    /// Draws the lines of all skeletons.
    pub fn draw(&self, target: &mut impl Surface, view: &View, world_from_nodes: &[Mat4]) -> Result<()> {
        self.skeletons.draw(target, view, world_from_nodes)
    }
}
