//! Builds a lesson beside the window, and starts it.

use anyhow::{Context as _, Result};
use course::LessonInfo;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use workbook::{cargo, process};

/// The state of a lesson that was started.
pub enum Job {
    /// It is being built: the last crate that was compiled for it.
    Builds(String),
    /// It could not be built, or not started.
    Failed(String),
    /// It runs.
    Runs,
    /// It has ended, well or not.
    Ended(bool),
}

/// Builds and starts a lesson, and reports its progress to its end.
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
            // It keeps running when the gallery is closed.
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

/// Builds a lesson's program, or returns the compiler's errors.
fn build(name: &str, main: &str, tell: &(impl Fn(Job) + Sync)) -> Result<Result<PathBuf, String>> {
    let mut command = cargo::cargo(course::root());
    // As `cargo workbook run` does: with its package named, all crates would be built again.
    command.args(["build", "--bin", name, "--message-format", "json"]);
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    let build = cargo::build(&mut command, false, |_, said| {
        if let (Some(name), Some(false)) = (said["target"]["name"].as_str(), said["fresh"].as_bool()) {
            tell(Job::Builds(name.to_owned()));
        }
    })?;
    let errors: Vec<&str> = build
        .messages
        .iter()
        .filter(|message| message.error)
        .map(|message| message.text.trim_end())
        .collect();
    Ok(match build.program(main) {
        Some(program) if build.built => Ok(program.to_owned()),
        _ if errors.is_empty() => Err(build.said),
        _ => Err(errors.join("\n\n")),
    })
}
