//! The tool behind `cargo workbook`.

mod cargo;
mod cli;
mod course;
mod git;
mod id;
mod lessons;
mod list;
mod markers;
mod problem;
mod process;
mod progress;
mod style;
mod tree;
mod verify;

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
