//! Draws the axes of a frame, each with its letter.

use super::colour::{AXES, INK, PAPER, mix};
use super::{Lines, View};
use glam::{Mat4, Vec2, Vec3, vec2};

/// The letters' strokes, from (-1, -1), lower left, to (1, 1). Some readers can't tell the colours.
const LETTERS: [&[[f32; 4]]; 3] = [
    &[[-1.0, -1.0, 1.0, 1.0], [-1.0, 1.0, 1.0, -1.0]],
    &[[-1.0, 1.0, 0.0, -0.6], [1.0, 1.0, -0.5, -2.0]],
    &[[-1.0, 1.0, 1.0, 1.0], [1.0, 1.0, -1.0, -1.0], [-1.0, -1.0, 1.0, -1.0]],
];

/// Half of a letter's width and height, in pixels.
const HALF: Vec2 = vec2(3.2, 3.8);

/// The distance of a letter from the tip of its axis, in pixels.
const BEHIND: f32 = 10.0;
const SHORTEST: f32 = 16.0;

impl Lines {
    /// Draws the axes of a frame: red x, green y and, unless the view is flat, blue z, each with a head and
    /// its letter. Returns the letters' places, in pixels.
    pub fn axes(&mut self, view: &View, world_from_space: Mat4, length: f32) -> Vec<Vec2> {
        let origin = world_from_space.w_axis.truncate();
        let axes = [world_from_space.x_axis, world_from_space.y_axis, world_from_space.z_axis]
            .map(|axis| axis.truncate().normalize_or_zero() * length);
        let shown = 0..if view.flat { 2 } else { 3 };
        let letters = shown.filter_map(|i| {
            self.arrow(origin, origin + axes[i], axes[(i + 1) % 2], 2.5, AXES[i]);
            self.letter(view, LETTERS[i], [origin, origin + axes[i]], i)
        });
        letters.collect()
    }

    /// Draws the letter behind the tip of its axis, upright, unless the axis points at the viewer.
    fn letter(&mut self, view: &View, strokes: &[[f32; 4]], axis: [Vec3; 2], colour: usize) -> Option<Vec2> {
        let [start, tip] = [view.pixel(axis[0])?, view.pixel(axis[1])?];
        let along = (tip - start) / view.scale;
        if along.length() < SHORTEST {
            return None;
        }
        let middle = tip + BEHIND * view.scale * along.normalize();
        let place = |x: f32, y: f32| view.beside(axis[1], middle + vec2(x, -y) * HALF * view.scale);
        for (width, colour) in [(4.5, PAPER), (1.8, mix(AXES[colour], INK, 0.25))] {
            for &[x, y, to_x, to_y] in strokes {
                self.line(place(x, y), place(to_x, to_y), width, colour);
            }
        }
        Some(middle)
    }
}
