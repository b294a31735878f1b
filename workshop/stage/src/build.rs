//! Builds a lesson's program beside a window.

use crate::second::Work;
use anyhow::Result;
use programs::cargo::{self, Build};
use std::path::PathBuf;

/// The facts that cargo needs to build a lesson's program.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The program's name, and the source with its `main`.
    name: String,
    main: String,
    /// Further arguments for cargo.
    further: Vec<String>,
}

impl Recipe {
    /// Returns the recipe of a lesson's program, in the usual target folder.
    pub fn of(info: &course::LessonInfo) -> Self {
        Self { name: info.slug(), main: info.file("main.rs"), further: Vec::new() }
    }

    /// Adds arguments for cargo.
    pub fn with<const N: usize>(mut self, words: [&str; N]) -> Self {
        self.further.extend(words.map(str::to_owned));
        self
    }

    /// Adds the lesson's check to what is built.
    pub fn and_its_check(self) -> Self {
        let check = format!("{}-checks", self.name);
        self.with(["--test", &check])
    }

    /// Builds the program, or returns the compiler's errors. `tell` gets the name of each crate that was compiled.
    pub fn build(&self, tell: impl FnMut(&str)) -> Result<Result<PathBuf, String>> {
        self.build_in(&Work::default(), tell)
    }

    /// Builds like [`build`](Self::build), and stops when `work`'s result is no longer wanted.
    pub(crate) fn build_in(
        &self,
        work: &Work,
        mut tell: impl FnMut(&str),
    ) -> Result<Result<PathBuf, String>> {
        let mut command = cargo::cargo(course::root());
        // As `cargo workbook run` does: with its package named, all crates would be built again.
        command.args(["build", "--bin", &self.name, "--message-format", "json"]).args(&self.further);
        let mut build = Build::default();
        let (is_built, said) = work.hear_or_kill(&mut command, |line| {
            let said = build.take_line(line);
            if let (Some(name), Some(false)) = (said["target"]["name"].as_str(), said["fresh"].as_bool()) {
                tell(name);
            }
        })?;
        let errors = build.messages.iter().filter(|message| message.error);
        let errors: Vec<&str> = errors.map(|message| message.text.trim_end()).collect();
        Ok(match build.program(&self.main) {
            Some(program) if is_built => Ok(program.to_owned()),
            _ if errors.is_empty() => Err(said),
            _ => Err(errors.join("\n\n")),
        })
    }
}
