//! Draws a lesson's frame.

use super::overlay::{Corner, Overlay, Shape, words};
use super::rect::Rect;
use super::theme;
use anyhow::Result;
use gl::colour::{Colour, INK, PAPER, with_alpha};
use gl::drawing;
use gl::{
    Background, Canvas, Gl, HotReload, KeptLines, Light, LinePainter, Lines, LitProgram, MeshBuffers,
    MeshVertex, View,
};
use glam::{Mat4, Vec2, Vec3, vec2};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::vertex::EmptyVertexAttributes;
use glium::{DrawParameters, Program, Surface, Vertex, uniform};
use std::rc::Rc;

/// The shader programs that every lesson draws with.
pub struct Painter {
    lit: Rc<HotReload<Program>>,
    flat: Rc<HotReload<Program>>,
    background: Background,
    /// The shaders of a frame in another light.
    solids: LitProgram,
    sky: Background,
    grid: Rc<HotReload<Program>>,
    blob: Rc<HotReload<Program>>,
    lines: LinePainter,
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
    /// The words.
    pub text: String,
    /// The colour of the words.
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

/// Shapes and names to be shown over the scene, in pixels.
pub struct Above {
    pub view: View,
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
    /// Words over the scene.
    pub labels: Vec<Label>,
    /// Fraction of the time from the last step but one to the last, from 0 to 1. It is 1 except with
    /// [`Pace::Fixed`](super::Pace::Fixed), where a lesson blends its last two states.
    pub between: f32,
    handles: Vec<(String, Vec3)>,
    /// The matrices to the world of all frames whose axes are drawn.
    all_axes: Vec<Mat4>,
    letters: Vec<Rect>,
    shapes: Vec<Shape>,
    free: Rect,
    /// The light of [`light`](Self::light), if it isn't the usual one.
    pub lit: Option<Light>,
    gl: &'a Gl,
    canvas: &'a Canvas,
    painter: &'a Painter,
}

impl<'a> Frame<'a> {
    /// Begins a frame with the usual background, of which panels leave `free`.
    pub fn begin(
        gl: &'a Gl,
        painter: &'a Painter,
        canvas: &'a Canvas,
        view: View,
        free: Rect,
    ) -> Result<Self> {
        let mut target = canvas.scene(gl)?;
        // This background's own shader ignores these colours.
        painter.background.fill(gl, canvas, &mut target, [PAPER; 2])?;
        target.clear_depth(1.0);
        // Nothing is nearer than this depth, so that no pixel below the panel is shaded.
        target.clear(Some(&left_of(free, view.size)), None, false, Some(0.0), None);
        let (lines, lines_on_top, labels, handles, all_axes, letters, shapes) = Default::default();
        let between = 1.0;
        Ok(Self {
            target,
            view,
            lines,
            lines_on_top,
            labels,
            between,
            handles,
            all_axes,
            letters,
            shapes,
            free,
            lit: None,
            gl,
            canvas,
            painter,
        })
    }

    /// Ends the frame: draws all lines in one call, and all lines on top in another.
    pub fn end(mut self) -> Result<Above> {
        for (lines, on_top) in [(&self.lines, false), (&self.lines_on_top, true)] {
            if let Some(lines) = KeptLines::new(self.gl, lines)? {
                self.painter.lines.draw(&mut self.target, &self.view, &lines, on_top)?;
            }
        }
        let Self { view, labels, handles, shapes, letters, .. } = self;
        Ok(Above { view, labels, handles, shapes, letters })
    }

    /// Lights what is drawn from now on. A lesson's `draw` begins with it, since another sky covers the picture.
    pub fn light(&mut self, mut light: Light) -> Result<()> {
        light.lamps.retain(|lamp| self.view.sees(lamp.at, lamp.reach));
        if let Some(colours) = light.sky() {
            let Self { gl, canvas, painter, target, .. } = self;
            painter.sky.fill(gl, canvas, target, colours)?;
        }
        self.lit = Some(light);
        Ok(())
    }

    /// Returns the OpenGL context.
    pub fn gl(&self) -> &'a Gl {
        self.gl
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
        let program = self.painter.grid.get();
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
        let (program, corners) = (self.painter.blob.get(), EmptyVertexAttributes { len: 4 });
        Ok(self.target.draw(corners, STRIP, &program, &uniforms, &drawing::see_through())?)
    }

    /// Returns the colour of something far away, which no lamp reaches, in the present light.
    pub fn far(&self, colour: Colour) -> Colour {
        self.lit.as_ref().map_or(colour, |light| light.far(colour))
    }

    /// Returns true if a part of a mesh may be visible. The mesh may be turned, moved and scaled evenly.
    pub fn sees(&self, mesh: &MeshBuffers, world_from_model: Mat4) -> bool {
        let extent = mesh.extent.moved(&world_from_model);
        self.view.sees(extent.centre, extent.radius)
    }

    /// Draws a solid mesh in the present light.
    pub fn solid(&mut self, mesh: &MeshBuffers, world_from_model: Mat4, colour: Colour) -> Result<()> {
        if !self.sees(mesh, world_from_model) {
            return Ok(());
        }
        if let Some(light) = &self.lit {
            let solid = (mesh, world_from_model);
            return self.painter.solids.solid(light, &mut self.target, &self.view, solid, colour);
        }
        self.mesh(&self.painter.lit.get(), mesh, world_from_model, colour, &drawing::solid())
    }

    /// Draws a mesh in one colour, seen from both sides.
    pub fn plate(&mut self, mesh: &MeshBuffers, world_from_model: Mat4, colour: Colour) -> Result<()> {
        let [.., opacity] = colour;
        let parameters = if opacity < 1.0 { drawing::plate() } else { drawing::opaque(&drawing::plate()) };
        self.mesh(&self.painter.flat.get(), mesh, world_from_model, colour, &parameters)
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
    pub fn kept_lines(&mut self, lines: &KeptLines, on_top: bool) -> Result<()> {
        self.painter.lines.draw(&mut self.target, &self.view, lines, on_top)
    }

    /// Draws the axes of a frame with their letters, on top of all; in a flat view x and y only.
    pub fn axes(&mut self, world_from_space: Mat4, length: f32) {
        let letters = self.lines_on_top.axes(&self.view, world_from_space, length);
        self.letters.extend(letters.into_iter().map(|at| Rect::around(at, LETTER * self.view.scale)));
        self.all_axes.push(world_from_space);
    }

    /// Returns true if the axes of a frame with this transform are drawn.
    pub(super) fn has_axes(&self, world_from_space: Mat4) -> bool {
        self.all_axes.iter().any(|axes| axes.abs_diff_eq(world_from_space, 1e-3))
    }

    /// Draws words beside a point of the world, `offset` pixels to the right and down.
    pub fn label(&mut self, point: Vec3, offset: [f32; 2], text: impl Into<String>, colour: Colour) {
        self.labels.push(Label { point, offset: offset.into(), text: text.into(), colour });
    }

    /// Returns an overlay whose origin is a corner of the part that panels leave free.
    pub fn overlay(&mut self, corner: Corner) -> Overlay<'_> {
        self.overlay_at(corner.of(self.free))
    }

    /// Returns an overlay whose origin is a pixel, such as that of a visible point of the world.
    pub fn overlay_at(&mut self, pixel: Vec2) -> Overlay<'_> {
        Overlay::at(&mut self.shapes, self.free, pixel, self.view.scale)
    }

    /// Names a point of the world that the mouse can grab, so that scripts find it. A label is found by its text.
    pub fn handle(&mut self, name: impl Into<String>, point: Vec3) {
        self.handles.push((name.into(), point));
    }
}

const STRIP: NoIndices = NoIndices(PrimitiveType::TriangleStrip);
const TRIANGLES: NoIndices = NoIndices(PrimitiveType::TrianglesList);

/// The number of vertices that `grid.vert` makes of a line.
const VERTICES_PER_LINE: usize = 6;

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::camera::Stagebox;
    use crate::{Camera, Lens};
    use gl::Ray;
    use gl::offscreen;
    use glam::vec3;

    /// Returns how much of a pixel the grid covers, from its ray and its neighbours'.
    fn covered(view: &View, by: Vec3, pixel: Vec2) -> f32 {
        // Returns the point where a pixel's ray meets the grid's plane, in coordinates of that plane.
        let place = |pixel: Vec2| {
            let Ray { origin, direction } = view.ray(pixel);
            let up = if view.flat { Vec3::Z } else { Vec3::Y };
            let distance = -origin.dot(up) / direction.dot(up);
            let point = origin + direction * distance;
            let place = if view.flat { point.truncate() } else { vec2(point.x, -point.z) };
            (distance > 0.0).then_some(place)
        };
        let (Some(here), Some(right), Some(below)) =
            (place(pixel), place(pixel + Vec2::X), place(pixel + Vec2::Y))
        else {
            return 0.0;
        };
        let step = (right - here).abs() + (below - here).abs();
        let moved = here - if view.flat { by.truncate() } else { vec2(by.x, -by.z) };
        let lines = |apart: f32| {
            let (width, from_line) = (step / apart, moved / apart - (moved / apart).round());
            let cover = (Vec2::ONE - from_line.abs() / width).clamp(Vec2::ZERO, Vec2::ONE);
            (cover * (Vec2::ONE - 4.0 * width).clamp(Vec2::ZERO, Vec2::ONE)).max_element()
        };
        let (reach, strength) = if view.flat { (57.0, 0.30) } else { (13.3, 0.55) };
        let far = ((here.length() / reach - 0.263) / (1.0 - 0.263)).clamp(0.0, 1.0);
        let fade = 1.0 - far * far * (3.0 - 2.0 * far);
        (0.45 * lines(1.0)).max(0.8 * lines(5.0)) * fade * strength
    }

    #[test]
    fn the_grid_covers_what_a_look_at_every_pixel_says() -> Result<()> {
        const SIZE: [u32; 2] = [320, 200];
        let (gl, free) = (offscreen()?, Rect::whole(SIZE));
        let (painter, canvas) = (Painter::new(&gl)?, Canvas::new(&gl, SIZE, 1)?);
        let behind = vec3(0.3, 0.4, 2.0);
        for (name, camera, by) in [
            ("flat", Camera::flat(vec3(0.9, 1.4, 0.0), 4.6), Vec3::ZERO),
            ("flat, moved", Camera::flat(vec3(0.9, 1.4, 0.0), 4.6), vec3(0.3, -7.6, 0.0)),
            ("flat, from far", Camera::flat(Vec3::ZERO, 90.0), Vec3::ZERO),
            ("from above", Camera::orbit(Vec3::ZERO, 6.0, 30.0, 40.0), Vec3::ZERO),
            ("moved", Camera::orbit(Vec3::ZERO, 6.0, 30.0, 10.0), vec3(0.4, 0.0, -12.3)),
            ("from below", Camera::orbit(Vec3::ZERO, 6.0, 30.0, -35.0), Vec3::ZERO),
            ("beside the viewer", Camera::orbit(behind, 2.0, 200.0, 4.0), Vec3::ZERO),
            ("from far", Camera::orbit(Vec3::ZERO, 60.0, 75.0, 20.0), Vec3::ZERO),
            (
                "parallel",
                Camera { lens: Lens::Orthographic, ..Camera::orbit(Vec3::ZERO, 9.0, 10.0, 15.0) },
                Vec3::ZERO,
            ),
        ] {
            let view = camera.view(Stagebox { size: SIZE, free, scale: 1.0 });
            let [empty, drawn] = [false, true].map(|with_grid| -> Result<_> {
                let mut frame = Frame::begin(&gl, &painter, &canvas, view, free)?;
                if with_grid {
                    frame.grid_moved(by)?;
                }
                canvas.pixels()
            });
            let (empty, drawn) = (empty?, drawn?);
            let mut seen = 0;
            for (index, (before, after)) in empty.chunks_exact(4).zip(drawn.chunks_exact(4)).enumerate() {
                let [x, y] = [index as u32 % SIZE[0], index as u32 / SIZE[0]];
                let cover = covered(&view, by, vec2(x as f32, y as f32) + 0.5);
                seen += u32::from(cover > 0.05);
                let wanted = f32::from(before[0]) + (255.0 * INK[0] - f32::from(before[0])) * cover;
                // Drivers take differences to the next pixel at the right or at the left: far away the two differ.
                let off = (f32::from(after[0]) - wanted).abs();
                assert!(off < 8.0, "{name}: at {x},{y} {} is seen instead of {wanted}", after[0]);
            }
            assert!(seen > 200, "{name}: {seen} pixels are no grid");
        }
        Ok(())
    }
}
