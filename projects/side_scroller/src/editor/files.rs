//! Reads and saves the files of levels, the lesson's own and the user's.

use super::work::Document;
use anyhow::{Context as _, Result};
use drafts::folder::{Folder, Listed};
use drafts::{Draft, Saves};
use gl::{Gl, HotReload, asset_path};
use play::Arena;
use stage::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The levels that can be opened, and the open one, which is read again if a text editor saves it.
pub struct Files {
    gl: Gl,
    /// The path of the lesson's own level.
    given: PathBuf,
    /// The saves, and the work between them.
    pub kept: Saves<Rc<HotReload<Arena>>>,
    open: Rc<HotReload<Arena>>,
    taken: u32,
}

impl Files {
    /// Opens the level that was saved last in the lesson with this asset, or else the asset.
    pub fn open(gl: &Gl, args: &Args, asset: &str) -> Result<Self> {
        let given = asset_path(asset);
        let folder = args.saves().map(|saves| Folder::new(&saves.join("levels"), &name(&given), "toml"));
        // A damaged level is refused, unless it was cut between two of its tables.
        let (kept, newest) = Saves::open(folder, |path| read(gl, path), |_| true)?;
        let open = newest.whole.map_or_else(|| read(gl, &given), |(_, level)| Ok(level))?;
        Ok(Self { gl: gl.clone(), given, kept, open, taken: 0 })
    }

    /// Returns the level as its file has it.
    pub fn level(&self) -> Arena {
        self.open.get().clone()
    }

    /// Returns the level if its file has changed since it was read last.
    pub fn renewed(&mut self) -> Option<Arena> {
        let version = self.open.version();
        (std::mem::replace(&mut self.taken, version) != version).then(|| self.level())
    }

    /// Returns names and paths of all levels, the lesson's own and then the saves, the newest first.
    pub fn all(&self) -> Vec<(String, PathBuf)> {
        let saved = self.kept.folder().and_then(Folder::list).unwrap_or_default();
        let saved = saved.into_iter().map(|Listed { path, .. }| (name(&path), path));
        [("As it is given".to_owned(), self.given.clone())].into_iter().chain(saved).collect()
    }

    /// Reads a level, which is then the open one.
    pub fn read(&mut self, path: &Path) -> Result<Arena> {
        self.open = read(&self.gl, path)?;
        self.taken = self.open.version();
        Ok(self.level())
    }

    /// Continues with a level that is in no file yet, and returns it.
    pub fn close(&mut self, arena: Arena) -> Arena {
        (self.open, self.taken) = (Rc::new(HotReload::fixed(arena)), 0);
        self.level()
    }

    /// Saves the level in a new file, which is then the open one, and returns a message.
    pub fn save(&mut self, draft: &mut Draft<Document>) -> Result<String> {
        let bytes = draft.now().0.to_toml()?.into_bytes();
        let path = self.kept.save(draft, &bytes)?;
        self.read(&path)?;
        Ok(format!("saved {}", path.display()))
    }

    /// Keeps a change some time after it was made, in case the program crashes.
    pub fn keep(&mut self, draft: &Draft<Document>) -> Result<()> {
        self.kept.keep(draft, || Ok(draft.now().0.to_toml()?.into_bytes()))
    }
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a level's file, and again when it changes.
fn read(gl: &Gl, path: &Path) -> Result<Rc<HotReload<Arena>>> {
    gl.file(path.to_owned(), |path: &Path, _| {
        let file = path.strip_prefix(course::root()).unwrap_or(path).display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
        Ok(Arena::from_toml(&text, &file)?)
    })
}
