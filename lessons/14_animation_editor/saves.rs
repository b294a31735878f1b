//! What is kept in files: saves, what is kept between them, and exports.

use crate::damaged::Choice;
use crate::editor::Editor;
use crate::foreign::{Foreign, Made};
use anyhow::{Context as _, Result};
use common::rig::Rig;
use drafts::blobs::{self, Blob, HEADER_BYTES, Kind};
use drafts::disk::RealDisk;
use drafts::folder::{Folder, Listed, legal, stamp};
use editor::Document;
use editor::export::{Export, glb};
use editor::save::{self, Saved, are_same, match_joints};
use formats::all_clips;
use formats::{Asset, Beside};
use stage::Args;
use std::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// How the names of saves end.
const ENDING: &str = "moves";

/// The error where there is no folder for saves.
const NOWHERE: &str = "without a window nothing is saved, unless WORKBOOK_SAVES names a folder";

/// Where the work on a model is kept.
pub struct EditorSaves {
    pub kept: drafts::Saves<Saved>,
    /// The folder of all that lessons save, if there is one.
    below: Option<PathBuf>,
    pub stem: String,
    /// Blobs of kinds that are not known here. They belong into every save.
    others: Vec<Blob>,
}

/// What was opened, and what is odd about it.
pub struct Opened {
    pub asset: Asset,
    pub document: Document,
    pub saves: EditorSaves,
    pub notes: Vec<String>,
    /// The newest save, if the model has got other joints since.
    pub other_joints: Option<(Document, Arc<Rig>)>,
    /// A damaged save beside a whole one.
    pub choice: Option<Choice>,
    /// The animation that was edited last, if a save tells it.
    pub last: Option<String>,
}

/// The blob that tells which animation was edited last: its name.
const LAST: Kind = *b"LAST";

/// Its name, among the blobs of a save that `common` knows nothing of.
fn last_of(others: &[Blob]) -> Option<String> {
    let last = others.iter().find(|blob| blob.kind == LAST)?;
    String::from_utf8(last.bytes.clone()).ok()
}

impl Opened {
    /// Opens what the command line names: a save, or a model with its newest save. Without a name it is the lesson's own.
    pub fn read(args: &Args, own: PathBuf) -> Result<Self> {
        let path = args.model.clone().unwrap_or_else(|| own.clone());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = Folder::<RealDisk>::stem_of(&name).unwrap_or(&name).to_owned();
        let below = args.saves();
        let folder = below.as_ref().map(|below| below.join(&stem));
        let (mut kept, found) = drafts::Saves::open(folder.as_deref(), &stem, ENDING, save::read)?;
        let mut notes = std::mem::take(&mut kept.notes);
        let is_save = is_save(&path);
        let opened = match is_save {
            true => Some((path.clone(), kept.read(&path)?)),
            false => found.map(|opened| (opened.path, opened.value)),
        };
        let choice = opened.as_ref().and_then(|(path, saved)| Choice::find(&mut kept, path, saved));
        let (choice, other) = choice.map_or((None, None), |(choice, other)| (Some(choice), Some(other)));
        let mut newest = opened.map(|(_, saved)| saved);
        let model = if is_save && own.file_stem() == Some(stem.as_ref()) { &own } else { &path };
        let model = newest.as_ref().and_then(|_| formats::read(model).ok());
        // A save has its model with it. If that has got other joints in its file since, they are what counts.
        let others =
            |model: &Asset| newest.as_ref().is_some_and(|saved| !has_same_joints(&saved.asset, model));
        let has_others = !is_save && model.as_ref().is_some_and(others);
        let other_joints = newest.take_if(|_| has_others).map(|saved| (saved.document, saved.asset.rig));
        notes.extend(newest.as_mut().and_then(|saved| mend(saved, [model, other])));
        let Saved { asset, document, others, damage, .. } = match newest {
            Some(saved) => saved,
            None => {
                let (saved, odd) = of_model(&path, args.model.is_none(), formats::read(&path)?);
                notes.extend(odd);
                saved
            }
        };
        notes.extend(damage.iter().map(|damage| damage.what()));
        notes.extend(asset.clip_notes.iter().cloned());
        let last = last_of(&others);
        let saves = EditorSaves { kept, below, stem, others };
        Ok(Self { asset, document, saves, notes, other_joints, choice, last })
    }
}

/// Takes what a save has lost of its looks from one of some models, and tells from which.
fn mend(saved: &mut Saved, models: [Option<Asset>; 2]) -> Option<String> {
    let model = models.into_iter().flatten().find(|model| has_same_joints(&saved.asset, model))?;
    saved.mend(&model).then(|| format!("What the save has lost of its looks is as {} has it.", model.file()))
}

/// A model as its file has it, with all animations, and notes on those that do not fit.
fn of_model(path: &Path, is_own: bool, asset: Asset) -> (Saved, Vec<String>) {
    let Beside { clips, notes, .. } = all_clips(path, &asset, is_own, formats::read);
    let document = Document::of_clips(&clips);
    (Saved { asset, document, saves: None, others: Vec::new(), damage: Vec::new() }, notes)
}

/// Whether a file is a save by its name or by how it begins: its beginning may be damaged.
fn is_save(path: &Path) -> bool {
    let mut bytes = [0; HEADER_BYTES];
    let mut begins = || fs::File::open(path).and_then(|mut file| file.read(&mut bytes)).is_ok();
    path.extension().is_some_and(|ending| ending == ENDING) || (begins() && blobs::is_likely(&bytes))
}

impl EditorSaves {
    /// All blobs of a save of this moment, and notes on what is not in them.
    fn blobs(others: &[Blob], asset: &Asset, editor: &Editor) -> (Vec<Blob>, Vec<String>) {
        let mut others = others.to_vec();
        others.retain(|blob| blob.kind != LAST);
        let last = editor.animation().map(|animation| animation.name.clone().into_bytes());
        others.extend(last.map(|name| Blob::new(LAST, "animation", name)));
        save::to_blobs(asset, editor.document(), &others)
    }

    /// Saves all in a new file. What is to be told comes back.
    pub fn save(&mut self, asset: &Asset, editor: &mut Editor) -> Result<String> {
        let (blobs, notes) = Self::blobs(&self.others, asset, editor);
        let told = self.kept.save(&mut editor.draft, &blobs)?;
        Ok([&[told], &notes[..]].concat().join("\n"))
    }

    /// Saves all under another name, in a folder of its own, and goes on there. What is to be told comes back.
    pub fn save_as(&mut self, name: &str, asset: &Asset, editor: &mut Editor) -> Result<String> {
        let stem = legal(name.trim_start_matches('.'));
        let folder = self.below.as_ref().context(NOWHERE)?.join(&stem);
        let (blobs, notes) = Self::blobs(&self.others, asset, editor);
        let told = self.kept.save_as(&folder, &stem, &mut editor.draft, &blobs)?;
        self.stem = stem;
        Ok([&[told], &notes[..]].concat().join("\n"))
    }

    /// All saves of this lesson by their names, what was saved last first.
    pub fn all(&self) -> Result<Vec<(String, Vec<Listed>)>> {
        self.below.as_ref().map_or(Ok(Vec::new()), |below| drafts::all_saves(below, ENDING))
    }

    /// Keeps what was changed some time ago.
    pub fn keep(&mut self, asset: &Asset, editor: &Editor) -> Result<()> {
        let Self { kept, others, .. } = self;
        kept.keep(&editor.draft, || Self::blobs(others, asset, editor).0)
    }

    /// Goes on with work that was left behind. If it has other joints, they are offered.
    pub fn take_over(&mut self, editor: &mut Editor) -> Result<Option<Foreign>> {
        let Some(Saved { asset, document, others, .. }) = self.kept.take_over()? else { return Ok(None) };
        let what = "The animations that were kept";
        let foreign = Foreign::offer(Made::Document(document), &asset.rig.skeleton, what, editor);
        if let Some(last) = last_of(&others) {
            editor.show_named(&last);
        }
        Ok(foreign)
    }

    /// Writes all animations as binary glTF into a folder of its own, and returns what to tell of it.
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

/// Makes a folder with a name, or with a number behind it if there was another export in that second.
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

/// Whether two models have the same joints, by their names.
fn has_same_joints(one: &Asset, other: &Asset) -> bool {
    let [one, other] = [&one.rig.skeleton, &other.rig.skeleton];
    one.joints().len() == other.joints().len() && are_same(&match_joints(one, other))
}
