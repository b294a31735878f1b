//! Reads any bytes as glTF. The reader says yes or no, and what it accepts can be played, exported and read again.
//!
//! In the folder `proof`, with the small models to begin with, for a minute:
//! `cargo +nightly fuzz run --dev gltf fuzz/corpus/gltf ../assets/gltf -- -dict=fuzz/gltf.dict -max_len=24000 -malloc_limit_mb=256 -max_total_time=60`.

#![no_main]

use formats::gltf::Document;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse(bytes.to_vec(), "fuzz.glb") else { return };
    for animation in &document.animations {
        for channel in &animation.channels {
            assert!(channel.node < document.nodes.len());
            for part in [-0.5, 0.0, 0.01, 0.5, 1.0, 1.5] {
                let value = channel.sampler.at(animation.start + part * (animation.end - animation.start));
                assert!(!channel.sampler.is_rotation || value.is_normalized());
            }
        }
    }
    let asset = document.into_asset();
    if let Ok(export) = editor::export::glb(&asset, &asset.clips) {
        formats::read_bytes(export.bytes, "again.glb").expect("its own reader opens it");
    }
});
