//! A dial for quaternions: a rotation by axis and angle, its four numbers, and half its angle as a hand.

use crate::body::{Body, HEIGHT};
use anyhow::Result;
use gl::colour::{ACCENT, AXES, CHANGED, Colour, FAINT, INK, with_alpha};
use glam::{Mat4, Quat, Vec3, vec3};
use stage::{Frame, Panel, fixed};
use std::f32::consts::TAU;

/// The axes to choose from, with their names in the panel.
pub const AXIS_CHOICES: [(&str, Vec3); 4] =
    [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z), ("skew", vec3(1.0, 2.0, 2.0))];

/// Middle of the figure, and its scale.
const FIGURE: Vec3 = vec3(-1.25, 1.7, 0.0);
const SIZE: f32 = 0.7;

/// The dial's face.
const FACE: Circle = Circle { centre: vec3(0.95, 1.7, 0.0), radius: 0.9 };

/// An upright circle, on which angles are counted from the top, to the right.
struct Circle {
    centre: Vec3,
    radius: f32,
}

impl Circle {
    /// Returns a point at an angle in radians, `times` radii from the centre.
    fn at(&self, angle: f32, times: f32) -> Vec3 {
        self.centre + times * self.radius * vec3(angle.sin(), angle.cos(), 0.0)
    }

    /// The part of the circle between two angles.
    fn arc(&self, frame: &mut Frame<'_>, [from, to]: [f32; 2], width: f32, colour: Colour) {
        const PIECES: u8 = 48;
        let at = |i: u8| self.at(from + (to - from) * f32::from(i) / f32::from(PIECES), 1.0);
        for i in 0..PIECES {
            frame.lines_on_top.line(at(i), at(i + 1), width, colour);
        }
    }
}

/// A turn about an axis.
pub struct Dial {
    /// Index of the axis.
    axis: usize,
    degrees: f32,
}

impl Dial {
    pub fn new() -> Self {
        Self { axis: 1, degrees: 90.0 }
    }

    fn axis(&self) -> Vec3 {
        AXIS_CHOICES[self.axis].1.normalize()
    }

    fn quaternion(&self) -> Quat {
        let (sin, cos) = self.half().sin_cos();
        Quat::from_vec4((self.axis() * sin).extend(cos))
    }

    /// Half the angle, in radians.
    fn half(&self) -> f32 {
        0.5 * self.degrees.to_radians()
    }

    pub fn show(&mut self, panel: &mut Panel<'_>) {
        panel.heading("A turn in four numbers");
        panel.choice("axis", &mut self.axis, &AXIS_CHOICES.map(|(name, _)| name));
        panel.slider("angle", &mut self.degrees, 0.0..=720.0, "%.0f°");
        let (sin, cos) = self.half().sin_cos();
        let [sin, cos] = [sin, cos].map(fixed);
        panel.number("half", &format!("sin {0:.0}° ={sin}   cos {0:.0}° ={cos}", 0.5 * self.degrees));
        let row = |numbers: Quat| numbers.to_array().map(fixed).to_vec();
        let quaternion = self.quaternion();
        let rows = [("q", ACCENT, row(quaternion)), ("−q", FAINT, row(-quaternion))];
        panel.texts("quaternions", &["", "x", "y", "z", "w"], &rows);
    }

    /// Returns the figure's matrix, turned by the quaternion.
    pub fn world_from_figure(&self) -> Mat4 {
        let turned = Mat4::from_scale_rotation_translation(Vec3::splat(SIZE), self.quaternion(), FIGURE);
        turned * Mat4::from_translation(-0.5 * HEIGHT * Vec3::Y)
    }

    /// Draws the dial, and the figure turned by its quaternion.
    pub fn draw(&self, frame: &mut Frame<'_>, body: &Body) -> Result<()> {
        let (half, reach) = (self.half(), 1.2 * self.axis());
        let colour = AXES.get(self.axis).copied().unwrap_or(INK);
        frame.lines_on_top.arrow(FIGURE - reach, FIGURE + reach, vec3(0.4, -0.3, 0.9), 3.0, colour);
        frame.label(FIGURE + reach, [0.0, -16.0], "axis", colour);
        FACE.arc(frame, [0.0, TAU], 2.0, FAINT);
        FACE.arc(frame, [0.0, half], 4.0, ACCENT);
        for (i, degrees) in ["0°", "180°", "360°", "540°"].into_iter().enumerate() {
            let angle = 0.25 * TAU * i as f32;
            frame.lines_on_top.line(FACE.at(angle, 0.95), FACE.at(angle, 1.05), 2.0, FAINT);
            frame.label(FACE.at(angle, 1.5), [0.0; 2], degrees, FAINT);
        }
        let (tip, foot) = (FACE.at(half, 1.0), FACE.centre + FACE.radius * half.cos() * Vec3::Y);
        frame.lines_on_top.line(FACE.centre, foot, 3.0, CHANGED);
        frame.lines_on_top.line(foot, tip, 3.0, INK);
        frame.lines_on_top.line(FACE.centre, tip, 3.0, ACCENT);
        frame.lines_on_top.line(FACE.centre, FACE.at(half, -1.0), 1.5, with_alpha(FAINT, 0.6));
        for (side, name, colour) in [(1.0, "q", ACCENT), (-1.0, "−q", FAINT)] {
            frame.lines_on_top.rimmed_dot(FACE.at(half, side), 11.0, colour);
            frame.label(FACE.at(half, 1.22 * side), [0.0; 2], name, colour);
        }
        frame.label(FACE.centre.lerp(foot, 0.5), [-18.0, 0.0], "w", CHANGED);
        frame.label(foot.lerp(tip, 0.5), [0.0, -14.0], "sine", INK);
        body.draw_stiff(frame, self.world_from_figure())
    }
}
