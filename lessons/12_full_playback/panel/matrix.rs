//! A matrix taken apart: its columns as arrows, and the figure as the answer of 12.3 says.

use crate::FullPlayback;
use common::transform::Transform;
use gl::colour::{ACCENT, AXES, CHANGED, INK};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::{Frame, Panel, fixed};

/// The axes to choose from, with their names in the panel.
const CHOICES: [(&str, Vec3); 4] =
    [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z), ("skew", vec3(1.0, 2.0, 2.0))];

/// The scales to choose from, with their names in the panel.
const SCALES: [(&str, Vec3); 4] = [
    ("none", Vec3::ONE),
    ("tall", vec3(0.8, 1.4, 0.8)),
    ("mirrored", vec3(0.9, 1.0, -1.2)),
    ("flat", vec3(1.0, 1.0, 0.0)),
];

/// Size of the figure, so that all of it stays in view, and of the arrow for a column of length 1, by its height.
const SIZE: f32 = 0.7;
const COLUMN: f32 = 0.35;

/// A matrix made of a scale and then a rotation.
pub struct Made {
    /// Index of the axis.
    axis: usize,
    degrees: f32,
    /// Index of the scale.
    scale: usize,
}

impl Default for Made {
    fn default() -> Self {
        Self { axis: 2, degrees: 60.0, scale: 1 }
    }
}

impl Made {
    fn rotation(&self) -> Quat {
        Quat::from_axis_angle(CHOICES[self.axis].1.normalize(), self.degrees.to_radians())
    }

    fn matrix(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(SCALES[self.scale].1, self.rotation(), Vec3::ZERO)
    }
}

pub fn show(made: &mut Made, panel: &mut Panel<'_>) {
    panel.choice("axis", &mut made.axis, &CHOICES.map(|(name, _)| name));
    panel.slider("angle", &mut made.degrees, 0.0..=360.0, "%.0f°");
    panel.choice("scale", &mut made.scale, &SCALES.map(|(name, _)| name));
    let found = Transform::from_matrix(made.matrix());
    let row = |rotation: Quat| rotation.to_array().map(fixed).to_vec();
    let rows = [("q", ACCENT, row(made.rotation())), ("12.3", CHANGED, row(found.rotation))];
    panel.texts("quaternions", &["", "x", "y", "z", "w"], &rows);
    let row = |scale: Vec3| scale.to_array().map(fixed).to_vec();
    let rows = [("s", ACCENT, row(SCALES[made.scale].1)), ("12.3", CHANGED, row(found.scale))];
    panel.texts("scales", &["", "x", "y", "z"], &rows);
    panel.note("12.3: your answer, out of the matrix that the arrows show. The figure stands as it says.");
}

/// Returns the figure's matrix to the world, by the decomposed parts, about its middle.
pub fn world_from_model(lesson: &FullPlayback) -> Mat4 {
    let middle = middle(lesson);
    let found = Transform::from_matrix(lesson.instruments.matrix.matrix()).to_matrix();
    let about_middle = Mat4::from_translation(middle) * Mat4::from_scale(Vec3::splat(SIZE)) * found;
    about_middle * Mat4::from_translation(-middle) * lesson.player.choice.played.scene.world_from_model()
}

/// Draws the columns of the matrix.
pub fn draw(lesson: &FullPlayback, frame: &mut Frame<'_>) {
    let (matrix, middle) = (lesson.instruments.matrix.matrix(), middle(lesson));
    let columns = [("a", matrix.x_axis), ("b", matrix.y_axis), ("c", matrix.z_axis)];
    for ((name, column), colour) in columns.into_iter().zip(AXES) {
        let tip = middle + COLUMN * lesson.player.choice.played.tall() * column.truncate();
        frame.lines_on_top.arrow(middle, tip, vec3(0.4, -0.3, 0.9), 3.0, colour);
        frame.label(tip, [0.0, -14.0], name, INK);
    }
}

fn middle(lesson: &FullPlayback) -> Vec3 {
    0.5 * lesson.player.choice.played.tall() * Vec3::Y
}
