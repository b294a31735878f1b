//! The command line of the commands for authors and instructors.

use crate::arrange::arrange;
use crate::book::BOOK;
use crate::instructor::COMMANDS as FOR_INSTRUCTORS;
use crate::new::new;
use crate::verify::{Scope, verify};
use anyhow::{Context, Result};
use course::command_line::{Command, Line, Opt};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// A function that runs a command in the workbook's folder, and returns whether all is well.
pub type Run = fn(&Path, &Line) -> Result<bool>;

/// The lesson that a command line names, if it names one.
pub fn lesson(line: &Line) -> Result<Option<u8>> {
    let read = |word: &str| word.parse().with_context(|| format!("invalid value '{word}'"));
    line.word()?.map(read).transpose()
}

const FOR_AUTHORS: &[(Command, Run)] = &[
    BOOK,
    (
        Command {
            name: "verify",
            words: &[["[LESSON]", "Only this lesson's exercises, as in 4"]],
            options: &[
                Opt::value("exercise", "ID", "Only this exercise, as in 4.2"),
                Opt { default: "20", ..Opt::value("limit", "SECONDS", "How long one check may take") },
                Opt::switch(
                    "branches",
                    "Check that each commit that `branches` cuts compiles without warnings, too",
                ),
                Opt::value(
                    "ledger",
                    "FILE",
                    "Write what a student hears of each variant, to compare with later",
                ),
            ],
            ..Command::EMPTY
        },
        |root, line| {
            let scope = Scope {
                lesson: lesson(line)?,
                exercise: line.get("exercise")?,
                limit: Duration::from_secs(line.within("limit", 0..=u64::MAX)?),
                branches: line.has("branches"),
                ledger: line.path("ledger")?,
            };
            verify(root, &scope)
        },
    ),
    (
        Command {
            name: "new",
            more: "Each of its files begins small, and says what belongs there.",
            words: &[["<TITLE>", "Its title, as in \"Two bones, one skin\""]],
            options: &[Opt::value(
                "at",
                "LESSON",
                "Its number, to which others make room [default: the one after the last]",
            )],
            ..Command::EMPTY
        },
        |root, line| {
            new(root, line.word()?.unwrap_or_default(), line.get("at")?)?;
            Ok(true)
        },
    ),
    (
        Command {
            name: "arrange",
            more: "Without a table it prints the one of today, to be changed.",
            words: &[["[TABLE]", "A file with the lessons in their order, each with its exercises"]],
            ..Command::EMPTY
        },
        |root, line| arrange(root, line.word()?.map(Path::new)),
    ),
];

/// The command that the first word names.
fn find(words: &[OsString]) -> Option<(Command, Run)> {
    let name = words.first()?;
    let mut all = FOR_AUTHORS.iter().chain(FOR_INSTRUCTORS);
    let (command, run) = all.find(|(command, _)| *name == *command.name)?;
    let about = workbook::OTHERS.iter().find(|(other, _)| *other == command.name);
    // The students' program lists this command, and says what it does.
    let about = about.map_or(command.about, |(_, about)| about);
    Some((Command { about, ..*command }, *run))
}

/// Runs the command that the words of a command line name.
pub fn run(words: &[OsString]) -> Result<ExitCode> {
    let (command, run) = find(words).context("there is no such command")?;
    workbook::obey(&command, &words[1..], |root, line| {
        Ok(if run(root, line)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_students_program_lists_is_here() {
        for (name, about) in workbook::OTHERS {
            let (command, _) = find(&[name.into()]).unwrap_or_else(|| panic!("there is no {name}"));
            assert_eq!(command.about, *about);
        }
    }
}
