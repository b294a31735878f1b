//! Shows a lesson's controls and numbers in panels.

mod controls;
mod edit;
mod fields;
mod lists;
mod memory;
mod names;
mod plot;
mod regions;
mod settings;
mod tables;
mod timeline;
mod transport;

pub use edit::Edit;
pub use lists::{Branch, KeyRow, KeySheet};
pub use memory::Memory;
pub use names::NamesAct;
pub use plot::{Plot, PlotCurve};
pub use tables::fixed;

use super::rect::Rect;
use super::theme::{self, CHANGED, Colour, FAINT, Fonts};
use super::{Camera, Clock};
use imgui::{FontStackToken, StyleColor, Ui};
use std::ops::Deref;
use std::path::PathBuf;

/// The width of the panel at scale 1, in pixels.
pub const PANEL_WIDTH: f32 = 340.0;

/// The most remarks of a file's reader: more would push the rest out of sight.
const MOST_NOTES: usize = 5;

/// A panel that is being built, with Dear ImGui's [`Ui`], and what lessons need beyond it.
pub struct Panel<'a> {
    /// The lesson's time, to pause it or move it.
    pub clock: &'a mut Clock,
    /// The lesson's camera. A panel may point it at something else.
    pub camera: &'a mut Camera,
    ui: &'a Ui,
    pub(super) fonts: Fonts,
    pub(super) memory: &'a mut Memory,
    scale: f32,
    now: f64,
    /// The edit of the control that was shown last.
    edit: Edit,
}

impl Deref for Panel<'_> {
    type Target = Ui;

    fn deref(&self) -> &Ui {
        self.ui
    }
}

impl<'a> Panel<'a> {
    /// Begins a panel at `now` seconds since the program began.
    pub fn new(
        ui: &'a Ui,
        fonts: Fonts,
        clock: &'a mut Clock,
        camera: &'a mut Camera,
        memory: &'a mut Memory,
        scale: f32,
        now: f64,
    ) -> Self {
        Self { clock, camera, ui, fonts, memory, scale, now, edit: Edit::default() }
    }

    /// Returns Dear ImGui's own interface.
    pub fn ui(&self) -> &'a Ui {
        self.ui
    }

    /// Returns the pixels per pixel of a plain screen.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Opens the lesson anew with another model, as if its file had been dropped onto the window: after a
    /// question, if something isn't saved.
    pub fn open_model(&mut self, path: impl Into<PathBuf>) {
        self.memory.wishes.opens = Some(path.into());
    }

    /// Shows a message over the view for a few seconds.
    pub fn tell(&mut self, message: impl Into<String>) {
        self.memory.wishes.tells = Some(message.into());
    }

    /// Writes in bold until the returned value is dropped.
    pub fn push_bold(&self) -> FontStackToken<'_> {
        self.push_font(self.fonts.bold)
    }

    /// Shows a heading over a group of controls or numbers.
    pub fn heading(&self, text: &str) {
        self.dummy([0.0, 3.0 * self.scale]);
        let _font = self.push_bold();
        self.text(text);
    }

    /// Shows a remark in faint letters.
    pub fn note(&self, text: &str) {
        let _colour = self.push_style_color(StyleColor::Text, FAINT);
        self.text_wrapped(unquoted(text));
    }

    /// Shows the first remarks of a file's reader.
    pub fn notes(&self, notes: &[String]) {
        notes.iter().take(MOST_NOTES).for_each(|note| self.note(note));
    }

    /// Shows a text that was written for terminals, without the back quotes around its commands.
    pub fn told(&self, text: &str) {
        self.text_wrapped(unquoted(text));
    }

    /// Shows a compiler's message, with its rows aligned.
    pub fn code(&self, text: &str) {
        let _font = self.push_font(self.fonts.mono);
        self.text(text);
    }

    /// Shows a name in a joint's colour.
    pub fn named(&self, name: &str, colour: Colour) {
        let _font = self.push_bold();
        self.text_colored(theme::of_words(colour), name);
    }
}

/// Returns a text for terminals without the back quotes around its commands.
pub fn unquoted(text: &str) -> String {
    text.replace('`', "")
}
