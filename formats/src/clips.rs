//! All clips of a model, in its own file and in others.

use crate::{Asset, Beside, clips_beside};
use common::unread::Error;
use std::path::Path;

/// The clips of a model's own file, and after them those of the files beside it, which `read` reads. `is_own` is true
/// for a model of a lesson's own.
pub fn all_clips(
    path: &Path,
    asset: &Asset,
    is_own: bool,
    read: impl Fn(&Path) -> Result<Asset, Error>,
) -> Beside {
    let mut all = clips_beside(path, asset, read);
    all.clips.splice(..0, asset.clips.iter().cloned());
    if let Some(first) = all.clips.iter_mut().find(|clip| is_own && clip.name == "knight") {
        // A Collada file has no name for its only clip.
        first.name = "idle".to_owned();
    }
    all
}
