//! The panel: sliders of both arms, and the triangle in numbers.

use super::body::Body;
use super::marks::{LINE, Triangle, bone_colour};
use super::robot::{Robot, SHOULDER};
use super::{Owner as _, Request};
use common::ik::{Arm, bend, softened};
use gl::colour::{ACCENT, CHANGED};
use glam::Vec3;
use stage::{Panel, Plot, PlotCurve, fixed};

/// Number of points of the elbow's curve.
const POINTS: u8 = 200;

impl Robot {
    pub fn show(&mut self, panel: &mut Panel<'_>) {
        panel.slider("upper arm", &mut self.bones[0], 0.0..=2.0, "%.2f m");
        panel.slider("forearm", &mut self.bones[1], 0.0..=2.0, "%.2f m");
        panel.slider("soft", &mut self.request.soft, 0.0..=0.3, "%.2f");
        self.request.show(0.01, panel);
        // It is an arm in the plane.
        (self.request.target.z, self.request.pole.z) = (0.0, 0.0);
        panel.heading("The triangle");
        let triangle = self.triangle();
        triangle.table(panel, self.missed);
        let [theta, phi] = self.hinges.map(fixed);
        panel.number("hinges", &format!("θ {theta}°   φ {phi}°   as in lesson 01"));
        triangle.curve(panel, &self.request);
        triangle.note(panel, SHOULDER, &self.request);
    }
}

impl Body {
    pub fn show(&mut self, panel: &mut Panel<'_>) {
        let model = self.model.clone();
        let names: Vec<&str> = model.limbs.iter().map(|(name, _)| name.as_str()).collect();
        let before = self.chosen;
        panel.choice("limb", &mut self.chosen, &names);
        if self.chosen != before {
            self.choose();
            *panel.camera = self.camera();
        }
        match self.arm() {
            Some(arm) => self.show_limb(panel, arm),
            None => panel.note(
                "This model has no arms or legs with usual names, such as upper_arm.L, forearm.L and hand.L.",
            ),
        }
        for note in model.scene.notes.iter().take(3) {
            panel.note(note);
        }
    }

    fn show_limb(&mut self, panel: &mut Panel<'_>, arm: Arm) {
        panel.slider("soft", &mut self.request.soft, 0.0..=0.3, "%.2f");
        panel.switch("skeleton", &mut self.skeleton_shown);
        self.request.show(0.005, panel);
        panel.heading("The triangle");
        let triangle = self.triangle(arm);
        triangle.table(panel, self.missed);
        triangle.curve(panel, &self.request);
        triangle.note(panel, arm.root, &self.request);
    }
}

impl Request {
    /// Shows target and pole. Dragging a number changes it by `speed` metres a pixel.
    fn show(&mut self, speed: f32, panel: &mut Panel<'_>) {
        panel.vector_field("target", &mut self.target, speed, "%.2f");
        panel.vector_field("pole", &mut self.pole, speed, "%.2f");
    }
}

impl Triangle {
    /// Shows its numbers in the panel.
    fn table(&self, panel: &mut Panel<'_>, missed: f32) {
        let [at_shoulder, at_elbow] = self.degrees();
        let row = |name, colour, value: f32| (name, colour, vec![value]);
        let rows = [
            row("a  upper arm", bone_colour(0), self.bones[0] as f32),
            row("b  forearm", bone_colour(1), self.bones[1] as f32),
            row("to the target", CHANGED, self.distance as f32),
            row("d  to the hand", LINE, self.bend.reach as f32),
            row("x  along d", LINE, self.bend.along as f32),
            row("h  beside d", ACCENT, self.bend.across as f32),
            row("α  shoulder, in °", bone_colour(0), at_shoulder),
            row("γ  elbow, in °", bone_colour(1), at_elbow),
            row("missed by", CHANGED, missed),
        ];
        panel.table("triangle", &["in metres", ""], &rows);
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
