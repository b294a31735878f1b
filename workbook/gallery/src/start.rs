//! Builds a lesson beside the window, and starts it.

use anyhow::{Context, Result};
use course::LessonInfo;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use student::{cargo, process};

/// The cargo that builds now, or 0: it leads a group of its own.
static BUILDING: AtomicU32 = AtomicU32::new(0);

/// What becomes of a lesson that was started.
pub enum Job {
    /// It is being built: what cargo does, and how much of it is done, from 0 to 1.
    Builds(String, f32),
    /// It could not be built, or not started.
    Failed(String),
    /// It runs.
    Runs,
    /// It has ended, well or not.
    Ended(bool),
}

/// Builds and starts a lesson, and tells what becomes of it, to its end.
pub fn start(lesson: &LessonInfo, not_done: Option<&str>, tell: impl Fn(Job) + Send + Sync + 'static) {
    let (name, main) = (lesson.slug(), lesson.file("main.rs"));
    let not_done = not_done.unwrap_or_default().to_owned();
    std::thread::spawn(move || {
        let run = || -> Result<Job> {
            let program = match build(&name, &main, &tell)? {
                Ok(program) => program,
                Err(errors) => return Ok(Job::Failed(errors)),
            };
            let mut command = Command::new(program);
            // It goes on when the gallery is closed.
            process::lead_a_group(&mut command);
            command.stdin(Stdio::null()).env_remove(course::NOT_DONE);
            if !not_done.is_empty() {
                command.env(course::NOT_DONE, &not_done);
            }
            let mut child = command.spawn().with_context(|| format!("cannot start {name}"))?;
            tell(Job::Runs);
            Ok(Job::Ended(child.wait().is_ok_and(|status| status.success())))
        };
        tell(run().unwrap_or_else(|error| Job::Failed(format!("{error:#}"))));
    });
}

/// Ends the build, if there is one.
pub fn end_build() {
    match BUILDING.swap(0, Ordering::Relaxed) {
        0 => {}
        id => process::kill_group(id),
    }
}

/// Ends the build with the program, when the terminal ends that.
pub fn end_build_on_interrupt() -> Result<()> {
    let end = || {
        end_build();
        std::process::exit(130);
    };
    ctrlc::set_handler(end).context("cannot listen for Ctrl-C")
}

/// Builds a lesson's program, or returns what the compiler says against it.
fn build(name: &str, main: &str, tell: &(impl Fn(Job) + Sync)) -> Result<Result<PathBuf, String>> {
    let mut command = cargo::cargo(course::root());
    // As `cargo workbook run` does: if its package were named, all crates would be built again.
    command.args(["build", "--bin", name, "--message-format", "json"]);
    command.env("CARGO_TERM_PROGRESS_WHEN", "always").env("CARGO_TERM_PROGRESS_WIDTH", "100");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    process::lead_a_group(&mut command);
    tell(Job::Builds(String::new(), 0.0));
    let mut child = command.spawn().context("cannot start cargo")?;
    BUILDING.store(child.id(), Ordering::Relaxed);
    let (stdout, stderr) = child.stdout.take().zip(child.stderr.take()).context("cargo has no output")?;
    let mut build = cargo::Build::default();
    let said = std::thread::scope(|scope| {
        let said = scope.spawn(|| follow(stderr, tell));
        BufReader::new(stdout).lines().map_while(Result::ok).for_each(|line| build.take_line(&line));
        said.join().unwrap_or_default()
    });
    let built = child.wait().context("cannot wait for cargo")?.success();
    BUILDING.store(0, Ordering::Relaxed);
    let errors: Vec<&str> = build
        .messages
        .iter()
        .filter(|message| message.error)
        .map(|message| message.text.trim_end())
        .collect();
    Ok(match build.program(main) {
        Some(program) if built => Ok(program.to_owned()),
        _ if errors.is_empty() => Err(said),
        _ => Err(errors.join("\n\n")),
    })
}

/// Tells how far cargo has come, as long as it says so; returns what else it says.
fn follow(stderr: impl Read, tell: &impl Fn(Job)) -> String {
    let (mut said, mut line) = (String::new(), Vec::new());
    let (mut begun, mut part) = (None, 0.0);
    for byte in BufReader::new(stderr).bytes().map_while(Result::ok) {
        // Cargo draws its bar in one row, again and again.
        if byte != b'\n' && byte != b'\r' {
            line.push(byte);
            continue;
        }
        let text = String::from_utf8_lossy(&line).trim_start_matches("\x1b[K").trim().to_owned();
        line.clear();
        if let Some(([done, all], what)) = progress(&text) {
            // What was built before is none of this.
            let begun = *begun.get_or_insert(done);
            part = (done - begun) / (all - begun).max(1.0);
            tell(Job::Builds(what, part));
        } else if text.starts_with("Blocking") {
            tell(Job::Builds("waits for another build".to_owned(), part));
        } else if !text.is_empty() {
            said += &format!("{text}\n");
        }
    }
    said
}

/// How many crates are built of how many, and which are being built, by a line as `Building [==>   ] 3/12: common, stage`.
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
