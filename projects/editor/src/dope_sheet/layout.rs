//! Computes where a sheet's parts are, and which part is under the mouse.

use super::{FPS, NAMES_WIDTH, ROW_HEIGHT, RULER_HEIGHT, Rect, Sheet, SheetKey, SheetKeys, SheetView};
use glam::{Vec2, vec2};

/// The greatest distance between a press and a key that it means, in pixels at scale 1.
const REACH: f32 = 7.0;

/// Half the height of a key, in pixels at scale 1.
pub const HALF_KEY: f32 = 5.5;

/// The least distance between keys that are drawn separately, in pixels at scale 1.
const DENSEST: f32 = 6.0;

/// The longest time that can be visible, in seconds.
pub const LONGEST: f32 = 3600.0;

/// The possible distances of ticks, in frames.
const STEPS: [u32; 15] = [1, 2, 3, 6, 15, 30, 60, 150, 300, 450, 900, 1800, 3600, 9000, 18_000];

/// A part of a sheet under the mouse. A row is a joint's, or else the row of columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SheetPart {
    Ruler,
    Key(SheetKey),
    /// The name of a row, or of the row of columns.
    Name(Option<usize>),
    /// The background of a row, or below all rows.
    Ground,
}

/// A key that is drawn, for itself and those that it hides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The index of the first key that is drawn here.
    pub key: usize,
    /// The horizontal place, in pixels.
    pub across: f32,
    /// True if any key that is drawn here is selected.
    pub selected: bool,
}

/// The rectangles of a sheet's parts, in pixels.
pub struct Layout {
    pub scale: f32,
    /// The first and the last visible time, in seconds, at the ruler's ends.
    pub times: [f32; 2],
    pub place: Rect,
    pub ruler: Rect,
    /// The row of columns, without the names' part.
    pub columns: Rect,
    /// The rows of joints, without the names' part.
    pub body: Rect,
    pub rows: usize,
    /// The number of rows that are scrolled out at the top.
    pub first_row: f32,
}

impl Layout {
    pub fn new(place: Rect, scale: f32, sheet: &Sheet<'_>, view: &SheetView) -> Self {
        let names = (NAMES_WIDTH * scale).min(0.4 * place.size().x).round();
        let [ruler, row] = [RULER_HEIGHT, ROW_HEIGHT].map(|height| height * scale);
        let from_top = |top: f32, height: f32| {
            let low = place.low + vec2(names, top);
            Rect { low, high: vec2(place.high.x, (low.y + height).min(place.high.y)) }
        };
        let body = from_top(ruler + row, f32::INFINITY);
        let (columns, ruler) = (from_top(ruler, row), from_top(0.0, ruler));
        let (rows, times) = (sheet.rows.len(), [view.from, view.to]);
        let layout = Self { scale, times, place, ruler, columns, body, rows, first_row: 0.0 };
        Self { first_row: view.first_row.clamp(0.0, layout.most_rows_above()), ..layout }
    }

    pub fn pixels_per_second(&self) -> f32 {
        self.ruler.size().x.max(1.0) / (self.times[1] - self.times[0])
    }

    /// Returns the pixel of a moment.
    pub fn across(&self, time: f32) -> f32 {
        self.ruler.low.x + (time - self.times[0]) * self.pixels_per_second()
    }

    /// Returns the moment at a pixel.
    pub fn time(&self, across: f32) -> f32 {
        self.times[0] + (across - self.ruler.low.x) / self.pixels_per_second()
    }

    /// Returns the seconds between ticks that are at least `apart` pixels from each other.
    pub fn step(&self, apart: f32) -> f32 {
        let mut steps = STEPS.into_iter().map(|frames| frames as f32 / FPS);
        steps.find(|step| step * self.pixels_per_second() >= apart).unwrap_or(LONGEST)
    }

    /// Returns the times of the visible ticks, which are `step` seconds apart.
    pub fn ticks(&self, step: f32) -> impl Iterator<Item = f32> {
        let [from, to] = self.times;
        ((from / step).ceil() as i64..=(to / step).floor() as i64).map(move |tick| tick as f32 * step)
    }

    pub fn row_height(&self) -> f32 {
        ROW_HEIGHT * self.scale
    }

    pub fn rows_seen(&self) -> f32 {
        self.body.size().y / self.row_height()
    }

    /// Returns the greatest number of rows that can be scrolled out at the top.
    pub fn most_rows_above(&self) -> f32 {
        (self.rows as f32 - self.rows_seen()).max(0.0)
    }

    /// Returns the vertical centre of a joint's row.
    pub fn middle_of(&self, row: usize) -> f32 {
        self.body.low.y + (row as f32 + 0.5 - self.first_row) * self.row_height()
    }

    /// Returns the rows that are at least partly visible, each with its vertical centre.
    pub fn rows_in_sight(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        let first = self.first_row as usize;
        let count = (self.rows_seen() + 1.0).ceil() as usize;
        (0..self.rows).skip(first).take(count).map(|row| (row, self.middle_of(row)))
    }

    /// Returns the visible keys of a row, of those that overlap only the first.
    pub fn marks(&self, keys: &SheetKeys) -> Vec<Mark> {
        let [apart, margin] =
            [DENSEST, HALF_KEY].map(|pixels| pixels * self.scale / self.pixels_per_second());
        let times = &keys.times;
        let last = times.partition_point(|at| *at <= self.times[1] + margin);
        let mut key = times.partition_point(|at| *at < self.times[0] - margin);
        let mut marks = Vec::new();
        while key < last {
            let next = key + times[key..last].partition_point(|at| *at < times[key] + apart).max(1);
            marks.push(Mark { key, across: self.across(times[key]), selected: keys.has_in(key..next) });
            key = next;
        }
        marks
    }

    pub fn part(&self, at: Vec2, sheet: &Sheet<'_>) -> SheetPart {
        if at.y < self.ruler.high.y {
            return SheetPart::Ruler;
        }
        let row = if at.y < self.columns.high.y {
            None
        } else {
            let row = ((at.y - self.body.low.y) / self.row_height() + self.first_row) as usize;
            if row >= self.rows {
                return SheetPart::Ground;
            }
            Some(row)
        };
        if at.x < self.ruler.low.x {
            return SheetPart::Name(row);
        }
        let reach = REACH * self.scale / self.pixels_per_second();
        let near = sheet.keys(row).near(self.time(at.x), reach);
        near.map_or(SheetPart::Ground, |key| SheetPart::Key(SheetKey { row, key }))
    }

    /// Returns the keys in a box between two corners, given in pixels.
    pub fn keys_in(&self, one: Vec2, other: Vec2, sheet: &Sheet<'_>) -> Vec<SheetKey> {
        let (low, high) = (one.min(other), one.max(other));
        let (from, to) = (self.time(low.x), self.time(high.x));
        let half = HALF_KEY * self.scale;
        let touches = |middle: f32| middle + half >= low.y && middle - half <= high.y;
        let columns = touches(self.columns.centre().y).then_some(None);
        let joints = (0..self.rows).filter(|row| touches(self.middle_of(*row))).map(Some);
        let keys = columns.into_iter().chain(joints).flat_map(|row| {
            let times = &sheet.keys(row).times;
            let inside = times.partition_point(|at| *at < from)..times.partition_point(|at| *at <= to);
            inside.map(move |key| SheetKey { row, key })
        });
        keys.collect()
    }
}
