//! Reads the command line, runs its command, and prints help.

use crate::commands::COMMANDS;
use crate::exercises;
use crate::workbook::{Workbook, root};
use anyhow::{Result, bail};
use course::command_line::{self, Command, Line};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

/// The commands of the package `author`, which students needn't build, and what each does.
pub const OTHERS: &[(&str, &str)] = &[
    (
        "verify",
        "For authors: prove that every starter is open, every solution passes and every mistake is recognised",
    ),
    ("new", "For authors: make a lesson that builds, runs, has an exercise and passes `verify`"),
    ("arrange", "For authors: give lessons and exercises another order, in all files that name them"),
    (
        "branches",
        "For instructors: cut the branches `starter`, `exercise/…` and `solution/…` from the current commit",
    ),
    ("handout", "For instructors: write what students get for a lesson as a folder or a zip, without git"),
    ("grade", "For instructors: grade a folder of submissions"),
    ("class", "For instructors: write what a class has right, and what it believes, as one page"),
    ("gradebook", "For instructors: fill marks into Moodle's table"),
    ("book", "For authors: write the whole workbook as a site"),
    ("atlas", "For authors: render what the screen shows for each mistake"),
    ("notes", "For instructors: print the notes on a lesson, or on the whole course, as Markdown"),
];

/// Runs a command line; `others` runs the commands in [`OTHERS`].
pub fn run(words: &[OsString], others: impl FnOnce(&[OsString]) -> Result<ExitCode>) -> Result<ExitCode> {
    let (name, rest) = match words {
        [] => ("list", words),
        [first, rest @ ..] => (first.to_str().unwrap_or_default(), rest),
    };
    match name {
        "help" | "-h" | "--help" => Ok(print(&overview())),
        // Only a lesson's window uses this command; nobody types it.
        _ if name == course::EXERCISES[0] => exercises::exercises(rest),
        _ if OTHERS.iter().any(|(other, _)| *other == name) => others(words),
        _ => match COMMANDS.iter().find(|(command, _)| command.name == name) {
            Some((command, run)) => obey(command, rest, |root, line| run(&Workbook::open(root)?, line)),
            None => bail!("{}", unknown(&words[0])),
        },
    }
}

fn print(text: &str) -> ExitCode {
    anstream::print!("{text}");
    ExitCode::SUCCESS
}

fn unknown(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    match command_line::nearest(commands().map(|(name, _)| name), &word) {
        Some(name) => format!("there is no command '{word}': did you mean '{name}'?"),
        None => format!("there is no command '{word}'; `cargo workbook --help` lists what there is"),
    }
}

fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMMANDS.iter().map(|(command, _)| (command.name, command.about)).chain(OTHERS.iter().copied())
}

fn overview() -> String {
    let row = |(name, about): (&str, &str)| (name.to_owned(), about.to_owned());
    let rows: Vec<_> = commands().chain([("help", "Print this")]).map(row).collect();
    format!(
        "A workbook on skeletal animation: lessons, exercises, and the proof that they work\n\n\
         Usage: cargo workbook [COMMAND]\n\n{}\n`cargo workbook COMMAND --help` tells more of each.\n",
        command_line::table("Commands:", &rows)
    )
}

/// Reads a command's words by its table, and runs it or prints its help.
pub fn obey(
    command: &Command,
    words: &[OsString],
    run: impl FnOnce(&Path, &Line) -> Result<ExitCode>,
) -> Result<ExitCode> {
    match command.read(words)? {
        Some(line) => run(&root()?, &line),
        None => Ok(print(&command.help())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Option<Line>> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let command = COMMANDS.iter().find(|(command, _)| words[0] == command.name);
        command.expect("a command").0.read(&words[1..])
    }

    #[test]
    fn what_follows_a_lesson_is_passed_on_as_it_is() {
        for (words, rest) in [
            (&["run", "4"][..], &[][..]),
            (&["run", "4", "--help"], &["--help"]),
            (&["run", "4", "--", "--at", "1"], &["--at", "1"]),
            (&["run", "4", "a.dae", "--", "b"], &["a.dae", "--", "b"]),
        ] {
            let line = read(words).expect("it is right").expect("no help");
            assert_eq!(
                (line.words, line.rest),
                (vec!["4".into()], rest.iter().map(OsString::from).collect())
            );
        }
        assert!(matches!(read(&["run", "--help", "4"]), Ok(None)));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_reason() {
        for (words, says) in [
            (&["run"][..], "<LESSON> is missing, as in `cargo workbook run 4`"),
            (&["run", "--at", "4"], "unexpected argument '--at'; '--help' lists what there is"),
            (&["hint", "4.1", "5"], "unexpected argument '5'"),
            (&["check", "--limt", "5"], "unexpected argument '--limt': did you mean '--limit'?"),
            (&["list", "4"], "unexpected argument '4'"),
        ] {
            let error = read(words).err().expect("it is refused");
            assert_eq!(format!("{error:#}"), says);
        }
        assert_eq!(unknown("chekc".as_ref()), "there is no command 'chekc': did you mean 'check'?");
        assert_eq!(unknown("grad".as_ref()), "there is no command 'grad': did you mean 'grade'?");
    }
}
