//! Runs a lesson without a window, to see whether it survives and what it shows.

use crate::batches::{self, Known};
use crate::projection::Course;
use crate::verify::variants::{Choice, MET, VARIANT};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use workbook::process;

/// A picture to be rendered by a lesson's program.
pub struct Render<'a> {
    /// A few words for the line of progress.
    pub title: String,
    pub program: &'a Path,
    /// The variants to show.
    pub choice: Choice<'a>,
    /// The program's arguments, without those that ask for a picture.
    pub args: Vec<String>,
    pub picture: PathBuf,
    /// The time after which the program is ended.
    pub limit: Duration,
}

/// What is wrong with a lesson's run, if something is, and the path of its picture if it took one.
type Shot = (Option<String>, PathBuf);

/// Takes pictures, and returns what is wrong with each, or nothing.
pub fn all(course: &Course<'_>, tree: &Path, renders: &[Render<'_>]) -> Result<Vec<Option<String>>> {
    let known = Known::new(course);
    batches::run(
        course,
        tree,
        renders,
        |render| (&render.choice, render.title.clone()),
        |render, _| render.run(tree, &known),
    )
}

impl Render<'_> {
    fn run(&self, tree: &Path, known: &Known<Shot>) -> Result<Option<String>> {
        let what = format!("{} {:?}", self.program.display(), self.args);
        let met = self.picture.with_extension("met");
        let (wrong, picture) = known.or_run(&what, &self.choice, &met, || self.shoot(tree, &met))?;
        if picture != self.picture && picture.is_file() {
            std::fs::copy(&picture, &self.picture)
                .with_context(|| format!("cannot write {}", self.picture.display()))?;
        }
        Ok(wrong.map(|wrong| format!("{}: the lesson {wrong}", self.title)))
    }

    fn shoot(&self, tree: &Path, met: &Path) -> Result<Shot> {
        // One from an earlier time would be taken for this run's.
        let _ = std::fs::remove_file(&self.picture);
        let said = self.picture.with_extension("said");
        let output =
            std::fs::File::create(&said).with_context(|| format!("cannot write {}", said.display()))?;
        let mut command = Command::new(self.program);
        command.arg("--headless").args(&self.args).arg("--picture").arg(&self.picture);
        command.env(VARIANT, self.choice.as_text()).env(MET, met);
        command.env(course::ROOT, tree).env("RUST_BACKTRACE", "0");
        command.current_dir(tree).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output);
        let status = process::run(&mut command, self.limit)?;
        let said = String::from_utf8_lossy(&std::fs::read(&said).unwrap_or_default()).into_owned();
        let wrong = match status {
            None => Some(format!("did not end within {} s", self.limit.as_secs())),
            Some(_) if said.contains("panicked at") => Some("panicked".to_owned()),
            Some(status) if !status.success() => Some(format!("failed ({status})")),
            Some(_) => (!self.picture.is_file()).then(|| "wrote no picture".to_owned()),
        };
        let said: String = said.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect();
        Ok((wrong.map(|wrong| format!("{wrong}\n{said}")), self.picture.clone()))
    }
}
