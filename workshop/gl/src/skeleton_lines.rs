//! Draws the skeletons of a model as lines.

use super::chain_lines::with_dots;
use super::colour::joint_colour;
use super::{ChainLines, Gl, View};
use anyhow::Result;
use common::shapes::joint_lines;
use common::skeleton::Chain;
use glam::Mat4;
use glium::Surface;
use glium::uniforms::UniformBuffer;
use gpu::{Joints, MAX_JOINTS, UNMOVED, block};

/// The skeletons of a model, and their lines on the graphics card.
pub struct SkeletonLines {
    /// The skeletons, one per root.
    pub chains: Vec<Chain>,
    pieces: Vec<Piece>,
    /// The matrices of the piece that is being drawn.
    joints: UniformBuffer<Joints>,
}

/// A part of a skeleton's lines, as many as one uniform block has matrices for.
struct Piece {
    lines: ChainLines,
    /// The node whose matrix moves each of the piece's vertices.
    nodes: Vec<usize>,
}

impl SkeletonLines {
    /// Uploads the lines of all skeletons.
    pub fn new(gl: &Gl, chains: Vec<Chain>) -> Result<Self> {
        let (program, mut pieces) = (ChainLines::program(gl)?, Vec::new());
        for chain in &chains {
            let pairs = with_dots(chain.joints.len(), &joint_lines(&chain.skeleton))?;
            for pairs in pairs.chunks(MAX_JOINTS / 2) {
                // Each end has a vertex of its own, and so a matrix.
                let joints = || pairs.as_flattened().iter().copied().map(usize::from);
                let colours: Vec<_> = joints().map(joint_colour).collect();
                let pairs: Vec<_> = (0..).step_by(2).map(|i| [i, i + 1]).take(pairs.len()).collect();
                let lines = ChainLines::coloured(gl, &colours, &pairs, program.clone())?;
                pieces.push(Piece { lines, nodes: joints().map(|joint| chain.joints[joint]).collect() });
            }
        }
        Ok(Self { chains, pieces, joints: UniformBuffer::new(gl, UNMOVED)? })
    }

    /// Lets nothing hide the lines.
    pub fn over_everything(self) -> Self {
        let over_everything = |piece: Piece| Piece { lines: piece.lines.over_everything(), ..piece };
        Self { pieces: self.pieces.into_iter().map(over_everything).collect(), ..self }
    }

    /// Returns for each joint its node, and its number in its skeleton, which gives its colour.
    pub fn joints(&self) -> impl Iterator<Item = (usize, usize)> {
        self.chains.iter().flat_map(|chain| chain.joints.iter().copied().zip(0..))
    }

    pub fn draw(&self, target: &mut impl Surface, view: &View, world_from_nodes: &[Mat4]) -> Result<()> {
        for Piece { lines, nodes } in &self.pieces {
            let world_from_node = |&node: &usize| world_from_nodes.get(node).copied().unwrap_or_default();
            let world_from_joints: Vec<Mat4> = nodes.iter().map(world_from_node).collect();
            self.joints.write(&block(&world_from_joints)?);
            lines.draw(target, view, &self.joints, 0)?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::{Canvas, offscreen};
    use common::skeleton::Skeleton;
    use glam::Vec3;

    #[test]
    fn every_joint_of_a_long_skeleton_is_drawn_in_its_colour() -> Result<()> {
        const COUNT: usize = 300;
        let gl = offscreen()?;
        let names: Vec<String> = (0..COUNT).map(|joint| joint.to_string()).collect();
        let skeleton = Skeleton::chain(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let lines = SkeletonLines::new(&gl, vec![Chain { skeleton, joints: (0..COUNT).collect() }])?;
        let size = [20 * COUNT as u32, 20];
        let canvas = Canvas::new(&gl, size, 1)?;
        let mut scene = canvas.scene(&gl)?;
        scene.clear_color_and_depth((1.0, 1.0, 1.0, 1.0), 1.0);
        let view = View { clip_from_world: Mat4::IDENTITY, eye: Vec3::Z, flat: true, size, scale: 1.0 };
        let across = |joint: usize| ((20 * joint) as f32 + 10.5) / size[0] as f32 * 2.0 - 1.0;
        let place = |joint| Mat4::from_translation(Vec3::X * across(joint));
        lines.draw(&mut scene, &view, &(0..COUNT).map(place).collect::<Vec<_>>())?;
        let pixels = canvas.pixels()?;
        for joint in 0..COUNT {
            let at = 4 * (10 * size[0] as usize + 20 * joint + 10);
            let wanted = joint_colour(joint).map(|part| (255.0 * part).round() as u8);
            let away = (0..3).map(|i| pixels[at + i].abs_diff(wanted[i])).max();
            assert!(away <= Some(2), "joint {joint}: {:?}, not {wanted:?}", &pixels[at..at + 4]);
        }
        Ok(())
    }
}
