//! Builds a lesson's program beside a window.

use crate::second::Work;
use anyhow::Result;
use programs::cargo::{self, Build};
use std::path::PathBuf;

/// A lesson's program, as cargo builds it.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Its name, and the file that it is made from.
    name: String,
    main: String,
    /// Further words for cargo.
    further: Vec<String>,
}

impl Recipe {
    /// The program of a lesson, in the usual folder.
    pub fn of(info: &course::LessonInfo) -> Self {
        Self { name: info.slug(), main: info.file("main.rs"), further: Vec::new() }
    }

    /// Adds words for cargo.
    pub fn with<const N: usize>(mut self, words: [&str; N]) -> Self {
        self.further.extend(words.map(str::to_owned));
        self
    }

    /// The same, with the lesson's check.
    pub fn and_its_check(self) -> Self {
        let check = format!("{}-checks", self.name);
        self.with(["--test", &check])
    }

    /// Builds the program, or returns the compiler's errors. `tell` gets the name of each crate that was compiled.
    pub fn build(&self, tell: impl FnMut(&str)) -> Result<Result<PathBuf, String>> {
        self.build_in(&Work::default(), tell)
    }

    /// The same, as long as the result of some work is wanted.
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
