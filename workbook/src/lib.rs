//! The tool behind `cargo workbook`: a library, so that what reads the course can be fuzzed.

mod batches;
mod cargo;
mod checks;
mod cli;
mod git;
mod instructor;
pub mod markers;
mod process;
mod progress;
pub mod projection;
mod render;
mod student;
mod style;
mod tree;
mod verify;
mod write;

use std::process::ExitCode;

/// Does what the command line says, and tells what cannot be done.
pub fn run() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("{}error:{:#} {error:#}", style::BAD, style::BAD);
            ExitCode::FAILURE
        }
    }
}
