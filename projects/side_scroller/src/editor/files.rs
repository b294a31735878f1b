//! The files of levels: the one that is given, and those that were saved.

use anyhow::{Context as _, Result};
use editor::drafts::folder::written;
use gl::{Gl, HotReload, asset_path};
use play::Arena;
use stage::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;
use tempfile::NamedTempFile;

/// The end of the name of the file that keeps what is not saved.
const UNSAVED: &str = "unsaved";

/// The levels that can be opened, and the one that is open: saved by a text editor, it is read again.
pub struct Files {
    gl: Gl,
    /// The level that is given.
    given: PathBuf,
    /// The folder of those that were saved. None if pictures are made, and nobody works.
    folder: Option<PathBuf>,
    saved: Vec<PathBuf>,
    open: Rc<HotReload<Arena>>,
    taken: u32,
}

impl Files {
    /// Opens the level that was saved last in the lesson that begins with this asset, or else the asset. Also returns a
    /// message for the user, if there is one.
    pub fn open(gl: &Gl, args: &Args, asset: &str) -> Result<(Self, Option<String>)> {
        let given = asset_path(asset);
        let (folder, saved) = (args.saves().map(|saves| saves.join("levels")), Vec::new());
        let mut files = Self { gl: gl.clone(), open: read(gl, &given)?, given, folder, saved, taken: 0 };
        files.list();
        let own = |path: &&PathBuf| name(path).starts_with(&files.stem());
        let (unsaved, saved): (Vec<_>, Vec<_>) =
            files.saved.iter().filter(own).cloned().partition(|path| name(path).ends_with(UNSAVED));
        let mut told = unsaved.first().map(|path| {
            format!(
                "The lesson ended without saving what you had changed. The menu Level has it: {}.",
                name(path)
            )
        });
        if let Some(newest) = saved.first() {
            told = files.read(newest).err().map(|error| format!("{error:#}")).or(told);
        }
        Ok((files, told))
    }

    /// The level as it is in the file that is open.
    pub fn level(&self) -> Arena {
        self.open.get().clone()
    }

    /// The level, if its file was saved since it was read last.
    pub fn renewed(&mut self) -> Option<Arena> {
        let version = self.open.version();
        (std::mem::replace(&mut self.taken, version) != version).then(|| self.level())
    }

    /// All that can be opened, each with a name for people: the given one, and the saved ones, the newest first.
    pub fn all(&self) -> Vec<(String, PathBuf)> {
        let saved = self.saved.iter().map(|path| (name(path), path.clone()));
        [("As it is given".to_owned(), self.given.clone())].into_iter().chain(saved).collect()
    }

    /// Opens a level.
    pub fn read(&mut self, path: &Path) -> Result<Arena> {
        self.open = read(&self.gl, path)?;
        self.taken = self.open.version();
        Ok(self.level())
    }

    /// Goes on with a level that is in no file yet, and returns it.
    pub fn close(&mut self, arena: Arena) -> Arena {
        (self.open, self.taken) = (Rc::new(HotReload::fixed(arena)), 0);
        self.level()
    }

    /// Saves a level in a file of its own, which is the open one from now on, and returns its path.
    pub fn save(&mut self, arena: &Arena) -> Result<PathBuf> {
        let mut number = 1;
        let path = loop {
            let path = self.in_folder(&number.to_string())?;
            if !path.exists() {
                break path;
            }
            number += 1;
        };
        self.written(arena)?.persist_noclobber(&path)?;
        self.forget_unsaved();
        self.list();
        self.read(&path)?;
        Ok(path)
    }

    /// Keeps a level that is not saved, in case the program crashes.
    pub fn keep(&self, arena: &Arena) -> Result<()> {
        if self.folder.is_some() {
            self.written(arena)?.persist(self.in_folder(UNSAVED)?)?;
        }
        Ok(())
    }

    /// Removes what was kept.
    pub fn forget_unsaved(&self) {
        // If it stays, the user is told once too often.
        let _ = self.in_folder(UNSAVED).map(fs::remove_file);
    }

    fn in_folder(&self, end: &str) -> Result<PathBuf> {
        Ok(self.folder()?.join(format!("{} {end}.toml", self.stem())))
    }

    fn folder(&self) -> Result<&Path> {
        let folder = self.folder.as_deref();
        folder.context("without a window nothing is saved, unless WORKBOOK_SAVES names a folder")
    }

    /// Writes a level to a file in the folder that has no name yet.
    fn written(&self, arena: &Arena) -> Result<NamedTempFile> {
        let folder = self.folder()?;
        written(folder, arena.to_toml()?.as_bytes())
            .with_context(|| format!("cannot write into {}", folder.display()))
    }

    /// Returns the beginning of the names of the lesson's own files.
    fn stem(&self) -> String {
        name(&self.given)
    }

    /// Looks for what was saved.
    fn list(&mut self) {
        let entries = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let paths = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == "toml"));
        self.saved = paths.collect();
        let time = |path: &PathBuf| {
            fs::metadata(path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
        };
        self.saved.sort_by_key(|path| std::cmp::Reverse((time(path), path.clone())));
    }
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A level in a file, which is read again when it changes.
fn read(gl: &Gl, path: &Path) -> Result<Rc<HotReload<Arena>>> {
    gl.file(path.to_owned(), |path: &Path, _| {
        let file = path.strip_prefix(course::root()).unwrap_or(path).display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
        Ok(Arena::from_toml(&text, &file)?)
    })
}
