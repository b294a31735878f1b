//! The program that `cargo run` opens.

use std::process::ExitCode;

fn main() -> ExitCode {
    gallery::run()
}
