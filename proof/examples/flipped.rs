//! Flips bits of a model's save, one at a time, and reads it: every bit that is no blob's content, and some of those that are.
//!
//! `cargo run --release --package proof --example flipped -- MODEL [FILE]`; the save itself goes into the file.

use anyhow::{Context as _, Result, ensure};
use drafts::blobs::{self, Blob, Entry, find};
use editor::{Document, save};
use formats::clips_beside;
use std::path::Path;

/// How many bits are flipped of what blobs hold, in equal steps: a prime number of bits, so that all eight come up.
const STEP: usize = 1511;

/// One in so many is read to the end, with all that its blobs mean.
const READ: usize = 16;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let model = arguments.first().context("usage: flipped MODEL [FILE]")?;
    let file = saved(Path::new(model))?;
    if let Some(path) = arguments.get(1) {
        std::fs::write(path, &file)?;
    }
    let whole = blobs::read(&file).map_err(|damage| damage.in_file(model))?.blobs;
    let found = find(&file).map_err(|damage| damage.in_file(model))?;
    let holder = |byte: usize| {
        let entry = found.entries.partition_point(|entry| entry.at + entry.length <= byte);
        found.entries.get(entry).filter(|entry| entry.at <= byte)
    };
    let (mut apart, mut inside, mut read) = (0, 0, 0);
    for bit in 0..8 * file.len() {
        let holder = holder(bit / 8);
        if holder.is_some() && bit % STEP > 0 {
            continue;
        }
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        check(&flipped, &whole, holder).with_context(|| format!("bit {bit}"))?;
        *if holder.is_some() { &mut inside } else { &mut apart } += 1;
        if (apart + inside) % READ == 0 {
            // Whether it is opened or refused, it must not end the program.
            let _ = save::read(&flipped, model);
            read += 1;
        }
    }
    println!("{model}: a save of {} bytes, {} blobs", file.len(), whole.len());
    println!("{apart} bits of header, table and blobs' headers, all of them: every blob was read");
    println!("{inside} bits of what blobs hold: one blob was lost each, and it was told which");
    println!("{read} of them were opened, as far as they go");
    Ok(())
}

/// A save of a model with all its clips.
fn saved(path: &Path) -> Result<Vec<u8>> {
    let asset = formats::read(path)?;
    let mut clips = asset.clips.clone();
    clips.extend(clips_beside(path, &asset, formats::read).clips);
    Ok(blobs::write(&save::to_blobs(&asset, &Document::of_clips(&clips), &[]).0, 1))
}

/// Whether all blobs are read but the one whose content was changed, and that is told.
fn check(file: &[u8], whole: &[Blob], holder: Option<&Entry>) -> Result<()> {
    let read = blobs::read(file).map_err(|damage| damage.in_file("it"))?;
    let plain = |blob: &Blob| (blob.kind, blob.name.clone());
    let is_hit =
        |blob: &&Blob| holder.is_some_and(|entry| (entry.kind, &entry.name) == (blob.kind, &blob.name));
    let wanted: Vec<&Blob> = whole.iter().filter(|blob| !is_hit(blob)).collect();
    let same = |(one, other): (&Blob, &&Blob)| plain(one) == plain(other) && one.bytes == other.bytes;
    ensure!(read.blobs.len() == wanted.len(), "{} blobs are read", read.blobs.len());
    ensure!(read.blobs.iter().zip(&wanted).all(same), "a blob is another one");
    ensure!(holder.is_none() || read.damage.len() == 1, "it is told: {:?}", read.damage);
    Ok(())
}
