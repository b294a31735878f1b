//! The panel: sliders of both arms, and the triangle in numbers.

use super::Request;
use super::body::Body;
use super::marks::{Triangle, bone_colour};
use super::robot::{Robot, SHOULDER};
use common::ik::{bend, softened};
use glam::Vec3;
use stage::{Panel, Plot, PlotCurve, fixed};

/// Number of points of the elbow's curve.
const POINTS: u8 = 200;

impl Robot {
    pub fn show(&mut self, panel: &mut Panel<'_>) {
        self.request.show(panel);
        // It is an arm in the plane.
        (self.request.target.z, self.request.pole.z) = (0.0, 0.0);
        self.triangle().show(panel, SHOULDER, &self.request, self.missed);
    }
}

impl Body {
    pub fn show(&mut self, panel: &mut Panel<'_>) {
        match self.arm() {
            Some(arm) => {
                self.request.show(panel);
                self.triangle(arm).show(panel, arm.root, &self.request, self.missed);
            }
            None => panel.note(
                "This model has no arms or legs with usual names, such as upper_arm.L, forearm.L and hand.L.",
            ),
        }
        panel.notes(&self.model.scene.notes);
    }
}

impl Request {
    /// Shows how soft the arm is. The mouse drags target and pole; the command line sets them in the plane.
    fn show(&mut self, panel: &mut Panel<'_>) {
        panel.slider("soft", &mut self.soft, 0.0..=0.3, "%.2f");
        for (name, number) in [
            ("target x", &mut self.target.x),
            ("target y", &mut self.target.y),
            ("pole x", &mut self.pole.x),
            ("pole y", &mut self.pole.y),
        ] {
            panel.set(name, number, -10.0..=10.0);
        }
    }
}

impl Triangle {
    /// Shows its numbers in the panel, the curve of γ, and what to do.
    fn show(&self, panel: &mut Panel<'_>, shoulder: Vec3, request: &Request, missed: f32) {
        panel.heading("The triangle, in metres");
        let (bones, bend) = (self.bones, self.bend);
        let sides = [bones[0], bones[1], bend.reach, bend.along, bend.across];
        let [a, b, d, x, h] = sides.map(|side| fixed(side as f32));
        let [_, at_elbow] = self.degrees();
        panel.number("sides", &format!("a {a}   b {b}   d {d}"));
        panel.number("parts", &format!("x {x}   h {h}   γ {at_elbow:6.1}°"));
        panel.number("missed", &format!("missed by {}", fixed(missed).trim()));
        self.curve(panel, request);
        self.note(panel, shoulder, request);
    }

    /// The elbow's angle over the distance to the target, with the present one.
    fn curve(&self, panel: &mut Panel<'_>, request: &Request) {
        let length = self.bones[0] + self.bones[1];
        let farthest = 1.2 * length.max(0.1);
        let point = |i: u8| {
            let distance = farthest * f64::from(i) / f64::from(POINTS);
            let soft = softened(distance, length, f64::from(request.soft));
            let triangle = Self { distance, bend: bend(self.bones[0], self.bones[1], soft), ..*self };
            [distance as f32, triangle.degrees()[1]]
        };
        let line: Vec<[f32; 2]> = (0..=POINTS).map(point).filter(|point| point[1].is_finite()).collect();
        let curves = [PlotCurve { colour: bone_colour(1), line, dots: Vec::new() }];
        panel.note("γ by the distance to the target");
        let plot = Plot {
            seconds: 0.0..=farthest as f32,
            now: self.distance as f32,
            height: 70.0,
            values: 0.0..=180.0,
            curves: &curves,
        };
        panel.plot("elbow", &plot);
    }

    /// Shows the note below the numbers.
    fn note(&self, panel: &Panel<'_>, shoulder: Vec3, request: &Request) {
        let [upper, lower] = self.bones;
        let (distance, length) = (self.distance, upper + lower);
        let ahead = (request.target - shoulder).normalize_or_zero();
        let pole = (request.pole - shoulder).normalize_or_zero();
        let note = match () {
            () if distance < 1e-6 * length => "The target is on the shoulder, so no direction leads to it.",
            () if distance > length => "It's too far, so the arm stretches towards it.",
            () if distance < (upper - lower).abs() => "It's too near, so the arm folds.",
            () if ahead.cross(pole).length() < 1e-4 => {
                "The pole is on the line and says nothing, so the elbow stays on its side."
            }
            () => "Drag the target and the pole.",
        };
        panel.note(note);
    }
}
