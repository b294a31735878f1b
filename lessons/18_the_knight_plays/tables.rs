//! The tables in files, of states and of spheres. They are read again when they are saved.

use anyhow::{Context, Result};
use gl::{Gl, HotReload, asset_path};
use play::{Arena, CharacterAsset, CharacterAssets, Sphere, StateTable, read_spheres};
use std::fs::read_to_string;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The knight's table of states and a dummy's, and what strikes and can be struck.
pub struct Tables {
    states: [Rc<HotReload<Arc<StateTable>>>; 2],
    spheres: Rc<HotReload<[Vec<Sphere>; 2]>>,
    /// The versions that were taken last.
    taken: [u32; 3],
}

impl Tables {
    /// Reads them, and watches their files. The faults of a later save are shown over the view.
    pub fn open(gl: &Gl, characters: &CharacterAssets) -> Result<Self> {
        let knight = states(gl, "play/knight.toml", &characters.knight)?;
        let dummy = states(gl, "play/dummy.toml", &characters.dummy)?;
        let spheres = gl.file(asset_path("play/spheres.toml"), |path: &Path, _| {
            Ok(read_spheres("assets/play/spheres.toml", &text(path)?)?)
        })?;
        Ok(Self { states: [knight, dummy], spheres, taken: [0; 3] })
    }

    /// A level with these tables, if it is another one or they were saved since this was asked last.
    pub fn renewed(&mut self, level: &Arena, is_another: bool) -> Option<Arena> {
        let [knight, dummy] = &self.states;
        let now = [knight.version(), dummy.version(), self.spheres.version()];
        let are_others = std::mem::replace(&mut self.taken, now) != now;
        (are_others || is_another).then(|| self.with(level))
    }

    /// A level with these tables.
    pub fn with(&self, level: &Arena) -> Arena {
        let tables = self.states.each_ref().map(|table| table.get().clone());
        Arena { spheres: self.spheres.get().clone(), tables, ..level.clone() }
    }
}

fn states(gl: &Gl, asset: &str, character: &Arc<CharacterAsset>) -> Result<Rc<HotReload<Arc<StateTable>>>> {
    let (file, character) = (format!("assets/{asset}"), character.clone());
    gl.file(asset_path(asset), move |path: &Path, _| {
        Ok(Arc::new(StateTable::read(&text(path)?, &file, &character.names())?))
    })
}

fn text(path: &Path) -> Result<String> {
    read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
