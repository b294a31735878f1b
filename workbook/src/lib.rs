//! The whole tool behind `cargo workbook`: a library, so that what reads the course can be fuzzed.

mod batches;
mod cli;
mod instructor;
pub mod markers;
mod progress;
pub mod projection;
mod render;
mod verify;
mod workers;

use std::process::ExitCode;

/// Does what the command line says, and tells what cannot be done.
pub fn run() -> ExitCode {
    student::run(cli::run)
}
