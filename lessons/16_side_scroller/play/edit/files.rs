//! Levels in files: saves, and what is kept between them.

use super::Editor;
use crate::play::making::Work;
use anyhow::{Context as _, Result, anyhow};
use drafts::Saves;
use drafts::blobs::{Blob, Damage};
use drafts::folder::Listed;
use ground::Level;
use ground::stored::{self as level, Stored};
use side_scroller::levels::bare;
use stage::{Args, Panels, Question};
use std::fs;
use std::path::{Path, PathBuf};

/// How the names of saves begin, and how they end.
const STEM: &str = "level";
const ENDING: &str = "level";

/// What is to be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// A level with a floor and nothing else.
    New,
    /// One of those that are given.
    Given(usize),
    /// A save.
    Save(PathBuf),
}

/// Where levels are kept.
pub struct Files {
    saves: Saves<Stored>,
    /// Blobs of kinds that are not known here. They belong into every save.
    others: Vec<Blob>,
    /// Which version of the level was kept last.
    kept: u64,
    /// What is odd about what was opened.
    pub notes: Vec<String>,
    /// All saves, as they were when somebody asked for them.
    pub listed: Vec<Listed>,
}

impl Files {
    /// Opens the newest save, if there is one.
    pub fn open(args: &Args) -> Result<(Self, Option<Level>)> {
        let folder = args.saves().map(|all| all.join(STEM));
        let (saves, found) = Saves::open(folder.as_deref(), STEM, ENDING, judge)?;
        let told = |(path, why): (PathBuf, String)| format!("{}: {why}", path.display());
        let notes = found.damaged.into_iter().map(told).collect();
        let mut files = Self { saves, others: Vec::new(), kept: 0, notes, listed: Vec::new() };
        let level = found.opened.map(|opened| files.take(opened.value));
        Ok((files, level))
    }

    /// The level of a save. What is odd about it is noted.
    fn take(&mut self, stored: Stored) -> Level {
        let Stored { level, others, damage, .. } = stored;
        self.others = others;
        self.notes.extend(damage.iter().map(Damage::what));
        level
    }

    fn read(&mut self, path: &Path) -> Result<Level> {
        let file = path.display().to_string();
        let bytes = fs::read(path).with_context(|| format!("cannot read {file}"))?;
        let stored = level::read(&bytes, &file).map_err(|error| anyhow!("{error}"))?;
        self.notes.clear();
        Ok(self.take(stored))
    }

    /// Saves the level in a new file. What is to be told comes back.
    pub fn save(&mut self, work: &mut Work) -> Result<String> {
        let told = self.saves.save(&level::to_blobs(work.level(), &self.others))?;
        work.history.mark_saved();
        self.kept = work.version();
        self.list()?;
        Ok(told.join("\n"))
    }

    /// Keeps what was changed some time ago.
    pub fn keep(&mut self, work: &Work) -> Result<()> {
        if !self.saves.is_due() || self.kept == work.version() || work.is_busy() {
            return Ok(());
        }
        self.kept = work.version();
        self.saves.keep(&level::to_blobs(work.level(), &self.others))
    }

    /// Looks for saves.
    pub fn list(&mut self) -> Result<()> {
        self.listed = self.saves.list()?;
        Ok(())
    }

    /// Says that the end was asked for. Until the lesson goes on, what is not saved is not wanted.
    pub fn ends(&self) {
        self.saves.ends(true);
    }

    /// Says that the lesson goes on.
    pub fn goes_on(&self) {
        self.saves.ends(false);
    }
}

fn judge(bytes: &[u8]) -> Result<Stored, String> {
    level::read(bytes, "it").map_err(|error| error.to_string())
}

impl Editor {
    /// Opens something. If work would be lost, a question comes first.
    pub(super) fn request(&mut self, request: Request) {
        self.work.let_go();
        match self.work.history.is_saved() {
            true => self.fulfil(&request),
            false => self.request = Some(request),
        }
    }

    fn fulfil(&mut self, request: &Request) {
        let level = match request {
            Request::New => Ok(bare()),
            Request::Given(which) => Ok(self.given[*which].1.clone()),
            Request::Save(path) => self.files.read(path),
        };
        match level {
            Ok(level) => {
                self.work.replace(level);
                self.files.kept = self.work.version();
            }
            Err(error) => self.complain(Err(error)),
        }
    }

    /// Asks what is to become of work that would be lost, and of work that was left behind.
    pub(super) fn ask(&mut self, panels: &mut Panels<'_>) {
        if let Some(request) = self.request.clone() {
            let answers = ["Save", "Throw away", "Go on"];
            let text = self.unsaved().unwrap_or_default();
            self.files.goes_on();
            let answer = panels.ask(&Question { title: "Not saved", text: &text, answers: &answers });
            let Some(answer) = answer else { return };
            self.request = None;
            let saved = if answer == 0 { self.save() } else { Ok(()) };
            if answer < 2 && saved.is_ok() {
                self.fulfil(&request);
            }
            self.complain(saved);
            return;
        }
        let Some(text) = self.files.saves.left_behind() else { return };
        let answers = ["Go on with it", "Throw it away"];
        let question = Question { title: "Work that was not saved", text: &text, answers: &answers };
        let done = match panels.ask(&question) {
            Some(0) => self.take_over(),
            Some(_) => self.files.saves.discard(),
            None => return,
        };
        self.complain(done);
    }

    fn take_over(&mut self) -> Result<()> {
        if let Some(stored) = self.files.saves.take_over()? {
            let level = self.files.take(stored);
            self.work.replace(level);
            self.work.history.mark_unsaved();
        }
        Ok(())
    }
}
