//! Draws the skeletons of a model as lines, by what students write in lesson 04.

use super::colour::joint_colour;
use super::drawing::see_through;
use super::{Gl, HotReload, View};
use anyhow::{Result, ensure};
use common::shapes::joint_lines;
use common::skeleton::Chain;
use glam::Mat4;
use glium::uniforms::UniformBuffer;
use glium::{Depth, DrawParameters, Program, Surface, Vertex};
use gpu::{JointBuffers, JointVertex, Joints, MAX_JOINTS, Picture, UNMOVED, block, draw_lines, upload_lines};
use std::rc::Rc;

/// Loads the shaders that move and widen the lines of skeletons.
pub fn joint_program(gl: &Gl) -> Result<Rc<HotReload<Program>>> {
    let files = ["joint_lines.vert", "joint_lines.frag", "joint_lines.geom"];
    gl.program_with(&files, &[JointVertex::build_bindings()], Vec::new())
}

/// Returns the picture for [`draw_lines`] in a view.
pub fn joint_picture(view: &View) -> Picture<'static> {
    let View { clip_from_world, scale, .. } = *view;
    Picture { clip_from_world, half_size: view.half_size(), scale, rules: see_through() }
}

/// The skeletons of a model, and their lines on the graphics card.
pub struct SkeletonLines {
    /// The skeletons, one per root.
    pub chains: Vec<Chain>,
    /// The program, if there are lines.
    program: Option<Rc<HotReload<Program>>>,
    pieces: Vec<Piece>,
    /// The matrices of the piece that is being drawn.
    joints: UniformBuffer<Joints>,
}

/// A part of a skeleton's lines, as many as one uniform block has matrices for.
struct Piece {
    buffers: JointBuffers,
    /// The node whose matrix moves each of the piece's vertices.
    nodes: Vec<usize>,
}

impl SkeletonLines {
    /// Uploads the lines of all skeletons.
    pub fn new(gl: &Gl, chains: Vec<Chain>) -> Result<Self> {
        let mut pieces = Vec::new();
        for chain in &chains {
            let pairs = with_dots(chain.joints.len(), joint_lines(&chain.skeleton))?;
            for pairs in pairs.chunks(MAX_JOINTS / 2) {
                // Each end has a vertex of its own, and so a matrix.
                let joints = || pairs.as_flattened().iter().copied().map(usize::from);
                let colours: Vec<_> = joints().map(joint_colour).collect();
                let pairs: Vec<_> = (0..).step_by(2).map(|i| [i, i + 1]).take(pairs.len()).collect();
                let buffers = upload_lines(gl, &colours, &pairs)?;
                pieces.push(Piece { buffers, nodes: joints().map(|joint| chain.joints[joint]).collect() });
            }
        }
        let program = (!pieces.is_empty()).then(|| joint_program(gl)).transpose()?;
        Ok(Self { chains, program, pieces, joints: UniformBuffer::new(gl, UNMOVED)? })
    }

    /// Returns for each joint its node, and its number in its skeleton, which gives its colour.
    pub fn joints(&self) -> impl Iterator<Item = (usize, usize)> {
        self.chains.iter().flat_map(|chain| chain.joints.iter().copied().zip(0..))
    }

    /// Draws all lines, which nothing hides.
    pub fn draw(&self, target: &mut impl Surface, view: &View, world_from_nodes: &[Mat4]) -> Result<()> {
        let Some(program) = &self.program else { return Ok(()) };
        let rules = DrawParameters { depth: Depth::default(), ..see_through() };
        let picture = Picture { rules, ..joint_picture(view) };
        for Piece { buffers, nodes } in &self.pieces {
            let world_from_node = |&node: &usize| world_from_nodes.get(node).copied().unwrap_or_default();
            let world_from_joints: Vec<Mat4> = nodes.iter().map(world_from_node).collect();
            self.joints.write(&block(&world_from_joints)?);
            draw_lines(buffers, target, &program.get(), &self.joints, 0, &picture)?;
        }
        Ok(())
    }
}

/// Returns the lines, and a line of length 0 for each joint without one, which so has its dot.
pub fn with_dots(joints: usize, mut pairs: Vec<[u16; 2]>) -> Result<Vec<[u16; 2]>> {
    let mut alone = vec![true; joints];
    for &joint in pairs.as_flattened() {
        ensure!(usize::from(joint) < joints, "a line names joint {joint}, but there are only {joints}");
        alone[usize::from(joint)] = false;
    }
    pairs.extend((0..).zip(alone).filter(|(_, alone)| *alone).map(|(joint, _)| [joint; 2]));
    Ok(pairs)
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
