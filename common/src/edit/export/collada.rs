//! Collada.

use super::Export;
use crate::asset::Asset;
use crate::clip::Clip;
use anyhow::Result;

/// A model and one clip of it as Collada; programs expect one clip in a file.
pub fn collada(asset: &Asset, clip: &Clip) -> Result<Export> {
    let _ = (asset, clip);
    anyhow::bail!("soon")
}
