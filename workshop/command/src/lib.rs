//! The students' command, `cargo workbook`, and the base of the whole tool.
//!
//! **In here:** What students do with the tool. **Depends on:** `course`, `programs`, `verdict`.

pub mod branches;
mod check;
pub mod checks;
mod cli;
mod commands;
mod diagnostics;
mod diff;
mod doctor;
mod editor;
mod exercises;
pub mod git;
mod hint;
pub mod list;
pub mod memory;
pub mod milestones;
mod ours;
pub mod page;
pub mod places;
pub mod program;
pub mod read;
pub mod region;
pub mod run;
mod solve;
mod start;
pub mod state;
pub mod style;
mod watch;
pub mod window;
pub mod workbook;
pub mod workspace;

pub use cli::{OTHERS, obey};
pub use course::write;
pub use programs::{cargo, process};

use anyhow::Result;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command line, and prints its error. `others` runs the commands in [`OTHERS`].
pub fn run(others: impl FnOnce(&[OsString]) -> Result<ExitCode>) -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    cli::run(&words, others).unwrap_or_else(|error| {
        anstream::eprintln!("{}error:{:#} {error:#}", style::BAD, style::BAD);
        ExitCode::FAILURE
    })
}
