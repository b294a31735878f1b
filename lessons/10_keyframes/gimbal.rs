//! Three rings, one in the other: a rotation as three angles, and what happens if two rings are in one plane.

use crate::body::{Body, HEIGHT};
use anyhow::Result;
use gl::colour::{AXES, CHANGED, INK};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::{Frame, Panel};
use std::f32::consts::TAU;

/// Middle of all rings, and the scale of the figure in them.
const CENTRE: Vec3 = vec3(0.0, 1.75, 0.0);
const SIZE: f32 = 0.55;
/// Radii of the rings. The one about x is outermost, and the others turn with it.
const RADII: [f32; 3] = [1.4, 1.24, 1.08];
/// Angle between two axes, in degrees, below which they are practically one.
const LOCKED: f32 = 10.0;
const NAMES: [&str; 3] = ["x", "y", "z"];

/// Three angles in degrees, about x, about the y that this has turned, and about the z that both have turned.
#[derive(Default)]
pub struct Gimbal([f32; 3]);

impl Gimbal {
    /// Returns the rotation of each ring: the product of the rotations around it, then its own angle.
    fn world_from_rings(&self) -> [Quat; 3] {
        let [x, y, z] = self.0.map(f32::to_radians);
        let outer = Quat::from_rotation_x(x);
        let middle = outer * Quat::from_rotation_y(y);
        [outer, middle, middle * Quat::from_rotation_z(z)]
    }

    /// The axis of each ring, in the world.
    fn axes(&self) -> [Vec3; 3] {
        let rings = self.world_from_rings();
        [0, 1, 2].map(|i| rings[i] * Vec3::AXES[i])
    }

    /// The angle between the lines of the outermost and the innermost axis, in degrees.
    fn between(&self) -> f32 {
        let [outer, _, inner] = self.axes();
        outer.dot(inner).abs().min(1.0).acos().to_degrees()
    }

    pub fn show(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Three angles, one after the other");
        for (name, degrees) in ["about x", "about y", "about z"].into_iter().zip(&mut self.0) {
            panel.slider(name, degrees, -180.0..=180.0, "%.0f°");
        }
        panel.number("between", &format!("{:.0}° between the axes of x and z", self.between()));
        panel.note("Each ring turns about its axis, and takes along the rings inside it.");
    }

    /// Returns the matrix that rotates the figure with the innermost ring.
    pub fn world_from_figure(&self) -> Mat4 {
        let turned = Mat4::from_rotation_translation(self.world_from_rings()[2], CENTRE);
        turned * Mat4::from_scale(Vec3::splat(SIZE)) * Mat4::from_translation(-0.5 * HEIGHT * Vec3::Y)
    }

    /// Draws the rings, and the figure that turns with the innermost one.
    pub fn draw(&self, frame: &mut Frame<'_>, body: &Body) -> Result<()> {
        const PIECES: u8 = 72;
        let around = |i: u8| TAU * f32::from(i) / f32::from(PIECES);
        for (i, turn) in self.world_from_rings().into_iter().enumerate() {
            let [axis, across] = [Vec3::AXES[i], Vec3::AXES[(i + 1) % 3]];
            let point = |piece: u8| Quat::from_axis_angle(axis, around(piece)) * across * RADII[i];
            let points: Vec<Vec3> = (0..PIECES).map(point).collect();
            frame.lines_on_top.outline(Mat4::from_rotation_translation(turn, CENTRE), &points, 5.0, AXES[i]);
            let reach = turn * axis * (RADII[i] + 0.12);
            frame.lines_on_top.line(CENTRE - reach, CENTRE + reach, 2.0, AXES[i]);
            frame.lines_on_top.rimmed_dot(CENTRE + reach, 9.0, AXES[i]);
            // Two axes that coincide have their names side by side.
            frame.label(CENTRE + reach, [14.0 * (i as f32 - 1.0), -16.0], NAMES[i], AXES[i]);
        }
        let (text, colour) = if self.between() < LOCKED {
            ("gimbal lock: x and z turn about one axis", CHANGED)
        } else {
            ("three axes", INK)
        };
        frame.label(CENTRE - 1.6 * Vec3::Y, [0.0, 12.0], text, colour);
        body.draw_stiff(frame, self.world_from_figure())
    }
}
