//! Exports models with all their clips, as the animation editor does.
//!
//! `cargo run --package proof --example export -- FOLDER MODEL…` writes into the folder, for each model, a `.glb` with all its
//! clips, and with one more that has large turns between few keys.

mod sparse;

use anyhow::{Context as _, Result};
use editor::export::glb;
use formats::clips_beside;
use std::path::Path;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, models @ ..] = &arguments[..] else { anyhow::bail!("usage: export FOLDER MODEL…") };
    std::fs::create_dir_all(folder)?;
    models.iter().try_for_each(|model| export(Path::new(folder), Path::new(model)))
}

/// Exports one model.
fn export(folder: &Path, path: &Path) -> Result<()> {
    let asset = formats::read(path)?;
    let mut clips = asset.clips.clone();
    clips.extend(clips_beside(path, &asset).clips);
    clips.push(sparse::sparse(&asset));
    let stem = path.file_stem().context("a model is a file")?.to_string_lossy();
    let export = glb(&asset, &clips)?;
    let name = format!("{stem}.glb");
    std::fs::write(folder.join(&name), &export.bytes)?;
    println!("{name}: {} bytes", export.bytes.len());
    export.notes.iter().for_each(|note| println!("  {note}"));
    Ok(())
}
