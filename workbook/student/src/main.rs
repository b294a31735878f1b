//! `cargo workbook`, as it is built first: the students' commands, and the way to the others.

use anyhow::Result;
use std::ffi::OsString;
use std::process::ExitCode;
use student::{cargo, process, tree};

fn main() -> ExitCode {
    student::run(by_the_whole_tool)
}

/// Lets cargo build the whole tool, and that do what the words say.
fn by_the_whole_tool(words: &[OsString]) -> Result<ExitCode> {
    let root = tree::root()?;
    let here = std::env::current_dir()?;
    process::hand_over(cargo::whole_tool(&root, &here, true).args(words))
}
