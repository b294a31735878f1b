//! The background of every scene, and the grid below it.

use anyhow::Result;
use gl::colour::{Colour, INK, PAPER, with_alpha};
use gl::{Background, Canvas, Gl, HotReload, View, drawing};
use glam::{Mat4, Vec2, Vec3};
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::vertex::EmptyVertexAttributes;
use glium::{Program, Surface, uniform};
use std::rc::Rc;

const TRIANGLES: NoIndices = NoIndices(PrimitiveType::TrianglesList);

/// Vertices that `grid.vert` makes of one line.
const VERTICES_PER_LINE: usize = 6;

/// Draws the background and the grid.
pub struct Backdrop {
    background: Background,
    grid: Rc<HotReload<Program>>,
}

impl Backdrop {
    /// Loads the shaders.
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self {
            background: Background::new(gl, "background.frag")?,
            grid: gl.program("grid.vert", "grid.frag", &[])?,
        })
    }

    /// Begins a picture: fills it with the sky or the background.
    pub fn begin<'c>(
        &self,
        gl: &Gl,
        canvas: &'c Canvas,
        sky: Option<(&Background, [Colour; 2])>,
    ) -> Result<SimpleFrameBuffer<'c>> {
        let mut scene = canvas.scene(gl)?;
        // The background's own shader ignores these colours.
        let (background, colours) = sky.unwrap_or((&self.background, [PAPER; 2]));
        background.fill(gl, canvas, &mut scene, colours)?;
        scene.clear_depth(1.0);
        Ok(scene)
    }

    /// Draws a line every metre: on the ground, or on the plane z = 0 in a flat view. `by` moves all in the world.
    pub fn grid(&self, target: &mut SimpleFrameBuffer<'_>, view: &View, by: Vec3) -> Result<()> {
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
        Ok(target.draw(corners, TRIANGLES, &self.grid.get(), &uniforms, &drawing::see_through())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Stagebox;
    use crate::rect::Rect;
    use crate::{Camera, Lens};
    use gl::Ray;
    use gl::offscreen;
    use glam::{vec2, vec3};

    /// Returns the share of the pixel around `pixel` that the grid covers, from its ray and its neighbours'.
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
        let (backdrop, canvas) = (Backdrop::new(&gl)?, Canvas::new(&gl, SIZE, 1)?);
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
                let mut scene = backdrop.begin(&gl, &canvas, None)?;
                if with_grid {
                    backdrop.grid(&mut scene, &view, by)?;
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
