//! Whatever the bytes, a save is read or refused, and what is read of it can be drawn, played, saved and read again.
//!
//! In the folder `common`, with a save or two to begin with:
//! `cargo +nightly fuzz run blobs -- -max_len=24000 -malloc_limit_mb=256`.
//!
//! A fuzzer does not guess checksums. So every other run tries the bytes as the content of whole blobs, cut where the word
//! NEXT stands; each begins with its kind.

#![no_main]

mod shown;

use drafts::blobs::{self, Blob, Blobs};
use editor::save;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let found = match first % 2 {
        0 => blobs::read(rest).ok(),
        _ => Some(Blobs { blobs: whole(rest), ..Blobs::default() }),
    };
    let Some(found) = found else { return };
    let Ok(mut saved) = save::from_blobs(found, "fuzz.save") else { return };
    let (all, _) = save::to_blobs(&saved.asset, &saved.document, &saved.others);
    let Ok(again) = save::read(&blobs::write(&all, 1), "fuzz.save") else { panic!("it was read before") };
    assert_eq!(again.damage, []);
    saved.asset.clips = saved.document.animations.iter().map(|animation| animation.to_clip()).collect();
    shown::show(&saved.asset);
});

/// Blobs whose checksums are right.
fn whole(mut bytes: &[u8]) -> Vec<Blob> {
    let mut all = Vec::new();
    while let Some((kind, rest)) = bytes.split_first_chunk() {
        let end = rest.windows(4).position(|word| word == b"NEXT").unwrap_or(rest.len());
        let (inside, behind) = rest.split_at(end);
        all.push(Blob::new(*kind, all.len().to_string(), inside.to_vec()));
        bytes = behind.get(4..).unwrap_or_default();
    }
    all
}
