//! Where an editor's work is kept: saved when somebody asks for it, kept in between, and offered again after a crash.

use super::blobs::{self, Blob, Header};
use super::disk::{Disk, RealDisk};
use super::folder::{Folder, Left, Listed, Newest};
use anyhow::{Context as _, Result, bail, ensure};
use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// So long after a change it is kept, if nothing is being dragged.
const QUIET: Duration = Duration::from_secs(3);

/// The saves of an editor whose work is a `T`.
pub struct Saves<T> {
    /// None if nothing is kept: pictures are made, and nobody works.
    folder: Option<Folder>,
    /// Work that a program has left behind, which ended without saving it.
    left: Option<Left<T, <RealDisk as Disk>::Lock>>,
    /// When it was kept last.
    since: Instant,
    /// Whether the end was asked for: then what is not saved by now is not wanted.
    ends: Cell<bool>,
}

impl<T> Drop for Saves<T> {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.as_mut().filter(|_| self.ends.get()) {
            // If they stay, somebody is asked once too often.
            let _ = folder.remove_autosaves();
        }
    }
}

impl<T> Saves<T> {
    /// Opens the newest save in a folder, if there is one. `judge` says what a file's bytes hold, or what is wrong with them.
    pub fn open(
        folder: Option<&Path>,
        stem: &str,
        ending: &'static str,
        judge: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<(Self, Newest<T>)> {
        let counter = |bytes: &[u8]| Header::take(bytes).map(|header| header.saves);
        let mut folder = folder.map(|folder| Folder::new(RealDisk, folder, stem, ending, counter));
        let (mut newest, mut left) = (Newest { opened: None, damaged: Vec::new() }, None);
        if let Some(folder) = &mut folder {
            newest = folder.newest(&judge)?;
            left = folder.left_behind(judge)?.into_iter().next();
        }
        Ok((Self { folder, left, since: Instant::now(), ends: Cell::new(false) }, newest))
    }

    /// The folder, which is made if it is not there.
    pub fn folder(&mut self) -> Result<&mut Folder> {
        let folder = self.folder.as_mut();
        let folder =
            folder.context("without a window nothing is saved, unless WORKBOOK_SAVES names a folder")?;
        folder.create()?;
        Ok(folder)
    }

    /// All saves, the newest first.
    pub fn list(&mut self) -> Result<Vec<Listed>> {
        Ok(self.folder.as_mut().map(Folder::list).transpose()?.unwrap_or_default())
    }

    /// Saves all in a new file, and reads it to see that it is whole. What is to be told comes back.
    pub fn save(&mut self, blobs: &[Blob]) -> Result<Vec<String>> {
        let saved = self.folder()?.save(|saves| blobs::write(blobs, saves))?;
        let path = saved.path.display();
        let back = blobs::read(&fs::read(&saved.path)?).map_err(|damage| damage.what());
        let is_whole = back.is_ok_and(|back| {
            let same = |(one, other): (&Blob, &Blob)| one.name == other.name && one.bytes == other.bytes;
            back.blobs.len() == blobs.len() && back.blobs.iter().zip(blobs).all(same)
        });
        ensure!(is_whole, "{path} was written, but does not give back what was saved: see 14.1 and 14.2");
        Ok([&[format!("saved {path}")], &saved.notes[..]].concat())
    }

    /// Whether it is time to keep what has changed.
    pub fn is_due(&self) -> bool {
        self.folder.is_some() && self.since.elapsed() >= QUIET
    }

    /// Keeps what was changed, so that a crash loses little. A save removes it.
    pub fn keep(&mut self, blobs: &[Blob]) -> Result<()> {
        self.since = Instant::now();
        self.folder()?.autosave(|saves| blobs::write(blobs, saves))?;
        Ok(())
    }

    /// What is known of work that was left behind, in a question.
    pub fn left_behind(&self) -> Option<String> {
        let left = self.left.as_ref()?;
        Some(match &left.value {
            Ok(_) => "The editor ended without saving what you had changed. It was kept.".to_owned(),
            Err(why) => format!("The editor ended without saving. What was kept cannot be read: {why}"),
        })
    }

    /// Goes on with work that was left behind. The next save removes it.
    pub fn take_over(&mut self) -> Result<Option<T>> {
        let (Some(left), Some(folder)) = (self.left.take(), &mut self.folder) else { return Ok(None) };
        match folder.take_over(left) {
            Ok(value) => Ok(Some(value)),
            Err(why) => bail!(why),
        }
    }

    /// Removes work that was left behind.
    pub fn discard(&mut self) -> Result<()> {
        let (Some(left), Some(folder)) = (self.left.take(), &self.folder) else { return Ok(()) };
        Ok(folder.discard(left)?)
    }

    /// Says whether the end was asked for. If it comes, what was kept is removed.
    pub fn ends(&self, ends: bool) {
        self.ends.set(ends);
    }
}
