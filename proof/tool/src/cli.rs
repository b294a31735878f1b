//! The command line of what is not for students.

use crate::instructor;
use crate::new::new;
use crate::verify::{Scope, verify};
use anyhow::Result;
use clap::{Parser, Subcommand};
use course::Id;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;
use student::tree;

#[derive(Parser)]
#[command(name = "workbook", bin_name = "cargo workbook", disable_help_subcommand = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// For authors: prove that every starter is open, every solution passes and every mistake is recognised
    Verify {
        /// Only this lesson's exercises, as in 4
        lesson: Option<u8>,
        /// Only this exercise, as in 4.2
        #[arg(long, value_name = "ID")]
        exercise: Option<Id>,
        /// How long one check may take
        #[arg(long, value_name = "SECONDS", default_value_t = 20)]
        limit: u64,
        /// Fail unless the branches are up to date; check that each of their commits compiles, too
        #[arg(long)]
        branches: bool,
    },
    /// For authors: make a lesson that builds, runs, has an exercise and passes `verify`
    ///
    /// Each of its files begins small, and says what belongs there.
    New {
        /// Its title, as in "Two bones, one skin"
        title: String,
        /// Its number [default: the one after the last]
        #[arg(long, value_name = "LESSON")]
        number: Option<u8>,
    },
    #[command(flatten)]
    Instructor(instructor::Command),
}

/// Does what the words say.
pub fn run(words: &[OsString]) -> Result<ExitCode> {
    let line = Line::parse_from([OsString::from("workbook")].iter().chain(words));
    let root = tree::root()?;
    match line.command {
        Command::Verify { lesson, exercise, limit, branches } => {
            let scope = Scope { lesson, exercise, limit: Duration::from_secs(limit), branches };
            Ok(if verify(&root, &scope)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Command::New { title, number } => new(&root, &title, number).map(|()| ExitCode::SUCCESS),
        Command::Instructor(command) => command.run(&root),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_students_program_knows_what_there_is() {
        let line = Line::command();
        let about =
            |command: &clap::Command| command.get_about().map(ToString::to_string).unwrap_or_default();
        let own: Vec<_> =
            line.get_subcommands().map(|command| (command.get_name().to_owned(), about(command))).collect();
        let told = student::OTHERS.iter().map(|(name, about)| (name.to_string(), about.to_string()));
        assert_eq!(own, told.collect::<Vec<_>>());
    }
}
