//! Runs a lesson without a window, to see whether it survives and what it shows.

use crate::batches::{self, Known};
use crate::projection::Course;
use crate::verify::variants::{Choice, MET, VARIANT};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
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

/// A lesson's exit status, its messages on stderr, and the path of its picture if it took one.
#[derive(Clone)]
struct Shot {
    status: Option<ExitStatus>,
    said: String,
    picture: PathBuf,
}

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
        let shot = known.or_run(&what, &self.choice, &met, || self.shoot(tree, &met))?;
        if shot.picture != self.picture && shot.picture.is_file() {
            std::fs::copy(&shot.picture, &self.picture)
                .with_context(|| format!("cannot write {}", self.picture.display()))?;
        }
        Ok(self.complaint(&shot))
    }

    fn shoot(&self, tree: &Path, met: &Path) -> Result<Shot> {
        // One from an earlier time would be taken for this run's.
        let _ = std::fs::remove_file(&self.picture);
        let said = self.picture.with_extension("said");
        let output =
            || std::fs::File::create(&said).with_context(|| format!("cannot write {}", said.display()));
        let mut command = Command::new(self.program);
        command.arg("--headless").args(&self.args).arg("--picture").arg(&self.picture);
        command.env(VARIANT, self.choice.as_text()).env(MET, met);
        command.env(course::ROOT, tree).env("RUST_BACKTRACE", "0");
        command.current_dir(tree).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output()?);
        let status = process::run(&mut command, self.limit)?;
        let said = String::from_utf8_lossy(&std::fs::read(&said).unwrap_or_default()).into_owned();
        Ok(Shot { status, said, picture: self.picture.clone() })
    }

    fn complaint(&self, shot: &Shot) -> Option<String> {
        let said = &shot.said;
        let what = match shot.status {
            None => format!("did not end within {} s", self.limit.as_secs()),
            Some(_) if said.contains("panicked at") => "panicked".to_owned(),
            Some(status) if !status.success() => format!("failed ({status})"),
            Some(_) if !shot.picture.is_file() => "wrote no picture".to_owned(),
            Some(_) => return None,
        };
        let said: String = said.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect();
        Some(format!("{}: the lesson {what}\n{said}", self.title))
    }
}
