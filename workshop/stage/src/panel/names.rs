//! Shows a list of names with buttons to add, rename, duplicate, delete and reorder them.

use super::{Edit, Panel};
use imgui::{Key, StyleVar};

/// A change to a list of names that the user asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamesAct {
    /// Another name is chosen.
    Chosen(usize),
    /// A new name is to be added at the end. It is trimmed and not empty, here and below.
    Added(String),
    /// A name is to be replaced by another, which is not the old one.
    Renamed(usize, String),
    Duplicated(usize),
    Deleted(usize),
    /// A name is to move, by one place.
    Moved {
        /// The present index of the name.
        from: usize,
        /// The new index of the name.
        to: usize,
    },
}

/// A name that is being typed.
#[derive(Debug)]
pub struct Typed {
    list: String,
    /// The index and the old name, or none for a new one.
    old: Option<(usize, String)>,
    text: String,
    /// True if the field has had the keys in an earlier frame.
    had_keys: bool,
}

impl Panel<'_> {
    /// Shows names of which one is chosen, at most `rows` rows high, with buttons for every change. Returns
    /// what the user asks for, and changes nothing itself.
    ///
    /// Enter, and a click elsewhere, accept a name being typed; Escape keeps the old one, or adds none. Scripts
    /// find names as `moves=walk`, buttons as `moves/new` and so on, and the field as `moves/name`.
    pub fn names(
        &mut self,
        name: &str,
        rows: f32,
        names: &[&str],
        chosen: Option<usize>,
    ) -> Option<NamesAct> {
        let mut index = chosen;
        let was_set = self.choose_by_name(name, names.iter().copied(), &mut index);
        let set = index.filter(|_| was_set).map(NamesAct::Chosen);
        let height = rows.min(names.len() as f32).max(1.0) * self.text_line_height_with_spacing();
        let list = self.ui.child_window(name).size([0.0, height]);
        let done = list.build(|| {
            let mut done = None;
            for (index, label) in names.iter().enumerate() {
                let act = match self.is_typed(name, Some((index, label))) {
                    true => self.name_field(name),
                    false => self.name_to_choose(name, index, label, chosen),
                };
                done = done.or(act);
                if chosen == Some(index) {
                    self.scroll_to_chosen(name, index);
                }
            }
            if self.is_typed(name, None) { done.or(self.name_field(name)) } else { done }
        });
        let pressed = self.names_buttons(name, names, chosen);
        self.edit = Edit::default();
        set.or(done.flatten()).or(pressed)
    }

    /// Returns true if another name is being typed for an old one, or a new one if there is none.
    fn is_typed(&self, list: &str, old: Option<(usize, &str)>) -> bool {
        let is_it = |now: &Typed| now.old.as_ref().map(|(index, old)| (*index, &old[..])) == old;
        self.memory.held.typed.as_ref().is_some_and(|now| now.list == list && is_it(now))
    }

    fn name_to_choose(
        &mut self,
        list: &str,
        index: usize,
        label: &str,
        chosen: Option<usize>,
    ) -> Option<NamesAct> {
        let is_chosen = chosen == Some(index);
        let row = self.ui.selectable_config(format!("{label}##{index}")).selected(is_chosen);
        let clicked = row.build();
        self.place_item(format!("{list}={label}"));
        (clicked && !is_chosen).then_some(NamesAct::Chosen(index))
    }

    /// Shows the field in which a name is typed, as high as a row.
    fn name_field(&mut self, list: &str) -> Option<NamesAct> {
        let mut now = self.memory.held.typed.take()?;
        if !now.had_keys {
            self.ui.set_keyboard_focus_here();
        }
        self.set_next_item_width(-1.0);
        let padding = [4.0 * self.scale, 0.0];
        let padding = self.ui.push_style_var(StyleVar::FramePadding(padding));
        self.input_text("##name", &mut now.text).auto_select_all(true).build();
        padding.pop();
        self.place_item(format!("{list}/name"));
        let has_keys = self.ui.is_item_active();
        if has_keys || !now.had_keys {
            // Dear ImGui gives it the keys one frame later.
            now.had_keys |= has_keys;
            self.memory.held.typed = Some(now);
            return None;
        }
        let text = now.text.trim();
        let is_kept = self.ui.is_key_pressed(Key::Escape) || text.is_empty();
        let text = Some(text.to_owned()).filter(|_| !is_kept)?;
        match now.old {
            Some((index, old)) => (text != old).then_some(NamesAct::Renamed(index, text)),
            None => Some(NamesAct::Added(text)),
        }
    }

    /// Shows a button for each change, pale if it isn't possible.
    fn names_buttons(&mut self, list: &str, names: &[&str], chosen: Option<usize>) -> Option<NamesAct> {
        let chosen = chosen.filter(|index| *index < names.len());
        let gap = 3.0 * self.scale;
        let _spacing = self.ui.push_style_var(StyleVar::ItemSpacing([gap, gap]));
        let _padding = self.ui.push_style_var(StyleVar::FramePadding([2.0 * self.scale, 3.0 * self.scale]));
        let part = (self.content_region_avail()[0] - 5.0 * gap) / 10.0;
        let mut done = None;
        let mut button = |sign: &str, what: &str, parts: f32, may: bool| {
            if what != "new" {
                self.ui.same_line();
            }
            let _pale = self.ui.begin_enabled(may);
            let pressed = self.ui.button_with_size(format!("{sign}##{list} {what}"), [parts * part, 0.0]);
            self.place_item(format!("{list}/{what}"));
            pressed
        };
        let adds = button("new", "new", 1.8, true);
        let is_chosen = chosen.is_some();
        let index = chosen.unwrap_or(0);
        let renames = button("rename", "rename", 2.4, is_chosen);
        if button("copy", "copy", 1.9, is_chosen) {
            done = Some(NamesAct::Duplicated(index));
        }
        if button("delete", "delete", 2.1, is_chosen) {
            done = Some(NamesAct::Deleted(index));
        }
        if button("▲", "up", 0.9, is_chosen && index > 0) {
            done = Some(NamesAct::Moved { from: index, to: index - 1 });
        }
        if button("▼", "down", 0.9, is_chosen && index + 1 < names.len()) {
            done = Some(NamesAct::Moved { from: index, to: index + 1 });
        }
        if adds || renames {
            let old = renames.then(|| (index, names[index].to_owned()));
            let text = old.as_ref().map_or("new", |(_, old)| old).to_owned();
            self.memory.held.typed = Some(Typed { list: list.to_owned(), old, text, had_keys: false });
        }
        done
    }
}
