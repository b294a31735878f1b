//! The command line.

use crate::verify::{Scope, verify};
use crate::{instructor, student, tree};
use anyhow::Result;
use clap::{Parser, Subcommand};
use course::Id;
use std::process::ExitCode;
use std::time::Duration;

/// A workbook on skeletal animation: lessons, exercises, and the proof that they work.
#[derive(Parser)]
#[command(name = "workbook", bin_name = "cargo workbook", version)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Student(student::Command),
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
    #[command(flatten)]
    Instructor(instructor::Command),
}

/// Does what the command line says.
pub fn run() -> Result<ExitCode> {
    let line = Line::parse();
    let root = tree::root()?;
    match line.command.unwrap_or(Command::Student(student::Command::List)) {
        Command::Student(command) => return command.run(&root),
        Command::Verify { lesson, exercise, limit, branches } => {
            let scope = Scope { lesson, exercise, limit: Duration::from_secs(limit), branches };
            if !verify(&root, &scope)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Instructor(command) => return command.run(&root),
    }
    Ok(ExitCode::SUCCESS)
}
