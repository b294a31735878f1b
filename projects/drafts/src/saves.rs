//! Saves an editor's work on request, keeps it in between, and offers it again after a crash.

use super::folder::{Folder, Kept, Listed};
use super::{Draft, Edited};
use anyhow::{Context as _, Result};
use std::cell::Cell;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time after a change until it is kept, if nothing is being dragged.
const QUIET: Duration = Duration::from_secs(3);

/// Returns the user's own folder.
pub fn home() -> String {
    env::home_dir().unwrap_or_default().display().to_string()
}

/// Returns all saves below a folder, which has a folder for each stem, both with the newest first.
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

/// The saves and kept work of an editor whose document is a `T`.
pub struct Saves<T> {
    /// The folder, or none if nothing is saved, as when pictures are rendered.
    folder: Option<Folder>,
    /// The work that this editor has kept, or has taken over from one that crashed.
    own: Option<Kept>,
    /// The work that crashed editors have left behind, the newest last.
    left: Vec<(Kept, T)>,
    /// The time when the work was last kept.
    since: Instant,
    /// True once the end was requested, at which kept work is discarded.
    ends: Cell<bool>,
    /// The version of the draft that was kept last.
    kept: u64,
    /// A sentence for each save that could not be opened.
    pub notes: Vec<String>,
}

/// The newest saves of a folder.
pub struct Newest<T> {
    /// The newest undamaged save, with its path.
    pub whole: Option<(PathBuf, T)>,
    /// The newest save of all, if it is damaged.
    pub damaged: Option<T>,
}

impl<T> Drop for Saves<T> {
    fn drop(&mut self) {
        if self.ends.get() {
            self.remove_own();
        }
    }
}

impl<T> Saves<T> {
    /// Opens the newest saves in a folder. Those that can't be read are left as they are.
    pub fn open(
        folder: Option<Folder>,
        read: impl Fn(&Path) -> Result<T>,
        is_whole: impl Fn(&T) -> bool,
    ) -> Result<(Self, Newest<T>)> {
        let (since, ends, own, left) = (Instant::now(), Cell::new(false), None, Vec::new());
        let mut saves = Self { folder, own, left, since, ends, kept: 0, notes: Vec::new() };
        let mut newest = Newest { whole: None, damaged: None };
        let Some(folder) = &saves.folder else { return Ok((saves, newest)) };
        for (kept, left) in folder.left_behind(&read)? {
            match left {
                Ok(left) => saves.left.push((kept, left)),
                Err(error) => saves.notes.push(format!("{error:#}")),
            }
        }
        for Listed { path, .. } in folder.list()? {
            match read(&path) {
                Ok(value) if is_whole(&value) => {
                    newest.whole = Some((path, value));
                    break;
                }
                Ok(value) if newest.damaged.is_none() => newest.damaged = Some(value),
                Ok(_) => {}
                Err(error) => saves.notes.push(format!("{error:#}")),
            }
        }
        Ok((saves, newest))
    }

    /// Returns the folder, or an error if nothing is saved. It is made if it doesn't exist.
    pub fn folder(&self) -> Result<&Folder> {
        let folder = self.folder.as_ref();
        let folder =
            folder.context("without a window nothing is saved, unless WORKBOOK_SAVES names a folder")?;
        folder.create()?;
        Ok(folder)
    }

    /// Returns the folder for all that lessons save, which this folder is in.
    pub fn below(&self) -> Option<&Path> {
        self.folder.as_ref()?.path().parent()
    }

    /// Saves below another folder from now on, if that can be used. Relative paths begin at the home folder.
    pub fn move_below(&mut self, other: &Path) -> Result<()> {
        let other = Path::new(&home()).join(other.strip_prefix("~").unwrap_or(other));
        if let Some(folder) = &mut self.folder {
            let moved = folder.below(&other);
            moved.can_be_written()?;
            *folder = moved;
        }
        Ok(())
    }

    /// Saves a draft in a new file, and returns its path.
    ///
    /// If the same is kept already, that file gets the name. On a full disk an older one isn't removed to make room:
    /// until the newer work is on the disk, it may be all that a crash leaves.
    pub fn save<D: Edited>(&mut self, draft: &mut Draft<D>, bytes: &[u8]) -> Result<PathBuf> {
        let (folder, own) = (self.folder()?, self.own.as_ref());
        let named = own.and_then(|own| folder.save_kept(own, bytes));
        let path = named.map_or_else(|| folder.save(bytes), Ok)?;
        draft.mark_saved();
        self.kept = draft.version();
        self.remove_own();
        Ok(path)
    }

    /// Keeps a change some time after it was made, in case of a crash. A save removes the kept file.
    pub fn keep<D: Edited>(
        &mut self,
        draft: &Draft<D>,
        bytes: impl FnOnce() -> Result<Vec<u8>>,
    ) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let is_due = self.since.elapsed() >= QUIET && self.kept != draft.version();
        if is_due && draft.before().is_none() && !draft.is_saved() && self.left.is_empty() {
            (self.kept, self.since) = (draft.version(), Instant::now());
            let former = self.own.replace(folder.keep(&bytes()?)?);
            former.map_or(Ok(()), Kept::remove)?;
        }
        Ok(())
    }

    /// Removes what this editor has kept. If that fails, the work is offered once too often.
    fn remove_own(&mut self) {
        let _ = self.own.take().map(Kept::remove);
    }

    /// Returns the newest work that was left behind, with the time when it was kept.
    pub fn left(&self) -> Option<(String, &T)> {
        self.left.last().map(|(kept, left)| (kept.stamp(), left))
    }

    /// Takes over work that was left behind, which the next save removes. The next start offers any other.
    pub fn take_over(&mut self) -> Option<T> {
        let (kept, left) = self.left.pop()?;
        self.own = Some(kept);
        self.decide_later();
        Some(left)
    }

    /// Removes work that was left behind.
    pub fn discard(&mut self) -> Result<()> {
        self.left.pop().map_or(Ok(()), |(kept, _)| kept.remove())
    }

    /// Leaves all work that was left behind for the next start to offer.
    pub fn decide_later(&mut self) {
        self.left.clear();
    }

    /// Sets whether the end was requested, at which kept work is removed.
    pub fn ends(&self, ends: bool) {
        self.ends.set(ends);
    }
}
