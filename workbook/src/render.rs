//! Running a lesson without a window, to see whether it survives and what it shows.

use crate::batches::Job;
use crate::process;
use crate::verify::variants::{Choice, VARIANT};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// One picture of a lesson.
pub struct Render<'a> {
    /// What it is, in a few words.
    pub title: String,
    /// The lesson's program.
    pub program: &'a Path,
    /// The workbook with all variants in it.
    pub tree: &'a Path,
    /// The variants to show.
    pub choice: Choice<'a>,
    /// The command line, but for the picture.
    pub args: Vec<String>,
    /// Where the picture goes.
    pub picture: PathBuf,
    /// How long it may take.
    pub limit: Duration,
}

impl<'a> Job<'a> for Render<'a> {
    /// What went wrong, or nothing.
    type Result = Option<String>;

    fn choice(&self) -> &Choice<'a> {
        &self.choice
    }

    fn title(&self) -> String {
        self.title.clone()
    }

    fn run(&self, _: usize) -> Result<Option<String>> {
        let said = self.picture.with_extension("said");
        let output =
            || std::fs::File::create(&said).with_context(|| format!("cannot write {}", said.display()));
        let mut command = Command::new(self.program);
        command.arg("--headless").args(&self.args).arg("--picture").arg(&self.picture);
        command.env(VARIANT, self.choice.as_text()).env(course::ROOT, self.tree).env("RUST_BACKTRACE", "0");
        command.current_dir(self.tree).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output()?);
        let status = process::run(&mut command, self.limit)?;
        let said = String::from_utf8_lossy(&std::fs::read(&said).unwrap_or_default()).into_owned();
        Ok(self.judge(status, &said))
    }
}

impl Render<'_> {
    fn judge(&self, status: Option<ExitStatus>, said: &str) -> Option<String> {
        let what = match status {
            None => format!("did not end within {} s", self.limit.as_secs()),
            Some(_) if said.contains("panicked at") => "panicked".to_owned(),
            Some(status) if !status.success() => format!("failed ({status})"),
            Some(_) if !self.picture.is_file() => "wrote no picture".to_owned(),
            Some(_) => return None,
        };
        let said: String = said.trim_matches('\n').lines().map(|line| format!("    | {line}\n")).collect();
        Some(format!("{}: the lesson {what}\n{said}", self.title))
    }
}
