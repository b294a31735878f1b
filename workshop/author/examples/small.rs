//! Makes PNGs small where they stand: with a palette, and no colour off by what could be seen.
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
