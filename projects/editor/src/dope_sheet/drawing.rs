//! Draws a sheet.

use super::hand::{Hand, Mouse};
use super::layout::{HALF_KEY, Layout, SheetPart};
use super::{FPS, Sheet, SheetKey, SheetKeys, SheetView};
use glam::{Vec2, vec2};
use imgui::DrawListMut;
use stage::theme::{ACCENT, CHANGED, Colour, FAINT, INK, PAPER, STEEL, mix, with_alpha};
use stage::{Panel, Rect};

/// The least distance of the ruler's labels, in pixels at scale 1.
const LABELS_APART: f32 = 92.0;
const TICKS_APART: f32 = 7.0;

/// The distance of a row's triangle from the left, in pixels at scale 1.
const FOLD: f32 = 9.0;
const DOT: f32 = 22.0;
const NAME: f32 = 30.0;

/// The arguments that the functions for drawing a sheet share.
struct Pen<'p, 'u> {
    panel: &'p Panel<'u>,
    list: DrawListMut<'p>,
    sheet: &'p Sheet<'p>,
    layout: &'p Layout,
    /// The key under the mouse.
    hovered: Option<SheetKey>,
}

pub(super) fn draw(panel: &Panel<'_>, sheet: &Sheet<'_>, layout: &Layout, view: &SheetView, mouse: &Mouse) {
    let part = mouse.at.filter(|_| mouse.over && view.hand == Hand::Free).map(|at| layout.part(at, sheet));
    let hovered = if let Some(SheetPart::Key(key)) = part { Some(key) } else { None };
    let pen = Pen { panel, list: panel.get_window_draw_list(), sheet, layout, hovered };
    pen.within(layout.place, || {
        pen.grounds();
        pen.names();
        pen.ticks();
        // A key at the playhead is drawn above its line.
        pen.lines();
        pen.within(layout.columns, || pen.marks(&sheet.columns, layout.columns.centre().y, None));
        pen.within(layout.body, || {
            for (row, middle) in layout.rows_in_sight() {
                pen.marks(&sheet.rows[row].keys, middle, Some(row));
            }
        });
        pen.box_of(view, mouse);
        pen.told_of_drag(view, mouse);
    });
}

/// Stores the rectangles of a sheet's parts under their names, for scripts.
pub(super) fn place(panel: &mut Panel<'_>, name: &str, sheet: &Sheet<'_>, layout: &Layout) {
    let around = |at: Vec2| Rect::around(at, Vec2::splat(2.0 * HALF_KEY * layout.scale));
    let middle = layout.columns.centre().y;
    let mut found = vec![("fold".to_owned(), around(vec2(layout.place.low.x + FOLD * layout.scale, middle)))];
    let now = layout.across(sheet.now);
    if (layout.ruler.low.x..=layout.ruler.high.x).contains(&now) {
        found.push(("playhead".to_owned(), around(vec2(now, layout.ruler.centre().y))));
    }
    for mark in layout.marks(&sheet.columns) {
        found.push((format!("key {}", mark.key), around(vec2(mark.across, middle))));
    }
    for (row, middle) in layout.rows_in_sight() {
        let row = &sheet.rows[row];
        if (layout.body.low.y..layout.body.high.y).contains(&middle) {
            let half = vec2(0.0, 0.5 * layout.row_height());
            let low = vec2(layout.place.low.x, middle) - half;
            let high = vec2(layout.body.low.x, middle) + half;
            found.push((format!("{name}={}", row.name), Rect { low, high }));
            let key = |key: usize| format!("{} key {key}", row.name);
            let marks = layout.marks(&row.keys).into_iter();
            found.extend(marks.map(|mark| (key(mark.key), around(vec2(mark.across, middle)))));
        }
    }
    found.into_iter().for_each(|(name, place)| panel.found(name, place));
}

impl Pen<'_, '_> {
    fn px(&self, pixels: f32) -> f32 {
        pixels * self.layout.scale
    }

    fn within(&self, place: Rect, draw: impl FnOnce()) {
        self.list.with_clip_rect_intersect(place.low.to_array(), place.high.to_array(), draw);
    }

    fn fill(&self, place: Rect, colour: Colour) {
        self.list.add_rect(place.low.to_array(), place.high.to_array(), colour).filled(true).build();
    }

    fn upright(&self, across: f32, [top, bottom]: [f32; 2], colour: Colour, thickness: f32) {
        let line = self.list.add_line([across, top], [across, bottom], colour);
        line.thickness(self.px(thickness)).build();
    }

    /// Draws a text by its left edge and its vertical centre.
    fn text(&self, at: Vec2, colour: Colour, text: &str) {
        let top = (at.y - 0.5 * self.panel.text_line_height()).round();
        self.list.add_text([at.x.round(), top], colour, text);
    }

    fn width(&self, text: &str) -> f32 {
        self.panel.calc_text_size(text)[0]
    }

    /// Draws the background, lighter within the animation's time.
    fn grounds(&self) {
        let layout = self.layout;
        let all = Rect { low: layout.ruler.low, high: layout.body.high };
        self.fill(all, with_alpha(INK, 0.07));
        let ends = [0.0, self.sheet.end].map(|time| layout.across(time));
        let [start, end] = ends.map(|x| x.clamp(all.low.x, all.high.x));
        self.fill(Rect { low: vec2(start, layout.columns.low.y), high: vec2(end, all.high.y) }, PAPER);
        let columns = Rect { low: vec2(layout.place.low.x, layout.columns.low.y), ..layout.columns };
        self.fill(columns, with_alpha(INK, 0.06));
        for (row, middle) in layout.rows_in_sight() {
            let half = 0.5 * layout.row_height();
            let low = vec2(layout.place.low.x, (middle - half).max(layout.body.low.y));
            let place = Rect { low, high: vec2(layout.body.high.x, middle + half) };
            match self.sheet.rows[row].chosen {
                true => self.fill(place, with_alpha(ACCENT, 0.16)),
                false if row % 2 == 1 => self.fill(place, with_alpha(INK, 0.03)),
                false => {}
            }
        }
    }

    fn names(&self) {
        let layout = self.layout;
        let left = layout.place.low.x;
        let names = |rows: Rect| Rect {
            low: vec2(left, rows.low.y),
            high: vec2(layout.ruler.low.x - self.px(4.0), rows.high.y),
        };
        self.within(names(layout.columns), || {
            let middle = layout.columns.centre().y;
            self.fold(vec2(left + self.px(FOLD), middle));
            let _font = self.panel.push_bold();
            self.text(vec2(left + self.px(DOT), middle), INK, "all joints");
        });
        self.within(names(layout.body), || {
            for (row, middle) in layout.rows_in_sight() {
                let row = &self.sheet.rows[row];
                let dot = [left + self.px(DOT), middle];
                self.list.add_circle(dot, self.px(4.0), row.colour).filled(true).build();
                self.text(vec2(left + self.px(NAME), middle), INK, row.name);
            }
        });
    }

    /// Draws a triangle that points down if the rows are unfolded, and right if they are folded.
    fn fold(&self, centre: Vec2) {
        let corners = [vec2(-3.0, -4.5), vec2(-3.0, 4.5), vec2(4.0, 0.0)];
        let [a, b, c] = corners.map(|corner| {
            let corner = if self.sheet.unfolded { vec2(-corner.y, corner.x) } else { corner };
            (centre + corner * self.layout.scale).to_array()
        });
        self.list.add_triangle(a, b, c, FAINT).filled(true).build();
    }

    /// Draws the ruler, and faint lines down from its labels.
    fn ticks(&self) {
        let layout = self.layout;
        let (labels, ticks) = (layout.step(self.px(LABELS_APART)), layout.step(self.px(TICKS_APART)));
        let taken = self.playhead();
        self.within(Rect { low: layout.ruler.low, high: layout.body.high }, || {
            let bottom = layout.ruler.high.y;
            for time in layout.ticks(ticks) {
                let top = bottom - self.px(4.0);
                self.upright(layout.across(time), [top, bottom], with_alpha(INK, 0.3), 1.0);
            }
            for time in layout.ticks(labels) {
                let across = layout.across(time);
                self.upright(across, [bottom - self.px(8.0), bottom], with_alpha(INK, 0.45), 1.0);
                let rows = [layout.columns.low.y, layout.place.high.y];
                self.upright(across, rows, with_alpha(INK, 0.09), 1.0);
                let (at, text) = (across + self.px(4.0), seconds(time, labels));
                if at > taken.high.x || at + self.width(&text) < taken.low.x {
                    self.text(vec2(at, layout.ruler.centre().y - self.px(1.0)), INK, &text);
                }
            }
        });
    }

    fn marks(&self, keys: &SheetKeys, middle: f32, row: Option<usize>) {
        for mark in self.layout.marks(keys) {
            let is_hovered = self.hovered == Some(SheetKey { row, key: mark.key });
            self.diamond(vec2(mark.across, middle), mark.selected, is_hovered);
        }
    }

    fn diamond(&self, at: Vec2, selected: bool, is_hovered: bool) {
        let (fill, edge) = match (selected, is_hovered) {
            (true, false) => (ACCENT, mix(ACCENT, INK, 0.5)),
            (true, true) => (mix(ACCENT, PAPER, 0.25), INK),
            (false, false) => (mix(PAPER, STEEL, 0.6), mix(PAPER, INK, 0.75)),
            (false, true) => (PAPER, ACCENT),
        };
        let (at, side) = (at.to_array(), self.px(HALF_KEY));
        // A circle of four corners.
        self.list.add_circle(at, side, fill).filled(true).num_segments(4).build();
        self.list.add_circle(at, side, edge).thickness(self.px(1.2)).num_segments(4).build();
    }

    /// Draws the animation's end, and the playhead with its time.
    fn lines(&self) {
        let layout = self.layout;
        let all = Rect { low: layout.ruler.low, high: layout.body.high };
        let [now, end] = [self.sheet.now, self.sheet.end].map(|time| layout.across(time));
        self.within(all, || {
            self.upright(end, [layout.columns.low.y, all.high.y], with_alpha(ACCENT, 0.7), 1.5);
            self.upright(now, [layout.ruler.high.y, all.high.y], CHANGED, 1.5);
        });
        if (all.low.x..=all.high.x).contains(&now) {
            let _font = self.panel.push_bold();
            self.flag(self.playhead(), &self.now(), CHANGED);
        }
    }

    /// Returns the playhead's text, its time in seconds and in frames.
    fn now(&self) -> String {
        format!("{:.2} s  {:.0}", self.sheet.now, self.sheet.now * FPS)
    }

    fn playhead(&self) -> Rect {
        let _font = self.panel.push_bold();
        let now = self.layout.across(self.sheet.now);
        self.place_of_flag(vec2(now, self.layout.ruler.centre().y), &self.now())
    }

    /// Returns the rectangle of a text around a point, moved to be within the sheet's time.
    fn place_of_flag(&self, centre: Vec2, text: &str) -> Rect {
        let size = vec2(self.width(text) + self.px(12.0), self.px(18.0));
        let (low, high) = (self.layout.ruler.low.x, self.layout.ruler.high.x);
        let half = 0.5 * size.x;
        Rect::around(vec2(centre.x.clamp(low + half, (high - half).max(low + half)), centre.y), size)
    }

    /// Draws a text on a coloured rectangle.
    fn flag(&self, place: Rect, text: &str, colour: Colour) {
        let ground = self.list.add_rect(place.low.to_array(), place.high.to_array(), colour);
        ground.rounding(self.px(4.0)).filled(true).build();
        self.text(place.low + vec2(self.px(6.0), 0.5 * place.size().y), PAPER, text);
    }

    /// Draws the box by which keys are being selected.
    fn box_of(&self, view: &SheetView, mouse: &Mouse) {
        let (Some(corner), Some(at)) = (view.hand.corner(self.layout), mouse.at) else { return };
        let place = Rect { low: corner.min(at), high: corner.max(at) };
        self.within(Rect { low: self.layout.columns.low, high: self.layout.body.high }, || {
            self.fill(place, with_alpha(ACCENT, 0.12));
            let frame = self.list.add_rect(place.low.to_array(), place.high.to_array(), ACCENT);
            frame.thickness(self.px(1.0)).build();
        });
    }

    /// Draws the distance of a drag, below the mouse.
    fn told_of_drag(&self, view: &SheetView, mouse: &Mouse) {
        let (Hand::Moves(grab), Some(at)) = (&view.hand, mouse.at) else { return };
        let highest = self.layout.place.high.y - self.px(10.0);
        let below = vec2(at.x, (at.y + self.px(28.0)).clamp(self.layout.columns.low.y, highest));
        let text = grab.words();
        self.flag(self.place_of_flag(below, &text), &text, ACCENT);
    }
}

/// Formats a time for the ruler, with as many digits as ticks that are `step` seconds apart need.
fn seconds(time: f32, step: f32) -> String {
    let digits = [0, 1].into_iter().find(|digits| {
        let scaled = step * 10.0_f32.powi(*digits);
        (scaled - scaled.round()).abs() < 1e-3
    });
    let digits = digits.unwrap_or(2) as usize;
    // Without a minus on zero.
    format!("{:.digits$} s", time + 0.0)
}
