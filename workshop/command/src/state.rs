//! Finds out a student's progress from the code and earlier checks.

use crate::branches::Branches;
use crate::memory::CheckResult;
use crate::places;
use crate::workbook::Workbook;
use anyhow::Result;
pub use course::State;
use course::protocol::Outcome;
use course::{Exercise, Id, LessonInfo};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The state of each exercise.
#[derive(Default)]
pub struct States {
    of: BTreeMap<Id, State>,
    /// True if this is the authors' tree, where all is solved.
    pub authors: bool,
}

impl States {
    /// Reads every exercise's code, and what is remembered of its checks.
    pub fn of(workbook: &Workbook) -> Result<Self> {
        let branches = Branches::of(&workbook.root);
        let mut texts: BTreeMap<&str, String> = BTreeMap::new();
        let mut states = Self { of: BTreeMap::new(), authors: false };
        for lesson in &workbook.lessons {
            for exercise in lesson.exercises() {
                let file = exercise.file.get_ref().as_str();
                let text = texts.entry(file).or_insert_with(|| workbook.text(file).unwrap_or_default());
                states.authors |= places::has_markers(text);
                let look = Look { workbook, branches: &branches, lesson, exercise, text };
                states.of.insert(exercise.id(), look.state());
            }
        }
        Ok(states)
    }

    /// Returns the state of one exercise.
    pub fn get(&self, id: Id) -> State {
        self.of.get(&id).copied().unwrap_or(State::Open)
    }

    /// Returns true if all exercises of a lesson are right.
    pub fn complete(&self, lesson: &LessonInfo) -> bool {
        lesson.exercises().iter().all(|exercise| self.get(exercise.id()).is_right())
    }

    /// Returns true if the student has written something for an exercise of a lesson.
    pub fn begun(&self, lesson: &LessonInfo) -> bool {
        let mut states = lesson.exercises().iter().map(|exercise| self.get(exercise.id()));
        states.any(|state| matches!(state, State::Tried | State::Passed))
    }

    /// Returns the lesson that the student works in, and its first exercise that is not right. Among lessons
    /// that were begun, or else checked while open, it is the one where a check last saw something new.
    pub fn next<'a>(&self, workbook: &'a Workbook) -> Option<(&'a LessonInfo, &'a Exercise)> {
        let worked = |lesson: &&LessonInfo| {
            let begun = self.begun(lesson);
            let records = lesson.exercises().iter().map(|exercise| workbook.memory.of(exercise.id()));
            // What passed in another branch says nothing of a lesson that is open in this one.
            let own = records
                .filter(|own| begun || own.seen.as_ref().is_some_and(|seen| seen.outcome == Outcome::Open));
            Reverse((begun, own.map(|own| own.news).max()))
        };
        let lesson = workbook.lessons.iter().filter(|lesson| !self.complete(lesson)).min_by_key(worked)?;
        let mut exercises = lesson.exercises().iter();
        Some((lesson, exercises.find(|exercise| !self.get(exercise.id()).is_right())?))
    }
}

/// An exercise's code, with what is remembered of it.
struct Look<'a> {
    workbook: &'a Workbook,
    branches: &'a Branches,
    lesson: &'a LessonInfo,
    exercise: &'a Exercise,
    text: &'a str,
}

impl Look<'_> {
    fn state(&self) -> State {
        // A check counts as long as the code is the same.
        let counts = |seen: &CheckResult| seen.code == places::code(self.text, self.exercise);
        let seen = self.workbook.memory.of(self.exercise.id()).seen;
        if places::has_markers(self.text) {
            let passed = |seen: CheckResult| seen.outcome == Outcome::Passed && counts(&seen);
            return if seen.is_some_and(passed) { State::Passed } else { State::Ours };
        }
        let (open, solved) = self.branches.of_lesson(self.lesson);
        let ours = places::as_ours(&format!("TODO {}:", self.exercise.id()));
        if self.text.contains(&ours) && self.reads_as_in(solved.clone()) {
            return State::Ours;
        }
        if let Some(seen) = seen.as_ref().filter(|seen| counts(seen)) {
            return match seen.outcome {
                Outcome::Passed => State::Passed,
                Outcome::Open => State::Open,
                Outcome::Blocked(_) if self.reads_as_in(open) => State::Open,
                _ => State::Tried,
            };
        }
        if self.reads_as_in(solved) {
            State::Passed
        } else if self.reads_as_in(open.clone()) || open.is_none() && seen.is_none() {
            State::Open
        } else {
            State::Tried
        }
    }

    fn reads_as_in(&self, branch: Option<String>) -> bool {
        let file = self.exercise.file.get_ref();
        let text = branch.and_then(|branch| self.branches.text(&branch, file));
        text.is_some_and(|text| places::code(&text, self.exercise) == places::code(self.text, self.exercise))
    }
}
