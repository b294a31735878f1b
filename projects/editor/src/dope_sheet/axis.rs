//! Maps time to a sheet's width, with ticks, frames and zoom.

pub const FPS: f32 = 30.0;

/// The longest time that can be visible, in seconds.
const LONGEST: f32 = 3600.0;

/// The least number of visible frames.
const FEWEST_FRAMES: f32 = 4.0;

/// The possible distances of ticks, in frames.
const STEPS: [u32; 15] = [1, 2, 3, 6, 15, 30, 60, 150, 300, 450, 900, 1800, 3600, 9000, 18_000];

/// The axis of time across the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The left end, in pixels.
    pub left: f32,
    /// The width, in pixels.
    pub width: f32,
    /// The time at its left end, in seconds.
    pub from: f32,
    /// The time at its right end, in seconds.
    pub to: f32,
}

impl Axis {
    pub fn pixels_per_second(&self) -> f32 {
        self.width / (self.to - self.from)
    }

    /// Returns the pixel of a moment.
    pub fn across(&self, time: f32) -> f32 {
        self.left + (time - self.from) * self.pixels_per_second()
    }

    /// Returns the moment at a pixel.
    pub fn time(&self, across: f32) -> f32 {
        self.from + (across - self.left) / self.pixels_per_second()
    }

    /// Returns the seconds between ticks that are at least `apart` pixels from each other.
    pub fn step(&self, apart: f32) -> f32 {
        let mut steps = STEPS.into_iter().map(|frames| frames as f32 / FPS);
        steps.find(|step| step * self.pixels_per_second() >= apart).unwrap_or(LONGEST)
    }

    /// Returns the times of the visible ticks, which are `step` seconds apart.
    pub fn ticks(&self, step: f32) -> impl Iterator<Item = f32> {
        let (first, last) = ((self.from / step).ceil() as i64, (self.to / step).floor() as i64);
        (first..=last).map(move |tick| tick as f32 * step)
    }
}

/// Returns the time of the frame nearest to a time.
pub fn snapped(time: f32) -> f32 {
    (time * FPS).round() / FPS
}

/// Returns the first and last visible time after zooming by `factor` about the time `still`.
pub fn zoomed([from, to]: [f32; 2], still: f32, factor: f32) -> [f32; 2] {
    let length = to - from;
    let wanted = (length * factor).clamp(FEWEST_FRAMES / FPS, LONGEST);
    [from, to].map(|edge| still + (edge - still) * wanted / length)
}
