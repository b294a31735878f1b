//! A picture of the plane in pixels: lines, dashes and discs.

use crate::clip;
use gl::View;
use gl::colour::{Colour, PAPER};
use glam::{DVec2, Vec2, vec2};
use stage::{Frame, Overlay};
use std::f32::consts::TAU;

/// The view, drawn on in pixels of a plain screen. Anything outside is cut off.
pub struct Sheet<'f> {
    pub layer: Overlay<'f>,
    view: View,
}

impl<'f> Sheet<'f> {
    pub fn new(frame: &'f mut Frame<'_>) -> Self {
        let view = frame.view;
        Self { layer: frame.overlay_at(Vec2::ZERO), view }
    }

    /// Returns the pixel of a place.
    pub fn pixel(&self, place: DVec2) -> Vec2 {
        let pixel = self.view.pixel(place.as_vec2().extend(0.0)).unwrap_or_default();
        pixel / self.view.scale
    }

    /// The part of a line that is seen.
    fn seen(&self, ends: [Vec2; 2]) -> Option<[Vec2; 2]> {
        /// Thick lines reach beyond their ends.
        const BEYOND: f32 = 20.0;
        let size = Vec2::from(self.view.size.map(|side| side as f32)) / self.view.scale;
        clip::line(ends, [Vec2::splat(-BEYOND), size + BEYOND])
    }

    pub fn line(&mut self, ends: [DVec2; 2], width: f32, colour: Colour) {
        if let Some(ends) = self.seen(ends.map(|end| self.pixel(end))) {
            self.layer.line(ends, width, colour);
        }
    }

    /// Draws a dashed line, with dashes and gaps in pixels.
    pub fn dashed(&mut self, ends: [DVec2; 2], [dash, gap]: [f32; 2], width: f32, colour: Colour) {
        let Some([from, to]) = self.seen(ends.map(|end| self.pixel(end))) else { return };
        let length = from.distance(to);
        let mut at = 0.0;
        while at < length {
            let part = |along: f32| from.lerp(to, (along / length).min(1.0));
            self.layer.line([part(at), part(at + dash)], width, colour);
            at += dash + gap;
        }
    }

    /// A filled shape, which must be convex and seen as a whole.
    pub fn filled(&mut self, corners: &[DVec2], colour: Colour) {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| self.pixel(corner)).collect();
        self.layer.filled(corners, colour);
    }

    /// A disc with an edge, and words in it.
    pub fn disc(&mut self, at: DVec2, radius: f32, colours: [Colour; 2], words: &str) {
        self.number(self.pixel(at), radius, colours, words);
    }

    /// The same around a pixel.
    pub fn number(&mut self, at: Vec2, radius: f32, [fill, edge]: [Colour; 2], words: &str) {
        self.layer.filled(round(at, radius), edge);
        self.layer.filled(round(at, radius - 1.5), fill);
        if !words.is_empty() {
            self.layer.words(at, vec2(0.5, 0.5), words, if fill == PAPER { edge } else { PAPER });
        }
    }

    /// The same with four corners.
    pub fn diamond(&mut self, at: DVec2, radius: f32, [fill, edge]: [Colour; 2], words: &str) {
        let at = self.pixel(at);
        let corners = |radius: f32| [Vec2::X, Vec2::Y, -Vec2::X, -Vec2::Y].map(|way| at + radius * way);
        self.layer.filled(corners(radius), edge);
        self.layer.filled(corners(radius - 2.0), fill);
        self.layer.words(at, vec2(0.5, 0.5), words, edge);
    }

    /// Draws a ring around a place, with its radius in pixels.
    pub fn ring(&mut self, at: DVec2, radius: f32, width: f32, colour: Colour) {
        let at = self.pixel(at);
        self.layer.line(closed(round(at, radius)), width, colour);
    }

    /// A circle of the plane, if it is not many times as large as the view.
    pub fn circle(&mut self, centre: DVec2, radius: f64, width: f32, colour: Colour) {
        let [at, right] = [centre, centre + radius * DVec2::X].map(|place| self.pixel(place));
        let radius = at.distance(right);
        if radius < 20_000.0 {
            let points = closed(round(at, radius));
            points.windows(2).for_each(|ends| {
                if let Some(ends) = self.seen([ends[0], ends[1]]) {
                    self.layer.line(ends, width, colour);
                }
            });
        }
    }
}

/// Points around a pixel, closer together than can be seen.
fn round(at: Vec2, radius: f32) -> Vec<Vec2> {
    let count = (2.0 * radius.sqrt()).clamp(4.0, 200.0) as u16 * 4;
    (0..count).map(|i| at + radius * Vec2::from_angle(TAU * f32::from(i) / f32::from(count))).collect()
}

fn closed(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.extend(points.first().copied());
    points
}
