//! Keeps work in files: saves, drafts between them, and exports.

use crate::editor::Editor;
use anyhow::{Context as _, Result, anyhow, ensure};
use editor::Document;
use editor::drafts::blobs;
use editor::drafts::folder::{Folder, Listed, stem_of};
use editor::drafts::{Saves, all_saves};
use editor::export::{Export, glb};
use editor::save::{self, Model, Saved};
use formats::{Asset, Beside, all_clips};
use stage::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// Ending of the names of saves.
const ENDING: &str = "moves";

/// The folder for the work on a model.
pub struct EditorSaves {
    pub kept: Saves<Saved>,
    /// The folder for everything that lessons save, if there is one.
    below: Option<PathBuf>,
    stem: String,
}

/// The opened model, and the notes on its file.
pub struct Opened {
    pub asset: Asset,
    pub document: Document,
    pub saves: EditorSaves,
    pub notes: Vec<String>,
    /// The animation that was edited last, if a save names it.
    pub last: Option<String>,
}

impl Opened {
    /// Opens the file on the command line: a save with its model, or a model with its newest save. Without one it opens
    /// the lesson's own. A save for other joints than the model has stays as it is.
    pub fn read(args: &Args, own: PathBuf) -> Result<Self> {
        let path = args.model.clone().unwrap_or_else(|| own.clone());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = stem_of(&name).to_owned();
        let is_save = path.extension().is_some_and(|ending| ending == ENDING);
        let model = match is_save {
            true if own.file_stem() == Some(stem.as_ref()) => own,
            true => opened(&path)?.model.file.into(),
            false => path.clone(),
        };
        let asset = formats::read(&model);
        let asset = match is_save {
            true => asset.with_context(|| {
                format!("{name} belongs to a model: open that, and its newest save comes with it")
            })?,
            false => asset?,
        };
        let read = |path: &Path| {
            let saved = opened(path)?;
            let is_its_own = saved.model.has_joints_of(&asset.rig.skeleton);
            ensure!(is_its_own, "{} belongs to another model, and stays as it is.", path.display());
            Ok(saved)
        };
        let below = args.saves();
        let folder = below.as_ref().map(|below| Folder::new(&below.join(&stem), &stem, ENDING));
        let (kept, newest) = Saves::open(folder, read)?;
        let mut notes = Vec::new();
        let (document, last) = match if is_save { Some(read(&path)?) } else { newest } {
            Some(Saved { model, document, damage }) => {
                notes.extend(damage);
                (document, model.edited)
            }
            None => {
                let Beside { clips, notes: odd, .. } = all_clips(&model, &asset, args.model.is_none());
                notes.extend(odd);
                notes.extend(asset.clip_notes.iter().cloned());
                (Document::of_clips(&clips), None)
            }
        };
        Ok(Self { asset, document, saves: EditorSaves { kept, below, stem }, notes, last })
    }
}

/// Reads a save.
fn opened(path: &Path) -> Result<Saved> {
    let file = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("cannot read {file}"))?;
    save::read(&bytes, &file).map_err(|error| anyhow!("{error}"))
}

impl EditorSaves {
    /// The bytes of a save of the present state.
    fn bytes(asset: &Asset, editor: &Editor) -> Result<Vec<u8>> {
        // An absolute path is the same wherever the save is opened.
        let file = fs::canonicalize(asset.file()).map(|path| path.display().to_string());
        let file = file.unwrap_or_else(|_| asset.file().to_owned());
        let edited = editor.animation().map(|animation| animation.name.clone());
        let model = Model::new(file, &asset.rig.skeleton, edited);
        Ok(blobs::write(&save::to_blobs(&model, editor.document())?))
    }

    /// Saves everything in a new file. Returns a report, with the damage found by reading it back.
    pub fn save(&mut self, asset: &Asset, editor: &mut Editor) -> Result<String> {
        let bytes = Self::bytes(asset, editor)?;
        let saved = self.kept.save(&mut editor.draft, &bytes)?;
        let back = save::read(&bytes, &saved)?;
        Ok([&[saved], &back.damage[..]].concat().join("\n"))
    }

    /// Lists all saves of this lesson by their names, the newest first.
    pub fn all(&self) -> Result<Vec<(String, Vec<Listed>)>> {
        self.below.as_ref().map_or(Ok(Vec::new()), |below| all_saves(below, ENDING))
    }

    /// Keeps a change some time after it was made.
    pub fn keep(&mut self, asset: &Asset, editor: &Editor) -> Result<()> {
        self.kept.keep(&editor.draft, || Self::bytes(asset, editor))
    }

    /// Continues with work that was left behind.
    pub fn take_over(&mut self, editor: &mut Editor) {
        let Some(Saved { model, document, .. }) = self.kept.take_over() else { return };
        editor.replace(document);
        if let Some(last) = model.edited {
            editor.show_named(&last);
        }
    }

    /// Writes all animations as binary glTF into a new file beside the saves, and returns a report.
    pub fn export(&self, asset: &Asset, document: &Document) -> Result<String> {
        let clips: Vec<_> = document.animations.iter().map(|animation| animation.to_clip()).collect();
        let Export { bytes, notes } = glb(asset, &clips)?;
        let path = Folder::new(self.kept.folder()?.path(), &self.stem, "glb").save(&bytes)?;
        let mut told = vec![format!("exported {}", path.display())];
        told.extend(notes);
        told.dedup();
        Ok(told.join("\n"))
    }
}
