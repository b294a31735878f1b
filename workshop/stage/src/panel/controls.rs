//! Controls of a panel, set by the user or from the command line.

use super::fields::without_minus;
use super::{Panel, theme};
use imgui::{DrawListMut, StyleColor, StyleVar};
use std::ops::RangeInclusive;

/// The rows of a choice's buttons that are visible at once.
const ROWS_OF_CHOICE: usize = 4;

/// The width of the names in front of controls, and the least space beside a text in a button, in pixels at scale 1.
const NAMES: f32 = 118.0;
const ASIDE: f32 = 2.0;

/// The height of the bar below a slider's number, in pixels at scale 1, and the opacity of what it fills.
const BAR: f32 = 3.0;
const FILLED: f32 = 0.2;

impl Panel<'_> {
    /// Shows a slider with its name in front. Returns true if it was changed.
    pub fn slider(&mut self, name: &str, value: &mut f32, range: RangeInclusive<f32>, format: &str) -> bool {
        self.name(name);
        self.bar(name, value, range, format, -1.0)
    }

    /// Shows a slider of this width without its name. Returns true if it was changed.
    pub(super) fn bar(
        &mut self,
        name: &str,
        value: &mut f32,
        range: RangeInclusive<f32>,
        format: &str,
        width: f32,
    ) -> bool {
        let was_set = self.set(name, value, range.clone());
        let (low, high) = range.into_inner();
        self.set_next_item_width(width);
        let (ui, mut changed) = (self.ui, false);
        let mut shown = without_minus(*value, format);
        let list = ui.get_window_draw_list();
        list.channels_split(2, |channels| {
            channels.set_current(1);
            let _font = ui.push_font(self.fonts.mono);
            let slider = ui.slider_config(format!("##{name}"), low, high).display_format(format);
            changed = slider.flags(imgui::SliderFlags::ALWAYS_CLAMP).build(&mut shown);
            channels.set_current(0);
            self.fill(&list, if low < high { (*value - low) / (high - low) } else { 0.0 });
        });
        if changed {
            *value = shown;
        }
        self.edit_item(name, was_set, changed);
        changed
    }

    /// Sets a number from the command line, without a control in the panel. Returns true if it was set.
    pub fn set(&mut self, name: &str, value: &mut f32, range: RangeInclusive<f32>) -> bool {
        let (low, high) = range.into_inner();
        let was_set = self.memory.settings.apply(name, value, |text| {
            let number: f32 = text.parse().map_err(|_| "it takes a number".to_owned())?;
            if (low..=high).contains(&number) {
                Ok(number)
            } else {
                Err(format!("it goes from {low} to {high}"))
            }
        });
        self.memory.settings.note(name, || value.max(low).min(high).to_string());
        was_set
    }

    /// Fills the last item, a slider, from its left end to Dear ImGui's own handle, which is hidden since it
    /// would cover the number.
    fn fill(&self, list: &DrawListMut<'_>, part: f32) {
        let ([left, top], [right, bottom]) = (self.item_rect_min(), self.item_rect_max());
        let half = 0.5 * self.clone_style().grab_min_size + 2.0;
        let at = (left + half + (right - left - 2.0 * half) * part.clamp(0.0, 1.0)).round();
        for (top, opacity) in [(top, FILLED), (bottom - (BAR * self.scale).round(), 1.0)] {
            let colour = theme::with_alpha(theme::ACCENT, opacity);
            list.add_rect([left, top], [at, bottom], colour).filled(true).build();
        }
    }

    /// Shows a switch. Returns true if it was changed.
    pub fn switch(&mut self, name: &str, value: &mut bool) -> bool {
        let was_set = self.memory.settings.apply(name, value, |text| match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err("it is on or off".to_owned()),
        });
        let changed = self.checkbox(name, value);
        self.place_item(name);
        self.edit_at_once(changed || was_set);
        self.memory.settings.note(name, || if *value { "on" } else { "off" }.to_owned());
        changed
    }

    /// Shows switches side by side, as many in a row as it has room for.
    pub fn switches<const N: usize>(&mut self, switches: [(&str, &mut bool); N]) {
        let right = self.window_pos()[0] + self.window_content_region_max()[0];
        let [gap, _] = self.clone_style().item_spacing;
        for (i, (name, value)) in switches.into_iter().enumerate() {
            let [inner, _] = self.clone_style().item_inner_spacing;
            let width = self.frame_height() + inner + self.calc_text_size(name)[0];
            if i > 0 && self.item_rect_max()[0] + gap + width <= right {
                self.same_line();
            }
            self.switch(name, value);
        }
    }

    /// Shows a button. Returns true if it was pressed.
    pub fn command(&mut self, name: &str) -> bool {
        let pressed = self.button(name);
        self.place_item(name);
        self.edit_at_once(false);
        pressed
    }

    /// Shows a choice as buttons beside its name, or in rows of their own if they need more room. Returns true
    /// if the user chose another one.
    pub fn choice(&mut self, name: &str, value: &mut usize, options: &[&str]) -> bool {
        let was_set = self.memory.settings.apply(name, value, |text| position(options, text));
        let gap = 2.0 * self.scale;
        if self.columns(options, NAMES * self.scale, gap) < options.len() {
            self.text(name);
            self.place_item(name);
        } else {
            self.name(name);
        }
        let rows = options.len().div_ceil(self.columns(options, 0.0, gap));
        let before = *value;
        if rows <= ROWS_OF_CHOICE {
            self.option_buttons(name, value, options, rows, gap);
        } else {
            let height = ROWS_OF_CHOICE as f32 * (self.frame_height() + gap);
            let list = self.ui.child_window(name).size([0.0, height]);
            list.build(|| self.option_buttons(name, value, options, rows, gap));
        }
        self.edit_at_once(*value != before || was_set);
        options.get(*value).iter().for_each(|option| self.memory.settings.note(name, || option.to_string()));
        *value != before
    }

    /// Shows a choice of values by name, like [`choice`](Self::choice). Returns true if another was chosen.
    pub fn choice_of<T: Copy + PartialEq>(
        &mut self,
        name: &str,
        value: &mut T,
        options: &[(T, &str)],
    ) -> bool {
        let mut index = options.iter().position(|(option, _)| option == value).unwrap_or(0);
        let names: Vec<&str> = options.iter().map(|(_, name)| *name).collect();
        let by_hand = self.choice(name, &mut index, &names);
        *value = options[index].0;
        by_hand
    }

    /// Sets a value from the command line by the name of one of its options, without a control in the panel.
    pub fn setting<T: Copy + PartialEq>(&mut self, name: &str, value: &mut T, options: &[(T, &str)]) {
        let names: Vec<&str> = options.iter().map(|(_, name)| *name).collect();
        self.memory.settings.apply(name, value, |text| Ok(options[position(&names, text)?].0));
        let chosen = options.iter().find(|(option, _)| option == value);
        chosen.into_iter().for_each(|(_, option)| self.memory.settings.note(name, || option.to_string()));
    }

    /// Returns how many buttons as wide as the widest option there is room for in a row that begins so far in.
    fn columns(&self, options: &[&str], begins: f32, gap: f32) -> usize {
        let widths = options.iter().map(|option| self.calc_text_size(option)[0]);
        let button = widths.fold(1.0, f32::max) + 2.0 * ASIDE * self.scale;
        let columns = (self.content_region_avail()[0] - begins + gap) / (button + gap);
        (columns as usize).max(1)
    }

    /// Shows a button for each option, in equal rows.
    fn option_buttons(&mut self, name: &str, value: &mut usize, options: &[&str], rows: usize, gap: f32) {
        let columns = options.len().div_ceil(rows.max(1)).max(1);
        let width = (self.content_region_avail()[0] - gap * (columns as f32 - 1.0)) / columns as f32;
        for (i, option) in options.iter().enumerate() {
            if i % columns > 0 {
                self.same_line_with_spacing(0.0, gap);
            }
            // Nothing else follows the last row so closely.
            let is_last = i / columns + 1 == rows;
            let _close = (!is_last).then(|| self.ui.push_style_var(StyleVar::ItemSpacing([gap; 2])));
            let colour = theme::with_alpha(theme::ACCENT, 0.30);
            let chosen = (i == *value).then(|| self.ui.push_style_color(StyleColor::Button, colour));
            if self.button_with_size(format!("{option}##{name} {i}"), [width, 0.0]) {
                *value = i;
            }
            drop(chosen);
            self.place_item(format!("{name}={option}"));
        }
    }

    /// Shows the name of a control, in a column of its own.
    pub(super) fn name(&self, name: &str) {
        self.align_text_to_frame_padding();
        self.text(name);
        self.same_line_with_pos(NAMES * self.scale);
    }
}

/// Returns the index of the option that a command line names.
fn position(options: &[&str], text: &str) -> Result<usize, String> {
    let found = options.iter().position(|option| *option == text);
    found.ok_or_else(|| format!("it is one of: {}", options.join(", ")))
}
