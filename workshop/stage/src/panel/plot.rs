//! Shows curves over time in the panel, with their keys.

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
    /// The curves to show.
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

impl Panel<'_> {
    /// Shows curves over time, with a line at the present time. A drag in it moves the clock's time.
    pub fn plot(&mut self, name: &str, plot: &Plot<'_>) {
        let [x, y] = self.cursor_screen_pos();
        let [width, height] = [self.content_region_avail()[0], plot.height * self.scale()];
        self.invisible_button(name, [width, height]);
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
        let corner = [x + width, y + height];
        list.add_rect([x, y], corner, theme::with_alpha(theme::INK, 0.05)).filled(true).build();
        list.with_clip_rect_intersect([x, y], corner, || {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_room_for_all_of_its_points() {
        let curve = PlotCurve {
            colour: theme::INK,
            line: vec![[0.0, -2.0], [1.0, f32::NAN]],
            dots: vec![[0.5, 3.0]],
        };
        let plot = Plot { seconds: 0.0..=1.0, now: 0.0, height: 50.0, values: 0.0..=1.0, curves: &[curve] };
        let (low, high) = plot.reach();
        assert!((-2.5..-2.0).contains(&low) && (3.0..3.5).contains(&high));
        let flat = Plot { values: 1.0..=1.0, curves: &[], ..plot };
        assert!(flat.reach().0 < flat.reach().1);
    }
}
