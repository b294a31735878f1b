//! Reads or refuses a save made of any bytes, and saves and reads again what was read.
//!
//! In the folder `proof`, with a save or two to begin with:
//! `cargo +nightly fuzz run --dev blobs -- -max_len=24000 -malloc_limit_mb=256 -max_total_time=60`.
//!
//! A fuzzer does not guess checksums, so every other run takes each line as a blob's kind and JSON.

#![no_main]

use drafts::blobs::{self, Blob};
use editor::save;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let file = if first % 2 == 0 { rest.to_vec() } else { blobs::write(&whole(rest)) };
    if let Ok(saved) = save::read(&file, "fuzz.moves") {
        let all = save::to_blobs(&saved.model, &saved.document).expect("it has JSON");
        let again = save::read(&blobs::write(&all), "fuzz.moves").expect("it was read before");
        assert!(again.document == saved.document && again.damage.is_empty());
    }
});

/// Returns the bytes' lines as blobs, whose checksums are then right.
fn whole(bytes: &[u8]) -> Vec<Blob> {
    let text = String::from_utf8_lossy(bytes);
    let blob = |line: &str| {
        let (kind, json) = line.split_once(' ')?;
        let mut blob = Blob::new(kind, &0).ok()?;
        blob.json = json.to_owned();
        Some(blob)
    };
    text.lines().filter_map(blob).collect()
}
