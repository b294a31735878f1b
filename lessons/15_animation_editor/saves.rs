//! Keeps work in files: saves, drafts between them, and exports.

use crate::editor::Editor;
use crate::files::Files;
use anyhow::{Context as _, Result, anyhow, ensure};
use drafts::blobs;
use drafts::folder::{Folder, stem_of};
use drafts::{Newest, Saves};
use editor::Document;
use editor::export::{Export, glb};
use editor::save::{self, Model, Saved};
use formats::{Asset, Beside, all_clips};
use gl::asset_path;
use stage::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Ending of the names of saves.
pub const ENDING: &str = "moves";

impl Files {
    /// Opens the file on the command line: a save with its model, or a model with its newest save. Without one it opens
    /// the lesson's own. A save for other joints than the model has stays as it is.
    pub fn open(args: &Args, own: PathBuf) -> Result<(Asset, Editor, Self)> {
        let path = args.model.clone().unwrap_or_else(|| own.clone());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = stem_of(&name).to_owned();
        let is_save = path.extension().is_some_and(|ending| ending == ENDING);
        let model = match is_save {
            true if own.file_stem() == Some(stem.as_ref()) => own,
            true => asset_path(&opened(&path)?.model.file),
            false => path.clone(),
        };
        let asset = formats::read(&model);
        let asset = match is_save {
            true => asset.with_context(|| {
                format!("{name} belongs to a model. Open that, and its newest save comes with it")
            })?,
            false => asset?,
        };
        let read = |path: &Path| {
            let saved = opened(path)?;
            let is_its_own = saved.model.has_joints_of(&asset.rig.skeleton);
            ensure!(is_its_own, "{} belongs to another model, and stays as it is.", path.display());
            Ok(saved)
        };
        let folder = args.saves().map(|below| Folder::new(&below.join(&stem), &stem, ENDING));
        let is_whole = |saved: &Saved| saved.damage.is_empty();
        let (mut kept, Newest { whole, damaged }) = Saves::open(folder, read, is_whole)?;
        let newest = if is_save { Some(read(&path)?) } else { damaged };
        let (opened, damaged) = match (newest, whole) {
            (Some(saved), Some((path, whole))) if !is_whole(&saved) => {
                (Some(whole), Some((saved, name_of(&path))))
            }
            (newest, whole) => (newest.or(whole.map(|(_, whole)| whole)), None),
        };
        let mut notes = Vec::new();
        let document = match opened {
            Some(Saved { document, damage, .. }) => {
                notes.extend(damage);
                document
            }
            None => {
                let Beside { clips, notes: odd, .. } = all_clips(&model, &asset);
                notes.extend(odd);
                notes.extend(asset.clip_notes.iter().cloned());
                let mut document = Document::of_clips(&clips);
                // The knight walks until something has been edited.
                document.show_named("walk");
                document
            }
        };
        let mut editor = Editor::new(&asset, document);
        let told = std::mem::take(&mut kept.notes);
        editor.draft.told = (!told.is_empty()).then(|| told.join("\n"));
        let files = Self { kept, stem, damaged, notes, opens: false, listed: Vec::new(), into: None };
        Ok((asset, editor, files))
    }

    /// The bytes of a save of the present state.
    fn bytes(asset: &Asset, editor: &Editor) -> Result<Vec<u8>> {
        // Wherever the save is opened, an absolute path is the same, and so is one from the workbook's own assets.
        let whole = fs::canonicalize(asset.file()).unwrap_or_else(|_| asset.file().into());
        let assets = fs::canonicalize(asset_path(""))?;
        let file = match whole.strip_prefix(assets) {
            Ok(own) => own.display().to_string().replace('\\', "/"),
            Err(_) => whole.display().to_string(),
        };
        let edited = editor.animation().map(|animation| animation.name.clone());
        let model = Model::new(file, &asset.rig.skeleton, edited);
        Ok(blobs::write(&save::to_blobs(&model, editor.document())?))
    }

    /// Saves everything in a new file, and tells so, with the damage found by reading it back.
    pub fn save(&mut self, asset: &Asset, editor: &mut Editor) -> Result<()> {
        editor.draft.let_go();
        let bytes = Self::bytes(asset, editor)?;
        let saved = format!("saved {}", self.kept.save(&mut editor.draft, &bytes)?.display());
        let back = save::read(&bytes, &saved)?;
        editor.draft.told = Some([&[saved], &back.damage[..]].concat().join("\n"));
        Ok(())
    }

    /// Keeps a change some time after it was made.
    pub fn keep(&mut self, asset: &Asset, editor: &mut Editor) {
        self.kept.ends(false);
        let kept = self.kept.keep(&editor.draft, || Self::bytes(asset, editor));
        editor.draft.complain(kept);
    }

    /// Describes the work that the lesson's end would lose.
    pub fn unsaved(&self, editor: &Editor) -> Option<String> {
        self.kept.ends(true);
        editor.draft.unsaved()
    }

    /// Writes all animations as binary glTF into a new file beside the saves, and returns a report.
    pub fn export(&self, asset: &Asset, document: &Document) -> Result<String> {
        let clips: Vec<_> =
            document.animations.iter().map(|animation| Arc::new(animation.to_clip())).collect();
        let Export { bytes, notes } = glb(asset, &clips)?;
        let path = Folder::new(self.kept.folder()?.path(), &self.stem, "glb").save(&bytes)?;
        let mut told = vec![format!("exported {}", path.display())];
        told.extend(notes);
        told.dedup();
        Ok(told.join("\n"))
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Reads a save, and names it in its damage.
fn opened(path: &Path) -> Result<Saved> {
    let file = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("cannot read {file}"))?;
    let mut saved = save::read(&bytes, &file).map_err(|error| anyhow!("{error}"))?;
    saved.damage.iter_mut().for_each(|damage| *damage = format!("{}: {damage}", name_of(path)));
    Ok(saved)
}
