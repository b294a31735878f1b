//! Shows the lesson's exercises above the panel, and starts their checks by `F4`.
//!
//! Only a window shows them: a picture stays the same wherever it is rendered.

mod report;

use crate::Panel;
use crate::handed::is_watched;
use crate::panel::{PANEL_WIDTH, unquoted};
use crate::panels::FIXED;
use crate::second::{Second, tool, why};
use crate::theme::{ACCENT, AXES, CHANGED, Colour, FAINT, INK, of_words, with_alpha};
use anyhow::ensure;
use course::{EXERCISES, State};
use imgui::{Condition, StyleVar, Ui, WindowFlags};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Instant, SystemTime};

/// The height of the row of exercises above the panel, in pixels at scale 1.
pub const ROW: f32 = 34.0;

/// The meaning of the dots.
const LEGEND: &str = "● right  ◉ our answer  ◐ tried  ○ open. A click opens the file.";

/// The opacity of a dot whose state is older than the file, and of words.
const PALE: f32 = 0.3;
const HALF: f32 = 0.5;

/// Returns the colour of the dot and the sign for an exercise's state.
pub fn dot(state: Option<State>) -> (Colour, &'static str) {
    match state {
        Some(State::Passed) => (AXES[1], "●"),
        Some(State::Ours) => (ACCENT, "◉"),
        Some(State::Tried) => (CHANGED, "◐"),
        Some(State::Open) | None => (with_alpha(INK, 0.25), "○"),
    }
}

/// An exercise with its state, if known, and its place in the sources.
type Exercise = (course::Id, Option<State>, String);

/// The tool's output, and the exercises with their states.
struct Told {
    says: String,
    exercises: Vec<Exercise>,
    /// True unless a check has failed, or could not be built.
    is_well: bool,
}

/// The exercises of a lesson in a window.
pub struct Exercises {
    lesson: String,
    told: Told,
    /// The sources with the exercises, watched for saves.
    files: Vec<PathBuf>,
    saved: Option<SystemTime>,
    asked: Option<SystemTime>,
    /// True if each save starts the checks.
    pub checks_on_save: bool,
    tool: Option<Second<Told>>,
    /// The time when the checks were started, while they run.
    checking: Option<Instant>,
    /// True while the checks' report is open.
    pub is_open: bool,
    /// True until the report has come to the front.
    pub is_new: bool,
}

impl Exercises {
    pub fn new(info: &course::LessonInfo) -> Option<Self> {
        // In a built workbook the tool is beside this program. Elsewhere nothing is known before the first check.
        let tool = std::env::current_exe().ok()?.with_file_name("workbook");
        let (all, lesson) = (info.exercises(), info.number.to_string());
        (!all.is_empty()).then(|| Self {
            told: Told {
                says: String::new(),
                exercises: all.iter().map(|own| (own.id(), None, String::new())).collect(),
                is_well: true,
            },
            files: all.iter().map(|own| course::root().join(own.file.get_ref())).collect(),
            saved: None,
            asked: None,
            checks_on_save: false,
            tool: Some(ask(Command::new(tool), lesson.clone(), false)),
            lesson,
            checking: None,
            is_open: false,
            is_new: false,
        })
    }

    pub fn are_right(&self) -> bool {
        self.told.exercises.iter().all(|(_, state, _)| state.is_some_and(State::is_right))
    }

    /// Returns true while the checks run.
    pub fn is_checking(&self) -> bool {
        self.checking.is_some()
    }

    /// Starts the checks or stops them; with Shift, toggles whether they run whenever a file is saved.
    pub fn press(&mut self, shift: bool) {
        (self.is_open, self.is_new) = (true, true);
        if shift {
            self.checks_on_save = !self.checks_on_save;
        } else if self.checking.take().is_some() {
            (self.tool, self.is_open) = (None, false);
        } else {
            self.check();
        }
    }

    /// Closes the output, and returns true if it was open.
    pub fn close(&mut self) -> bool {
        std::mem::take(&mut self.is_open)
    }

    /// Starts the checks, whose output opens by itself if something is wrong.
    pub fn check(&mut self) {
        // Ends a check that still runs.
        self.tool = None;
        self.asked = self.saved;
        self.tool = Some(ask(tool(), self.lesson.clone(), true));
        self.checking = Some(Instant::now());
    }

    /// Reads the tool's output, and looks for saved files, unless a program that `follows` will check them. The
    /// program's sources were `saved` last at this time. Returns true if there is something to show.
    pub fn listen(&mut self, follows: bool, saved: Option<SystemTime>) -> bool {
        let time = |file: &PathBuf| std::fs::metadata(file).and_then(|data| data.modified()).ok();
        let saved = self.files.iter().filter_map(time).max().max(saved);
        let before = std::mem::replace(&mut self.saved, saved);
        self.asked = self.asked.or(saved);
        if self.checks_on_save && before.is_some() && saved > before {
            if !follows {
                self.check();
            }
            return true;
        }
        let Some(told) = self.tool.as_ref().and_then(Second::heard) else { return false };
        self.tool = None;
        let is_well = told.as_ref().is_ok_and(|told| told.is_well);
        self.is_new = !is_well;
        match told {
            Ok(told) if told.exercises.is_empty() => self.told.says = told.says,
            Ok(told) => self.told = told,
            Err(error) => self.told.says = format!("Nothing can be checked here: {error:#}"),
        }
        // What a check of older files has found may be mended by now, and the compiler's error is shown anyway.
        self.is_open |= self.checking.take().is_some() && !is_well && !follows;
        true
    }

    /// Shows the exercises above the panel, and instead of the next one the `age` of this program if it is an old one. Then
    /// they are pale, as after a save. Without the panel only the age is worth a row, at the lower edge.
    pub fn show(&mut self, ui: &Ui, scale: f32, has_panel: bool, age: Option<String>) {
        if !has_panel && age.is_none() {
            return;
        }
        let is_pale = age.is_some() || self.saved > self.asked;
        let _padding = ui.push_style_var(StyleVar::WindowPadding([18.0 * scale, 8.0 * scale]));
        let _low = ui.push_style_var(StyleVar::WindowMinSize([1.0; 2]));
        let (top, alpha) = if has_panel { (0.0, 0.0) } else { (ui.io().display_size[1] - ROW * scale, 1.0) };
        let window = ui.window("exercises").position([0.0, top], Condition::Always).bg_alpha(alpha);
        let window = window.size([PANEL_WIDTH * scale, ROW * scale], Condition::Always);
        let flags = FIXED | WindowFlags::NO_FOCUS_ON_APPEARING | WindowFlags::NO_SCROLLBAR;
        window.flags(flags).build(|| self.show_row(ui, is_pale, age));
    }

    /// Shows what the checks say, pale if that is of older files.
    pub fn show_report(&mut self, panel: &mut Panel<'_>) {
        let is_new = std::mem::take(&mut self.is_new);
        let shows = if is_watched() { "show and " } else { "" };
        panel.checkbox(format!("whenever I save, {shows}check it"), &mut self.checks_on_save);
        if let Some(begun) = self.checking {
            let seconds = begun.elapsed().as_secs();
            return panel.told(&format!("Your answers are being checked: {seconds} s. F4 stops that."));
        }
        let _pale = (self.saved > self.asked).then(|| panel.push_style_var(StyleVar::Alpha(HALF)));
        report::show(panel, &self.told.says, is_new);
    }

    /// Shows a dot for each exercise, and the place of the first that isn't right. A click opens its file.
    fn show_row(&mut self, ui: &Ui, is_pale: bool, age: Option<String>) {
        let all = &self.told.exercises;
        let show = |colour, text: &str, (id, _, place): &Exercise| {
            ui.text_colored(colour, text);
            if ui.is_item_hovered() {
                let place = unquoted(place);
                ui.tooltip_text(format!("{id}: {place}\n{LEGEND}"));
            }
            if ui.is_item_clicked() {
                open(place);
            }
            ui.same_line();
        };
        for exercise in all {
            let (colour, sign) = dot(exercise.1);
            show(if is_pale { with_alpha(colour, PALE) } else { colour }, sign, exercise);
        }
        if let Some(age) = age {
            return ui.text_colored(of_words(CHANGED), age);
        }
        let is_open = |(_, state, _): &&Exercise| !state.is_some_and(State::is_right);
        let next = all.iter().find(is_open);
        match next {
            Some(next) => show(ACCENT, next.2.rsplit('/').next().unwrap_or_default(), next),
            None => {
                ui.text_colored(FAINT, "all right");
                ui.same_line();
            }
        }
        if ui.small_button(if self.is_checking() { "stop (F4)" } else { "check (F4)" }) {
            self.press(false);
        }
    }
}

/// Has the tool open a lesson's text as a page in the browser, and returns the path of the page.
pub fn read(lesson: u8) -> Second<String> {
    Second::begin(move |work| {
        let (mut tool, mut told) = (tool(), String::new());
        let (_, complaints) = work.hear(tool.args(["read", &lesson.to_string()]), |line| told += line)?;
        ensure!(!told.is_empty(), "{}", why(&complaints));
        Ok(told)
    })
}

/// Opens the source of a place, as in "`twice` in common/src/numbers.rs:5".
fn open(place: &str) {
    let file = place.rsplit_once(" in ").and_then(|(_, file)| file.rsplit_once(':'));
    if let Some((file, row)) =
        file.and_then(|(file, row)| Some((course::root().join(file), row.parse().ok()?)))
    {
        // An editor may take its time to start.
        std::thread::spawn(move || programs::open::edit(&file, row));
    }
}

/// Gets the states of a lesson's exercises from the tool, after checking them if wanted.
fn ask(mut tool: Command, lesson: String, checks: bool) -> Second<Told> {
    Second::begin(move |work| {
        let mut told = Told { says: String::new(), exercises: Vec::new(), is_well: true };
        tool.args([EXERCISES[0], &lesson]).args(checks.then_some(EXERCISES[1]));
        let heard = work.hear(&mut tool, |line| match State::told(line) {
            Some((id, state, place)) => told.exercises.push((id, Some(state), place.to_owned())),
            None => told.says += &format!("{line}\n"),
        });
        if checks {
            let (is_well, complaints) = heard?;
            told.is_well = is_well;
            ensure!(!told.exercises.is_empty(), "{}", why(&complaints));
        }
        Ok(told)
    })
}
