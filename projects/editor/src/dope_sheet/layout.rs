//! Places of a sheet's parts, and the part under the mouse.

use super::axis::Axis;
use super::{
    NAMES_WIDTH, ROW_HEIGHT, RULER_HEIGHT, Rect, STRIP_HEIGHT, Sheet, SheetKey, SheetKeys, SheetView,
};
use glam::{Vec2, vec2};

/// Greatest distance between a press and a key that it means, at scale 1.
const REACH: f32 = 7.0;

/// Half the height of a key, at scale 1.
pub const HALF_KEY: f32 = 5.5;

/// Smallest distance between keys that are drawn separately, at scale 1.
const DENSEST: f32 = 6.0;

/// Shortest duration on the screen that has a bar, at scale 1.
const SHORTEST_BAR: f32 = 18.0;

/// Half the height of a duration's bar for the mouse, at scale 1.
const HALF_BAR: f32 = 4.0;

/// The width of the bar that scrolls rows, at scale 1.
const SCROLL_WIDTH: f32 = 9.0;

/// Indent of a row's name from its parent's, at scale 1.
const INDENT: f32 = 10.0;

/// Something in a sheet that the mouse can be over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    Ruler,
    /// The line where the animation ends.
    End,
    Key(SheetKey),
    /// The duration before a column.
    Duration(usize),
    /// The background, in a row or below them all.
    Ground(Line),
    /// A row's name.
    Name(Line),
    /// The triangle before a name that unfolds its row.
    Fold(Line),
    /// The bar that scrolls the rows.
    Scroll,
}

/// A row of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    Columns,
    Joint(usize),
    /// Below all rows.
    Below,
}

impl Line {
    /// The row for an action: none means all joints.
    pub fn row(self) -> Option<usize> {
        match self {
            Self::Joint(row) => Some(row),
            Self::Columns | Self::Below => None,
        }
    }
}

/// A key as it is drawn, together with those that it hides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The first of them.
    pub key: usize,
    /// Its horizontal place in the picture.
    pub across: f32,
    /// True if any of them is selected.
    pub selected: bool,
}

/// Places of everything in a sheet, in pixels.
pub struct Layout {
    pub scale: f32,
    pub axis: Axis,
    /// The whole of it.
    pub place: Rect,
    pub ruler: Rect,
    /// The strip below the ruler that shows the animation's length.
    pub strip: Rect,
    /// The row of columns, without its name.
    pub columns: Rect,
    /// The rows of joints, without their names.
    pub body: Rect,
    /// The bar that scrolls the rows, if not all are visible.
    pub scroll: Option<Rect>,
    /// The rows whose parents are unfolded, from above.
    pub rows: Vec<usize>,
    /// Number of rows that are scrolled out at the top.
    pub first_row: f32,
}

impl Layout {
    pub fn new(place: Rect, scale: f32, sheet: &Sheet<'_>, view: &SheetView) -> Self {
        let names = (NAMES_WIDTH * scale).min(0.4 * place.size().x).round();
        let [ruler, strip, row] = [RULER_HEIGHT, STRIP_HEIGHT, ROW_HEIGHT].map(|height| height * scale);
        let rows = if sheet.unfolded { unfolded(sheet) } else { Vec::new() };
        let from_top = |top: f32, height: f32| {
            let low = place.low + vec2(names, top);
            Rect { low, high: vec2(place.high.x, (low.y + height).min(place.high.y)) }
        };
        let mut body = from_top(ruler + strip + row, f32::INFINITY);
        let seen = body.size().y / row;
        let most = (rows.len() as f32 - seen).max(0.0);
        let bar = Rect { low: vec2(body.high.x - SCROLL_WIDTH * scale, body.low.y), high: body.high };
        let scroll = (most > 0.0).then_some(bar);
        let right = body.high.x - SCROLL_WIDTH * scale;
        let (mut ruler, mut strip, mut columns) =
            (from_top(0.0, ruler), from_top(ruler, strip), from_top(ruler + strip, row));
        for part in [&mut ruler, &mut strip, &mut columns, &mut body] {
            part.high.x = right;
        }
        let axis = Axis { left: ruler.low.x, width: ruler.size().x.max(1.0), from: view.from, to: view.to };
        let first_row = view.first_row.clamp(0.0, most);
        Self { scale, axis, place, ruler, strip, columns, body, scroll, rows, first_row }
    }

    /// Returns the height of a row.
    pub fn row_height(&self) -> f32 {
        ROW_HEIGHT * self.scale
    }

    /// Returns the number of rows that fit.
    pub fn rows_seen(&self) -> f32 {
        self.body.size().y / self.row_height()
    }

    /// Returns the greatest number of rows that can be scrolled out at the top.
    pub fn most_rows_above(&self) -> f32 {
        (self.rows.len() as f32 - self.rows_seen()).max(0.0)
    }

    /// Returns the vertical centre of a row of joints, counted among those that are unfolded.
    pub fn middle_of(&self, index: usize) -> f32 {
        self.body.low.y + (index as f32 + 0.5 - self.first_row) * self.row_height()
    }

    /// Returns the rows that are at least partly visible, each with its place.
    pub fn rows_in_sight(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let first = self.first_row as usize;
        let count = (self.rows_seen() + 1.0).ceil() as usize;
        self.rows.iter().copied().enumerate().skip(first).take(count)
    }

    /// The visible keys of a row that don't hide each other.
    pub fn marks(&self, keys: SheetKeys<'_>) -> Vec<Mark> {
        let (axis, apart) = (self.axis, DENSEST * self.scale / self.axis.pixels_per_second());
        let margin = HALF_KEY * self.scale / axis.pixels_per_second();
        let times = keys.times;
        let last = times.partition_point(|at| *at <= axis.to + margin);
        let mut key = times.partition_point(|at| *at < axis.from - margin);
        let mut marks = Vec::new();
        while key < last {
            let next = key + times[key..last].partition_point(|at| *at < times[key] + apart).max(1);
            marks.push(Mark { key, across: axis.across(times[key]), selected: keys.has_in(key..next) });
            key = next;
        }
        marks
    }

    /// The visible durations that are long enough: each with its part, and with its first and last time. The last one
    /// ends at the animation's end.
    pub fn durations(&self, sheet: &Sheet<'_>) -> Vec<(Part, [f32; 2])> {
        let (axis, times) = (self.axis, sheet.columns.times);
        let first = times.partition_point(|at| *at < axis.from).max(1);
        let last = times.partition_point(|at| *at <= axis.to);
        let inner =
            (first..times.len().min(last + 1)).map(|key| (Part::Duration(key), [times[key - 1], times[key]]));
        let outer = times.last().map(|last| (Part::End, [*last, sheet.end]));
        let shortest = SHORTEST_BAR * self.scale / axis.pixels_per_second();
        inner.chain(outer).filter(|(_, [from, to])| to - from > shortest).collect()
    }

    /// Returns the places of keys that repeat after the end.
    pub fn marks_again(&self, keys: SheetKeys<'_>, end: f32) -> Vec<f32> {
        let axis = Axis { from: self.axis.from - end, to: self.axis.to - end, ..self.axis };
        let again = Self { axis, rows: Vec::new(), ..*self };
        let in_time = keys.times.partition_point(|at| *at < end);
        let keys = SheetKeys { times: &keys.times[..in_time], ..keys };
        again.marks(keys).into_iter().map(|mark| mark.across).collect()
    }

    /// Returns the rectangle of a fold's triangle in a row of that depth.
    pub fn fold(&self, middle: f32, depth: usize) -> Rect {
        let indent = (depth as f32 * INDENT).min(70.0) * self.scale;
        let centre = vec2(self.place.low.x + indent + 9.0 * self.scale, middle);
        Rect::around(centre, Vec2::splat(self.row_height()))
    }

    /// The line at a pixel's height.
    fn line(&self, y: f32) -> Line {
        if y < self.columns.high.y {
            return Line::Columns;
        }
        let index = ((y - self.body.low.y) / self.row_height() + self.first_row).floor() as usize;
        self.rows.get(index).map_or(Line::Below, |row| Line::Joint(*row))
    }

    /// The vertical centre of the line at a pixel's height.
    fn middle_at(&self, y: f32) -> f32 {
        if y < self.columns.high.y {
            return self.columns.centre().y;
        }
        self.middle_of(((y - self.body.low.y) / self.row_height() + self.first_row).floor() as usize)
    }

    /// Returns the part under the mouse.
    pub fn part(&self, at: Vec2, sheet: &Sheet<'_>) -> Part {
        if at.x < self.ruler.low.x {
            return self.part_of_names(at, sheet);
        }
        if self.scroll.is_some_and(|bar| bar.contains(at)) {
            return Part::Scroll;
        }
        if at.y < self.ruler.high.y {
            return Part::Ruler;
        }
        let reach = REACH * self.scale;
        let at_end = (self.axis.across(sheet.end) - at.x).abs() <= reach;
        if at.y < self.strip.high.y {
            return if at_end { Part::End } else { Part::Ruler };
        }
        let line = self.line(at.y);
        let time = self.axis.time(at.x);
        if line != Line::Below {
            let row = line.row();
            let near = sheet.keys(row).near(time, reach / self.axis.pixels_per_second());
            if let Some(key) = near {
                return Part::Key(SheetKey { row, key });
            }
        }
        if at_end {
            return Part::End;
        }
        let on_bar = (at.y - self.columns.centre().y).abs() <= HALF_BAR * self.scale;
        let next = sheet.columns.times.partition_point(|column| *column < time);
        match line {
            Line::Columns if on_bar && next > 0 && next < sheet.columns.times.len() => Part::Duration(next),
            Line::Columns if on_bar && next > 0 && time < sheet.end => Part::End,
            _ => Part::Ground(line),
        }
    }

    fn part_of_names(&self, at: Vec2, sheet: &Sheet<'_>) -> Part {
        if at.y < self.columns.low.y {
            return Part::Ruler;
        }
        let line = self.line(at.y);
        let (depth, folds) = match line {
            Line::Columns => (0, !sheet.rows.is_empty()),
            Line::Joint(row) => (sheet.rows[row].depth, has_below(sheet, row)),
            Line::Below => (0, false),
        };
        if folds && self.fold(self.middle_at(at.y), depth).contains(at) {
            Part::Fold(line)
        } else {
            Part::Name(line)
        }
    }

    /// The keys in a box between two corners.
    pub fn keys_in(&self, one: Vec2, other: Vec2, sheet: &Sheet<'_>) -> Vec<SheetKey> {
        let (low, high) = (one.min(other), one.max(other));
        let (from, to) = (self.axis.time(low.x), self.axis.time(high.x));
        let half = HALF_KEY * self.scale;
        let touches = |middle: f32| middle + half >= low.y && middle - half <= high.y;
        let columns = touches(self.columns.centre().y).then_some(None);
        let joints = (self.rows.iter().enumerate())
            .filter(|(index, _)| touches(self.middle_of(*index)))
            .map(|(_, row)| Some(*row));
        let lines = columns.into_iter().chain(joints);
        let keys = lines.flat_map(|row| {
            let times = sheet.keys(row).times;
            let inside = times.partition_point(|at| *at < from)..times.partition_point(|at| *at <= to);
            inside.map(move |key| SheetKey { row, key })
        });
        keys.collect()
    }
}

/// Returns true if a row has children.
pub fn has_below(sheet: &Sheet<'_>, row: usize) -> bool {
    sheet.rows.get(row + 1).is_some_and(|next| next.depth > sheet.rows[row].depth)
}

/// The rows of which no ancestor is folded.
fn unfolded(sheet: &Sheet<'_>) -> Vec<usize> {
    let mut rows = Vec::new();
    let mut folded_at = usize::MAX;
    for (index, row) in sheet.rows.iter().enumerate() {
        if row.depth > folded_at {
            continue;
        }
        folded_at = if row.unfolded { usize::MAX } else { row.depth };
        rows.push(index);
    }
    rows
}
