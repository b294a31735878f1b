//! The skeletons of a model, as lines.

use super::long_chain::LongChain;
use super::texels::MOST_TEXELS;
use super::{ChainLines, Gl, Joints, MAX_JOINTS, UNMOVED, View, block};
use anyhow::{Result, ensure};
use common::shapes::joint_lines;
use common::skeleton::Chain;
use glam::Mat4;
use glium::Surface;
use glium::uniforms::UniformBuffer;

/// The skeletons of a model, and their lines on the graphics card.
pub struct SkeletonLines {
    /// The skeletons, one per root.
    pub chains: Vec<Chain>,
    lines: Vec<ChainOfAnyLength>,
    /// The matrices of the chain that is drawn.
    joints: UniformBuffer<Joints>,
}

/// A short chain's matrices are in a uniform block, as in lesson 04; a long one's are in a buffer texture.
enum ChainOfAnyLength {
    Few(Box<ChainLines>),
    Many(Box<LongChain>),
}

impl SkeletonLines {
    /// Uploads the lines of all skeletons. Their matrices must fit into a buffer texture of the size that OpenGL
    /// promises.
    pub fn new(gl: &Gl, chains: Vec<Chain>) -> Result<Self> {
        let most = chains.iter().map(|chain| chain.joints.len()).max().unwrap_or(0);
        ensure!(most <= MOST_TEXELS / 4, "a skeleton has {most} joints: {} can be drawn", MOST_TEXELS / 4);
        let program = ChainLines::program(gl)?;
        let upload = |chain: &Chain| {
            let lines = joint_lines(&chain.skeleton);
            Ok(if chain.joints.len() <= MAX_JOINTS {
                ChainOfAnyLength::Few(Box::new(ChainLines::new(gl, &lines, program.clone())?))
            } else {
                ChainOfAnyLength::Many(Box::new(LongChain::new(gl, &lines)?))
            })
        };
        let lines = chains.iter().map(upload).collect::<Result<_>>()?;
        Ok(Self { chains, lines, joints: UniformBuffer::dynamic(gl, UNMOVED)? })
    }

    /// Shows the lines even where something is in front of them.
    pub fn over_everything(self) -> Self {
        let over_everything = |lines| match lines {
            ChainOfAnyLength::Few(lines) => ChainOfAnyLength::Few(Box::new(lines.over_everything())),
            ChainOfAnyLength::Many(lines) => ChainOfAnyLength::Many(Box::new(lines.over_everything())),
        };
        Self { lines: self.lines.into_iter().map(over_everything).collect(), ..self }
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
            match lines {
                ChainOfAnyLength::Few(lines) => {
                    self.joints.write(&block(&world_from_joints)?);
                    lines.draw(target, view, &self.joints, 0)?;
                }
                ChainOfAnyLength::Many(lines) => lines.draw(target, view, &world_from_joints)?,
            }
        }
        Ok(())
    }
}
