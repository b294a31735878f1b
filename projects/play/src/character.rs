//! The joints and clips that all characters of a kind share.

use common::clip::Clip;
use common::rig::Rig;
use common::skeleton::Chain;
use common::transform::Transform;
use common::unread::Error;
use formats::{Asset, clips_beside};
use glam::Mat4;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The gaits: the name of the mix, the clip, and its speed over the ground in metres a second.
const GAITS: [(&str, &str, f32); 4] =
    [("stride", "walk", 1.0), ("stride", "run", 2.4), ("stride", "sprint", 4.0), ("crawl", "crawl", 0.8)];

/// A skeleton with its clips, as read from files.
#[derive(Clone, Debug)]
pub struct CharacterAsset {
    /// The joints, with their rest pose.
    pub rig: Arc<Rig>,
    /// The nodes that are joints, one tree for each root.
    pub chains: Vec<Chain>,
    /// The matrix from the model to y up and metres, where the model looks along z.
    pub world_from_model: Mat4,
    clips: Vec<Arc<Clip>>,
}

impl CharacterAsset {
    /// Reads a model, whose own clip is `idle`, and clips from the files beside it: `knight_walk.dae` beside
    /// `knight.dae` is `walk`. More of them are in `play`, a folder beside the model's own.
    ///
    /// # Errors
    /// If the model cannot be read.
    pub fn read(model: &Path) -> Result<Self, Error> {
        Ok(Self::of(&formats::read(model)?, model))
    }

    /// Takes the same from a model that is read already, of this path.
    pub fn of(asset: &Asset, model: &Path) -> Self {
        let still = || Arc::new(Clip { seconds: 1.0, ..Clip::default() });
        let mut clips = vec![asset.clips.first().cloned().unwrap_or_else(still)];
        "idle".clone_into(&mut Arc::make_mut(&mut clips[0]).name);
        let apart = in_play(model).filter(|apart| apart != model);
        for path in [model].into_iter().chain(apart.as_deref()) {
            clips.extend(clips_beside(path, asset).clips);
        }
        let (rig, chains) = (asset.rig.clone(), asset.chains.clone());
        Self { rig, chains, world_from_model: asset.world_from_model, clips }
    }

    pub fn clip(&self, name: &str) -> Option<&Arc<Clip>> {
        self.clips.iter().find(|clip| clip.name == name)
    }

    /// Returns the names of all clips, and of the gaits' mixes.
    pub fn names(&self) -> Vec<&str> {
        let mixed = GAITS.iter().map(|(mixed, ..)| *mixed).filter(|mixed| !self.gaits(mixed).is_empty());
        let mut names: Vec<&str> = self.clips.iter().map(|clip| clip.name.as_str()).chain(mixed).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the clips of a mix of gaits, each with its speed over the ground in metres a second.
    pub fn gaits(&self, mixed: &str) -> Vec<(&'static str, f32)> {
        let all = GAITS.iter().filter(|(of, clip, _)| *of == mixed && self.clip(clip).is_some());
        all.map(|&(_, clip, speed)| (clip, speed)).collect()
    }
}

/// The models and clips of a game, read once and shared by all games.
#[derive(Clone, Debug)]
pub struct CharacterAssets {
    /// The knight's model and clips.
    pub knight: Arc<CharacterAsset>,
    /// A training dummy's model and clips.
    pub dummy: Arc<CharacterAsset>,
}

/// Returns the path of the model's version in the folder `play`, beside the model's own folder.
fn in_play(model: &Path) -> Option<PathBuf> {
    Some(model.parent()?.parent()?.join("play").join(model.file_name()?))
}

/// Returns the angle between a joint's rotations in two transforms, in radians.
pub(super) fn angle(from: Transform, to: Transform) -> f32 {
    2.0 * from.rotation.dot(to.rotation).abs().min(1.0).acos()
}
