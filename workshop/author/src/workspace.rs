//! Builds in the author's workspace, and in copies of it.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::IsTerminal;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use workbook::cargo::{self, Build, cargo};
use workbook::process::{self, Bounds};
pub use workbook::workspace::Workspace;

/// Builds a copy of the workspace, without debug info, and with a number of codegen units that no other has.
pub fn build_copy(workspace: &Workspace, copy: &Path, args: &[&str]) -> Result<Build> {
    let mut command = workspace.in_copy(cargo(copy), copy, args, &["debug=false", "codegen-units=2"]);
    // Hundreds of pictures read the knight.
    for package in ["common", "formats"] {
        command.arg("--config").arg(format!("profile.dev.package.{package}.opt-level=1"));
    }
    cargo::read(cargo::begin(quiet(&mut command))?, |_, _| {})
}

/// Builds a test of the checks in a copy of the workspace, with a limit.
///
/// One unit more to generate code in is a third profile: nothing of the copies that are verified gets in.
pub fn build_check_of_copy(workspace: &Workspace, copy: &Path, test: &str, limit: Duration) -> Result<Build> {
    // Without the feature that the lessons' programs need: a check needs none of them.
    let args = ["test", "--no-run", "--test", test, "--no-default-features"];
    let mut command = workspace.in_copy(cargo(copy), copy, &args, &["debug=false", "codegen-units=3"]);
    build_within(quiet(&mut command), &copy.with_extension("json"), limit)
}

/// Builds within a limit, with cargo's lines in a file. A build that is cut off counts as failed, without any
/// of the compiler's messages.
pub fn build_within(command: &mut Command, lines: &Path, limit: impl Into<Bounds>) -> Result<Build> {
    let file = File::create(lines).with_context(|| format!("cannot write {}", lines.display()))?;
    let status = process::run(command.stdout(file), limit)?;
    let Some(status) = status else { return Ok(Build::default()) };
    let said = std::fs::read(lines).with_context(|| format!("cannot read {}", lines.display()))?;
    let mut build = Build { built: status.success(), ..Build::default() };
    String::from_utf8_lossy(&said).lines().for_each(|line| drop(build.take_line(line)));
    Ok(build)
}

/// Has cargo print its messages as JSON, and its progress only on a terminal.
fn quiet(command: &mut Command) -> &mut Command {
    command.args(["--message-format", "json"]);
    match std::io::stderr().is_terminal() {
        true => command,
        false => command.arg("--quiet"),
    }
}
