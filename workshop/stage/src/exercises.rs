//! Shows the lesson's exercises above the panel, and over the view what their checks say, which `F4` starts.
//!
//! Only a window shows them: a picture stays the same wherever it is rendered.

use crate::camera::Stagebox;
use crate::panel::{Memory, PANEL_WIDTH, unquoted};
use crate::panels::FIXED;
use crate::runner::in_sight;
use crate::second::{Second, tool, why};
use crate::theme::{ACCENT, AXES, CHANGED, Colour, FAINT, Fonts, INK, with_alpha};
use anyhow::ensure;
use course::{EXERCISES, Id, State};
use imgui::{Condition, StyleVar, TreeNodeFlags, Ui, WindowFlags};
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

/// The height of the row of exercises above the panel, in pixels at scale 1.
pub const ROW: f32 = 34.0;

/// The width of a check's report, in pixels at scale 1, and its greatest height, as a fraction of the view's.
const WORDS: [f32; 2] = [560.0, 0.6];

/// The first words of the paragraph with the question, and of that with a second one.
const QUESTIONS: [&str; 2] = ["Asked for", "Still open"];
const SECOND: &str = "And asked for";

/// The size of letters in rows with aligned columns, as a factor of the usual size.
const ROWS: f32 = 0.85;

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
type Exercise = (Id, Option<State>, String);

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
    is_checking: bool,
    /// True while the checks' output is shown, its height, and true to scroll it to its beginning.
    pub is_open: bool,
    height: f32,
    is_new: bool,
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
            is_checking: false,
            is_open: false,
            height: 0.0,
            is_new: false,
        })
    }

    /// Returns true if all exercises are right.
    pub fn are_right(&self) -> bool {
        self.told.exercises.iter().all(|(_, state, _)| state.is_some_and(State::is_right))
    }

    /// Starts the checks or stops them; with Shift, toggles whether they run whenever a file is saved.
    pub fn press(&mut self, shift: bool) {
        match (shift, self.is_checking) {
            (true, _) => (self.checks_on_save, self.is_open) = (!self.checks_on_save, true),
            (false, true) => (self.tool, self.is_checking, self.is_open) = (None, false, false),
            (false, false) => {
                self.is_open = true;
                self.check();
            }
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
        self.is_checking = true;
        self.told.says = "Your answers are being checked. F4 stops that.".to_owned();
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
        (self.tool, self.is_new) = (None, true);
        let is_well = told.as_ref().is_ok_and(|told| told.is_well);
        match told {
            Ok(told) if told.exercises.is_empty() => self.told.says = told.says,
            Ok(told) => self.told = told,
            Err(error) => self.told.says = format!("Nothing can be checked here: {error:#}"),
        }
        // What a check of older files has found may be mended by now, and the compiler's error is shown anyway.
        self.is_open |= std::mem::take(&mut self.is_checking) && !is_well && !follows;
        true
    }

    /// Shows the exercises above the panel, pale if this program `is_old` or a file was saved since.
    pub fn show(&mut self, ui: &Ui, scale: f32, is_old: bool) {
        let is_pale = is_old || self.saved > self.asked;
        let _padding = ui.push_style_var(StyleVar::WindowPadding([18.0 * scale, 8.0 * scale]));
        let _low = ui.push_style_var(StyleVar::WindowMinSize([1.0; 2]));
        let window = ui.window("exercises").position([0.0; 2], Condition::Always).bg_alpha(0.0);
        let window = window.size([PANEL_WIDTH * scale, ROW * scale], Condition::Always);
        window.flags(FIXED | WindowFlags::NO_FOCUS_ON_APPEARING).build(|| self.show_row(ui, is_pale));
    }

    /// Shows over the view the `age` of the program, and the checks' output. Returns the lower edge of both.
    pub fn show_words(
        &mut self,
        ui: &Ui,
        area: Stagebox,
        fonts: Fonts,
        age: Option<String>,
        memory: &mut Memory,
    ) -> f32 {
        let mut end = area.free.low.y;
        if !self.is_open && age.is_none() {
            return end;
        }
        let (scale, margin) = (area.scale, 16.0 * area.scale);
        let [wide, high] = (area.free.size() - 2.0 * margin).to_array();
        let [width, most] = [(WORDS[0] * scale).min(wide), WORDS[1] * high];
        let window = ui.window("checked").flags(FIXED | WindowFlags::ALWAYS_AUTO_RESIZE);
        let low = (area.free.low + margin).to_array();
        window.position(low, Condition::Always).size([width, 0.0], Condition::Always).build(|| {
            memory.regions.cover(ui);
            age.iter().for_each(|age| ui.text_wrapped(age));
            end = ui.window_pos()[1] + ui.window_size()[1];
            if !self.is_open {
                return;
            }
            ui.checkbox("whenever I save, show and check it", &mut self.checks_on_save);
            ui.same_line();
            self.is_open = !ui.button("close");
            // What they say is of older files.
            let _pale = (self.saved > self.asked).then(|| ui.push_style_var(StyleVar::Alpha(HALF)));
            let words = ui.child_window("words").size([0.0, self.height.clamp(1.0, most.max(1.0))]);
            words.flags(WindowFlags::HORIZONTAL_SCROLLBAR).build(|| {
                if std::mem::take(&mut self.is_new) {
                    ui.set_scroll_y(0.0);
                }
                show_told(ui, fonts, &in_sight(&unquoted(&self.told.says)));
                self.height = ui.cursor_pos()[1] + ui.scroll_y();
            });
            memory.regions.words = end;
        });
        end
    }

    /// Shows a dot for each exercise, and the place of the first that isn't right. A click opens its file.
    fn show_row(&mut self, ui: &Ui, is_pale: bool) {
        let all = &self.told.exercises;
        let show = |colour, text: &str, (id, state, place): &Exercise| {
            ui.text_colored(colour, text);
            if ui.is_item_hovered() {
                let state = match state {
                    Some(State::Passed) => "right",
                    Some(State::Ours) => "our answer",
                    Some(State::Tried) => "not right yet",
                    Some(State::Open) => "open",
                    None => "not checked yet",
                };
                let place = unquoted(place);
                ui.tooltip_text(format!(
                    "{id}, {state}: {place}\n● right  ◉ our answer  ◐ tried  ○ open. A click opens the file."
                ));
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
        let is_open = |(_, state, _): &&Exercise| !state.is_some_and(State::is_right);
        let next = all.iter().find(is_open);
        if self.is_checking || next.is_none() {
            ui.text_colored(FAINT, if self.is_checking { "checking …" } else { "all right" });
            ui.same_line();
        }
        if let Some(next) = next {
            show(ACCENT, next.2.rsplit('/').next().unwrap_or_default(), next);
        }
        if ui.small_button(if self.is_checking { "stop (F4)" } else { "check (F4)" }) {
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

/// Shows a text written for terminals: sentences wrap, and columns stay aligned. What comes first below a
/// heading is bold, and a second question folded.
fn show_told(ui: &Ui, fonts: Fonts, says: &str) {
    // Leaves room for a scroll bar even if there is none. Only code and tables may be wider.
    let width = ui.window_size()[0] - ui.clone_style().scrollbar_size;
    let wrapped = |text: &str, is_bold: bool| {
        let _font = is_bold.then(|| ui.push_font(fonts.bold));
        let _wrap = ui.push_text_wrap_pos_with_pos(width);
        ui.text(text);
    };
    let (mut sentences, mut is_first, mut is_folded) = (String::new(), false, false);
    for line in says.lines().chain([""]) {
        let (text, is_indented) = (line.trim(), line.starts_with("  "));
        let is_code = text.contains('|') || text.starts_with("-->");
        let is_row = is_code || is_indented && text.contains("  ");
        let is_heading = text.split_once(' ').is_some_and(|(id, _)| Id::strict(id).is_some());
        if text.starts_with(SECOND) {
            is_folded = !ui.collapsing_header("Another question", TreeNodeFlags::empty());
        }
        is_folded &= is_indented || text.is_empty();
        if is_folded {
            continue;
        }
        if is_indented && !is_row && !text.is_empty() {
            sentences += &format!("{text} ");
            continue;
        }
        if !sentences.is_empty() {
            let is_place = sentences.contains(" in ") && sentences.ends_with(".rs ");
            let is_question = QUESTIONS.iter().any(|begin| sentences.starts_with(begin));
            wrapped(&sentences, is_first && !is_place && !is_question);
            is_first &= is_place;
            sentences.clear();
        }
        if is_row {
            let _font = ui.push_font(fonts.mono);
            ui.set_window_font_scale(ROWS);
            ui.text(line.strip_prefix("  ").filter(|_| !is_code).unwrap_or(line));
            ui.set_window_font_scale(1.0);
        } else if !text.is_empty() {
            wrapped(text, is_heading);
            is_first |= is_heading;
        }
    }
}
