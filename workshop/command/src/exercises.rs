//! `cargo workbook exercises`, which a lesson's window asks for: how far its exercises have come.

use crate::state::States;
use crate::workbook::Workbook;
use crate::{check, list, process, tree};
use anstream::println;
use anyhow::{Context, Result};
use course::EXERCISES;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// The most time for one check, as where nothing else is said to `check`.
const LIMIT: Duration = Duration::from_secs(10);

/// Tells line by line how far the exercises of the lesson that is named have come, and where each stands. With the word
/// for it they are checked before, and what there is to say comes first. It ends with whoever has asked.
pub fn exercises(words: &[OsString]) -> Result<ExitCode> {
    process::end_with_asker();
    let mut workbook = Workbook::open(&tree::root()?)?;
    let name = words.first().and_then(|word| word.to_str()).context("a lesson is missing")?;
    if words.get(1).is_some_and(|word| word == EXERCISES[1]) {
        check::sweep(&workbook);
        check::check(&mut workbook, &[name.to_owned()], LIMIT)?;
    }
    let states = States::of(&workbook)?;
    for exercise in workbook.find_lesson(name)?.exercises() {
        println!("{}", states.get(exercise.id()).line(exercise.id(), &list::place(&workbook, exercise)));
    }
    Ok(ExitCode::SUCCESS)
}
