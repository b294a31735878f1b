//! The panel at the left: a lesson's controls and numbers.

mod timeline;

use super::look::{self, CHANGED, Colour, FAINT, Fonts};
use super::{Camera, Clock};
use anyhow::{Result, bail};
use glam::Mat4;
use imgui::{StyleColor, StyleVar, Ui};
use std::collections::HashMap;
use std::ops::{Deref, RangeInclusive};

/// For how long a number that has changed is lit, in seconds.
const LIT: f64 = 0.5;

/// The width of the panel at scale 1, in pixels.
pub const PANEL_WIDTH: f32 = 340.0;

/// The height of curves at scale 1, in pixels.
const CURVES_HEIGHT: f32 = 96.0;

/// What a curve from 0 to 1 shows, with room for its dot.
const CURVE_FROM: f32 = -0.08;
const CURVE_TO: f32 = 1.08;

/// How many rows of a choice's buttons are seen at once.
const ROWS_OF_CHOICE: usize = 4;

/// A row of a [`Panel::tree`].
pub struct Branch<'a> {
    /// How many branches it hangs on.
    pub depth: usize,
    /// What it is called.
    pub name: &'a str,
    /// What is written at the row's end.
    pub end: &'a str,
    /// The colour of its dot.
    pub colour: Colour,
    /// Whether the dot is filled.
    pub solid: bool,
}

/// The keys of several joints, for a [`Panel::key_sheet`].
pub struct KeySheet<'a> {
    /// A row per joint.
    pub rows: Vec<KeyRow<'a>>,
    /// The first and the last moment that is shown, in seconds.
    pub seconds: RangeInclusive<f32>,
    /// The moment that is played.
    pub now: f32,
}

/// The keys of a joint.
pub struct KeyRow<'a> {
    /// The joint's name.
    pub name: &'a str,
    /// The joint's colour.
    pub colour: Colour,
    /// When its keys are, in seconds.
    pub keys: &'a [f32],
    /// Which of them holds now.
    pub holds: Option<usize>,
}

/// What the panel remembers from one picture to the next.
#[derive(Default)]
pub struct Memory {
    /// What stood where, and when it last changed.
    shown: HashMap<String, (String, f64)>,
    /// Controls that are to be set from outside, by name.
    wanted: Vec<(String, String)>,
    /// The controls that there are.
    known: Vec<String>,
    /// What could not be set, and why.
    refused: Vec<String>,
    /// The branch of a tree that was last scrolled to.
    shown_branch: Option<usize>,
    /// The key of a timeline that is being dragged; none while its time is.
    dragged_key: Option<usize>,
}

impl Memory {
    /// Sets a control as soon as it appears.
    pub fn want(&mut self, setting: &(String, String)) {
        self.wanted.push(setting.clone());
        // What is shown next was set, and has not changed by itself.
        self.shown.clear();
    }

    /// Whether every setting has found its control, and its control could take it.
    pub fn check_settings(&self) -> Result<()> {
        if let Some(refusal) = self.refused.first() {
            bail!("{refusal}");
        }
        if let Some((name, _)) = self.wanted.first() {
            bail!("there is no control '{name}'; there are: {}", self.known.join(", "));
        }
        Ok(())
    }

    /// Sets a control if that was wanted from outside.
    fn apply<T>(&mut self, name: &str, value: &mut T, parse: impl Fn(&str) -> Result<T, String>) {
        if !self.known.iter().any(|known| known == name) {
            self.known.push(name.to_owned());
        }
        while let Some(i) = self.wanted.iter().position(|(wanted, _)| wanted == name) {
            let (_, text) = self.wanted.remove(i);
            match parse(&text) {
                Ok(parsed) => *value = parsed,
                Err(reason) => self.refused.push(format!("control '{name}' cannot be '{text}': {reason}")),
            }
        }
    }
}

/// The panel while it is built: Dear ImGui's [`Ui`], and what lessons need beyond it.
pub struct Panel<'a> {
    /// The lesson's time, to pause it or move it.
    pub clock: &'a mut Clock,
    /// Where the lesson is seen from, to look at something else.
    pub camera: &'a mut Camera,
    ui: &'a Ui,
    fonts: Fonts,
    memory: &'a mut Memory,
    scale: f32,
    now: f64,
}

impl Deref for Panel<'_> {
    type Target = Ui;

    fn deref(&self) -> &Ui {
        self.ui
    }
}

impl<'a> Panel<'a> {
    /// A panel at `now` seconds since the program began.
    pub fn new(
        ui: &'a Ui,
        fonts: Fonts,
        clock: &'a mut Clock,
        camera: &'a mut Camera,
        memory: &'a mut Memory,
        scale: f32,
        now: f64,
    ) -> Self {
        Self { clock, camera, ui, fonts, memory, scale, now }
    }

    /// Dear ImGui itself.
    pub fn ui(&self) -> &'a Ui {
        self.ui
    }

    /// Pixels per pixel of a plain screen.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// A heading over a group of controls or numbers.
    pub fn heading(&self, text: &str) {
        self.dummy([0.0, 3.0 * self.scale]);
        let _font = self.push_font(self.fonts.bold);
        self.text(text);
    }

    /// A remark, in small contrast.
    pub fn note(&self, text: &str) {
        let _colour = self.push_style_color(StyleColor::Text, FAINT);
        self.text_wrapped(text);
    }

    /// A number to set, with its name in front. True if it was changed by hand.
    pub fn slider(&mut self, name: &str, value: &mut f32, range: RangeInclusive<f32>, format: &str) -> bool {
        let (low, high) = (*range.start(), *range.end());
        self.memory.apply(name, value, |text| {
            let number: f32 = text.parse().map_err(|_| "it takes a number".to_owned())?;
            if (low..=high).contains(&number) {
                Ok(number)
            } else {
                Err(format!("it goes from {low} to {high}"))
            }
        });
        self.name(name);
        self.set_next_item_width(-1.0);
        let _font = self.push_font(self.fonts.mono);
        self.slider_config(format!("##{name}"), low, high)
            .display_format(format)
            .flags(imgui::SliderFlags::ALWAYS_CLAMP)
            .build(value)
    }

    /// Something to switch on and off. True if it was changed by hand.
    pub fn switch(&mut self, name: &str, value: &mut bool) -> bool {
        self.memory.apply(name, value, |text| match text {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err("it is on or off".to_owned()),
        });
        self.checkbox(name, value)
    }

    /// One of several, side by side: in the column of values, or in rows of their own if they are many. True if
    /// another one was chosen by hand.
    pub fn choice(&mut self, name: &str, value: &mut usize, options: &[&str]) -> bool {
        self.memory.apply(name, value, |text| {
            let found = options.iter().position(|option| *option == text);
            found.ok_or_else(|| format!("it is one of: {}", options.join(", ")))
        });
        if options.len() > 2 {
            self.text(name);
        } else {
            self.name(name);
        }
        let gap = 2.0 * self.scale;
        let _spacing = self.push_style_var(StyleVar::ItemSpacing([gap, gap]));
        let rows = self.rows_of(options, gap);
        let before = *value;
        if rows <= ROWS_OF_CHOICE {
            self.option_buttons(name, value, options, rows, gap);
        } else {
            let height = ROWS_OF_CHOICE as f32 * (self.frame_height() + gap);
            let list = self.ui.child_window(name).size([0.0, height]);
            list.build(|| self.option_buttons(name, value, options, rows, gap));
        }
        *value != before
    }

    /// How many rows of buttons options need: as few as the widest of them allows.
    fn rows_of(&self, options: &[&str], gap: f32) -> usize {
        let widths = options.iter().map(|option| self.calc_text_size(option)[0]);
        let widest = widths.fold(1.0, f32::max);
        let columns = ((self.content_region_avail()[0] + gap) / (widest + gap)) as usize;
        options.len().div_ceil(columns.max(1))
    }

    /// A button for each option, in equal rows.
    fn option_buttons(&self, name: &str, value: &mut usize, options: &[&str], rows: usize, gap: f32) {
        let columns = options.len().div_ceil(rows.max(1)).max(1);
        let width = (self.content_region_avail()[0] - gap * (columns as f32 - 1.0)) / columns as f32;
        for (i, option) in options.iter().enumerate() {
            if i % columns > 0 {
                self.same_line();
            }
            let chosen = i == *value;
            let _colour = chosen
                .then(|| self.push_style_color(StyleColor::Button, look::with_alpha(look::ACCENT, 0.30)));
            if self.button_with_size(format!("{option}##{name} {i}"), [width, 0.0]) {
                *value = i;
            }
        }
    }

    /// The name of a control, in a column of its own in front of it.
    fn name(&self, name: &str) {
        self.align_text_to_frame_padding();
        self.text(name);
        self.same_line_with_pos(118.0 * self.scale);
    }

    /// Text in the font of numbers, lit for half a second when it has changed. `id` tells it from others.
    pub fn number(&mut self, id: &str, text: &str) {
        let now = self.now;
        let entry = self.memory.shown.entry(id.to_owned());
        let (shown, changed) = entry.or_insert_with(|| (text.to_owned(), -LIT));
        if shown != text {
            *shown = text.to_owned();
            *changed = now;
        }
        let glow = 1.0 - ((now - *changed) / LIT).clamp(0.0, 1.0) as f32;
        let _font = self.push_font(self.fonts.mono);
        let colour = look::mix(look::INK, CHANGED, glow.sqrt());
        self.text_colored(colour, text);
    }

    /// Matrices that keep to the plane z = 0, each as the two rows and three columns that say it all.
    pub fn plane_matrices(&mut self, name: &str, matrices: &[(&str, Colour, Mat4)]) {
        let row = |matrix: &Mat4, i: usize| vec![matrix.x_axis[i], matrix.y_axis[i], matrix.w_axis[i]];
        let rows: Vec<_> = (matrices.iter())
            .flat_map(|(name, colour, matrix)| {
                [(*name, *colour, row(matrix, 0)), ("", *colour, row(matrix, 1))]
            })
            .collect();
        self.table(name, &["", "x axis", "y axis", "origin"], &rows);
    }

    /// A matrix, column by column: where the axes go, and where the origin goes.
    pub fn matrix(&mut self, name: &str, matrix: Mat4) {
        let Some(_table) = self.ui.begin_table(name, 4) else {
            return;
        };
        for column in ["x axis", "y axis", "z axis", "origin"] {
            self.ui.table_next_column();
            self.ui.text_colored(FAINT, column);
        }
        for row in 0..4 {
            for (column, value) in matrix.row(row).to_array().into_iter().enumerate() {
                self.ui.table_next_column();
                self.number(&format!("{name} {row} {column}"), &fixed(value));
            }
        }
    }

    /// Play, pause, step, scrub, speed and loop.
    pub fn transport(&mut self) {
        self.heading("Time");
        let ui = self.ui;
        let height = self.frame_height();
        let play = if self.clock.playing { "Pause" } else { "Play" };
        if ui.button_with_size(format!("{play}##play"), [76.0 * self.scale, height]) {
            self.clock.toggle();
        }
        for (name, steps) in [("\u{25c0}##back", -1.0), ("\u{25b6}##forward", 1.0)] {
            ui.same_line();
            if ui.button_with_size(name, [height * 1.3, height]) {
                self.clock.nudge(steps);
            }
        }
        ui.same_line();
        ui.checkbox("loop", &mut self.clock.looping);
        let (mut time, seconds) = (self.clock.time, self.clock.length());
        if self.slider("time", &mut time, 0.0..=seconds, "%.2f s") {
            self.clock.scrub(time);
        }
        let mut speed = self.clock.speed;
        self.slider("speed", &mut speed, 0.1..=2.0, "%.2f ×");
        self.clock.speed = speed;
    }

    /// A tree of names to choose from, at most `rows` of them high. True if another one was chosen.
    pub fn tree(
        &mut self,
        name: &str,
        rows: f32,
        branches: &[Branch<'_>],
        chosen: &mut Option<usize>,
    ) -> bool {
        let before = *chosen;
        self.choose_by_name(name, branches.iter().map(|branch| branch.name), chosen);
        let height = rows.min(branches.len() as f32) * self.text_line_height_with_spacing();
        self.ui.child_window(name).size([0.0, height]).build(|| {
            for (i, branch) in branches.iter().enumerate() {
                self.branch(i, branch, chosen);
                if *chosen == Some(i) && self.memory.shown_branch != Some(i) {
                    self.memory.shown_branch = Some(i);
                    self.ui.set_scroll_here_y();
                }
            }
        });
        *chosen != before
    }

    /// Lets the command line choose a row by its name.
    fn choose_by_name<'n>(
        &mut self,
        control: &str,
        names: impl Iterator<Item = &'n str> + Clone,
        chosen: &mut Option<usize>,
    ) {
        self.memory.apply(control, chosen, |text| {
            let found = names.clone().position(|name| name == text);
            found
                .map(Some)
                .ok_or_else(|| format!("it is one of: {}", names.clone().collect::<Vec<_>>().join(", ")))
        });
    }

    /// One row of a tree: a dot in its colour, its name, and what stands at its end.
    fn branch(&self, index: usize, branch: &Branch<'_>, chosen: &mut Option<usize>) {
        let indent = (branch.depth as f32 * 9.0).min(120.0) * self.scale;
        let [x, y] = self.ui.cursor_screen_pos();
        let line = self.ui.text_line_height();
        if self.ui.selectable_config(format!("##branch {index}")).selected(*chosen == Some(index)).build() {
            *chosen = Some(index);
        }
        let list = self.ui.get_window_draw_list();
        let dot = [x + indent + 0.3 * line, y + 0.5 * line];
        list.add_circle(dot, 0.26 * line, branch.colour).filled(branch.solid).build();
        list.add_text([x + indent + 0.9 * line, y], look::INK, branch.name);
        let [width, _] = self.ui.calc_text_size(branch.end);
        let right = x + self.ui.window_content_region_max()[0] - width - 0.3 * line;
        list.add_text([right, y], FAINT, branch.end);
    }

    /// Rows of keys along time, at most `rows` of them high, with a line at `now`. True if another row was chosen.
    pub fn key_sheet(
        &mut self,
        name: &str,
        rows: f32,
        sheet: &KeySheet<'_>,
        chosen: &mut Option<usize>,
    ) -> bool {
        let before = *chosen;
        self.choose_by_name(name, sheet.rows.iter().map(|row| row.name), chosen);
        let height = rows.min(sheet.rows.len() as f32) * self.text_line_height_with_spacing();
        self.ui.child_window(name).size([0.0, height]).build(|| {
            for (i, row) in sheet.rows.iter().enumerate() {
                self.key_row(i, row, sheet, chosen);
            }
        });
        *chosen != before
    }

    /// One row of keys: its name, a mark per key with the one that holds in full colour, and its number.
    fn key_row(&self, index: usize, row: &KeyRow<'_>, sheet: &KeySheet<'_>, chosen: &mut Option<usize>) {
        let [x, y] = self.ui.cursor_screen_pos();
        let (line, scale) = (self.ui.text_line_height(), self.scale);
        if self.ui.selectable_config(format!("##row {index}")).selected(*chosen == Some(index)).build() {
            *chosen = Some(index);
        }
        let (left, right) = (x + 92.0 * scale, x + self.ui.window_content_region_max()[0] - 52.0 * scale);
        let (low, high) = (*sheet.seconds.start(), *sheet.seconds.end());
        let across =
            |time: f32| left + (right - left) * ((time - low) / (high - low).max(1e-6)).clamp(0.0, 1.0);
        let list = self.ui.get_window_draw_list();
        let now = across(sheet.now);
        list.add_line([now, y], [now, y + line], look::with_alpha(CHANGED, 0.6)).thickness(scale).build();
        for (key, &time) in row.keys.iter().enumerate() {
            let holds = row.holds == Some(key);
            let (reach, alpha) = if holds { (0.44, 1.0) } else { (0.22, 0.55) };
            let (at, colour) = (across(time), look::with_alpha(row.colour, alpha));
            let (top, bottom) = (y + (0.5 - reach) * line, y + (0.5 + reach) * line);
            let width = if holds { 3.0 } else { 1.5 };
            list.add_line([at, top], [at, bottom], colour).thickness(width * scale).build();
        }
        list.with_clip_rect_intersect([x, y], [left - 4.0 * scale, y + line], || {
            list.add_text([x + 2.0 * scale, y], row.colour, row.name);
        });
        let count = match row.holds {
            Some(key) => format!("{}/{}", key + 1, row.keys.len()),
            None => "none".to_owned(),
        };
        list.add_text([right + 8.0 * scale, y], FAINT, count);
    }

    /// Curves from left to right, each with its name below in its colour.
    pub fn curves(&mut self, name: &str, range: RangeInclusive<f32>, curves: &[(&str, Colour, &[f32])]) {
        let [x, y] = self.ui.cursor_screen_pos();
        let [width, height] = [self.content_region_avail()[0], CURVES_HEIGHT * self.scale];
        self.ui.invisible_button(name, [width, height]);
        let list = self.ui.get_window_draw_list();
        let (low, high) = (*range.start(), *range.end());
        let up = |value: f32| y + height * (1.0 - (value.clamp(low, high) - low) / (high - low));
        list.add_rect([x, y], [x + width, y + height], look::with_alpha(look::INK, 0.05))
            .filled(true)
            .build();
        for line in [0.0, 1.0].into_iter().filter(|line| range.contains(line)) {
            list.add_line([x, up(line)], [x + width, up(line)], look::with_alpha(look::INK, 0.25)).build();
        }
        for (_, colour, values) in curves {
            let across = |i: usize| x + width * i as f32 / values.len().saturating_sub(1).max(1) as f32;
            let points: Vec<[f32; 2]> =
                values.iter().enumerate().map(|(i, &value)| [across(i), up(value)]).collect();
            list.add_polyline(points, *colour).thickness(2.0 * self.scale).build();
        }
        for (i, (name, colour, _)) in curves.iter().enumerate() {
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
        self.curves(name, CURVE_FROM..=CURVE_TO, &[("", look::ACCENT, values)]);
        let up = (y - CURVE_FROM) / (CURVE_TO - CURVE_FROM);
        let dot = [left + width * x, top + height * (1.0 - up)];
        self.ui.get_window_draw_list().add_circle(dot, 5.0 * self.scale, CHANGED).filled(true).build();
    }

    /// A name in a joint's colour.
    pub fn named(&self, name: &str, colour: Colour) {
        let _font = self.push_font(self.fonts.bold);
        self.text_colored(colour, name);
    }

    /// Rows of numbers, each with a name in its colour.
    pub fn table(&mut self, name: &str, columns: &[&str], rows: &[(&str, Colour, Vec<f32>)]) {
        let fixed = |values: &Vec<f32>| values.iter().copied().map(fixed).collect();
        let rows: Vec<(&str, Colour, Vec<String>)> =
            rows.iter().map(|(name, colour, values)| (*name, *colour, fixed(values))).collect();
        self.texts(name, columns, &rows);
    }

    /// Rows of short texts, each row with a name in its colour.
    pub fn texts<T: AsRef<[String]>>(&mut self, name: &str, columns: &[&str], rows: &[(&str, Colour, T)]) {
        let flags = imgui::TableFlags::BORDERS_INNER_H | imgui::TableFlags::SIZING_STRETCH_PROP;
        let Some(_table) = self.ui.begin_table_with_flags(name, columns.len(), flags) else {
            return;
        };
        for column in columns {
            self.ui.table_next_column();
            self.ui.text_colored(FAINT, column);
        }
        for (row, (title, colour, values)) in rows.iter().enumerate() {
            self.ui.table_next_column();
            self.named(title, *colour);
            for (column, value) in values.as_ref().iter().enumerate() {
                self.ui.table_next_column();
                self.number(&format!("{name} {row} {column}"), value);
            }
        }
    }
}

/// Three decimals, aligned whatever the sign, and without a minus on zero.
pub fn fixed(value: f32) -> String {
    let rounded = (value * 1e3).round() / 1e3 + 0.0;
    format!("{rounded:>7.3}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use imgui::{Condition, Key, MouseButton};

    /// What a slider from -2 to 2 has, and how fast the clock goes, when it was clicked with Ctrl and somebody typed that.
    fn typed(imgui: &mut imgui::Context, fonts: Fonts, text: &str) -> [f32; 2] {
        let (mut clock, mut memory) = (Clock::new(None), Memory::default());
        let mut camera = Camera::flat(glam::Vec3::ZERO, 1.0);
        let mut values = [0.5, 1.0];
        for row in 0..2 {
            let mut places = [[0.0; 2]; 2];
            for frame in 0..8 {
                let io = imgui.io_mut();
                io.display_size = [600.0, 400.0];
                io.add_mouse_pos_event(places[row]);
                io.add_key_event(Key::ModCtrl, (2..5).contains(&frame));
                io.add_mouse_button_event(MouseButton::Left, frame == 3);
                if frame == 6 {
                    text.chars().for_each(|letter| io.add_input_character(letter));
                }
                io.add_key_event(Key::Enter, frame == 7);
                let ui = imgui.new_frame();
                let window = ui.window("panel").position([0.0; 2], Condition::Always);
                window.size([400.0; 2], Condition::Always).build(|| {
                    let mut panel = Panel::new(ui, fonts, &mut clock, &mut camera, &mut memory, 1.0, 0.0);
                    panel.slider("value", &mut values[0], -2.0..=2.0, "%.2f");
                    places[0] = ui.item_rect_min().map(|edge| edge + 5.0);
                    panel.transport();
                    places[1] = ui.item_rect_min().map(|edge| edge + 5.0);
                });
                imgui.render();
            }
        }
        values[1] = clock.speed;
        values
    }

    #[test]
    fn what_is_typed_into_a_slider_stays_in_its_range() {
        let mut imgui = imgui::Context::create();
        imgui.set_ini_filename(None);
        let fonts = look::apply(&mut imgui, 1.0);
        imgui.fonts().build_rgba32_texture();
        for (text, wanted) in [
            ("1.5", [1.5, 1.5]),
            ("-1", [-1.0, 0.1]),
            ("0", [0.0, 0.1]),
            ("1e30", [2.0, 2.0]),
            ("-1e30", [-2.0, 0.1]),
            ("9e999", [2.0, 2.0]),
            ("nan", [0.5, 1.0]),
            ("inf", [0.5, 1.0]),
            ("-", [0.5, 1.0]),
        ] {
            assert_eq!(typed(&mut imgui, fonts, text), wanted, "{text}");
        }
    }
}
