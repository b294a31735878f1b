//! Cuts all branches, for a student who starts in a clone that has none. `cargo workbook branches` has options too.

use cut::branches::{Cutting, branches};
use std::process::ExitCode;

fn main() -> ExitCode {
    workbook::run(|_| {
        let done = branches(&workbook::workbook::root()?, &Cutting::default())?;
        Ok(if done { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    })
}
