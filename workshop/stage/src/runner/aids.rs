//! Holds what stands around every lesson, to help its student.

use super::left::Heading;
use super::told::{self, Told};
use crate::camera::Stagebox;
use crate::column;
use crate::desk::Desk;
use crate::exercises::{self, Exercises};
use crate::inspect::Inspector;
use crate::ours::Ours;
use crate::panel::Memory;
use crate::panels::Panels;
use crate::second::Second;
use crate::theme::Fonts;
use imgui::Ui;

/// The tools around a lesson that help its student.
pub struct Aids {
    pub heading: Heading,
    /// The lesson's exercises, which only a window shows.
    pub exercises: Option<Exercises>,
    /// The age of the program, and the program that will replace it, in a window.
    pub desk: Option<Desk>,
    /// The comparison of your picture with ours, while it is shown.
    pub ours: Option<Ours>,
    pub inspector: Inspector,
    /// The lesson's text, while the tool opens it in the browser.
    pub page: Option<Second<String>>,
    pub told: Told,
}

impl Aids {
    pub fn new(info: &course::LessonInfo) -> Self {
        Self {
            heading: Heading::of(info),
            exercises: None,
            desk: None,
            ours: None,
            inspector: Inspector::default(),
            page: None,
            told: Told::default(),
        }
    }

    /// Returns true while a program is built or run beside the window, which shows how long that takes.
    pub fn builds(&self) -> bool {
        self.desk.as_ref().is_some_and(Desk::is_busy)
            || self.ours.as_ref().is_some_and(Ours::is_waiting)
            || self.exercises.as_ref().is_some_and(Exercises::is_checking)
    }

    /// Returns the height of the row of exercises above the panel, in pixels.
    pub fn row(&self, scale: f32) -> f32 {
        self.exercises.as_ref().map_or(0.0, |_| exercises::ROW * scale)
    }

    /// Shows the row of exercises above the panel, if that `is_shown`.
    pub fn show_exercises(&mut self, ui: &Ui, scale: f32, is_shown: bool) {
        let age = self.desk.as_ref().and_then(Desk::told);
        if let Some(exercises) = &mut self.exercises {
            exercises.show(ui, scale, is_shown, age);
            self.heading.not_done.take_if(|_| exercises.are_right());
        }
    }

    /// Shows the column at the right. What is compared needs the room.
    pub fn show_column(&mut self, panels: &mut Panels<'_>) {
        if self.ours.is_none() {
            column::show(panels, &mut self.inspector, &mut self.exercises);
        }
    }

    /// Shows over the view what is wrong, and the comparison. `stopped` is why the lesson was stopped, `files` what
    /// is wrong in files that reload.
    pub fn show_over(
        &mut self,
        ui: &Ui,
        area: Stagebox,
        fonts: Fonts,
        memory: &mut Memory,
        stopped: Option<&str>,
        files: Vec<String>,
    ) {
        let unbuilt = self.desk.as_ref().and_then(Desk::trouble);
        told::show_errors(ui, area, fonts, &self.told.errors(stopped, unbuilt, files), memory);
        if let Some(ours) = &mut self.ours {
            ours.show(ui, area, fonts, memory);
        }
    }
}
