//! An editor's work in files: saved on request, kept in between, and offered again after a crash.

use super::folder::{Folder, Listed};
use super::{Draft, Edited};
use anyhow::{Context as _, Result};
use std::cell::Cell;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time after a change at which it is kept, if nothing is being dragged.
const QUIET: Duration = Duration::from_secs(3);

/// Returns all saves below a folder, which has a folder for each stem: the stem that was saved last first, and of each
/// stem the newest save first.
pub fn all_saves(below: &Path, ending: &'static str) -> Result<Vec<(String, Vec<Listed>)>> {
    let mut all = Vec::new();
    for entry in below.is_dir().then(|| fs::read_dir(below)).transpose()?.into_iter().flatten() {
        let path = entry?.path();
        if let Some(stem) = path.file_name().and_then(|name| name.to_str()).filter(|_| path.is_dir()) {
            all.push((stem.to_owned(), Folder::new(&path, stem, ending).list()?));
        }
    }
    all.retain(|(_, saves)| !saves.is_empty());
    all.sort_by(|(_, a), (_, b)| b[0].stamp.cmp(&a[0].stamp));
    Ok(all)
}

/// The saves of an editor whose work is a `T`.
pub struct Saves<T> {
    /// None if nothing is kept, as when pictures are rendered.
    folder: Option<Folder>,
    /// Work that was left behind by a program that ended without saving it.
    left: Option<T>,
    /// The time when the work was last kept.
    since: Instant,
    /// True once the end was requested: unsaved work is discarded then.
    ends: Cell<bool>,
    /// The version of the draft that was last kept.
    kept: u64,
    /// A sentence for each save that could not be opened.
    pub notes: Vec<String>,
}

impl<T> Drop for Saves<T> {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.as_ref().filter(|_| self.ends.get() && self.left.is_none()) {
            // If the file stays, its work is offered once too often.
            let _ = folder.remove_autosave();
        }
    }
}

impl<T> Saves<T> {
    /// Opens the newest readable save in a folder, if there is one. Those that can't be read stay as they are.
    pub fn open(folder: Option<Folder>, read: impl Fn(&Path) -> Result<T>) -> Result<(Self, Option<T>)> {
        let (since, ends) = (Instant::now(), Cell::new(false));
        let (mut saves, mut opened) =
            (Self { folder, left: None, since, ends, kept: 0, notes: Vec::new() }, None);
        let Some(folder) = &saves.folder else { return Ok((saves, None)) };
        if folder.autosave().is_file() {
            match read(&folder.autosave()) {
                Ok(left) => saves.left = Some(left),
                // As a save it is not replaced by what is kept from now on.
                Err(_) => folder.save_what_was_kept()?,
            }
        }
        for Listed { path, .. } in folder.list()? {
            match read(&path) {
                Ok(value) => {
                    opened = Some(value);
                    break;
                }
                Err(error) => saves.notes.push(format!("{error:#}")),
            }
        }
        Ok((saves, opened))
    }

    /// The folder, which is made if it doesn't exist.
    pub fn folder(&self) -> Result<&Folder> {
        let folder = self.folder.as_ref();
        let folder =
            folder.context("without a window nothing is saved, unless WORKBOOK_SAVES names a folder")?;
        folder.create()?;
        Ok(folder)
    }

    /// Saves a draft in a new file. Returns the message for the user.
    pub fn save<D: Edited, R: Display>(&mut self, draft: &mut Draft<D, R>, bytes: &[u8]) -> Result<String> {
        let path = self.folder()?.save(bytes)?;
        draft.history.mark_saved();
        self.kept = draft.version();
        self.folder()?.remove_autosave()?;
        Ok(format!("saved {}", path.display()))
    }

    /// Keeps a change some time after it was made, so that a crash loses little. A save removes it.
    pub fn keep<D: Edited, R: Display>(
        &mut self,
        draft: &Draft<D, R>,
        bytes: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let is_due = self.since.elapsed() >= QUIET && self.kept != draft.version();
        if is_due && draft.before().is_none() && self.left.is_none() {
            (self.kept, self.since) = (draft.version(), Instant::now());
            folder.keep(&bytes()?)?;
        }
        Ok(())
    }

    /// Returns true if work was left behind, until it is taken over or discarded.
    pub fn has_left(&self) -> bool {
        self.left.is_some()
    }

    /// Continues with work that was left behind. The next save removes it.
    pub fn take_over(&mut self) -> Option<T> {
        self.left.take()
    }

    /// Removes work that was left behind.
    pub fn discard(&mut self) -> Result<()> {
        self.left = None;
        self.folder.as_ref().map_or(Ok(()), Folder::remove_autosave)
    }

    /// Records whether the end was requested. If so, the kept work is removed at the end.
    pub fn ends(&self, ends: bool) {
        self.ends.set(ends);
    }
}
