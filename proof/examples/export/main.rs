//! Exports models with all their clips, as the animation editor does.
//!
//! `cargo run --package proof --example export -- FOLDER MODEL…` writes into the folder, for each model, a `.glb` with all its
//! clips, and a `.dae` for each clip with the pictures beside it. A clip is added that has large turns between few keys.

mod sparse;

use anyhow::{Context as _, Result};
use editor::export::{Export, collada, glb};
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
    clips.extend(clips_beside(path, &asset, formats::read).clips);
    clips.push(sparse::sparse(&asset));
    let stem = path.file_stem().context("a model is a file")?.to_string_lossy();
    write(folder, &format!("{stem}.glb"), &glb(&asset, &clips)?)?;
    for clip in &clips {
        let of_clip: String = clip.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        write(folder, &format!("{stem}-{of_clip}.dae"), &collada(&asset, clip)?)?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, export: &Export) -> Result<()> {
    std::fs::write(folder.join(name), &export.bytes)?;
    for file in &export.beside {
        std::fs::write(folder.join(&file.name), &file.bytes)?;
    }
    println!("{name}: {} bytes, {} keys added", export.bytes.len(), export.added);
    export.notes.iter().for_each(|note| println!("  {note}"));
    Ok(())
}
