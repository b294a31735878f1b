//! All clips of a model, whichever files they stand in.

use common::asset::{Asset, Beside, clips_beside};
use std::path::Path;

/// The clips of a model's own file, and behind them those beside it. `is_own` says whether the model comes with a lesson.
pub fn all_clips(path: &Path, asset: &Asset, is_own: bool) -> Beside {
    let mut all = clips_beside(path, asset);
    all.clips.splice(..0, asset.clips.iter().cloned());
    if let Some(first) = all.clips.iter_mut().find(|clip| is_own && clip.name == "knight") {
        // A Collada file does not say what its only clip is called.
        first.name = "idle".to_owned();
    }
    all
}
