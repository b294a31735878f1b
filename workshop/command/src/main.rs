//! `cargo workbook` as it is built first, with the students' commands. It calls the whole tool for the
//! others.

use anyhow::{Result, ensure};
use std::ffi::OsString;
use std::process::ExitCode;
use workbook::workbook::root;
use workbook::{cargo, process};

fn main() -> ExitCode {
    workbook::run(by_the_whole_tool)
}

/// Has cargo build the whole tool, and runs it with these words.
fn by_the_whole_tool(words: &[OsString]) -> Result<ExitCode> {
    let root = root()?;
    let here = std::env::current_dir()?;
    ensure!(
        root.join(cargo::WHOLE_TOOL).is_dir(),
        "`cargo workbook {}` is for instructors and authors. It is in {} of their tree, but this is a student's.",
        words[0].display(),
        cargo::WHOLE_TOOL
    );
    process::hand_over(cargo::program(["--package", "author"], &root, &here, true).args(words))
}
