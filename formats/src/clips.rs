//! All clips of a model, in whichever files they are.

use crate::{Asset, Beside, clips_beside};
use common::unread::Error;
use std::path::Path;

/// The clips of a model's own file, and behind them those beside it, which `read` reads. `is_own` says whether the model comes
/// with a lesson.
pub fn all_clips(
    path: &Path,
    asset: &Asset,
    is_own: bool,
    read: impl Fn(&Path) -> Result<Asset, Error>,
) -> Beside {
    let mut all = clips_beside(path, asset, read);
    all.clips.splice(..0, asset.clips.iter().cloned());
    if let Some(first) = all.clips.iter_mut().find(|clip| is_own && clip.name == "knight") {
        // A Collada file does not say what its only clip is called.
        first.name = "idle".to_owned();
    }
    all
}
