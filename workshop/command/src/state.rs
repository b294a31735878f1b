//! Finds out a student's progress from the code and earlier checks.

use crate::branches::Branches;
use crate::places;
use crate::workbook::Workbook;
use anyhow::Result;
pub use course::State;
use course::protocol::Outcome;
use course::{Exercise, Id, LessonInfo};
use std::cmp::Reverse;
use std::collections::BTreeMap;

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
                states.of.insert(exercise.id(), state(workbook, &branches, (lesson, exercise), text));
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

/// Returns the state of an exercise, from its code in its file's text and what is remembered of it.
fn state(
    workbook: &Workbook,
    branches: &Branches,
    (lesson, exercise): (&LessonInfo, &Exercise),
    text: &str,
) -> State {
    let code = places::code(text, exercise);
    // A check counts as long as the code is the same.
    let seen = workbook.memory.of(exercise.id()).seen;
    let counts = seen.as_ref().filter(|seen| seen.code == code);
    if places::has_markers(text) {
        return match counts.map(|seen| &seen.outcome) {
            Some(Outcome::Passed) => State::Passed,
            Some(Outcome::Open | Outcome::Blocked(_)) | None => State::Ours,
            Some(_) => State::Tried,
        };
    }
    let (open, solved) = branches.of_lesson(lesson);
    let reads_as_in = |branch: &Option<String>| {
        let text = branch.as_ref().and_then(|branch| branches.text(branch, exercise.file.get_ref()));
        text.is_some_and(|text| places::code(&text, exercise) == code)
    };
    let ours = places::as_ours(&format!("TODO {}:", exercise.id()));
    if text.contains(&ours) && reads_as_in(&solved) {
        return State::Ours;
    }
    match counts.map(|seen| &seen.outcome) {
        Some(Outcome::Passed) => State::Passed,
        Some(Outcome::Open) => State::Open,
        Some(Outcome::Blocked(_)) if reads_as_in(&open) => State::Open,
        Some(_) => State::Tried,
        None if reads_as_in(&solved) => State::Passed,
        None if reads_as_in(&open) || open.is_none() && seen.is_none() => State::Open,
        None => State::Tried,
    }
}
