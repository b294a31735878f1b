//! A part of the picture with the level in it, and one of the players.

use crate::clip;
use gl::View;
use gl::colour::Colour;
use glam::{DVec2, Vec2, vec2};
use stage::{Corner, Frame, Overlay};

/// A rectangle of the picture, in pixels of a plain screen from the upper left of what panels leave free.
pub struct Pane<'f> {
    pub layer: Overlay<'f>,
    pub low: Vec2,
    pub high: Vec2,
    /// The level's origin in the picture, and the number of pixels in a unit.
    origin: Vec2,
    unit: f32,
}

impl<'f> Pane<'f> {
    /// Shows in its middle what the camera has in its own. The rectangle is given in parts of what is free.
    pub fn new(frame: &'f mut Frame<'_>, [low, high]: [Vec2; 2]) -> Self {
        let View { scale, size, .. } = frame.view;
        let seen = |place: Vec2| frame.view.pixel(place.extend(0.0)).unwrap_or_default() / scale;
        let [origin, right] = [Vec2::ZERO, Vec2::X].map(seen);
        let layer = frame.overlay(Corner::UpperLeft);
        let free = layer.size();
        // Panels are at the left, and menus above.
        let beside = Vec2::from(size.map(|side| side as f32)) / scale - free;
        let [low, high] = [low * free, high * free];
        let unit = right.x - origin.x;
        Self { layer, low, high, origin: origin - beside - 0.5 * free + 0.5 * (low + high), unit }
    }

    /// Returns the pixel of a place in the level.
    pub fn pixel(&self, place: DVec2) -> Vec2 {
        let place = place.as_vec2();
        self.origin + self.unit * vec2(place.x, -place.y)
    }

    pub fn line(&mut self, ends: [DVec2; 2], width: f32, colour: Colour) {
        let ends = ends.map(|end| self.pixel(end));
        if let Some(ends) = clip::line(ends, [self.low, self.high]) {
            self.layer.line(ends, width, colour);
        }
    }

    /// A closed line.
    pub fn outline(&mut self, ring: &[DVec2], width: f32, colour: Colour) {
        for (index, &from) in ring.iter().enumerate() {
            self.line([from, ring[(index + 1) % ring.len()]], width, colour);
        }
    }

    /// A filled convex shape.
    pub fn filled(&mut self, ring: &[DVec2], colour: Colour) {
        let ring: Vec<DVec2> = ring.iter().map(|&corner| self.pixel(corner).as_dvec2()).collect();
        let seen = clip::polygon(&ring, [self.low, self.high].map(|corner| corner.as_dvec2()));
        if seen.len() > 2 {
            self.layer.filled(seen.into_iter().map(|corner| corner.as_vec2()), colour);
        }
    }

    /// Returns true if a place is seen in it.
    pub fn has(&self, place: DVec2) -> bool {
        let pixel = self.pixel(place);
        pixel.cmpge(self.low).all() && pixel.cmple(self.high).all()
    }
}
