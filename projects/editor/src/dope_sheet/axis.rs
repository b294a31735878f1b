//! Time along the width of a sheet: its ticks, frames, zoom.

pub use common::clip::SAME_TIME;

/// The longest visible time, in seconds.
const LONGEST: f32 = 3600.0;

/// Least number of visible frames.
const FEWEST_FRAMES: f32 = 4.0;

/// Possible distances of ticks of a second or more, in seconds.
const SECONDS: [f32; 11] = [1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0];

/// Axis of time across the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Left end, in pixels.
    pub left: f32,
    /// Width in pixels.
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

    /// Returns the seconds between ticks that are at least `apart` pixels from each other: a number of frames that
    /// divides a second, or a round number of seconds.
    pub fn step(&self, fps: f32, apart: f32) -> f32 {
        let fits = |step: &f32| step * self.pixels_per_second() >= apart;
        let second = fps.round().max(1.0) as u32;
        let parts = (1..second).filter(|frames| second.is_multiple_of(*frames));
        // Longer intervals must be round in seconds too.
        let is_round = |frames: &u32| (frames * 100).is_multiple_of(second);
        let shortest_round = (1..=second).find(is_round).unwrap_or(second);
        let parts = parts.filter(|frames| *frames < shortest_round || is_round(frames));
        let parts = parts.map(|frames| frames as f32 / fps);
        let longer = SECONDS.into_iter().chain([LONGEST]);
        parts.chain(longer).find(fits).unwrap_or(LONGEST)
    }

    /// The times of the visible ticks, which are `step` seconds apart.
    pub fn ticks(&self, step: f32) -> impl Iterator<Item = f32> {
        let (first, last) = ((self.from / step).ceil() as i64, (self.to / step).floor() as i64);
        (first..=last).map(move |tick| tick as f32 * step)
    }
}

/// The whole frame nearest to a time.
pub fn snapped(time: f32, fps: f32) -> f32 {
    (time * fps).round() / fps
}

/// The first and the last visible time after the view is scaled by `factor`; `still` stays where it is.
pub fn zoomed([from, to]: [f32; 2], still: f32, factor: f32, fps: f32) -> [f32; 2] {
    let length = to - from;
    let wanted = (length * factor).clamp(FEWEST_FRAMES / fps, LONGEST);
    [from, to].map(|edge| still + (edge - still) * wanted / length)
}
