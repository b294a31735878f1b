//! `cargo workbook run`: builds a lesson's program, and opens its window.

use crate::branches::Branches;
use crate::list;
use crate::ours;
use crate::state::States;
use crate::window::{self, Recipe};
use crate::workbook::Workbook;
use anstream::eprintln;
use anyhow::{Context, Result};
use course::{Exercise, Id, LessonInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::process::ExitCode;

/// The option for running the workbook's answers instead of the student's.
const SOLVED: &str = "--solved";

/// Builds and runs a lesson, and returns its exit code.
pub fn run(workbook: &Workbook, name: &str, args: &[OsString]) -> Result<ExitCode> {
    let lesson = workbook.find_lesson(name)?;
    if args.iter().any(|arg| arg == SOLVED) {
        let others: Vec<_> = args.iter().filter(|arg| *arg != SOLVED).cloned().collect();
        let here = std::env::current_dir().context("cannot tell the current folder")?;
        return ours::run(workbook, lesson, &here, &others);
    }
    let states = States::of(workbook)?;
    if states.authors {
        eprintln!("{}", list::AUTHORS);
    }
    let not_done = not_done(workbook, lesson, &states, &Branches::of(&workbook.root));
    not_done.iter().for_each(|told| eprintln!("{told}"));
    window::open(Recipe::of(&workbook.root, lesson), args, not_done)
}

/// Lists the exercises that a lesson shows or names in its text and that aren't right, or if its text names none, the
/// lessons that it builds on and that aren't. Returns none if the lesson itself is all right.
fn not_done(
    workbook: &Workbook,
    lesson: &LessonInfo,
    states: &States,
    branches: &Branches,
) -> Option<String> {
    if states.complete(lesson) {
        return None;
    }
    let mut before = BTreeSet::from([lesson.number]);
    for other in workbook.lessons.iter().rev().filter(|other| other.number <= lesson.number) {
        if before.contains(&other.number) {
            before.extend(other.about.data.builds_on.iter().map(|number| *number.get_ref()));
        }
    }
    before.remove(&lesson.number);
    before.retain(|number| workbook.numbered(*number).is_ok_and(|lesson| !states.complete(lesson)));
    let text = workbook.text(&lesson.file("README.md")).unwrap_or_default();
    let earlier = workbook.lessons.iter().filter(|other| other.number < lesson.number);
    let is_named = |own: &&Exercise| text.contains(&own.id().to_string());
    let named: Vec<_> = earlier.flat_map(LessonInfo::exercises).filter(is_named).collect();
    let open = named.iter().copied().filter(|own| !states.get(own.id()).is_right());
    let open = open.chain(shown(workbook, lesson.number, states));
    let open: BTreeMap<Id, &Exercise> = open.map(|own| (own.id(), own)).collect();
    let names: Vec<String> = match open.is_empty() && named.is_empty() {
        true => before.iter().map(|number| format!("Lesson {number:02}")).collect(),
        false => {
            before = open.keys().map(|id| id.lesson).collect();
            let is_one = open.len() == 1;
            open.iter()
                .map(|(id, own)| if is_one { format!("{id} ({})", own.title) } else { id.to_string() })
                .collect()
        }
    };
    let last = before.last()?;
    let are = if names.len() == 1 { "isn't" } else { "aren't" };
    let is_withheld = |number: &u8| {
        let lesson = workbook.numbered(*number);
        lesson.is_ok_and(|lesson| branches.of_lesson(lesson).1.is_none())
    };
    let then = match branches.find("starter").is_some() && before.iter().any(is_withheld) {
        true => "The answers are not published yet.".to_owned(),
        false => format!("`cargo workbook solve --through {last}` fills in what is missing."),
    };
    Some(format!("{} {are} right yet, so you may see little here, or a heap. {then}", names.join(", ")))
}

/// Lists the exercises of earlier lessons that a lesson shows and that aren't right.
pub fn shown<'a>(
    workbook: &'a Workbook,
    lesson: u8,
    states: &'a States,
) -> impl Iterator<Item = &'a Exercise> {
    let earlier = workbook.lessons.iter().filter(move |other| other.number < lesson);
    (earlier.flat_map(|other| other.exercises()))
        .filter(move |exercise| exercise.views().any(|(number, _)| number == Some(lesson)))
        .filter(|exercise| !states.get(exercise.id()).is_right())
}
