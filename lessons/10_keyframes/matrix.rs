//! A matrix taken apart: its columns as arrows, and the figure as the answer of 10.1 says.

use crate::body::{Body, HEIGHT};
use crate::dial::AXIS_CHOICES;
use anyhow::Result;
use common::transform::Transform;
use gl::colour::{ACCENT, AXES, CHANGED, INK};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::{Frame, Panel, fixed};

/// The scales to choose from, with their names in the panel.
const SCALES: [(&str, Vec3); 4] = [
    ("none", Vec3::ONE),
    ("tall", vec3(0.8, 1.4, 0.8)),
    ("mirrored", vec3(0.9, 1.0, -1.2)),
    ("flat", vec3(1.0, 1.0, 0.0)),
];

/// Middle of the figure, its size, so that all of it stays in view, and that of the arrow for a column of length 1.
const MIDDLE: Vec3 = vec3(0.0, 1.7, 0.0);
const SIZE: f32 = 0.8;
const COLUMN: f32 = 1.3;

/// A matrix made of a scale and then a rotation.
pub struct Made {
    /// Index of the axis.
    axis: usize,
    degrees: f32,
    /// Index of the scale.
    scale: usize,
}

impl Made {
    pub fn new() -> Self {
        Self { axis: 2, degrees: 60.0, scale: 1 }
    }

    fn rotation(&self) -> Quat {
        Quat::from_axis_angle(AXIS_CHOICES[self.axis].1.normalize(), self.degrees.to_radians())
    }

    fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(SCALES[self.scale].1, self.rotation(), Vec3::ZERO)
    }

    pub fn show(&mut self, panel: &mut Panel<'_>) {
        panel.heading("A matrix taken apart");
        panel.choice("axis", &mut self.axis, &AXIS_CHOICES.map(|(name, _)| name));
        panel.slider("angle", &mut self.degrees, 0.0..=360.0, "%.0f°");
        panel.choice("scale", &mut self.scale, &SCALES.map(|(name, _)| name));
        let found = Transform::from_matrix(self.matrix());
        let row = |rotation: Quat| rotation.to_array().map(fixed).to_vec();
        let rows = [("q", ACCENT, row(self.rotation())), ("10.1", CHANGED, row(found.rotation))];
        panel.texts("quaternions", &["", "x", "y", "z", "w"], &rows);
        let row = |scale: Vec3| scale.to_array().map(fixed).to_vec();
        let rows = [("s", ACCENT, row(SCALES[self.scale].1)), ("10.1", CHANGED, row(found.scale))];
        panel.texts("scales", &["", "x", "y", "z"], &rows);
        panel
            .note("10.1: your answer, out of the matrix that the arrows show. The figure stands as it says.");
    }

    /// Returns the figure's matrix, by the parts that the matrix is taken apart into, about its middle.
    pub fn world_from_figure(&self) -> Mat4 {
        let about_middle = Mat4::from_translation(MIDDLE) * Mat4::from_scale(Vec3::splat(SIZE));
        let found = Transform::from_matrix(self.matrix()).to_matrix();
        about_middle * found * Mat4::from_translation(-0.5 * HEIGHT * Vec3::Y)
    }

    /// Draws the columns of the matrix, and the figure.
    pub fn draw(&self, frame: &mut Frame<'_>, body: &Body) -> Result<()> {
        let matrix = self.matrix();
        let columns = [("a", matrix.x_axis), ("b", matrix.y_axis), ("c", matrix.z_axis)];
        for ((name, column), colour) in columns.into_iter().zip(AXES) {
            let tip = MIDDLE + COLUMN * column.truncate();
            frame.lines_on_top.arrow(MIDDLE, tip, vec3(0.4, -0.3, 0.9), 3.0, colour);
            frame.label(tip, [0.0, -14.0], name, INK);
        }
        body.draw_stiff(frame, self.world_from_figure())
    }
}
