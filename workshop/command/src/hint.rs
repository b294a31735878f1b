//! `cargo workbook hint`: shows one hint of the ladder at a time.

use crate::memory::Record;
use crate::places;
use crate::state::States;
use crate::style::{DIM, HEADING};
use crate::workbook::Workbook;
use anstream::println;
use anyhow::{Context, Result};
use course::protocol::Outcome;
use course::{Exercise, Id, LessonInfo, Mistake};

/// Prints the next hint for an exercise, the one named or the next that is not right, or the hint that fits
/// the recognised mistake; with `all`, every hint.
pub fn hint(workbook: &Workbook, name: Option<&str>, all: bool) -> Result<()> {
    let id = match name {
        Some(name) => workbook.find_exercise(name)?.id(),
        None => next(workbook)?,
    };
    let (lesson, exercise) = workbook.exercise(id)?;
    let record = workbook.memory.of(id);
    let ladder = exercise.hints.get_ref();
    println!("{HEADING}{id}  {}{HEADING:#}", exercise.title);
    if all {
        for (i, _) in ladder.iter().enumerate() {
            show(exercise, i + 1);
        }
        return Ok(());
    }
    let fitting = made(workbook, lesson, exercise, &record)
        .filter(|mistake| !record.hints.contains(mistake.hint.get_ref()));
    let next = (1..=ladder.len()).find(|rung| !record.hints.contains(rung));
    let rung = match (fitting, next) {
        (Some(mistake), _) => {
            println!("{DIM}The last check said: {}. This hint is about that.{DIM:#}", mistake.title);
            *mistake.hint.get_ref()
        }
        (None, Some(next)) => {
            if seen_now(workbook, exercise, &record) == Some(&Outcome::Wrong) {
                println!(
                    "{DIM}The last check had no name for your mistake, so here is the next general hint.{DIM:#}"
                );
            }
            next
        }
        (None, None) => {
            println!(
                "You have seen all {} hints. `--all` shows them again. `cargo workbook solve {id}` puts our answer in, and `unsolve` brings yours back.",
                ladder.len()
            );
            return Ok(());
        }
    };
    show(exercise, rung);
    workbook.memory.remember([(id, rung)], |record, rung| {
        record.hints.retain(|shown| *shown != rung);
        record.hints.push(rung);
    })
}

fn next(workbook: &Workbook) -> Result<Id> {
    let states = States::of(workbook)?;
    let next = states.next(workbook).context("every exercise is right, so no hint is left to give")?;
    Ok(next.1.id())
}

fn show(exercise: &Exercise, rung: usize) {
    let ladder = exercise.hints.get_ref();
    let text = ladder.get(rung - 1).map_or("", String::as_str);
    println!("\n{DIM}Hint {rung} of {}{DIM:#}", ladder.len());
    println!("{text}");
}

/// Returns the mistake that the last check recognised, if the code hasn't changed since.
fn made<'a>(
    workbook: &Workbook,
    lesson: &'a LessonInfo,
    exercise: &Exercise,
    record: &Record,
) -> Option<&'a Mistake> {
    let Outcome::Mistake(name) = seen_now(workbook, exercise, record)? else { return None };
    lesson.mistakes.data.named_in(exercise.id(), name)
}

/// Returns the last check's outcome, if the code hasn't changed since.
fn seen_now<'r>(workbook: &Workbook, exercise: &Exercise, record: &'r Record) -> Option<&'r Outcome> {
    let text = workbook.text(exercise.file.get_ref()).ok()?;
    let seen = record.seen.as_ref().filter(|seen| seen.code == places::code(&text, exercise))?;
    Some(&seen.outcome)
}
