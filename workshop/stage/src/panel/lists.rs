//! Shows lists in the panel: a tree of names, and the keys of many joints.

use super::{CHANGED, Colour, FAINT, Panel, theme};
use crate::Chosen;
use imgui::StyleColor;
use std::ops::RangeInclusive;

/// The fraction of the full colour in a chosen row that isn't the active one.
const PALE: f32 = 0.5;

/// A row of a [`Panel::tree`].
pub struct Branch<'a> {
    /// The number of ancestors, by which the row is indented.
    pub depth: usize,
    pub name: &'a str,
    /// The text at the row's end.
    pub end: &'a str,
    /// The colour of the dot before the name.
    pub colour: Colour,
    /// True if the dot is filled.
    pub solid: bool,
}

/// The keys of several joints, for [`Panel::key_sheet`].
pub struct KeySheet<'a> {
    /// A row for each joint, from top to bottom.
    pub rows: Vec<KeyRow<'a>>,
    /// The first and last time that is shown, in seconds.
    pub seconds: RangeInclusive<f32>,
    /// The time of the line, in seconds.
    pub now: f32,
}

pub struct KeyRow<'a> {
    pub name: &'a str,
    /// The colour of name and keys.
    pub colour: Colour,
    /// The times of its keys, in seconds.
    pub keys: &'a [f32],
    /// The index of the key that is in effect now.
    pub holds: Option<usize>,
}

impl Panel<'_> {
    /// Returns how many rows of a list the panel at the left has room for: `least`, and more if there are
    /// entries and the lists above leave room, as measured in the last frame.
    pub fn rows_in_room(&mut self, least: f32, entries: usize) -> f32 {
        let row = self.text_line_height_with_spacing();
        let free = ((self.memory.room.left - self.memory.room.taken) / row).floor();
        let more = free.min(entries as f32 - least).max(0.0);
        self.memory.room.taken += more * row;
        least + more
    }

    /// Shows a list to choose from, at most `rows` rows high: of each row its name, the text at its end, and the
    /// colour of its dot. Returns true if another was chosen.
    pub fn list<'b>(
        &mut self,
        name: &str,
        rows: f32,
        items: impl Iterator<Item = (&'b str, &'b str, Colour)>,
        chosen: &mut Option<usize>,
    ) -> bool {
        let branches = items.map(|(name, end, colour)| Branch { depth: 0, name, end, colour, solid: true });
        self.tree(name, rows, &branches.collect::<Vec<_>>(), chosen)
    }

    /// Shows a tree of names to choose from, at most `rows` rows high. Returns true if another was chosen.
    pub fn tree(
        &mut self,
        name: &str,
        rows: f32,
        branches: &[Branch<'_>],
        chosen: &mut Option<usize>,
    ) -> bool {
        let mut all = Chosen::default();
        chosen.iter().for_each(|&one| all.only(one));
        let before = chosen.take();
        self.tree_of_many(name, rows, branches, &mut all);
        *chosen = all.active().or(before);
        *chosen != before
    }

    /// Shows a tree to choose several from, with Ctrl or Shift. Returns true if the choice has changed.
    pub fn tree_of_many(
        &mut self,
        name: &str,
        rows: f32,
        branches: &[Branch<'_>],
        chosen: &mut Chosen,
    ) -> bool {
        let before = chosen.clone();
        let mut active = chosen.active();
        let was_set = self.choose_by_name(name, branches.iter().map(|branch| branch.name), &mut active);
        active.filter(|_| was_set).into_iter().for_each(|one| chosen.only(one));
        if let Some(clicked) = self.branches(name, rows, branches, chosen) {
            let io = self.ui.io();
            chosen.click(clicked, io.key_ctrl || io.key_shift);
        }
        self.edit_at_once(*chosen != before || was_set);
        *chosen != before
    }

    /// Shows the rows of a tree. Returns the one that is clicked on.
    fn branches(&mut self, name: &str, rows: f32, branches: &[Branch<'_>], chosen: &Chosen) -> Option<usize> {
        let mut clicked = None;
        let height = rows.min(branches.len() as f32) * self.text_line_height_with_spacing();
        self.ui.child_window(name).size([0.0, height]).build(|| {
            for (i, branch) in branches.iter().enumerate() {
                if self.branch(i, branch, chosen) {
                    clicked = Some(i);
                }
                if self.ui.is_item_visible() {
                    self.place_item(format!("{name}={}", branch.name));
                }
                if chosen.active() == Some(i) {
                    self.scroll_to_chosen(name, i);
                }
            }
        });
        clicked
    }

    /// Scrolls to the row that is being built, if another one was chosen before.
    pub(super) fn scroll_to_chosen(&mut self, list: &str, index: usize) {
        if self.memory.shown_branches.insert(list.to_owned(), index) != Some(index) {
            self.ui.set_scroll_here_y();
        }
    }

    /// Lets the command line choose a row by its name. Returns true if it did.
    pub(super) fn choose_by_name<'n>(
        &mut self,
        control: &str,
        names: impl Iterator<Item = &'n str> + Clone,
        chosen: &mut Option<usize>,
    ) -> bool {
        let was_set = self.memory.settings.apply(control, chosen, |text| {
            let found = names.clone().position(|name| name == text);
            found
                .map(Some)
                .ok_or_else(|| format!("it is one of: {}", names.clone().collect::<Vec<_>>().join(", ")))
        });
        let name = chosen.and_then(|chosen| names.clone().nth(chosen));
        name.into_iter().for_each(|name| self.memory.settings.note(control, || name.to_owned()));
        was_set
    }

    /// Shows a row of a tree with its dot, its name, and the text at its end. Returns true if it is clicked.
    fn branch(&self, index: usize, branch: &Branch<'_>, chosen: &Chosen) -> bool {
        let indent = (branch.depth as f32 * 9.0).min(120.0) * self.scale;
        let [x, y] = self.ui.cursor_screen_pos();
        let line = self.ui.text_line_height();
        // Chosen rows are paler than the active one.
        let header = self.ui.style_color(StyleColor::Header);
        let pale = chosen.contains(index) && chosen.active() != Some(index);
        let pale = pale.then(|| {
            self.ui.push_style_color(StyleColor::Header, theme::with_alpha(header, PALE * header[3]))
        });
        let row = self.ui.selectable_config(format!("##branch {index}")).selected(chosen.contains(index));
        let clicked = row.build();
        drop(pale);
        // A history may have thousands of rows.
        if !self.ui.is_item_visible() {
            return clicked;
        }
        let list = self.ui.get_window_draw_list();
        let dot = [x + indent + 0.3 * line, y + 0.5 * line];
        list.add_circle(dot, 0.26 * line, branch.colour).filled(branch.solid).build();
        list.add_text([x + indent + 0.9 * line, y], theme::INK, branch.name);
        let [width, _] = self.ui.calc_text_size(branch.end);
        let right = x + self.ui.window_content_region_max()[0] - width - 0.3 * line;
        list.add_text([right, y], FAINT, branch.end);
        clicked
    }

    /// Shows keys along time, at most `rows` rows high, with a line at `now`. A row that says the same as one
    /// above is left out, unless it is chosen. Returns true if a row was chosen.
    pub fn key_sheet(
        &mut self,
        name: &str,
        rows: f32,
        sheet: &KeySheet<'_>,
        chosen: &mut Option<usize>,
    ) -> bool {
        let before = *chosen;
        let was_set = self.choose_by_name(name, sheet.rows.iter().map(|row| row.name), chosen);
        let says = |i: usize| (sheet.rows[i].keys, sheet.rows[i].holds);
        let is_news = |&i: &usize| before == Some(i) || (0..i).all(|above| says(above) != says(i));
        let shown: Vec<usize> = (0..sheet.rows.len()).filter(is_news).collect();
        let height = rows.min(shown.len() as f32) * self.text_line_height_with_spacing();
        self.ui.child_window(name).size([0.0, height]).build(|| {
            for &i in &shown {
                self.key_row(i, &sheet.rows[i], sheet, chosen);
                self.place_item(format!("{name}={}", sheet.rows[i].name));
            }
        });
        match sheet.rows.len() - shown.len() {
            0 => {}
            left_out => self.note(&format!("and {left_out} more with the same keys")),
        }
        self.edit_at_once(*chosen != before || was_set);
        *chosen != before
    }

    /// Shows a row of keys: its name, a mark for each key, in full colour for that in effect, and its number.
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
        list.add_line([now, y], [now, y + line], theme::with_alpha(CHANGED, 0.6)).thickness(scale).build();
        for (key, &time) in row.keys.iter().enumerate() {
            let holds = row.holds == Some(key);
            let (reach, alpha) = if holds { (0.44, 1.0) } else { (0.22, 0.55) };
            let (at, colour) = (across(time), theme::with_alpha(row.colour, alpha));
            let (top, bottom) = (y + (0.5 - reach) * line, y + (0.5 + reach) * line);
            let width = if holds { 3.0 } else { 1.5 };
            list.add_line([at, top], [at, bottom], colour).thickness(width * scale).build();
        }
        list.with_clip_rect_intersect([x, y], [left - 4.0 * scale, y + line], || {
            list.add_text([x + 2.0 * scale, y], theme::of_words(row.colour), row.name);
        });
        let count = match row.holds {
            Some(key) => format!("{}/{}", key + 1, row.keys.len()),
            None => "none".to_owned(),
        };
        list.add_text([right + 8.0 * scale, y], FAINT, count);
    }
}
