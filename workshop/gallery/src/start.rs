//! Builds a lesson beside the gallery, and runs it.

use anyhow::{Context as _, Result};
use course::LessonInfo;
use programs::process;
use stage::Recipe;
use std::process::{Command, Stdio};

/// The state of a lesson that was started.
pub enum Job {
    /// The lesson is being built. It holds the name of the crate compiled last.
    Builds(String),
    /// The lesson could not be built or started.
    Failed(String),
    /// The lesson is running.
    Runs,
    /// The lesson has ended, successfully if true.
    Ended(bool),
}

/// Builds and starts a lesson, and reports its progress to its end.
pub fn start(lesson: &LessonInfo, not_done: Option<&str>, tell: impl Fn(Job) + Send + Sync + 'static) {
    let (name, recipe) = (lesson.slug(), Recipe::of(lesson));
    let not_done = not_done.unwrap_or_default().to_owned();
    std::thread::spawn(move || {
        let run = || -> Result<Job> {
            let program = match recipe.build(|name| tell(Job::Builds(name.to_owned())))? {
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
