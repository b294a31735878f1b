//! Shows curves in the panel.

use super::{CHANGED, Colour, Panel, theme};
use std::ops::RangeInclusive;

/// The height of curves, in pixels at scale 1.
const CURVES_HEIGHT: f32 = 96.0;

/// The lowest value that is shown of a curve from 0 to 1, to leave room for its dot.
const CURVE_FROM: f32 = -0.08;
const CURVE_TO: f32 = 1.08;

impl Panel<'_> {
    /// Shows curves from left to right, each with its name below in its colour.
    pub fn curves(&mut self, name: &str, range: RangeInclusive<f32>, curves: &[(&str, Colour, &[f32])]) {
        let [x, y] = self.ui.cursor_screen_pos();
        let [width, height] = [self.content_region_avail()[0], CURVES_HEIGHT * self.scale];
        self.ui.invisible_button(name, [width, height]);
        let list = self.ui.get_window_draw_list();
        let (low, high) = (*range.start(), *range.end());
        let up = |value: f32| y + height * (1.0 - (value.clamp(low, high) - low) / (high - low));
        list.add_rect([x, y], [x + width, y + height], theme::with_alpha(theme::INK, 0.05))
            .filled(true)
            .build();
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

    /// Shows a curve from 0 to 1, with a dot at a point of it.
    pub fn curve_with_dot(&mut self, name: &str, values: &[f32], [x, y]: [f32; 2]) {
        let [left, top] = self.ui.cursor_screen_pos();
        let [width, height] = [self.content_region_avail()[0], CURVES_HEIGHT * self.scale];
        self.curves(name, CURVE_FROM..=CURVE_TO, &[("", theme::ACCENT, values)]);
        let up = (y - CURVE_FROM) / (CURVE_TO - CURVE_FROM);
        let dot = [left + width * x, top + height * (1.0 - up)];
        self.ui.get_window_draw_list().add_circle(dot, 5.0 * self.scale, CHANGED).filled(true).build();
    }
}
