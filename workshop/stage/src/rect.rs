//! Rectangles of the picture.

use glam::{Vec2, vec2};

/// A rectangle of the picture, in pixels from the upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The upper left corner.
    pub low: Vec2,
    /// The lower right corner.
    pub high: Vec2,
}

impl Rect {
    /// Returns the rectangle of a whole picture.
    pub fn whole(size: [u32; 2]) -> Self {
        Self { low: Vec2::ZERO, high: size.map(|side| side as f32).into() }
    }

    /// Returns a rectangle around a point.
    pub fn around(centre: Vec2, size: Vec2) -> Self {
        Self { low: centre - 0.5 * size, high: centre + 0.5 * size }
    }

    /// Returns width and height.
    pub fn size(&self) -> Vec2 {
        self.high - self.low
    }

    /// Returns the point in its middle.
    pub fn centre(&self) -> Vec2 {
        0.5 * (self.low + self.high)
    }

    /// Returns true if a pixel is inside the rectangle.
    pub fn contains(&self, pixel: Vec2) -> bool {
        pixel.cmpge(self.low).all() && pixel.cmplt(self.high).all()
    }

    /// Returns true if two rectangles overlap.
    pub fn meets(&self, other: &Self) -> bool {
        self.low.cmplt(other.high).all() && other.low.cmplt(self.high).all()
    }

    /// Returns the rectangle reduced by this much at each edge, down to an empty one.
    pub fn without(&self, left: f32, top: f32, right: f32, bottom: f32) -> Self {
        let low = self.low + vec2(left, top);
        Self { low, high: (self.high - vec2(right, bottom)).max(low) }
    }
}
