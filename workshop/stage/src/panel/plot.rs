//! Curves in the panel: over time with their keys, or from left to right.

use super::{CHANGED, Colour, Panel, theme};
use std::ops::RangeInclusive;

/// Curves over time, for [`Panel::plot`].
pub struct Plot<'a> {
    /// The first and last time that is shown, in seconds.
    pub seconds: RangeInclusive<f32>,
    /// The time of the line, in seconds.
    pub now: f32,
    /// The height, in pixels at scale 1.
    pub height: f32,
    /// Values that are always shown, beside the curves' own.
    pub values: RangeInclusive<f32>,
    pub curves: &'a [PlotCurve],
}

/// A curve of a [`Plot`], whose points are a time and a value.
pub struct PlotCurve {
    /// The colour of line and dots.
    pub colour: Colour,
    /// The points of the line, in the order of time.
    pub line: Vec<[f32; 2]>,
    /// The points that are marked, such as keys.
    pub dots: Vec<[f32; 2]>,
}

/// The least mean distance between dots, in pixels at scale 1, at which they are shown.
const DENSEST: f32 = 3.0;

/// The height of curves at scale 1, in pixels.
const CURVES_HEIGHT: f32 = 96.0;

/// Range that a curve from 0 to 1 shows, with room for its dot.
const CURVE_FROM: f32 = -0.08;
const CURVE_TO: f32 = 1.08;

impl Panel<'_> {
    /// Makes room for curves, with a ground behind them. Returns its corner and its size in pixels.
    fn ground(&self, name: &str, height: f32) -> [[f32; 2]; 2] {
        let [x, y] = self.cursor_screen_pos();
        let [width, height] = [self.content_region_avail()[0], height * self.scale()];
        self.invisible_button(name, [width, height]);
        let (list, colour) = (self.get_window_draw_list(), theme::with_alpha(theme::INK, 0.05));
        list.add_rect([x, y], [x + width, y + height], colour).filled(true).build();
        [[x, y], [width, height]]
    }

    /// Curves over time, with a line at the present moment. A drag in it moves the clock's time.
    pub fn plot(&mut self, name: &str, plot: &Plot<'_>) {
        let [[x, y], [width, height]] = self.ground(name, plot.height);
        let (start, end) = (*plot.seconds.start(), *plot.seconds.end());
        let length = (end - start).max(1e-6);
        if self.is_item_active() {
            let part = ((self.io().mouse_pos[0] - x) / width).clamp(0.0, 1.0);
            self.clock.scrub(start + part * (end - start));
        }
        let (low, high) = plot.reach();
        let across = |time: f32| x + width * (time - start) / length;
        let up = |value: f32| y + height * (1.0 - (value - low) / (high - low));
        let (list, scale) = (self.get_window_draw_list(), self.scale());
        list.with_clip_rect_intersect([x, y], [x + width, y + height], || {
            let zero = up(0.0);
            list.add_line([x, zero], [x + width, zero], theme::with_alpha(theme::INK, 0.2)).build();
            let place = |&[time, value]: &[f32; 2]| [across(time), up(value)];
            for curve in plot.curves {
                let line: Vec<[f32; 2]> = curve.line.iter().map(place).collect();
                list.add_polyline(line, curve.colour).thickness(1.5 * scale).build();
                if curve.dots.len() as f32 * DENSEST * scale > width {
                    continue;
                }
                for dot in curve.dots.iter().map(place) {
                    list.add_circle(dot, 2.2 * scale, curve.colour).filled(true).build();
                }
            }
            let now = across(plot.now);
            list.add_line([now, y], [now, y + height], CHANGED).thickness(1.5 * scale).build();
        });
    }

    /// Curves from left to right, each with its name below in its colour.
    pub fn curves(&mut self, name: &str, range: RangeInclusive<f32>, curves: &[(&str, Colour, &[f32])]) {
        let [[x, y], [width, height]] = self.ground(name, CURVES_HEIGHT);
        let list = self.ui.get_window_draw_list();
        let (low, high) = (*range.start(), *range.end());
        let up = |value: f32| y + height * (1.0 - (value.clamp(low, high) - low) / (high - low));
        for line in [0.0, 1.0].into_iter().filter(|line| range.contains(line)) {
            list.add_line([x, up(line)], [x + width, up(line)], theme::with_alpha(theme::INK, 0.25)).build();
        }
        for (_, colour, values) in curves {
            let across = |i: usize| x + width * i as f32 / values.len().saturating_sub(1).max(1) as f32;
            let points: Vec<[f32; 2]> =
                values.iter().enumerate().map(|(i, &value)| [across(i), up(value)]).collect();
            list.add_polyline(points, *colour).thickness(2.0 * self.scale).build();
        }
        for (i, (name, colour, _)) in curves.iter().enumerate().filter(|(_, (name, ..))| !name.is_empty()) {
            if i > 0 {
                self.ui.same_line();
            }
            self.named(name, *colour);
        }
    }

    /// A curve from 0 to 1, with a dot at a point of it.
    pub fn curve_with_dot(&mut self, name: &str, values: &[f32], [x, y]: [f32; 2]) {
        let [left, top] = self.ui.cursor_screen_pos();
        let [width, height] = [self.content_region_avail()[0], CURVES_HEIGHT * self.scale];
        self.curves(name, CURVE_FROM..=CURVE_TO, &[("", theme::ACCENT, values)]);
        let up = (y - CURVE_FROM) / (CURVE_TO - CURVE_FROM);
        let dot = [left + width * x, top + height * (1.0 - up)];
        self.ui.get_window_draw_list().add_circle(dot, 5.0 * self.scale, CHANGED).filled(true).build();
    }
}

impl Plot<'_> {
    /// Returns the lowest and highest value that is shown, with a margin.
    fn reach(&self) -> (f32, f32) {
        let points = self.curves.iter().flat_map(|curve| curve.line.iter().chain(&curve.dots));
        let values = points.map(|&[_, value]| value).filter(|value| value.is_finite());
        let begin = (*self.values.start(), *self.values.end());
        let (low, high) = values.fold(begin, |(low, high), value| (low.min(value), high.max(value)));
        let room = 0.08 * (high - low).max(1e-6);
        (low - room, high + room)
    }
}
