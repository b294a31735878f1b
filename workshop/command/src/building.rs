//! A build that reports its progress.

use crate::cargo::Build;
use crate::process;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Runs a build command in a process group of its own, whose id is passed to `started`. `tell` gets cargo's progress:
/// its words, and the fraction that is done, from 0 to 1.
pub fn build(
    command: &mut Command,
    started: impl FnOnce(u32),
    tell: &(impl Fn(String, f32) + Sync),
) -> Result<Build> {
    command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "100");
    process::lead_a_group(command);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().context("cannot start cargo")?;
    started(child.id());
    let (stdout, stderr) = child.stdout.take().zip(child.stderr.take()).context("cargo has no output")?;
    let mut build = Build::default();
    build.said = std::thread::scope(|scope| {
        let said = scope.spawn(|| follow(stderr, tell));
        BufReader::new(stdout).lines().map_while(Result::ok).for_each(|line| build.take_line(&line));
        said.join().unwrap_or_default()
    });
    build.built = child.wait().context("cannot wait for cargo")?.success();
    Ok(build)
}

/// Reports cargo's progress; returns the rest of its output.
fn follow(stderr: impl Read, tell: &impl Fn(String, f32)) -> String {
    let (mut said, mut line) = (String::new(), Vec::new());
    let (mut begun, mut part) = (None, 0.0);
    for byte in BufReader::new(stderr).bytes().map_while(Result::ok) {
        // Cargo rewrites its progress bar in one row.
        if byte != b'\n' && byte != b'\r' {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).trim_start_matches("\x1b[K").trim().to_owned();
        line.clear();
        if let Some(([done, all], what)) = progress(&text) {
            // Crates that were built before don't count.
            let begun = *begun.get_or_insert(done);
            part = (done - begun) / (all - begun).max(1.0);
            tell(what, part);
        } else if text.starts_with("Blocking") {
            tell("waits for another build".to_owned(), part);
        } else if !text.is_empty() {
            said += &format!("{text}\n");
        }
    }
    said
}

/// Reads the crates built, all crates, and those in work, from a line as `Building [==>   ] 3/12: common, stage`.
fn progress(line: &str) -> Option<([f32; 2], String)> {
    let (count, what) = line.strip_prefix("Building [")?.split_once("] ")?.1.split_once(':')?;
    let (done, all) = count.split_once('/')?;
    Some(([done.parse().ok()?, all.parse().ok()?], what.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargos_bar_is_read() {
        let said = progress("Building [=====>     ] 3/12: common, stage(test)");
        assert_eq!(said, Some(([3.0, 12.0], "common, stage(test)".to_owned())));
        for other in ["Compiling common v0.1.0", "Building [==>   ] 3/12", "Building [==>", ""] {
            assert_eq!(progress(other), None, "{other}");
        }
    }
}
