//! Builds a lesson beside the gallery, and opens its window.

use anyhow::{Context as _, Result};
use course::LessonInfo;
use programs::{cargo, process};
use std::process::Stdio;
use workbook::window::Recipe;

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
pub fn start(lesson: &LessonInfo, tell: impl Fn(Job) + Send + Sync + 'static) {
    let (number, recipe) = (lesson.number.to_string(), Recipe::of(course::root(), lesson));
    std::thread::spawn(move || {
        let run = || -> Result<Job> {
            if let Err(errors) = recipe.build(|name| tell(Job::Builds(name.to_owned())))? {
                return Ok(Job::Failed(errors));
            }
            let mut command = cargo::program(["--bin", "workbook"], course::root(), course::root(), true);
            // It keeps running when the gallery is closed.
            process::lead_a_group(&mut command);
            let command = command.args(["run", &number]).stdin(Stdio::null());
            let mut child = command.spawn().context("cannot start cargo")?;
            tell(Job::Runs);
            Ok(Job::Ended(child.wait().is_ok_and(|status| status.success())))
        };
        tell(run().unwrap_or_else(|error| Job::Failed(format!("{error:#}"))));
    });
}
