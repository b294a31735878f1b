//! Draws smooth lines of any width, many in one call.

use super::colour::{Colour, PAPER};
use super::drawing::see_through;
use super::{Gl, HotReload, Stream, View};
use anyhow::{Result, anyhow};
use common::transform::transform_point;
use glam::{Mat4, Vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::vertex::EmptyVertexAttributes;
use glium::{DepthTest, Surface, Vertex, implement_vertex, uniform};
use std::rc::Rc;

/// A line, from which the vertex shader makes a rectangle that faces the viewer.
#[derive(Clone, Copy)]
struct Segment {
    i_start: [f32; 3],
    i_end: [f32; 3],
    i_colour: [f32; 4],
    /// The width in pixels at scale 1.
    i_width: f32,
}
implement_vertex!(Segment, i_start, i_end, i_colour, i_width);

/// Lines in world space, collected anew for every frame.
#[derive(Default)]
pub struct Lines {
    segments: Vec<Segment>,
}

impl Lines {
    /// The bytes that are uploaded for each line in every frame.
    pub const BYTES_PER_LINE: usize = size_of::<Segment>();

    /// Adds a line from `start` to `end`, `width` pixels wide.
    pub fn line(&mut self, start: Vec3, end: Vec3, width: f32, colour: Colour) {
        self.segments.push(Segment {
            i_start: start.to_array(),
            i_end: end.to_array(),
            i_colour: colour,
            i_width: width,
        });
    }

    /// Adds a dashed line of `pieces` dashes and gaps, of which a dash is the first.
    pub fn dashed(&mut self, [from, to]: [Vec3; 2], pieces: u16, width: f32, colour: Colour) {
        for piece in (0..pieces).step_by(2).map(f32::from) {
            let [start, end] = [piece, piece + 1.0].map(|at| from.lerp(to, at / f32::from(pieces)));
            self.line(start, end, width, colour);
        }
    }

    /// Adds a round dot, `width` pixels wide, with a paper-coloured rim that sets it off from what is behind.
    pub fn rimmed_dot(&mut self, at: Vec3, width: f32, colour: Colour) {
        /// The pixels that the rim adds to the width.
        const RIM: f32 = 4.0;
        self.line(at, at, width + RIM, PAPER);
        self.line(at, at, width, colour);
    }

    /// Adds a closed line through points given in a space of their own.
    pub fn outline(&mut self, world_from_space: Mat4, points: &[Vec3], width: f32, colour: Colour) {
        let point = |i: usize| transform_point(world_from_space, points[i % points.len()]);
        for i in 0..points.len() {
            self.line(point(i), point(i + 1), width, colour);
        }
    }

    /// Adds a line with a head at its end, which spreads along `side`.
    pub fn arrow(&mut self, start: Vec3, end: Vec3, side: Vec3, width: f32, colour: Colour) {
        let along = end - start;
        let across = side.normalize_or_zero() * along.length();
        self.line(start, end, width, colour);
        for sign in [-1.0, 1.0] {
            self.line(end, end - 0.2 * along + 0.11 * sign * across, width, colour);
        }
    }
}

/// Lines on the graphics card, written once or in every frame.
#[derive(Default)]
pub struct LineBuffer(Stream<Segment>);

impl LineBuffer {
    /// Uploads lines.
    pub fn new(gl: &Gl, lines: &Lines) -> Result<Self> {
        let buffer = Self::default();
        buffer.write(gl, lines)?;
        Ok(buffer)
    }

    /// Replaces the lines.
    pub fn write(&self, gl: &Gl, lines: &Lines) -> Result<()> {
        self.0.write(gl, &lines.segments)
    }
}

/// The shaders that draw [`Lines`].
pub struct LinePainter(Rc<HotReload<glium::Program>>);

impl LinePainter {
    /// Loads the shaders.
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self(gl.program("line.vert", "line.frag", &[Segment::build_bindings()])?))
    }

    /// Draws all lines in one call; nothing hides those `on_top`.
    pub fn draw(
        &self,
        target: &mut impl Surface,
        view: &View,
        LineBuffer(lines): &LineBuffer,
        on_top: bool,
    ) -> Result<()> {
        let uniforms = uniform! {
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_half_size: view.half_size().to_array(),
            u_scale: view.scale,
        };
        let mut parameters = see_through();
        if on_top {
            parameters.depth.test = DepthTest::Overwrite;
        }
        let (corners, strip) = (EmptyVertexAttributes { len: 4 }, NoIndices(PrimitiveType::TriangleStrip));
        lines.draw(|lines| {
            let lines = lines.per_instance().map_err(|_| anyhow!("the driver cannot draw instances"))?;
            Ok(target.draw((corners, lines), strip, &self.0.get(), &uniforms, &parameters)?)
        })
    }
}
