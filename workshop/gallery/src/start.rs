//! Builds a lesson beside the window, and starts it.

use anyhow::{Context, Result};
use course::LessonInfo;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use workbook::{building, cargo, process};

/// Process of the cargo that builds now, or 0: it leads a process group of its own.
static BUILDING: AtomicU32 = AtomicU32::new(0);

/// The state of a lesson that was started.
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

/// Ends the build, if there is one.
pub fn end_build() {
    match BUILDING.swap(0, Ordering::Relaxed) {
        0 => {}
        id => process::kill_group(id),
    }
}

/// Ends the build together with the program when the terminal interrupts it.
pub fn end_build_on_interrupt() -> Result<()> {
    let end = || {
        end_build();
        std::process::exit(130);
    };
    ctrlc::set_handler(end).context("cannot listen for Ctrl-C")
}

/// Builds a lesson's program, or returns the compiler's errors.
fn build(name: &str, main: &str, tell: &(impl Fn(Job) + Sync)) -> Result<Result<PathBuf, String>> {
    let mut command = cargo::cargo(course::root());
    // As `cargo workbook run` does: with its package named, all crates would be built again.
    command.args(["build", "--bin", name, "--message-format", "json"]);
    tell(Job::Builds(String::new(), 0.0));
    let build = building::build(
        command.stdin(Stdio::null()),
        |id| BUILDING.store(id, Ordering::Relaxed),
        &|what, part| tell(Job::Builds(what, part)),
    )?;
    BUILDING.store(0, Ordering::Relaxed);
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
