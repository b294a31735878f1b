//! Shows panels other than the one at the left: menus, a panel below the view, floating ones, and questions.

use super::panel::{PANEL_WIDTH, Panel};
use super::rect::Rect;
use super::theme;
use glam::vec2;
use imgui::{Condition, Key, MouseCursor, StyleColor, StyleVar, WindowFlags};
use std::path::PathBuf;

/// The width of a question at scale 1, in pixels.
const QUESTION_WIDTH: f32 = 420.0;

/// The height, in pixels at scale 1, of the strip where the mouse grabs the border of the panel below.
const BORDER: f32 = 6.0;

/// The least height of the panel below, in pixels at scale 1.
const LOWEST_BELOW: f32 = 60.0;

/// The greatest fraction of the height for the panel below, so that some of the view is always left.
const MOST_BELOW: f32 = 0.6;

/// The greatest fraction of the width for the panel at the right.
const MOST_RIGHT: f32 = 0.6;

/// The flags of windows that can't be moved.
pub const FIXED: WindowFlags = WindowFlags::from_bits_truncate(
    WindowFlags::NO_TITLE_BAR.bits()
        | WindowFlags::NO_RESIZE.bits()
        | WindowFlags::NO_MOVE.bits()
        | WindowFlags::NO_COLLAPSE.bits()
        | WindowFlags::NO_SAVED_SETTINGS.bits()
        | WindowFlags::NO_NAV.bits(),
);

/// The panels of a lesson while they are built, other than the one at the left.
///
/// Menus and the panel below make the view smaller: the camera frames the rest.
pub struct Panels<'a> {
    pub(crate) panel: Panel<'a>,
    /// The part of the picture that the panels leave free so far.
    free: Rect,
    /// True if panels are shown. A question always is.
    shown: bool,
}

/// A question that must be answered before anything else.
pub struct Question<'a> {
    /// The subject in a word or two.
    pub title: &'a str,
    pub text: &'a str,
    /// The possible answers, of which Enter means the first.
    pub answers: &'a [&'a str],
    /// The index of the answer that Escape means.
    pub escape: usize,
}

/// A menu that is being built.
pub struct Menu<'p, 'a> {
    panel: &'p mut Panel<'a>,
    name: &'p str,
}

impl<'a> Panels<'a> {
    /// Begins panels over the free part of the picture, built with `panel`.
    pub fn new(panel: Panel<'a>, free: Rect, shown: bool) -> Self {
        Self { panel, free, shown }
    }

    /// Shows a message over the view for a few seconds.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.panel.tell(message);
    }

    /// Shows a menu in the bar above the view. The same name again continues the menu.
    pub fn menu(&mut self, name: &str, items: impl FnOnce(&mut Menu<'_, 'a>)) {
        if !self.shown {
            return;
        }
        let ui = self.panel.ui();
        let [low, size] = [self.free.low, self.free.size()];
        let height = ui.frame_height();
        let _low = ui.push_style_var(StyleVar::WindowMinSize([1.0; 2]));
        let flags = (FIXED - WindowFlags::NO_NAV) | WindowFlags::NO_SCROLLBAR;
        let enters = std::mem::take(&mut self.panel.memory.enters.menus);
        let bar = ui.window("menus").flags(flags).menu_bar(true).focused(enters);
        let bar = bar.position(low.to_array(), Condition::Always).size([size.x, height], Condition::Always);
        bar.build(|| {
            self.panel.memory.regions.top = height;
            self.panel.memory.regions.cover(self.panel.ui());
            ui.menu_bar(|| {
                let open = ui.begin_menu(name);
                self.panel.place_item(name);
                if open.is_some() {
                    self.panel.memory.regions.menu_is_open = true;
                    items(&mut Menu { panel: &mut self.panel, name });
                }
            });
        });
    }

    /// Shows a panel below the view, `height` pixels high at scale 1, whose border can be dragged.
    pub fn bottom(&mut self, height: f32, content: impl FnOnce(&mut Panel<'a>)) {
        if !self.shown {
            return;
        }
        let height = self.panel.memory.below.height.unwrap_or(height);
        let height = (height * self.panel.scale()).min(MOST_BELOW * self.free.size().y);
        let corner = [self.free.low.x, self.free.high.y - height];
        let window = self.panel.ui().window("below").flags(FIXED - WindowFlags::NO_NAV);
        let window = window.focused(self.panel.memory.enters()).position(corner, Condition::Always);
        window.size([self.free.size().x, height], Condition::Always).build(|| {
            self.panel.memory.regions.bottom = height;
            self.panel.memory.regions.cover(self.panel.ui());
            content(&mut self.panel);
        });
        self.border_of_below(height);
    }

    /// Shows a panel at the right of the view, above the panel below, at most `width` pixels wide at scale 1.
    pub(crate) fn right(&mut self, width: f32, content: impl FnOnce(&mut Panel<'a>)) {
        let free = self.panel.memory.regions.free_of(self.free);
        // Leaves some of the view.
        let width = (width * self.panel.scale()).min(MOST_RIGHT * free.size().x);
        if width < 1.0 {
            return;
        }
        let window = self.panel.ui().window("right").flags(FIXED - WindowFlags::NO_NAV);
        let window = window.focused(self.panel.memory.enters());
        let window = window.position([free.high.x - width, free.low.y], Condition::Always);
        window.size([width, free.size().y], Condition::Always).build(|| {
            self.panel.memory.regions.right = width;
            self.panel.memory.regions.cover(self.panel.ui());
            content(&mut self.panel);
        });
    }

    /// Shows the strip of the view in which the panel below is resized. Scripts know it as `border`.
    fn border_of_below(&mut self, height: f32) {
        let (ui, thick) = (self.panel.ui(), BORDER * self.panel.scale());
        let border = self.free.high.y - height;
        let size = [self.free.size().x, thick];
        // A window may be no wider than the panel at the left.
        if size[0] < 1.0 {
            return;
        }
        let _low = ui.push_style_var(StyleVar::WindowMinSize([1.0; 2]));
        let _whole = ui.push_style_var(StyleVar::WindowPadding([0.0; 2]));
        let flags = FIXED | WindowFlags::NO_BACKGROUND | WindowFlags::NO_SCROLLBAR;
        let flags = flags | WindowFlags::NO_FOCUS_ON_APPEARING | WindowFlags::NO_BRING_TO_FRONT_ON_FOCUS;
        let window = ui.window("border of what is below").flags(flags);
        let window = window.position([self.free.low.x, border - thick], Condition::Always);
        window.size(size, Condition::Always).build(|| {
            self.panel.memory.regions.cover(ui);
            ui.invisible_button("border", size);
            self.panel.place_item("border");
            let [_, mouse] = ui.io().mouse_pos;
            if ui.is_item_activated() {
                self.panel.memory.below.held = mouse - border;
            }
            if ui.is_item_active() {
                let (scale, most) = (self.panel.scale(), MOST_BELOW * self.free.size().y);
                let height = self.free.high.y - (mouse - self.panel.memory.below.held);
                self.panel.memory.below.height = Some(height.min(most).max(LOWEST_BELOW * scale) / scale);
            }
            if ui.is_item_hovered() || ui.is_item_active() {
                ui.set_mouse_cursor(Some(MouseCursor::ResizeNS));
                let (low, high) = ([self.free.low.x, border - 0.5 * thick], [self.free.high.x, border]);
                ui.get_window_draw_list().add_rect(low, high, theme::ACCENT).filled(true).build();
            }
        });
    }

    /// Shows a panel over the view, as wide as the one at the left, which can be moved and closed. It is
    /// shown while `open` is true.
    pub fn floating(&mut self, name: &str, open: &mut bool, content: impl FnOnce(&mut Panel<'a>)) {
        if !(self.shown && *open) {
            return;
        }
        let (scale, free) = (self.panel.scale(), self.panel.memory.regions.free_of(self.free));
        let width = (PANEL_WIDTH * scale).min(free.size().x);
        let corner = [free.high.x - width - 18.0 * scale, free.low.y + 18.0 * scale];
        let window = self.panel.ui().window(name).opened(open).collapsible(false).resizable(false);
        let window = window.save_settings(false).position(corner, Condition::FirstUseEver);
        let window = window.focused(self.panel.memory.enters());
        window.size([width, 0.0], Condition::Always).build(|| {
            self.panel.memory.regions.cover(self.panel.ui());
            content(&mut self.panel);
        });
    }

    /// Shows a floating panel to type a folder, as long as `typed` has a text. Returns the folder once Enter
    /// or the button accepts it; Escape closes the panel. In scripts the field is `folder`, and the button
    /// `Save here`.
    pub fn folder(&mut self, name: &str, typed: &mut Option<String>) -> Option<PathBuf> {
        let (mut open, mut accepted) = (typed.is_some(), None);
        self.floating(name, &mut open, |panel| {
            let Some(text) = typed else { return };
            panel.note(
                "The folder, with its whole path. Later saves go there too: set WORKBOOK_SAVES to it to find them the \
                 next time.",
            );
            let entered = panel.text_field("folder", text);
            if panel.command("Save here") || entered {
                accepted = Some(PathBuf::from(text.trim()));
            }
            if panel.is_key_pressed(Key::Escape) {
                *typed = None;
            }
        });
        *typed = typed.take().filter(|_| open);
        accepted
    }

    /// Asks a question, and returns the index of the answer once there is one. Until then nothing else can be
    /// done; call it again for every frame.
    pub fn ask(&mut self, question: &Question<'_>) -> Option<usize> {
        if std::mem::replace(&mut self.panel.memory.regions.is_asking, true) {
            // One question at a time.
            return None;
        }
        let ui = self.panel.ui();
        let picture = ui.io().display_size;
        // It covers everything, so that nothing else can be clicked.
        let _dim = ui.push_style_color(StyleColor::WindowBg, theme::with_alpha(theme::INK, 0.35));
        let over_everything = ui.window("question").flags(FIXED - WindowFlags::NO_NAV);
        let over_everything = over_everything.position([0.0; 2], Condition::Always);
        over_everything.size(picture, Condition::Always).build(|| self.question(question)).flatten()
    }

    fn question(&mut self, question: &Question<'_>) -> Option<usize> {
        let (ui, scale, fonts) = (self.panel.ui(), self.panel.scale(), self.panel.fonts);
        let (width, margin, gap) = (QUESTION_WIDTH * scale, 18.0 * scale, 8.0 * scale);
        let inside = width - 2.0 * margin;
        let [_, text] = ui.calc_text_size_with_opts(question.text, false, inside);
        let height = 2.0 * margin + ui.text_line_height() + text + ui.frame_height() + 4.0 * gap;
        let place = Rect::around(self.free.centre(), vec2(width, height));
        ui.set_cursor_screen_pos(place.low.round().to_array());
        let _paper = ui.push_style_color(StyleColor::ChildBg, theme::PAPER);
        let _margin = ui.push_style_var(StyleVar::WindowPadding([margin; 2]));
        let _gap = ui.push_style_var(StyleVar::ItemSpacing([gap; 2]));
        // The key press that opened the question doesn't answer it.
        let may_type = self.panel.memory.regions.was_asking;
        let sheet =
            ui.child_window(question.title).size(place.size().to_array()).always_use_window_padding(true);
        let sheet = sheet.focused(!may_type);
        let clicked = sheet.build(|| {
            let bold = ui.push_font(fonts.bold);
            ui.text(question.title);
            bold.pop();
            ui.text_wrapped(question.text);
            ui.dummy([0.0, 0.0]);
            self.answers(question.answers, inside, gap)
        });
        let enter = (may_type && ui.is_key_pressed(Key::Enter)).then_some(0);
        let escape = (may_type && ui.is_key_pressed(Key::Escape)).then_some(question.escape);
        clicked.flatten().or(enter).or(escape)
    }

    /// Shows a button for each answer, side by side.
    fn answers(&mut self, answers: &[&str], inside: f32, gap: f32) -> Option<usize> {
        let count = answers.len().max(1) as f32;
        let width = (inside - gap * (count - 1.0)) / count;
        let mut clicked = None;
        for (index, answer) in answers.iter().enumerate() {
            if index > 0 {
                self.panel.same_line();
            }
            let button = self.panel.button_with_size(answer, [width, 0.0]);
            let entered = self.panel.memory.regions.was_asking && self.panel.is_key_pressed(Key::Enter);
            if button || entered && self.panel.is_item_focused() {
                clicked = Some(index);
            }
            self.panel.place_item(*answer);
        }
        clicked
    }
}

impl Menu<'_, '_> {
    /// Shows an item with the name of its keys. Returns true if it was chosen now.
    pub fn item(&mut self, label: &str, keys: &str) -> bool {
        self.item_if(true, label, keys)
    }

    /// Shows an item, pale if it can't be chosen. Returns true if it was chosen now.
    pub fn item_if(&mut self, can_be_done: bool, label: &str, keys: &str) -> bool {
        let item = self.panel.ui().menu_item_config(label).shortcut(keys).enabled(can_be_done);
        self.placed(label, item.build())
    }

    /// Shows a switch. Returns true if it was switched now.
    pub fn switch(&mut self, label: &str, value: &mut bool) -> bool {
        let switched = self.panel.ui().menu_item_config(label).build_with_ref(value);
        self.placed(label, switched)
    }

    /// Stores the place of an item, and that the menu closes if it was chosen.
    fn placed(&mut self, label: &str, chosen: bool) -> bool {
        self.panel.place_item(format!("{}/{label}", self.name));
        self.panel.memory.regions.menu_has_closed |= chosen;
        chosen
    }

    /// Shows a line between items.
    pub fn separator(&self) {
        self.panel.ui().separator();
    }
}
