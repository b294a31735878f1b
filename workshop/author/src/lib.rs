//! The whole tool behind `cargo workbook`: a library, so that what reads the course can be fuzzed.
//!
//! **In here:** What only authors and instructors do with the tool. **Depends on:** `course`, `judge`, `workbook`.

mod batches;
mod book;
mod cli;
mod git;
mod instructor;
pub mod markers;
mod new;
mod progress;
pub mod projection;
mod render;
mod told;
pub mod tree;
mod verify;
mod workers;
mod workspace;

pub use instructor::picture::Picture;

use std::process::ExitCode;

/// Runs the command line, and reports any failure.
pub fn run() -> ExitCode {
    workbook::run(cli::run)
}
