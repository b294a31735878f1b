//! The skeletons of a scene, as lines.

use super::{ChainLines, Gl, View};
use crate::collada::{Chain, Scene};
use crate::shapes::joint_lines;
use anyhow::Result;
use glam::Mat4;
use glium::Surface;

/// The skeletons of a scene, and their lines on the graphics card.
pub struct SkeletonLines {
    /// The skeletons, one per root.
    pub chains: Vec<Chain>,
    lines: Vec<ChainLines>,
}

impl SkeletonLines {
    /// Uploads the lines of all skeletons.
    pub fn new(gl: &Gl, scene: &Scene) -> Result<Self> {
        let chains = scene.chains();
        let program = ChainLines::program(gl)?;
        let lines =
            chains.iter().map(|chain| ChainLines::new(gl, &joint_lines(&chain.skeleton), program.clone()));
        let lines = lines.collect::<Result<_>>()?;
        Ok(Self { chains, lines })
    }

    /// The same lines, shown even where something stands in front of them.
    pub fn over_everything(self) -> Self {
        Self { lines: self.lines.into_iter().map(ChainLines::over_everything).collect(), ..self }
    }

    /// The joints: which node each is, and its number in its skeleton, by which it has its colour.
    pub fn joints(&self) -> impl Iterator<Item = (usize, usize)> {
        self.chains.iter().flat_map(|chain| chain.joints.iter().copied().zip(0..))
    }

    /// Draws the lines of all skeletons.
    pub fn draw(&self, target: &mut impl Surface, view: &View, world_from_nodes: &[Mat4]) -> Result<()> {
        for (chain, lines) in self.chains.iter().zip(&self.lines) {
            let world_from_joint = |&node: &usize| world_from_nodes.get(node).copied().unwrap_or_default();
            let world_from_joints: Vec<Mat4> = chain.joints.iter().map(world_from_joint).collect();
            lines.draw(target, view, &world_from_joints)?;
        }
        Ok(())
    }
}
