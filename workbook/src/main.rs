//! The tool behind `cargo workbook`.

mod batches;
mod cargo;
mod checks;
mod cli;
mod course;
mod git;
mod id;
mod instructor;
mod lessons;
mod markers;
mod problem;
mod process;
mod progress;
mod render;
mod student;
mod style;
mod tree;
mod verify;
mod write;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("{}error:{:#} {error:#}", style::BAD, style::BAD);
            ExitCode::FAILURE
        }
    }
}
