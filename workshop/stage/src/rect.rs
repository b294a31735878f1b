//! Rectangles of the picture.

use glam::{Vec2, vec2};

/// A rectangle of the picture, in pixels from the upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its upper left corner.
    pub low: Vec2,
    /// Its lower right corner.
    pub high: Vec2,
}

impl Rect {
    /// A whole picture.
    pub fn whole(size: [u32; 2]) -> Self {
        Self { low: Vec2::ZERO, high: size.map(|side| side as f32).into() }
    }

    /// A rectangle around a point.
    pub fn around(centre: Vec2, size: Vec2) -> Self {
        Self { low: centre - 0.5 * size, high: centre + 0.5 * size }
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.high - self.low
    }

    /// The point in its middle.
    pub fn centre(&self) -> Vec2 {
        0.5 * (self.low + self.high)
    }

    /// Returns true if a pixel is in it.
    pub fn contains(&self, pixel: Vec2) -> bool {
        pixel.cmpge(self.low).all() && pixel.cmplt(self.high).all()
    }

    /// Returns true if two have a part in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.low.cmplt(other.high).all() && other.low.cmplt(self.high).all()
    }

    /// Returns the rectangle reduced at each edge, never below an empty one.
    pub fn without(&self, left: f32, top: f32, right: f32, bottom: f32) -> Self {
        let low = self.low + vec2(left, top);
        Self { low, high: (self.high - vec2(right, bottom)).max(low) }
    }
}
