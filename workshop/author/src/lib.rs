//! The whole tool behind `cargo workbook`: a library, so that what reads the course can be fuzzed.
//!
//! **In here:** What only authors and instructors do with the tool. **Depends on:** `course`, `cut`, `judge`, `verdict`, `workbook`.

mod arrange;
mod batches;
mod book;
mod cli;
mod instructor;
mod new;
mod progress;
mod render;
mod verify;
mod workers;
mod workspace;

pub use cut::{markers, projection, tree};
pub use instructor::picture::Picture;

use std::process::ExitCode;

/// Runs the command line, and reports any failure.
pub fn run() -> ExitCode {
    workbook::run(cli::run)
}
