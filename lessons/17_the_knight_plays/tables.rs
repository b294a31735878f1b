//! The tables of states in files, which are read anew when they are saved.

use anyhow::{Context, Result};
use gl::{Gl, HotReload, asset_path};
use play::{CharacterAsset, CharacterAssets, StateTable};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The knight's table and a dummy's, as texts in which no mistake was found.
pub struct Tables {
    texts: [Rc<HotReload<String>>; 2],
    /// Which of them were taken last.
    taken: [u32; 2],
}

impl Tables {
    /// Reads them, and watches their files. What is wrong with one that is saved later is told over the view.
    pub fn open(gl: &Gl, characters: &CharacterAssets) -> Result<Self> {
        let knight = watched(gl, "play/knight.toml", &characters.knight)?;
        let dummy = watched(gl, "play/dummy.toml", &characters.dummy)?;
        let taken = [knight.version(), dummy.version()];
        Ok(Self { texts: [knight, dummy], taken })
    }

    /// Those that were saved since this was asked last.
    pub fn renewed(&mut self) -> [Option<String>; 2] {
        let now = self.texts.each_ref().map(|text| text.version());
        let taken = std::mem::replace(&mut self.taken, now);
        std::array::from_fn(|whose| (now[whose] != taken[whose]).then(|| self.texts[whose].get().clone()))
    }

    /// They, as they are in the files.
    pub fn all(&self) -> [String; 2] {
        self.texts.each_ref().map(|text| text.get().clone())
    }
}

/// The text of a table, if it can be read as one.
fn watched(gl: &Gl, asset: &str, character: &Arc<CharacterAsset>) -> Result<Rc<HotReload<String>>> {
    let (file, character) = (format!("assets/{asset}"), character.clone());
    gl.file(asset_path(asset), move |path: &Path, _| {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        StateTable::read(&text, &file, &character.names())?;
        Ok(text)
    })
}
