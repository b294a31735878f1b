//! What characters of one kind share: their joints and their clips.

use crate::asset::{self, Error, clips_beside};
use crate::clip::Clip;
use crate::rig::Rig;
use crate::skeleton::Chain;
use glam::Mat4;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The clips of the knight: each with one that is taken instead where there is no such file.
pub const KNIGHT: [(&str, &str); 15] = [
    ("idle", "idle"),
    ("walk", "idle"),
    ("run", "walk"),
    ("sprint", "run"),
    ("jump", "idle"),
    ("fall", "jump"),
    ("land", "idle"),
    ("duck", "land"),
    ("crawl", "walk"),
    ("climb", "jump"),
    ("punch", "idle"),
    ("swing", "punch"),
    ("hit", "land"),
    ("down", "land"),
    ("rise", "land"),
];

/// The clips of a training dummy.
pub const DUMMY: [(&str, &str); 5] =
    [("idle", "idle"), ("stagger", "idle"), ("fall", "stagger"), ("lie", "fall"), ("rise", "lie")];

/// Gaits: of what they are, and how fast the ground goes by in each, in metres a second.
const GAITS: [(&str, &str, f32); 4] =
    [("stride", "walk", 1.0), ("stride", "run", 2.4), ("stride", "sprint", 4.0), ("crawl", "crawl", 0.8)];

/// A skeleton, and its clips by name.
#[derive(Clone, Debug)]
pub struct Stock {
    /// The joints, and how they stand at rest.
    pub rig: Arc<Rig>,
    /// Which of them are joints: one tree for each root.
    pub chains: Vec<Chain>,
    /// From the model to right-handed, y up, metres: it looks along z.
    pub world_from_model: Mat4,
    /// What is played instead of clips that are missing, and all else that does not fit.
    pub notes: Vec<String>,
    clips: Vec<Arc<Clip>>,
    /// Which of them are there instead of others.
    instead: Vec<String>,
}

impl Stock {
    /// Reads a model that stands idle, and its clips from the files beside it: `knight_walk.dae` beside `knight.dae` is
    /// `walk`. More of them may stand in `play`, a folder beside the model's own.
    ///
    /// # Errors
    /// If the model cannot be read, or has no joints. A clip that is missing is a note.
    pub fn read(model: &Path, clips: &[(&str, &str)]) -> Result<Self, Error> {
        let model_asset = asset::read(model)?;
        model_asset.require_joints()?;
        let mut beside = clips_beside(model, &model_asset, asset::read);
        if let Some(apart) = in_play(model).filter(|apart| apart != model) {
            let apart = clips_beside(&apart, &model_asset, asset::read);
            beside.clips.extend(apart.clips);
            beside.notes.extend(apart.notes);
        }
        let idle = model_asset.clips.first().cloned().unwrap_or(Clip { seconds: 1.0, ..Clip::default() });
        let mut stock = Self {
            rig: model_asset.rig.clone(),
            chains: model_asset.chains.clone(),
            world_from_model: model_asset.world_from_model,
            notes: beside.notes,
            clips: vec![named(idle, "idle")],
            instead: Vec::new(),
        };
        let found: Vec<Arc<Clip>> = beside.clips.into_iter().map(Arc::new).collect();
        for (name, instead) in clips.iter().filter(|(name, _)| *name != "idle") {
            if let Some(clip) = found.iter().find(|clip| clip.name == *name) {
                stock.clips.push(clip.clone());
                continue;
            }
            // What it is taken from comes first in the list.
            if let Some(other) = stock.clip(instead).map(|other| Clip::clone(other)) {
                stock.notes.push(format!("There is no clip '{name}': it looks as '{instead}' does."));
                stock.clips.push(named(other, name));
                stock.instead.push((*name).to_owned());
            }
        }
        Ok(stock)
    }

    /// The clip with this name.
    pub fn clip(&self, name: &str) -> Option<&Arc<Clip>> {
        self.clips.iter().find(|clip| clip.name == name)
    }

    /// The names of all that can be played: of the clips, and of what is mixed of gaits.
    pub fn names(&self) -> Vec<&str> {
        let mixed = GAITS.iter().map(|(mixed, ..)| *mixed).filter(|mixed| !self.gaits(mixed).is_empty());
        let mut names: Vec<&str> = self.clips.iter().map(|clip| clip.name.as_str()).chain(mixed).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The clips of which steps are mixed, each with how fast the ground goes by, in metres a second. A clip that is only
    /// there instead of another is none of them.
    pub fn gaits(&self, mixed: &str) -> Vec<(&'static str, f32)> {
        let is_own = |clip: &str| self.clip(clip).is_some() && !self.instead.iter().any(|name| name == clip);
        let gaits = GAITS.iter().filter(|(of, clip, _)| *of == mixed && is_own(clip));
        gaits.map(|&(_, clip, speed)| (clip, speed)).collect()
    }

    /// The joint with this name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.rig.skeleton.joints().iter().position(|joint| joint.name == name)
    }
}

/// Where the model would be if it stood in the folder `play` beside its own.
fn in_play(model: &Path) -> Option<PathBuf> {
    Some(model.parent()?.parent()?.join("play").join(model.file_name()?))
}

fn named(clip: Clip, name: &str) -> Arc<Clip> {
    Arc::new(Clip { name: name.to_owned(), ..clip })
}
