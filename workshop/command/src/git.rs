//! Calls of the `git` program.

use crate::process;
use anyhow::{Context, Result, bail, ensure};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs git in a folder; returns its output.
pub fn run(root: &Path, args: &[&str]) -> Result<String> {
    let output = feed(root, args, b"")?;
    String::from_utf8(output).with_context(|| format!("git {} gave text that is not UTF-8", args[0]))
}

/// Runs git in a folder with input; returns its output.
pub fn feed(root: &Path, args: &[&str], input: &[u8]) -> Result<Vec<u8>> {
    succeed(root, args, finish(command(root, args), input)?)
}

/// Runs git in a folder; returns its output, and its error output if it fails.
pub fn try_run(root: &Path, args: &[&str]) -> Result<(String, Option<String>)> {
    let output = finish(command(root, args), b"")?;
    let [said, complaints] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    Ok((said, (!output.status.success()).then_some(complaints)))
}

/// Runs a git command that changes something. It goes on to its end even if this tool is stopped meanwhile, mostly by
/// `Ctrl-C`, so that no half change is left for the user to tidy. (Not on Windows, where git ends with this tool.)
pub fn change(root: &Path, args: &[&str], input: &[u8]) -> Result<()> {
    let mut command = command(root, args);
    process::lead_a_group(&mut command);
    succeed(root, args, finish(command, input)?).map(drop)
}

/// Writes the contents of a git tree into a folder. The index beside it records which files are there
/// already. The working tree and its own index stay as they are.
pub fn write_tree(root: &Path, tree: &str, folder: &Path, index: &Path) -> Result<()> {
    let args = ["read-tree", "-u", "--reset", tree];
    let mut command = command(root, &args);
    command.env("GIT_WORK_TREE", folder).env("GIT_INDEX_FILE", index);
    let output = finish(command, b"")?;
    // It names every file, but not the reason.
    let unwritten = String::from_utf8_lossy(&output.stderr).contains("unable to write file");
    ensure!(!unwritten, "nothing more can be written into {}: is the disk full?", folder.display());
    succeed(root, &args, output).map(drop)
}

/// Lists the tracked files below a folder that differ from the current commit.
pub fn changed(root: &Path) -> Result<Vec<String>> {
    let args = ["status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames", "."];
    let status = run(root, &args)?;
    Ok(status.split_terminator('\0').filter_map(|line| line.get(3..)).map(str::to_owned).collect())
}

fn command(root: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(root).args(["-c", "i18n.logOutputEncoding=UTF-8"]).args(args);
    // Otherwise `git status` updates the index, and leaves it locked if it is killed with this tool.
    command.env("GIT_OPTIONAL_LOCKS", "0");
    command
}

/// Returns the output of a call that succeeded, or an error with git's message.
fn succeed(root: &Path, args: &[&str], output: Output) -> Result<Vec<u8>> {
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let why = if said.trim().is_empty() { output.status.to_string() } else { said.trim().to_owned() };
        bail!("git {} in {} failed: {why}", args[0], root.display());
    }
    Ok(output.stdout)
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
