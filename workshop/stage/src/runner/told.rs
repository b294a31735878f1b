//! Shows messages over the view, some for a few seconds, and errors as long as they last.

use crate::camera::Stagebox;
use crate::panel::{Memory, unquoted};
use crate::panels::FIXED;
use crate::rect::Rect;
use crate::theme::{self, Fonts};
use glam::Vec2;
use imgui::{Condition, StyleColor, Ui, WindowFlags};

/// The shortest time of a message, in seconds, and the bytes of it that are read in a second.
const MESSAGE_SECONDS: f64 = 4.0;
const READ_IN_A_SECOND: f64 = 18.0;

/// The greatest width of a message, in pixels at scale 1.
const MESSAGE_WIDTH: f32 = 560.0;

/// Advice for a lesson whose code was stopped, as this program keeps the code it was built with.
const STOPPED: &str = "Change the code, and save it. R only begins this program again, as it was built.";

/// Advice when saved sources could not be built.
const UNBUILT: &str = "You still see the program as it was before. Mend this error, and save again.";

/// The message and the errors that are shown.
#[derive(Default)]
pub struct Told {
    /// A message, and the time when it appeared.
    pub message: Option<(String, f64)>,
    /// The error of the last attempt to open a model.
    pub refusal: Option<String>,
    /// The error of drawing the last frame.
    pub undrawn: Option<String>,
}

impl Told {
    /// Forgets what was wrong with the lesson that was open before.
    pub fn begin(&mut self) {
        (self.refusal, self.undrawn) = (None, None);
    }

    /// Returns true if there was no time yet to read the message.
    pub fn is_telling(&self, now: f64) -> bool {
        self.message.as_ref().is_some_and(|message| is_recent(message, now))
    }

    /// Returns errors with advice: only the compiler's first one, or that a lesson's code was stopped.
    pub fn errors(
        &self,
        stopped: Option<&str>,
        unbuilt: Option<&str>,
        files: Vec<String>,
    ) -> (Vec<String>, &'static str) {
        if let Some(errors) = unbuilt {
            let first = errors.split("\n\n").next().unwrap_or(errors);
            return (vec![in_sight(first)], UNBUILT);
        }
        if let Some(reason) = stopped {
            return (vec![reason.to_owned()], STOPPED);
        }
        match (&self.undrawn, &self.refusal) {
            (Some(reason), _) => (vec![reason.clone()], "The lesson tries again in every frame."),
            (None, Some(refusal)) => (
                files.into_iter().chain([refusal.clone()]).collect(),
                "You still see what was good before. Esc closes this.",
            ),
            (None, None) => (files, "You still see what was good before. Mend the file, and save it again."),
        }
    }

    /// Shows the message as long as reading it takes.
    pub fn show_message(&mut self, ui: &Ui, area: Stagebox, memory: &mut Memory, now: f64) {
        self.message = memory.wishes.tells.take().map(|message| (message, now)).or(self.message.take());
        self.message.take_if(|message| !is_recent(message, now));
        if let Some((message, _)) = &self.message {
            show_message(ui, area, message, memory);
        }
    }
}

/// Returns true if a message has just appeared, so that there was no time yet to read it.
fn is_recent((message, since): &(String, f64), now: f64) -> bool {
    now - since <= (message.len() as f64 / READ_IN_A_SECOND).max(MESSAGE_SECONDS)
}

/// Shows errors at the lower edge of the view.
pub fn show_errors(
    ui: &Ui,
    area: Stagebox,
    fonts: Fonts,
    (errors, comfort): &(Vec<String>, &str),
    memory: &mut Memory,
) {
    if errors.is_empty() {
        return;
    }
    let (margin, free) = (16.0 * area.scale, area.free);
    let _background = ui.push_style_color(StyleColor::WindowBg, theme::ALARM);
    ui.window("errors")
        .position([free.low.x + margin, free.high.y - margin], Condition::Always)
        .position_pivot([0.0, 1.0])
        .size([free.size().x - 2.0 * margin, 0.0], Condition::Always)
        .flags(FIXED | WindowFlags::ALWAYS_AUTO_RESIZE)
        .build(|| {
            memory.regions.cover(ui);
            let _font = ui.push_font(fonts.mono);
            for error in errors {
                let _colour = ui.push_style_color(StyleColor::Text, theme::ERROR);
                ui.text_wrapped(unquoted(error));
            }
            ui.text_colored(theme::FAINT, comfort);
        });
}

/// Returns a compiler's error whose code is shifted left, so that the place at fault is in sight.
pub fn in_sight(error: &str) -> String {
    let indentation = |line: &str| {
        let (_, code) = line.split_once(" |")?;
        let words = code.trim_start();
        (!words.is_empty()).then_some(code.len() - words.len())
    };
    let shared = error.lines().filter_map(indentation).min().unwrap_or(0).saturating_sub(1);
    let short = |line: &str| match line.split_once(" |") {
        Some((row, code)) if code.len() > shared => format!("{row} |{}", &code[shared..]),
        _ => line.to_owned(),
    };
    error.lines().map(short).collect::<Vec<_>>().join("\n")
}

/// Shows a message at the upper right, and stores its place.
fn show_message(ui: &Ui, area: Stagebox, message: &str, memory: &mut Memory) {
    let margin = 16.0 * area.scale;
    let width = (MESSAGE_WIDTH * area.scale).min(area.free.size().x - 2.0 * margin).max(1.0);
    ui.window("message")
        .position([area.free.high.x - margin, area.free.low.y + margin], Condition::Always)
        .position_pivot([1.0, 0.0])
        .flags(FIXED | WindowFlags::ALWAYS_AUTO_RESIZE | WindowFlags::NO_INPUTS)
        .build(|| {
            let _wrap = ui.push_text_wrap_pos_with_pos(width);
            ui.text(unquoted(message));
            let [low, size] = [ui.window_pos(), ui.window_size()].map(Vec2::from);
            memory.found(format!("message={message}"), Rect { low, high: low + size });
        });
}
