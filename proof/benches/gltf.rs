//! How fast a large `.glb` is opened, beside reading its bytes and decoding its picture, and how much memory that takes.
//! `cargo bench -p proof --bench gltf`

#[path = "../tests/counting/mod.rs"]
mod counting;
mod made;
mod timing;

use anyhow::Result;
use std::hint::black_box;
use std::path::Path;
use timing::Group;

const CLIPS: usize = 10;

/// What every program does to show it.
fn decode(picture: &[u8]) -> Option<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some(pixels)
}

/// The most memory that something takes, as a part of a file's size, and what of it stays.
fn memory<T>(name: &str, size: usize, work: impl FnOnce() -> T) {
    let [most, left] = counting::most(work).map(|bytes| bytes as f32 / size as f32);
    println!("  {name:32} {most:.2} times the file's size at most, {left:.2} in the end");
}

fn compare(name: &str, path: &Path, picture: &[u8]) -> Result<()> {
    let size = std::fs::metadata(path)?.len() as usize;
    let group = Group::new(
        &format!(
            "{name}, {:.1} MB, of which {:.1} are its picture",
            size as f32 / 1e6,
            picture.len() as f32 / 1e6
        ),
        size,
        "byte",
    );
    memory("memory to open it", size, || formats::read(path));
    group.time("read its bytes", || std::fs::read(path));
    group.time("and decode its picture", || (std::fs::read(path), decode(black_box(picture))));
    let open = || {
        let asset = formats::read(path);
        asset.map(|asset| asset.surfaces.len())
    };
    group.time("open it", open);
    group.time("and decode its picture", || (open(), decode(black_box(picture))));
    Ok(())
}

fn main() -> Result<()> {
    let path = std::env::temp_dir().join(format!("bench-{}.glb", std::process::id()));
    let large = made::picture(1024)?;
    let small = made::picture(64)?;
    for (name, edge, keys, picture) in [
        ("a skin and ten clips", 240, 250, &large),
        ("mostly motion", 40, 500, &small),
        ("mostly skin", 400, 2, &small),
    ] {
        std::fs::write(&path, made::file(edge, CLIPS, keys, picture))?;
        compare(name, &path, picture)?;
    }
    std::fs::remove_file(&path)?;
    Ok(())
}
