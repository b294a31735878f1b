//! Draws a lesson's frame.

use super::overlay::{Corner, Overlay, Shape, words};
use super::rect::Rect;
use super::runner::Screen;
use super::theme;
use anyhow::Result;
use gl::colour::{Colour, INK, with_alpha};
use gl::drawing;
use gl::{
    Background, Gl, HotReload, Light, LineBuffer, LinePainter, Lines, LitProgram, MeshBuffers, MeshVertex,
    Stream, View,
};
use glam::{Mat4, Vec2, Vec3, vec2};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::vertex::EmptyVertexAttributes;
use glium::{DrawParameters, Program, Surface, Vertex, uniform};
use std::cell::RefCell;
use std::rc::Rc;

/// The shader programs that every lesson draws with.
pub struct Painter {
    lit: Rc<HotReload<Program>>,
    flat: Rc<HotReload<Program>>,
    background: Background,
    /// The shaders of a frame in another light.
    solids: LitProgram,
    /// The background of a night.
    sky: Background,
    grid: Rc<HotReload<Program>>,
    blob: Rc<HotReload<Program>>,
    lines: LinePainter,
    /// The lines of a frame, and those on top.
    sent: [LineBuffer; 2],
    /// The triangles of each call of [`Frame::fill`] in a frame.
    fills: RefCell<Fills>,
}

/// The buffers of loose triangles, and how many of them the frame has begun.
#[derive(Default)]
struct Fills {
    begun: usize,
    all: Vec<Stream<MeshVertex>>,
}

impl Painter {
    /// Loads the shaders.
    pub fn new(gl: &Gl) -> Result<Self> {
        let mesh = MeshVertex::build_bindings();
        Ok(Self {
            lit: gl.program("mesh.vert", "lit.frag", &[mesh])?,
            flat: gl.program("mesh.vert", "flat.frag", &[mesh])?,
            background: Background::new(gl, "background.frag")?,
            solids: LitProgram::of_solids(gl),
            sky: Background::new(gl, "reference/sky.frag")?,
            grid: gl.program("grid.vert", "grid.frag", &[])?,
            blob: gl.program("blob.vert", "blob.frag", &[])?,
            lines: LinePainter::new(gl)?,
            sent: Default::default(),
            fills: RefCell::default(),
        })
    }
}

/// The width and height of an axis's letter, in pixels at scale 1.
const LETTER: Vec2 = vec2(10.0, 12.0);

/// The distance between words and their point, in pixels at scale 1.
const BESIDE: f32 = 15.0;

/// Words in the picture, beside a point of the world.
pub struct Label {
    /// The point in world space.
    pub point: Vec3,
    /// The distance of the words from the point, right and down, in pixels at scale 1.
    pub offset: Vec2,
    pub text: String,
    pub colour: Colour,
}

impl Label {
    /// Returns the words as a shape, if their point is visible. They avoid each other and the edge: they are
    /// at their offset, a row farther away, opposite, or beside.
    pub(super) fn shape(
        &self,
        view: &View,
        within: Rect,
        size: Vec2,
        written: &mut Vec<Rect>,
    ) -> Option<Shape> {
        let (point, aside) = (view.pixel(self.point)?, vec2(0.5 * size.x / view.scale + BESIDE, 0.0));
        let offset = self.offset;
        let farther = offset + (size.y / view.scale).copysign(offset.y) * Vec2::Y;
        let area = |offset: Vec2| Rect::around(point + offset * view.scale, size - 2.0);
        let is_free = |offset: &Vec2| {
            let area = area(*offset);
            within.contains(area.low)
                && within.contains(area.high)
                && !written.iter().any(|other| area.meets(other))
        };
        let mut offsets = [offset, farther, -offset, aside, -aside, -farther].into_iter();
        let at = point + offsets.find(is_free).unwrap_or(offset) * view.scale;
        written.push(Rect::around(at, size - 2.0));
        let colour = theme::of_words(self.colour);
        Some(words(at, Vec2::splat(0.5), self.text.clone(), colour))
    }
}

/// Words, shapes and names that belong over the scene, in pixels.
#[derive(Default)]
pub struct Above {
    pub labels: Vec<Label>,
    /// Names for points of the world, so that scripts find them.
    pub handles: Vec<(String, Vec3)>,
    pub shapes: Vec<Shape>,
    /// The rectangles, in pixels, of the axes' letters.
    pub letters: Vec<Rect>,
}

/// Returns the rectangle from the picture's left edge to a part, in OpenGL's coordinates.
pub fn left_of(part: Rect, [_, height]: [u32; 2]) -> glium::Rect {
    glium::Rect { left: 0, bottom: 0, width: part.low.x as u32, height }
}

/// A frame that is being drawn.
pub struct Frame<'a> {
    /// The framebuffer, for a lesson's own draw calls.
    pub target: SimpleFrameBuffer<'a>,
    /// The view of the scene. A lesson may change it, to look from somewhere else.
    pub view: View,
    /// Lines in world space, which nearer things hide.
    pub lines: Lines,
    /// Lines in world space that nothing hides, such as the axes of frames.
    pub lines_on_top: Lines,
    /// Fraction of the time from the last step but one to the last, from 0 to 1. It is 1 except with
    /// [`Pace::Fixed`](super::Pace::Fixed), where a lesson blends its last two states.
    pub between: f32,
    /// The light, if it isn't the usual one.
    pub lit: Option<Light>,
    above: Above,
    /// The matrices to the world of all frames whose axes are drawn.
    all_axes: Vec<Mat4>,
    free: Rect,
    screen: &'a Screen,
}

impl<'a> Frame<'a> {
    /// Begins a frame in a light, or in the usual one, of which panels leave `free`. `between` is as for the frame.
    pub fn begin(
        screen: &'a Screen,
        view: View,
        free: Rect,
        between: f32,
        lit: Option<Light>,
    ) -> Result<Self> {
        let mut target = screen.canvas.scene(&screen.gl)?;
        let Painter { sky, background, .. } = &screen.painter;
        let background = if lit.is_some_and(|light| light.is_night) { sky } else { background };
        background.fill(&screen.gl, &screen.canvas, &mut target)?;
        target.clear_depth(1.0);
        // Nothing is nearer than this depth, so that no pixel below the panel is shaded.
        target.clear(Some(&left_of(free, view.size)), None, false, Some(0.0), None);
        screen.painter.fills.borrow_mut().begun = 0;
        let (lines, lines_on_top, above, all_axes) = Default::default();
        Ok(Self { target, view, lines, lines_on_top, between, lit, above, all_axes, free, screen })
    }

    /// Ends the frame: draws all lines in one call, and all lines on top in another.
    pub fn end(mut self) -> Result<(View, Above)> {
        let Painter { lines: painter, sent, .. } = &self.screen.painter;
        let lines = [&self.lines, &self.lines_on_top].into_iter().zip(sent);
        for ((lines, sent), on_top) in lines.zip([false, true]) {
            sent.write(&self.screen.gl, lines)?;
            painter.draw(&mut self.target, &self.view, sent, on_top)?;
        }
        Ok((self.view, self.above))
    }

    /// Returns the OpenGL context.
    pub fn gl(&self) -> &'a Gl {
        &self.screen.gl
    }

    /// Draws lines a metre apart on the ground, or in a flat view on the plane z = 0.
    pub fn grid(&mut self) -> Result<()> {
        self.grid_moved(Vec3::ZERO)
    }

    /// Draws lines a metre apart, moved by a vector, as ground below a character who walks in place.
    pub fn grid_moved(&mut self, by: Vec3) -> Result<()> {
        let view = &self.view;
        let world_from_grid =
            if view.flat { Mat4::IDENTITY } else { Mat4::from_rotation_x(-90f32.to_radians()) };
        let (reach, strength): (f32, f32) = if view.flat { (57.0, 0.30) } else { (13.3, 0.55) };
        // The grid repeats every five metres.
        let centre = (-world_from_grid.transpose().transform_vector3(by) % 5.0).truncate();
        // Most lines in either direction.
        let lines = (2.0 * reach) as usize + 1;
        let uniforms = uniform! {
            u_clip_from_grid: (view.clip_from_world * world_from_grid).to_cols_array_2d(),
            u_half_size: (Vec2::from(view.size.map(|side| side as f32)) / 2.0).to_array(),
            u_centre: centre.to_array(),
            u_reach: reach,
            u_lines: lines as i32,
            u_colour: with_alpha(INK, strength),
        };
        let corners = EmptyVertexAttributes { len: 2 * lines * VERTICES_PER_LINE };
        let program = self.screen.painter.grid.get();
        Ok(self.target.draw(corners, TRIANGLES, &program, &uniforms, &drawing::see_through())?)
    }

    /// Draws a soft shadow on the ground, with radii along x and z.
    pub fn shadow(&mut self, centre: Vec3, radius: Vec2) -> Result<()> {
        let ends = [-radius.x, radius.x].map(|aside| centre + aside * Vec3::X);
        self.shadow_on(ends, centre, radius, 1.0)
    }

    /// Draws the part of a shadow that falls on a strip of ground, level or sloped, between two ends along x.
    /// `strength` is 1 for a body on the ground, and less for one high above.
    pub fn shadow_on(
        &mut self,
        [from, to]: [Vec3; 2],
        centre: Vec3,
        radius: Vec2,
        strength: f32,
    ) -> Result<()> {
        let uniforms = uniform! {
            u_clip_from_world: self.view.clip_from_world.to_cols_array_2d(),
            u_from: from.to_array(),
            u_to: to.to_array(),
            u_part: [from, to].map(|end| (end.x - centre.x) / radius.x),
            u_deep: radius.y,
            u_colour: with_alpha(INK, 0.34 * strength),
        };
        let (program, corners) = (self.screen.painter.blob.get(), EmptyVertexAttributes { len: 4 });
        Ok(self.target.draw(corners, STRIP, &program, &uniforms, &drawing::see_through())?)
    }

    /// Returns the colour of something far away, which no lamp reaches, in the present light.
    pub fn far(&self, colour: Colour) -> Colour {
        self.lit.as_ref().map_or(colour, |light| light.far(colour))
    }

    /// Returns true if a part of a mesh may be visible. The mesh may be turned, moved and scaled evenly.
    pub fn sees(&self, mesh: &MeshBuffers, world_from_model: Mat4) -> bool {
        mesh.extent.may_be_seen(&self.view, world_from_model)
    }

    /// Draws a solid mesh in the present light.
    pub fn solid(&mut self, mesh: &MeshBuffers, world_from_model: Mat4, colour: Colour) -> Result<()> {
        if !self.sees(mesh, world_from_model) {
            return Ok(());
        }
        if let Some(light) = &self.lit {
            let solid = (mesh, world_from_model);
            return self.screen.painter.solids.solid(light, &mut self.target, &self.view, solid, colour);
        }
        self.mesh(&self.screen.painter.lit.get(), mesh, world_from_model, colour, &drawing::solid())
    }

    /// Draws a mesh in one colour, seen from both sides.
    pub fn plate(&mut self, mesh: &MeshBuffers, world_from_model: Mat4, colour: Colour) -> Result<()> {
        let [.., opacity] = colour;
        let parameters = if opacity < 1.0 { drawing::plate() } else { drawing::opaque(&drawing::plate()) };
        self.mesh(&self.screen.painter.flat.get(), mesh, world_from_model, colour, &parameters)
    }

    /// Fills triangles that change in every frame, in one colour, seen from both sides.
    pub fn fill(&mut self, triangles: impl IntoIterator<Item = [Vec3; 3]>, colour: Colour) -> Result<()> {
        let vertex = |at: Vec3| MeshVertex { a_position: at.to_array(), a_normal: [0.0, 0.0, 1.0] };
        let vertices: Vec<MeshVertex> = triangles.into_iter().flatten().map(vertex).collect();
        let uniforms = uniform! {
            u_clip_from_world: self.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
            u_colour: colour,
        };
        let Screen { gl, painter, .. } = self.screen;
        let (target, program, parameters) = (&mut self.target, painter.flat.get(), drawing::plate());
        let Fills { begun, all } = &mut *painter.fills.borrow_mut();
        // Each call has a buffer of its own: to write one that is drawn from would make the graphics card wait.
        if all.len() == *begun {
            all.push(Stream::default());
        }
        let fill = &all[*begun];
        *begun += 1;
        fill.write(gl, &vertices)?;
        fill.draw(|vertices| Ok(target.draw(vertices, TRIANGLES, &program, &uniforms, &parameters)?))
    }

    fn mesh(
        &mut self,
        program: &Program,
        mesh: &MeshBuffers,
        world_from_model: Mat4,
        colour: Colour,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let uniforms = uniform! {
            u_clip_from_world: self.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: colour,
            u_eye: self.view.eye.to_array(),
        };
        Ok(self.target.draw(&mesh.vertices, &mesh.indices, program, &uniforms, parameters)?)
    }

    /// Draws lines that were uploaded once, in the scene or `on_top` of what is drawn so far.
    pub fn kept_lines(&mut self, lines: &LineBuffer, on_top: bool) -> Result<()> {
        self.screen.painter.lines.draw(&mut self.target, &self.view, lines, on_top)
    }

    /// Draws the axes of a frame with their letters, on top of all; in a flat view x and y only.
    pub fn axes(&mut self, world_from_space: Mat4, length: f32) {
        let letters = self.lines_on_top.axes(&self.view, world_from_space, length);
        self.above.letters.extend(letters.into_iter().map(|at| Rect::around(at, LETTER * self.view.scale)));
        self.all_axes.push(world_from_space);
    }

    /// Returns true if the axes of a frame with this transform are drawn.
    pub(super) fn has_axes(&self, world_from_space: Mat4) -> bool {
        self.all_axes.iter().any(|axes| axes.abs_diff_eq(world_from_space, 1e-3))
    }

    /// Returns true if these words stand within `reach` metres of a point.
    pub(super) fn has_label(&self, text: &str, point: Vec3, reach: f32) -> bool {
        self.above.labels.iter().any(|label| label.text == text && label.point.distance(point) < reach)
    }

    /// Draws words beside a point of the world, `offset` pixels to the right and down.
    pub fn label(&mut self, point: Vec3, offset: [f32; 2], text: impl Into<String>, colour: Colour) {
        self.above.labels.push(Label { point, offset: offset.into(), text: text.into(), colour });
    }

    /// Returns an overlay whose origin is a corner of the part that panels leave free.
    pub fn overlay(&mut self, corner: Corner) -> Overlay<'_> {
        self.overlay_at(corner.of(self.free))
    }

    /// Returns an overlay whose origin is a pixel, such as that of a visible point of the world.
    pub fn overlay_at(&mut self, pixel: Vec2) -> Overlay<'_> {
        Overlay::at(&mut self.above.shapes, self.free, pixel, self.view.scale)
    }

    /// Names a point of the world that the mouse can grab, so that scripts find it. A label is found by its text.
    pub fn handle(&mut self, name: impl Into<String>, point: Vec3) {
        self.above.handles.push((name.into(), point));
    }
}

const STRIP: NoIndices = NoIndices(PrimitiveType::TriangleStrip);
const TRIANGLES: NoIndices = NoIndices(PrimitiveType::TrianglesList);

/// The number of vertices that `grid.vert` makes of a line.
const VERTICES_PER_LINE: usize = 6;
