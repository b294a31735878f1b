//! Makes PNGs small in place: with a palette, and no visible change of a colour.
//!
//! `cargo run --package author --example small -- FILE…`

use anyhow::Result;
use author::Picture;
use std::path::Path;

fn main() -> Result<()> {
    for file in std::env::args().skip(1) {
        let (path, before) = (Path::new(&file), std::fs::metadata(&file)?.len());
        let small = Picture::read(path)?.small_png()?;
        if (small.len() as u64) < before {
            std::fs::write(path, &small)?;
            println!("{file}: {before} to {} bytes", small.len());
        }
    }
    Ok(())
}
