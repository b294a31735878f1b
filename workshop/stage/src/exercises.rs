//! The lesson's exercises above the panel, and at its end the output of their checks, which `F4` starts.
//!
//! Only a window shows them: a picture stays the same wherever it is rendered.

use crate::panel::{PANEL_WIDTH, unquoted};
use crate::panels::FIXED;
use crate::second::{Second, tool, why};
use crate::theme::{self, AXES, CHANGED, Colour, Fonts, INK, with_alpha};
use anyhow::ensure;
use course::{EXERCISES, Id, State};
use imgui::{Condition, StyleColor, StyleVar, Ui, WindowFlags};
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

/// The height of their row, in the margin above the panel's title, at scale 1 in pixels.
const MARGIN: f32 = 18.0;

/// The most height for the words of a check: at scale 1 in pixels, and as a part of the window's.
const MOST_WORDS: [f32; 2] = [260.0, 0.4];

/// The size of letters in rows with aligned columns, as a factor of the usual one.
const ROWS: f32 = 0.85;

/// The colour of an exercise's dot in this state, and its sign.
pub fn dot(state: Option<State>) -> (Colour, &'static str) {
    match state {
        Some(State::Passed) => (AXES[1], "●"),
        Some(State::Tried) => (CHANGED, "◐"),
        Some(State::Open) | None => (with_alpha(INK, 0.25), "○"),
    }
}

/// An exercise with its state, if known, and its place.
type Exercise = (Id, Option<State>, String);

/// The tool's words, and the exercises that it tells of.
struct Told {
    says: String,
    exercises: Vec<Exercise>,
}

/// The exercises of a lesson in a window.
pub struct Exercises {
    lesson: String,
    told: Told,
    /// Their files, and the time at which one was last saved.
    files: Vec<PathBuf>,
    saved: Option<SystemTime>,
    checks_on_save: bool,
    tool: Option<Second<Told>>,
    is_checking: bool,
    /// True while the output of the checks is shown; its height, and true if it is to be shown from its beginning.
    is_open: bool,
    height: f32,
    is_new: bool,
}

impl Exercises {
    /// The exercises of a lesson, if it has any.
    pub fn new(info: &course::LessonInfo) -> Option<Self> {
        // In a built workbook the tool is beside this program. Elsewhere nothing is known before the first check.
        let tool = std::env::current_exe().ok()?.with_file_name("workbook");
        let (all, lesson) = (info.exercises(), info.number.to_string());
        (!all.is_empty()).then(|| Self {
            told: Told {
                says: String::new(),
                exercises: all.iter().map(|own| (own.id(), None, String::new())).collect(),
            },
            files: all.iter().map(|own| course::root().join(own.file.get_ref())).collect(),
            saved: None,
            checks_on_save: false,
            tool: Some(ask(Command::new(tool), lesson.clone(), false)),
            lesson,
            is_checking: false,
            is_open: false,
            height: 0.0,
            is_new: false,
        })
    }

    /// Starts the checks or stops them; with Shift, turns on or off that they run whenever a file is saved.
    pub fn press(&mut self, shift: bool) {
        match (shift, self.is_checking) {
            (true, _) => (self.checks_on_save, self.is_open) = (!self.checks_on_save, true),
            (false, true) => (self.tool, self.is_checking, self.is_open) = (None, false, false),
            (false, false) => self.check(),
        }
    }

    fn check(&mut self) {
        // Ends a check that still runs.
        self.tool = None;
        self.tool = Some(ask(tool(), self.lesson.clone(), true));
        (self.is_checking, self.is_open) = (true, true);
        self.told.says = "They are being checked. F4 puts an end to that.".to_owned();
    }

    /// Reads the tool's output, and looks for saved files. Returns true if there is something to show.
    pub fn listen(&mut self) -> bool {
        let time = |file: &PathBuf| std::fs::metadata(file).and_then(|data| data.modified()).ok();
        let saved = self.files.iter().filter_map(time).max();
        let before = std::mem::replace(&mut self.saved, saved);
        if self.checks_on_save && before.is_some() && saved > before {
            self.check();
            return true;
        }
        let Some(told) = self.tool.as_ref().and_then(Second::heard) else { return false };
        (self.tool, self.is_checking, self.is_new) = (None, false, true);
        match told {
            Ok(told) if told.exercises.is_empty() => self.told.says = told.says,
            Ok(told) => self.told = told,
            Err(error) => self.told.says = format!("Nothing can be checked here: {error:#}"),
        }
        true
    }

    /// Shows them in the margin above the panel, and the words on them at its end. Returns the height of that end.
    pub fn show(&mut self, ui: &Ui, fonts: Fonts, scale: f32) -> f32 {
        let flags = FIXED | WindowFlags::NO_FOCUS_ON_APPEARING;
        let ([_, bottom], width) = (ui.io().display_size, PANEL_WIDTH * scale);
        {
            let _colour = ui.push_style_color(StyleColor::WindowBg, theme::PANEL);
            let _padding = ui.push_style_var(StyleVar::WindowPadding([18.0 * scale, scale]));
            let _low = ui.push_style_var(StyleVar::WindowMinSize([1.0; 2]));
            let window = ui.window("exercises").position([0.0; 2], Condition::Always);
            let size = [width - 15.0 * scale, MARGIN * scale];
            window.size(size, Condition::Always).flags(flags).build(|| self.show_row(ui));
        }
        if !self.is_open {
            return 0.0;
        }
        let window = ui.window("checked").position([0.0, bottom], Condition::Always);
        let window = window.position_pivot([0.0, 1.0]).size([width, 0.0], Condition::Always);
        let shown = window.flags(flags | WindowFlags::ALWAYS_AUTO_RESIZE).bg_alpha(0.0).build(|| {
            ui.separator();
            ui.checkbox("check whenever I save", &mut self.checks_on_save);
            ui.same_line();
            self.is_open = !ui.button("close");
            let most = (MOST_WORDS[0] * scale).min(MOST_WORDS[1] * bottom);
            self.show_words(ui, fonts, self.height.clamp(1.0, most.max(1.0)));
            ui.window_size()[1]
        });
        shown.unwrap_or(0.0)
    }

    /// Shows their progress, and the place of the first that is not right.
    fn show_row(&mut self, ui: &Ui) {
        let all = &self.told.exercises;
        let show = |colour, text: &str, (id, _, place): &Exercise| {
            ui.text_colored(colour, text);
            if ui.is_item_hovered() {
                ui.tooltip_text(unquoted(&format!("{id} {place}")));
            }
            ui.same_line();
        };
        for exercise in all {
            let (colour, sign) = dot(exercise.1);
            show(colour, sign, exercise);
        }
        let next = all.iter().find(|(_, state, _)| *state != Some(State::Passed)).unwrap_or(&all[0]);
        show(INK, next.2.rsplit('/').next().unwrap_or_default(), next);
        if ui.small_button(if self.is_checking { "stop (F4)" } else { "check (F4)" }) {
            self.press(false);
        }
    }

    fn show_words(&mut self, ui: &Ui, fonts: Fonts, height: f32) {
        let words = ui.child_window("words").size([0.0, height]);
        words.flags(WindowFlags::HORIZONTAL_SCROLLBAR).build(|| {
            if std::mem::take(&mut self.is_new) {
                ui.set_scroll_y(0.0);
            }
            show_told(ui, fonts, &unquoted(&self.told.says));
            self.height = ui.cursor_pos()[1] + ui.scroll_y();
        });
    }
}

/// Lets the tool open the text of a lesson as a page in the browser. It tells where the page is.
pub fn read(lesson: u8) -> Second<String> {
    Second::begin(move |work| {
        let (mut tool, mut told) = (tool(), String::new());
        let complaints = work.hear(tool.args(["read", &lesson.to_string()]), |line| told += line)?;
        ensure!(!told.is_empty(), "{}", why(&complaints));
        Ok(told)
    })
}

/// Asks the tool for the states of a lesson's exercises, after checking them if wanted.
fn ask(mut tool: Command, lesson: String, checks: bool) -> Second<Told> {
    Second::begin(move |work| {
        let mut told = Told { says: String::new(), exercises: Vec::new() };
        tool.args([EXERCISES[0], &lesson]).args(checks.then_some(EXERCISES[1]));
        let heard = work.hear(&mut tool, |line| match State::told(line) {
            Some((id, state, place)) => told.exercises.push((id, Some(state), place.to_owned())),
            None => told.says += &format!("{line}\n"),
        });
        if checks {
            let complaints = heard?;
            ensure!(!told.exercises.is_empty(), "{}", why(&complaints));
        }
        Ok(told)
    })
}

/// Shows a text written for terminals: sentences wrap, and columns stay aligned.
fn show_told(ui: &Ui, fonts: Fonts, says: &str) {
    // Leaves room for a scroll bar even if there is none. Only code and tables may be wider.
    let width = ui.window_size()[0] - ui.clone_style().scrollbar_size;
    let wrapped = |text: &str| {
        let _wrap = ui.push_text_wrap_pos_with_pos(width);
        ui.text(text);
    };
    let mut sentences = String::new();
    for line in says.lines().chain([""]) {
        let (text, is_indented) = (line.trim(), line.starts_with("  "));
        let is_code = text.contains('|') || text.starts_with("-->");
        let is_row = is_code || is_indented && text.contains("  ");
        if is_indented && !is_row && !text.is_empty() {
            sentences += &format!("{text} ");
            continue;
        }
        if !sentences.is_empty() {
            wrapped(&std::mem::take(&mut sentences));
        }
        if is_row {
            let _font = ui.push_font(fonts.mono);
            ui.set_window_font_scale(ROWS);
            ui.text(line.strip_prefix("  ").filter(|_| !is_code).unwrap_or(line));
            ui.set_window_font_scale(1.0);
        } else if !text.is_empty() {
            let is_heading = text.split_once(' ').is_some_and(|(id, _)| Id::strict(id).is_some());
            let _font = is_heading.then(|| ui.push_font(fonts.bold));
            wrapped(text);
        }
    }
}
