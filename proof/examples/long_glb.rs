//! Writes a model with a long clip, to see how fast lessons are with it: 67 joints, which have 1000 keys each.
//!
//! `cargo run --package proof --example long_glb -- FILE`

#[path = "../benches/made/mod.rs"]
mod made;

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let path = std::env::args_os().nth(1).context("where to write it is missing")?;
    std::fs::write(path, made::file(40, 1, 1000, &made::picture(64)?))?;
    Ok(())
}
