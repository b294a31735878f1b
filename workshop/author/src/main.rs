//! The whole tool behind `cargo workbook`.

use std::process::ExitCode;

fn main() -> ExitCode {
    author::run()
}
