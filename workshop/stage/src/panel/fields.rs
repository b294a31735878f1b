//! Fields of a panel for numbers without bounds, vectors and texts.

use super::{Colour, Edit, Panel};
use gl::colour::AXES;
use glam::Vec3;

impl Panel<'_> {
    /// Shows a number to drag, by `step` a pixel, or to type after a double click. Returns true if it was
    /// changed.
    ///
    /// Unlike a [slider](Self::slider) it has no bounds; it is always finite.
    pub fn number_field(&mut self, name: &str, value: &mut f32, step: f32, format: &str) -> bool {
        self.name(name);
        self.number_to_drag(name, value, -1.0, step, format)
    }

    /// Shows three numbers side by side, each like a [number field](Self::number_field), for x, y and z. The
    /// command line and scripts find them by name and letter, as in `move x`. Returns true if the user
    /// changed one.
    pub fn vector_field(&mut self, name: &str, value: &mut Vec3, step: f32, format: &str) -> bool {
        self.name(name);
        let gap = 3.0 * self.scale;
        let width = (self.content_region_avail()[0] - 2.0 * gap) / 3.0;
        let mut edit = Edit::default();
        for (i, letter) in ["x", "y", "z"].into_iter().enumerate() {
            if i > 0 {
                self.same_line_with_spacing(0.0, gap);
            }
            self.number_to_drag(&format!("{name} {letter}"), &mut value[i], width, step, format);
            self.underline(AXES[i]);
            edit.began |= self.edit.began;
            edit.changed |= self.edit.changed;
            edit.ended |= self.edit.ended;
        }
        self.edit = edit;
        edit.changed
    }

    /// Shows a text to type, which has the keys if no other control has. Returns true if Enter accepted it.
    pub fn text_field(&mut self, name: &str, text: &mut String) -> bool {
        if !self.is_any_item_active() {
            self.set_keyboard_focus_here();
        }
        self.set_next_item_width(-1.0);
        let entered = self.input_text(format!("##{name}"), text).enter_returns_true(true).build();
        self.place_item(name);
        entered
    }

    /// Shows a number without its name, in this width.
    fn number_to_drag(&mut self, name: &str, value: &mut f32, width: f32, step: f32, format: &str) -> bool {
        let was_set = self.memory.settings.apply(name, value, finite);
        self.set_next_item_width(width);
        let before = without_minus(*value, format);
        let mut shown = before;
        {
            let _font = self.push_font(self.fonts.mono);
            let drag = imgui::Drag::new(format!("##{name}")).speed(step / self.scale);
            drag.display_format(format).build(self.ui, &mut shown);
        }
        let is_changed = shown != before && shown.is_finite();
        if is_changed {
            *value = shown;
        }
        self.edit_item(name, was_set, is_changed);
        self.memory.settings.note(name, || value.to_string());
        is_changed
    }

    /// Draws a line in a colour along the bottom of the last item.
    fn underline(&self, colour: Colour) {
        let ([left, _], [right, bottom]) = (self.item_rect_min(), self.item_rect_max());
        let y = bottom - self.scale;
        self.get_window_draw_list()
            .add_line([left, y], [right, y], colour)
            .thickness(2.0 * self.scale)
            .build();
    }
}

/// Parses a finite number.
pub(super) fn finite(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| "it takes a number".to_owned())
}

/// Removes the minus of a number that would show as "-0.000".
pub(super) fn without_minus(value: f32, format: &str) -> f32 {
    let digits = format.split_once("%.").and_then(|(_, digits)| digits.chars().next()?.to_digit(10));
    let least = 0.5 * 10.0_f64.powi(-(digits.unwrap_or(0) as i32));
    if f64::from(value).abs() < least { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_minus() {
        for (value, format, wanted) in [
            (-0.0, "%.3f", "0.000"),
            (-0.0004, "%.3f", "0.000"),
            (-0.0006, "%.3f", "-0.001"),
            (-0.04, "%.1f°", "0.0"),
            (-0.06, "%.1f°", "-0.1"),
            (-0.4, "about %.0f", "0"),
        ] {
            let digits = wanted.split_once('.').map_or(0, |(_, digits)| digits.len());
            assert_eq!(format!("{:.digits$}", without_minus(value, format)), wanted);
        }
    }
}
