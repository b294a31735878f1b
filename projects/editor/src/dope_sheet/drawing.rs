//! Drawing of a sheet.

use super::hand::{Hand, Mouse};
use super::layout::{HALF_KEY, Layout, Line, Part, has_below};
use super::{Sheet, SheetDrag, SheetKey, SheetKeys, SheetView};
use glam::{Vec2, vec2};
use imgui::{DrawListMut, MouseCursor};
use stage::theme::{ACCENT, CHANGED, Colour, FAINT, INK, PAPER, STEEL, mix, with_alpha};
use stage::{Panel, Rect};

/// Least distance of the ruler's labels, and of its ticks, at scale 1.
const LABELS_APART: f32 = 92.0;
const TICKS_APART: f32 = 7.0;

/// The word beside the only key of a row: the joint doesn't move.
const HOLDS: &str = "holds";

/// Tools for drawing a sheet.
struct Pen<'p, 'u> {
    panel: &'p Panel<'u>,
    list: DrawListMut<'p>,
    sheet: &'p Sheet<'p>,
    layout: &'p Layout,
    /// Part under the mouse.
    hovered: Option<Part>,
}

/// Draws a sheet.
pub(super) fn draw(panel: &Panel<'_>, sheet: &Sheet<'_>, layout: &Layout, view: &SheetView, mouse: &Mouse) {
    let free = view.hand == Hand::Free;
    let hovered = mouse.at.filter(|_| mouse.over && free).map(|at| layout.part(at, sheet));
    let drags = matches!(view.hand, Hand::Drags { what: SheetDrag::Stretch { .. } | SheetDrag::End, .. });
    if drags || matches!(hovered, Some(Part::End | Part::Duration(_))) {
        panel.set_mouse_cursor(Some(MouseCursor::ResizeEW));
    }
    let pen = Pen { panel, list: panel.get_window_draw_list(), sheet, layout, hovered };
    pen.within(layout.place, || {
        pen.grounds();
        pen.names();
        pen.ticks();
        // A key at the playhead is drawn above its line.
        pen.lines();
        pen.columns();
        pen.rows();
        pen.box_of(view, mouse);
        pen.told_of_drag(view, mouse);
    });
    if panel.is_item_focused() && panel.io().nav_visible {
        pen.frame(layout.place, ACCENT, 2.0);
    }
}

/// Stores the places of a sheet's parts under their names.
pub(super) fn place(panel: &mut Panel<'_>, name: &str, sheet: &Sheet<'_>, layout: &Layout) {
    let half = Vec2::splat(2.0 * HALF_KEY * layout.scale);
    let mut found = vec![
        ("ruler".to_owned(), layout.ruler),
        ("fold".to_owned(), layout.fold(layout.columns.centre().y, 0)),
    ];
    let (now, end) = (layout.axis.across(sheet.now), layout.axis.across(sheet.end));
    let seen = layout.ruler.low.x..=layout.ruler.high.x;
    if seen.contains(&now) {
        found.push(("playhead".to_owned(), Rect::around(vec2(now, layout.ruler.centre().y), half)));
    }
    if seen.contains(&end) {
        found.push(("end".to_owned(), Rect::around(vec2(end, layout.strip.centre().y), half)));
    }
    let marks = layout.marks(sheet.columns);
    for mark in &marks {
        let place = Rect::around(vec2(mark.across, layout.columns.centre().y), half);
        found.push((format!("key {}", mark.key), place));
    }
    for (part, moments) in layout.durations(sheet) {
        if let Part::Duration(key) = part {
            let [from, to] = moments.map(|at| layout.axis.across(at).clamp(*seen.start(), *seen.end()));
            let place = Rect::around(vec2(0.5 * (from + to), layout.columns.centre().y), half);
            found.push((format!("duration {key}"), place));
        }
    }
    for (index, row) in layout.rows_in_sight() {
        let (middle, row) = (layout.middle_of(index), &sheet.rows[row]);
        if !(layout.body.low.y..layout.body.high.y).contains(&middle) {
            continue;
        }
        let fold = layout.fold(middle, row.depth);
        let high = vec2(layout.body.low.x, fold.high.y);
        found.push((format!("{name}={}", row.name), Rect { low: vec2(fold.high.x, fold.low.y), high }));
        found.push((format!("fold {}", row.name), fold));
        for mark in layout.marks(row.keys) {
            let place = Rect::around(vec2(mark.across, middle), half);
            found.push((format!("{} key {}", row.name, mark.key), place));
        }
    }
    for (name, place) in found {
        panel.found(name, place);
    }
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

    fn frame(&self, place: Rect, colour: Colour, thickness: f32) {
        let frame = self.list.add_rect(place.low.to_array(), place.high.to_array(), colour);
        frame.rounding(self.px(4.0)).thickness(self.px(thickness)).build();
    }

    fn upright(&self, across: f32, [top, bottom]: [f32; 2], colour: Colour, thickness: f32) {
        let line = self.list.add_line([across, top], [across, bottom], colour);
        line.thickness(self.px(thickness)).build();
    }

    /// A text by its left edge and its vertical centre.
    fn text(&self, at: Vec2, colour: Colour, text: &str) {
        let top = (at.y - 0.5 * self.panel.text_line_height()).round();
        self.list.add_text([at.x.round(), top], colour, text);
    }

    fn width(&self, text: &str) -> f32 {
        self.panel.calc_text_size(text)[0]
    }

    /// From the row of columns down to the bottom.
    fn rows_high(&self) -> [f32; 2] {
        [self.layout.columns.low.y, self.layout.place.high.y]
    }

    /// Draws the background: the time of the animation is lighter than the rest.
    fn grounds(&self) {
        let layout = self.layout;
        let beyond = with_alpha(INK, 0.07);
        let all = Rect { low: layout.ruler.low, high: layout.body.high };
        self.fill(all, beyond);
        let [start, end] = [0.0, self.sheet.end].map(|time| layout.axis.across(time));
        let [start, end] = [start, end].map(|x| x.clamp(all.low.x, all.high.x));
        self.fill(Rect { low: vec2(start, layout.columns.low.y), high: vec2(end, all.high.y) }, PAPER);
        let columns = Rect { low: vec2(layout.place.low.x, layout.columns.low.y), ..layout.columns };
        self.fill(columns, with_alpha(INK, 0.06));
        for (index, row) in layout.rows_in_sight() {
            let middle = layout.middle_of(index);
            let half = 0.5 * layout.row_height();
            let low = vec2(layout.place.low.x, (middle - half).max(layout.body.low.y));
            let place = Rect { low, high: vec2(layout.body.high.x, middle + half) };
            if self.sheet.rows[row].chosen {
                self.fill(place, with_alpha(ACCENT, 0.16));
            } else if self.line_is_hovered(Line::Joint(row)) {
                self.fill(place, with_alpha(ACCENT, 0.07));
            } else if index % 2 == 1 {
                self.fill(place, with_alpha(INK, 0.03));
            }
        }
        self.strip(start, end);
    }

    /// The strip below the ruler: the length of the animation, with a knob at its end.
    fn strip(&self, start: f32, end: f32) {
        let strip = self.layout.strip;
        let half = vec2(0.0, self.px(2.0));
        let middle = strip.centre().y;
        let bar = Rect { low: vec2(start, middle) - half, high: vec2(end, middle) + half };
        self.fill(bar, with_alpha(ACCENT, 0.35));
    }

    fn line_is_hovered(&self, line: Line) -> bool {
        match self.hovered {
            Some(Part::Name(hovered) | Part::Fold(hovered) | Part::Ground(hovered)) => hovered == line,
            Some(Part::Key(SheetKey { row: Some(row), .. })) => line == Line::Joint(row),
            _ => false,
        }
    }

    fn names(&self) {
        let layout = self.layout;
        let low = vec2(layout.place.low.x, layout.columns.low.y);
        let names = Rect { low, high: vec2(layout.axis.left - self.px(4.0), layout.place.high.y) };
        self.within(names, || {
            let middle = layout.columns.centre().y;
            if !self.sheet.rows.is_empty() {
                self.fold(middle, 0, self.sheet.unfolded, self.hovered == Some(Part::Fold(Line::Columns)));
            }
            let _font = self.panel.push_bold();
            self.text(vec2(layout.fold(middle, 0).high.x, middle), INK, "all joints");
        });
        let body = Rect { low: vec2(low.x, layout.body.low.y), ..names };
        self.within(body, || {
            for (index, row) in layout.rows_in_sight() {
                self.name(layout.middle_of(index), row);
            }
        });
    }

    fn name(&self, middle: f32, index: usize) {
        let row = &self.sheet.rows[index];
        let fold = self.layout.fold(middle, row.depth);
        if has_below(self.sheet, index) {
            let is_hovered = self.hovered == Some(Part::Fold(Line::Joint(index)));
            self.fold(middle, row.depth, row.unfolded, is_hovered);
        }
        let dot = [fold.high.x + self.px(3.0), middle];
        self.list.add_circle(dot, self.px(4.0), row.colour).filled(true).build();
        self.text(vec2(fold.high.x + self.px(11.0), middle), INK, row.name);
    }

    /// A triangle that points down before an unfolded row, and right before a folded one.
    fn fold(&self, middle: f32, depth: usize, unfolded: bool, is_hovered: bool) {
        let centre = self.layout.fold(middle, depth).centre();
        let corners = [vec2(-3.0, -4.5), vec2(-3.0, 4.5), vec2(4.0, 0.0)];
        let [a, b, c] = corners.map(|corner| {
            let corner = if unfolded { vec2(-corner.y, corner.x) } else { corner };
            (centre + corner * self.layout.scale).to_array()
        });
        let colour = if is_hovered { ACCENT } else { FAINT };
        self.list.add_triangle(a, b, c, colour).filled(true).build();
    }

    /// The ruler, and faint lines down from its labels.
    fn ticks(&self) {
        let (layout, fps) = (self.layout, self.sheet.fps);
        let axis = layout.axis;
        let (labels, ticks) = (axis.step(fps, self.px(LABELS_APART)), axis.step(fps, self.px(TICKS_APART)));
        let all = Rect { low: layout.ruler.low, high: layout.body.high };
        let taken = self.playhead();
        self.within(all, || {
            let bottom = layout.ruler.high.y;
            for time in axis.ticks(ticks) {
                let top = bottom - self.px(4.0);
                self.upright(axis.across(time), [top, bottom], with_alpha(INK, 0.3), 1.0);
            }
            for time in axis.ticks(labels) {
                let across = axis.across(time);
                self.upright(across, [bottom - self.px(8.0), bottom], with_alpha(INK, 0.45), 1.0);
                self.upright(across, self.rows_high(), with_alpha(INK, 0.09), 1.0);
                self.tick_label([across, time, labels], taken);
            }
        });
    }

    /// Seconds, and after them frames if there is room.
    fn tick_label(&self, [across, time, step]: [f32; 3], taken: Rect) {
        let ruler = self.layout.ruler;
        let at = vec2(across + self.px(4.0), ruler.centre().y - self.px(1.0));
        let (seconds, frames) = (seconds(time, step), format!("{:.0}", time * self.sheet.fps + 0.0));
        let behind = at + vec2(self.width(&seconds) + self.px(7.0), 0.0);
        let end = behind.x + self.width(&frames);
        if end > ruler.high.x || at.x < taken.high.x && end > taken.low.x {
            return;
        }
        self.text(at, INK, &seconds);
        self.text(behind, FAINT, &frames);
    }

    /// The row of columns, with the durations between them.
    fn columns(&self) {
        let layout = self.layout;
        let middle = layout.columns.centre().y;
        self.within(layout.columns, || {
            for (part, moments) in layout.durations(self.sheet) {
                self.duration(part, moments, middle);
            }
            if self.sheet.looping {
                let again = layout.marks_again(self.sheet.columns, self.sheet.end);
                // At the end itself is the sign of the loop.
                let beside = layout.axis.across(self.sheet.end) + self.px(24.0);
                let again = again.iter().filter(|across| **across > beside);
                again.for_each(|across| self.ghost(vec2(*across, middle)));
            }
            self.marks(self.sheet.columns, middle, None);
        });
    }

    /// The bar between two columns; under the mouse, with its duration.
    fn duration(&self, part: Part, [from, to]: [f32; 2], middle: f32) {
        let is_hovered = part != Part::End && self.hovered == Some(part);
        let gap = self.px(HALF_KEY + 2.0);
        let half = self.px(if is_hovered { 2.5 } else { 1.5 });
        let colour = if is_hovered { with_alpha(ACCENT, 0.8) } else { with_alpha(INK, 0.16) };
        let [left, right] = [from, to].map(|moment| self.layout.axis.across(moment));
        let place = Rect { low: vec2(left + gap, middle - half), high: vec2(right - gap, middle + half) };
        self.fill(place, colour);
        let seen = Rect {
            low: place.low.max(self.layout.columns.low),
            high: place.high.min(self.layout.columns.high),
        };
        let text = format!("{:.2} s  {:.0}", to - from, (to - from) * self.sheet.fps);
        let flag = self.place_of_flag(seen.centre(), &text);
        if is_hovered && flag.size().x < seen.size().x {
            self.flag(flag, &text, ACCENT);
        }
    }

    fn rows(&self) {
        let body = self.layout.body;
        self.within(body, || {
            for (index, row) in self.layout.rows_in_sight() {
                let (keys, middle) = (self.sheet.rows[row].keys, self.layout.middle_of(index));
                self.marks(keys, middle, Some(row));
                if let [only] = keys.times {
                    self.holds(vec2(self.layout.axis.across(*only), middle));
                }
            }
        });
        if let Some(bar) = self.layout.scroll {
            let layout = self.layout;
            let all = layout.rows.len() as f32;
            let at = |rows: f32| bar.low.y + bar.size().y * rows / all;
            let (top, bottom) = (at(layout.first_row), at(layout.first_row + layout.rows_seen()));
            let alpha = if self.hovered == Some(Part::Scroll) { 0.4 } else { 0.22 };
            let (low, high) = ([bar.low.x + self.px(2.0), top], [bar.high.x, bottom]);
            let thumb = self.list.add_rect(low, high, with_alpha(INK, alpha));
            thumb.rounding(self.px(4.0)).filled(true).build();
        }
    }

    /// Draws the keys of a row, the one under the mouse above the others.
    fn marks(&self, keys: SheetKeys<'_>, middle: f32, row: Option<usize>) {
        for mark in self.layout.marks(keys) {
            self.diamond(vec2(mark.across, middle), mark.selected, false);
        }
        if let Some(Part::Key(hovered)) = self.hovered
            && hovered.row == row
        {
            let across = self.layout.axis.across(keys.times[hovered.key]);
            self.diamond(vec2(across, middle), keys.has(hovered.key), true);
        }
    }

    /// Writes beside the only key of a row that the joint keeps its value.
    fn holds(&self, at: Vec2) {
        let (gap, width) = (self.px(HALF_KEY + 5.0), self.width(HOLDS));
        let fits = at.x + gap + width < self.layout.body.high.x;
        let aside = if fits { gap } else { -gap - width };
        self.text(at + vec2(aside, 0.0), FAINT, HOLDS);
    }

    fn diamond(&self, at: Vec2, selected: bool, is_hovered: bool) {
        let (fill, edge) = match (selected, is_hovered) {
            (true, false) => (ACCENT, mix(ACCENT, INK, 0.5)),
            (true, true) => (mix(ACCENT, PAPER, 0.25), INK),
            (false, false) => (mix(PAPER, STEEL, 0.6), mix(PAPER, INK, 0.75)),
            (false, true) => (PAPER, ACCENT),
        };
        let side = self.px(HALF_KEY + if is_hovered { 1.0 } else { 0.0 });
        let at = at.to_array();
        // A circle of four corners.
        self.list.add_circle(at, side, fill).filled(true).num_segments(4).build();
        self.list.add_circle(at, side, edge).thickness(self.px(1.2)).num_segments(4).build();
    }

    /// A key that comes again as the animation does.
    fn ghost(&self, at: Vec2) {
        let circle = self.list.add_circle(at.to_array(), self.px(HALF_KEY - 1.0), with_alpha(INK, 0.3));
        circle.num_segments(4).build();
    }

    /// The end, and the playhead with its moment.
    fn lines(&self) {
        let layout = self.layout;
        let all = Rect { low: layout.ruler.low, high: layout.body.high };
        self.within(all, || self.end());
        let now = layout.axis.across(self.sheet.now);
        if (all.low.x..=all.high.x).contains(&now) {
            self.upright(now, [layout.ruler.high.y, all.high.y], CHANGED, 1.5);
            let _font = self.panel.push_bold();
            self.flag(self.playhead(), &self.now(), CHANGED);
        }
    }

    /// Returns the text of the playhead.
    fn now(&self) -> String {
        let Sheet { now, fps, .. } = *self.sheet;
        format!("{now:.2} s  {:.0}", now * fps)
    }

    /// Returns the place of that text.
    fn playhead(&self) -> Rect {
        let _font = self.panel.push_bold();
        let now = self.layout.axis.across(self.sheet.now);
        self.place_of_flag(vec2(now, self.layout.ruler.centre().y), &self.now())
    }

    fn end(&self) {
        let (layout, at) = (self.layout, self.layout.axis.across(self.sheet.end));
        let is_hovered = self.hovered == Some(Part::End);
        let (colour, width) = if is_hovered { (ACCENT, 2.5) } else { (with_alpha(ACCENT, 0.7), 1.5) };
        self.upright(at, [layout.strip.low.y, layout.place.high.y], colour, width);
        let half = vec2(if is_hovered { 5.5 } else { 4.5 }, 0.5 * layout.strip.size().y / layout.scale);
        let knob = Rect::around(vec2(at, layout.strip.centre().y), 2.0 * half * layout.scale);
        let (low, high) = (knob.low.to_array(), knob.high.to_array());
        self.list.add_rect(low, high, ACCENT).rounding(self.px(2.0)).filled(true).build();
        if self.sheet.looping {
            let sign = vec2(at + self.px(7.0), layout.strip.high.y + 0.5 * layout.row_height());
            self.text(sign, ACCENT, "↻");
        }
    }

    /// The rectangle of a text around a point, but within the sheet's time.
    fn place_of_flag(&self, centre: Vec2, text: &str) -> Rect {
        let size = vec2(self.width(text) + self.px(12.0), self.px(18.0));
        let (low, high) = (self.layout.ruler.low.x, self.layout.ruler.high.x);
        let half = 0.5 * size.x;
        Rect::around(vec2(centre.x.clamp(low + half, (high - half).max(low + half)), centre.y), size)
    }

    /// A text on a coloured ground.
    fn flag(&self, place: Rect, text: &str, colour: Colour) {
        let ground = self.list.add_rect(place.low.to_array(), place.high.to_array(), colour);
        ground.rounding(self.px(4.0)).filled(true).build();
        self.text(place.low + vec2(self.px(6.0), 0.5 * place.size().y), PAPER, text);
    }

    /// The box that selects.
    fn box_of(&self, view: &SheetView, mouse: &Mouse) {
        let (Some(corner), Some(at)) = (view.corner(self.layout), mouse.at) else {
            return;
        };
        let place = Rect { low: corner.min(at), high: corner.max(at) };
        let all = Rect { low: self.layout.columns.low, high: self.layout.body.high };
        self.within(all, || {
            self.fill(place, with_alpha(ACCENT, 0.12));
            let frame = self.list.add_rect(place.low.to_array(), place.high.to_array(), ACCENT);
            frame.thickness(self.px(1.0)).build();
        });
    }

    /// Draws the distance of a drag, below the mouse.
    fn told_of_drag(&self, view: &SheetView, mouse: &Mouse) {
        let (Some(text), Some(at)) = (view.words(self.sheet.fps), mouse.at) else {
            return;
        };
        let highest = self.layout.place.high.y - self.px(10.0);
        let below = vec2(at.x, (at.y + self.px(28.0)).clamp(self.layout.columns.low.y, highest));
        self.flag(self.place_of_flag(below, &text), &text, ACCENT);
    }
}

/// A time on the ruler, with as many digits as ticks that are `step` seconds apart need.
pub fn seconds(time: f32, step: f32) -> String {
    let digits = [0, 1].into_iter().find(|digits| {
        let scaled = step * 10.0_f32.powi(*digits);
        (scaled - scaled.round()).abs() < 1e-3
    });
    let digits = digits.unwrap_or(2) as usize;
    // Without a minus on zero.
    format!("{:.digits$} s", time + 0.0)
}
