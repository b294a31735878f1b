//! `cargo workbook exercises`, which a lesson's window runs: the states of its exercises.

use crate::cargo::With;
use crate::state::States;
use crate::workbook::{Workbook, root};
use crate::{check, list, process};
use anstream::println;
use anyhow::{Context, Result};
use course::EXERCISES;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// The time after which one check is ended, like the default of `check`.
const LIMIT: Duration = Duration::from_secs(10);

/// Prints a line for each exercise of a lesson, with its state and place. With the second word it checks them
/// first, prints the reports before, and succeeds only if all are right. It ends with the program that
/// started it.
pub fn exercises(words: &[OsString]) -> Result<ExitCode> {
    process::end_with_asker();
    let workbook = Workbook::open(&root()?)?;
    let name = words.first().and_then(|word| word.to_str()).context("a lesson is missing")?;
    let mut is_well = true;
    if words.get(1).is_some_and(|word| word == EXERCISES[1]) {
        check::sweep(&workbook);
        is_well = check::check(&workbook, &[name.to_owned()], LIMIT, With::Programs)?;
    }
    let states = States::of(&workbook)?;
    for exercise in workbook.find_lesson(name)?.exercises() {
        println!("{}", states.get(exercise.id()).line(exercise.id(), &list::place(&workbook, exercise)));
    }
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
