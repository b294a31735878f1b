//! Keeps work in files: saves, drafts between them, and exports.

use crate::editor::Editor;
use crate::foreign::{Foreign, Made};
use anyhow::{Context as _, Result};
use common::skeleton::Skeleton;
use editor::Document;
use editor::drafts::blobs::{self, Blob};
use editor::drafts::folder::{Listed, legal, stamp, stem_of};
use editor::export::{Export, glb};
use editor::onto::{are_same, match_joints};
use editor::save::{self, Model, Saved};
use formats::all_clips;
use formats::{Asset, Beside};
use stage::Args;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Ending of the names of saves.
const ENDING: &str = "moves";

/// The error if there is no folder for saves.
const NOWHERE: &str = "without a window nothing is saved, unless WORKBOOK_SAVES names a folder";

/// The folder for the work on a model.
pub struct EditorSaves {
    pub kept: editor::drafts::Saves<Saved>,
    /// The folder for everything that lessons save, if there is one.
    below: Option<PathBuf>,
    pub stem: String,
}

/// The opened model, and the notes on its file.
pub struct Opened {
    pub asset: Asset,
    pub document: Document,
    pub saves: EditorSaves,
    pub notes: Vec<String>,
    /// The newest save, if the model has other joints now.
    pub other_joints: Option<(Document, Skeleton)>,
    /// The animation that was edited last, if a save names it.
    pub last: Option<String>,
}

impl Opened {
    /// Opens the file on the command line: a save with its model, or a model with its newest save. Without one it opens
    /// the lesson's own.
    pub fn read(args: &Args, own: PathBuf) -> Result<Self> {
        let path = args.model.clone().unwrap_or_else(|| own.clone());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = stem_of(&name).to_owned();
        let below = args.saves();
        let folder = below.as_ref().map(|below| below.join(&stem));
        let (mut kept, found) = editor::drafts::Saves::open(folder.as_deref(), &stem, ENDING, save::read)?;
        let mut notes = std::mem::take(&mut kept.notes);
        let is_save = path.extension().is_some_and(|ending| ending == ENDING);
        let saved = if is_save { Some(kept.read(&path)?) } else { found };
        let model = match &saved {
            Some(_) if is_save && own.file_stem() == Some(stem.as_ref()) => own,
            Some(saved) if is_save => saved.model.file.clone().into(),
            _ => path,
        };
        let asset = formats::read(&model);
        let asset = match is_save {
            true => asset.with_context(|| {
                format!("{name} belongs to a model: open that, and its newest save comes with it")
            })?,
            false => asset?,
        };
        let last = saved.as_ref().and_then(|saved| saved.model.edited.clone());
        let saved = saved.map(|Saved { model, document, damage }| {
            notes.extend(damage);
            (document, model.skeleton())
        });
        // The joints in the model's file count, even if they have changed since.
        let is_same = |skeleton: &Skeleton| has_same_joints(skeleton, &asset.rig.skeleton);
        let (document, other_joints) = match saved {
            Some((document, skeleton)) if is_same(&skeleton) => (Some(document), None),
            other_joints => (None, other_joints),
        };
        let document = document.unwrap_or_else(|| {
            let Beside { clips, notes: odd, .. } =
                all_clips(&model, &asset, args.model.is_none(), formats::read);
            notes.extend(odd);
            notes.extend(asset.clip_notes.iter().cloned());
            Document::of_clips(&clips)
        });
        let saves = EditorSaves { kept, below, stem };
        Ok(Self { asset, document, saves, notes, other_joints, last })
    }
}

impl EditorSaves {
    /// All blobs of a save of the present state.
    fn blobs(asset: &Asset, editor: &Editor) -> Result<Vec<Blob>> {
        // An absolute path is the same wherever the save is opened.
        let file = fs::canonicalize(asset.file()).map(|path| path.display().to_string());
        let file = file.unwrap_or_else(|_| asset.file().to_owned());
        let edited = editor.animation().map(|animation| animation.name.clone());
        let model = Model::new(file, &asset.rig.skeleton, edited);
        Ok(save::to_blobs(&model, editor.document())?)
    }

    /// Returns the report on a save, with the damage found by reading it back, since that is better known now.
    fn told(saved: String, blobs: &[Blob]) -> Result<String> {
        let back = save::read(&blobs::write(blobs), &saved)?;
        Ok([&[saved], &back.damage[..]].concat().join("\n"))
    }

    /// Saves everything in a new file. Returns a report.
    pub fn save(&mut self, asset: &Asset, editor: &mut Editor) -> Result<String> {
        let blobs = Self::blobs(asset, editor)?;
        Self::told(self.kept.save(&mut editor.draft, &blobs)?, &blobs)
    }

    /// Saves everything under another name, in a folder of its own, and continues there. Returns a report.
    pub fn save_as(&mut self, name: &str, asset: &Asset, editor: &mut Editor) -> Result<String> {
        let stem = legal(name.trim_start_matches('.'));
        let folder = self.below.as_ref().context(NOWHERE)?.join(&stem);
        let blobs = Self::blobs(asset, editor)?;
        let saved = self.kept.save_as(&folder, &stem, &mut editor.draft, &blobs)?;
        self.stem = stem;
        Self::told(saved, &blobs)
    }

    /// Lists all saves of this lesson by their names, the newest first.
    pub fn all(&self) -> Result<Vec<(String, Vec<Listed>)>> {
        self.below.as_ref().map_or(Ok(Vec::new()), |below| editor::drafts::all_saves(below, ENDING))
    }

    /// Keeps a change some time after it was made.
    pub fn keep(&mut self, asset: &Asset, editor: &Editor) -> Result<()> {
        self.kept.keep(&editor.draft, || Self::blobs(asset, editor))
    }

    /// Continues with work that was left behind. If it has other joints, they are offered.
    pub fn take_over(&mut self, editor: &mut Editor) -> Result<Option<Foreign>> {
        let Some(Saved { model, document, .. }) = self.kept.take_over()? else { return Ok(None) };
        let what = "The animations that were kept";
        let foreign = Foreign::offer(Made::Document(document), &model.skeleton(), what, editor);
        if let Some(last) = model.edited {
            editor.show_named(&last);
        }
        Ok(foreign)
    }

    /// Writes all animations as binary glTF into a folder of its own, and returns a report.
    pub fn export(&mut self, asset: &Asset, document: &Document) -> Result<String> {
        let clips: Vec<_> = document.animations.iter().map(|animation| animation.to_clip()).collect();
        let Export { bytes, added, notes } = glb(asset, &clips)?;
        let folder = new_folder(self.kept.folder()?.path(), &format!("export {}", stamp(SystemTime::now())))?;
        let file = format!("{}.glb", self.stem);
        fs::write(folder.join(&file), bytes).with_context(|| format!("cannot write {file}"))?;
        let mut told = vec![format!("exported to {}", folder.display())];
        if added > 0 {
            told.push(format!(
                "{added} keys were added between others, for programs that mix quaternions by number"
            ));
        }
        told.extend(notes);
        told.dedup();
        Ok(told.join("\n"))
    }
}

/// Makes a folder with a name, followed by a number if there was another export in that second.
fn new_folder(within: &Path, name: &str) -> Result<PathBuf> {
    let mut path = within.join(name);
    for number in 2.. {
        match fs::create_dir(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                path = within.join(format!("{name} {number}"));
            }
            made => {
                made.with_context(|| format!("cannot make {}", path.display()))?;
                break;
            }
        }
    }
    Ok(path)
}

/// Returns true if two models have the same joints, by their names.
fn has_same_joints(one: &Skeleton, other: &Skeleton) -> bool {
    one.joints().len() == other.joints().len() && are_same(&match_joints(one, other))
}
