//! `cargo workbook run` and `read`: a lesson's program, and its text.

use crate::cargo;
use crate::desk::Desk;
use crate::process;
use crate::text;
use anstream::println;
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::process::ExitCode;

/// Builds and starts a lesson; ends as it ends.
pub fn run(desk: &Desk, name: &str, args: &[OsString]) -> Result<ExitCode> {
    let lesson = desk.find_lesson(name)?;
    let here = std::env::current_dir().context("cannot tell the current folder")?;
    // Where the student is, so that a file on the command line is found from there.
    let mut command = cargo::cargo(&here);
    // No package is named: that would be another set of features, and all crates would be built again.
    command.args(["run", "--bin", &lesson.slug(), "--manifest-path"]);
    process::hand_over(command.arg(desk.root.join("Cargo.toml")).arg("--").args(args))
}

/// Prints a lesson's text.
pub fn read(desk: &Desk, name: &str, answers: bool) -> Result<()> {
    let lesson = desk.find_lesson(name)?;
    let markdown = desk.text(&lesson.file("README.md"))?;
    println!();
    for line in text::page(&markdown, text::width(), answers) {
        println!("{line}");
    }
    Ok(())
}
