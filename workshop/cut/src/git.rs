//! Calls of the `git` program that read input, or whose failure is no error.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
pub use workbook::git::run;
use workbook::git::{command, succeed};
use workbook::process;

/// Runs git in a folder; returns its output, and its error output if it fails.
pub fn try_run(root: &Path, args: &[&str]) -> Result<(String, Option<String>)> {
    let output = finish(command(root, args), b"")?;
    let [said, complaints] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    Ok((said, (!output.status.success()).then_some(complaints)))
}

/// Runs git in a folder with input; returns its output.
pub fn feed(root: &Path, args: &[&str], input: &[u8]) -> Result<Vec<u8>> {
    succeed(root, args, finish(command(root, args), input)?)
}

/// Runs a git command with input that changes something, to its end like [`workbook::git::change`].
pub fn change(root: &Path, args: &[&str], input: &[u8]) -> Result<()> {
    let mut command = command(root, args);
    process::lead_a_group(&mut command);
    succeed(root, args, finish(command, input)?).map(drop)
}

fn finish(mut command: Command, input: &[u8]) -> Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("git cannot be started; is it installed?")?;
    let stdin = child.stdin.take();
    let output = std::thread::scope(|scope| {
        // If git ends before it has read all, its exit code says why.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input)));
        child.wait_with_output()
    });
    output.context("cannot wait for git")
}
