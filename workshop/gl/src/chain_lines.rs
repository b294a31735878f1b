//! Draws the lines of a skeleton, which a shader moves by the joints' matrices.

use super::colour::{Colour, joint_colour};
use super::drawing::see_through;
use super::{Gl, HotReload, View};
use anyhow::{Result, ensure};
use glium::uniforms::UniformBuffer;
use glium::{Depth, DrawParameters, Program, Surface, Vertex};
use gpu::{JointBuffers, JointVertex, Joints, Picture, draw_lines, ensure_room, upload_lines};
use std::rc::Rc;

/// The lines of a skeleton on the graphics card.
pub struct ChainLines {
    program: Rc<HotReload<Program>>,
    buffers: JointBuffers,
    rules: DrawParameters<'static>,
}

impl ChainLines {
    /// Loads the shaders that move and widen lines, for all chains to share.
    pub fn program(gl: &Gl) -> Result<Rc<HotReload<Program>>> {
        let files = ["joint_lines.vert", "joint_lines.frag", "joint_lines.geom"];
        gl.program_with(&files, &[JointVertex::build_bindings()], Vec::new())
    }

    /// Uploads the lines of so many joints, to be drawn by a program.
    pub fn new(gl: &Gl, joints: usize, pairs: &[[u16; 2]], program: Rc<HotReload<Program>>) -> Result<Self> {
        ensure_room(joints)?;
        let colours: Vec<Colour> = (0..joints).map(joint_colour).collect();
        Self::coloured(gl, &colours, &with_dots(joints, pairs)?, program)
    }

    /// Uploads lines between joints of these colours.
    pub(super) fn coloured(
        gl: &Gl,
        colours: &[Colour],
        pairs: &[[u16; 2]],
        program: Rc<HotReload<Program>>,
    ) -> Result<Self> {
        Ok(Self { program, buffers: upload_lines(gl, colours, pairs)?, rules: see_through() })
    }

    /// Lets nothing hide the lines.
    pub fn over_everything(self) -> Self {
        Self { rules: DrawParameters { depth: Depth::default(), ..self.rules }, ..self }
    }

    /// Draws all lines in one call, each end moved by its joint's matrix, of which the first is at `first`.
    pub fn draw(
        &self,
        target: &mut impl Surface,
        view: &View,
        joints: &UniformBuffer<Joints>,
        first: usize,
    ) -> Result<()> {
        let picture = Picture {
            clip_from_world: view.clip_from_world,
            half_size: view.half_size(),
            scale: view.scale,
            rules: self.rules.clone(),
        };
        draw_lines(&self.buffers, target, &self.program.get(), joints, first, &picture)
    }
}

/// Returns the lines, and a line of length 0 for each joint without one, which so has its dot.
pub(super) fn with_dots(joints: usize, pairs: &[[u16; 2]]) -> Result<Vec<[u16; 2]>> {
    let mut alone = vec![true; joints];
    for &joint in pairs.as_flattened() {
        ensure!(usize::from(joint) < joints, "a line names joint {joint}, but there are only {joints}");
        alone[usize::from(joint)] = false;
    }
    let dots = alone.iter().zip(0..).filter(|(alone, _)| **alone).map(|(_, joint)| [joint; 2]);
    Ok(pairs.iter().copied().chain(dots).collect())
}
