//! Reads any bytes as Collada. The reader says yes or no, and what it accepts can be played, exported and read again.
//!
//! In the folder `proof`, with the models of the lessons to begin with, for a minute:
//! `cargo +nightly fuzz run --dev collada fuzz/corpus/collada ../assets/joints -- -dict=fuzz/collada.dict -max_len=24000 -max_total_time=60`.

#![no_main]

use formats::collada::{Document, Surfaces};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse(bytes, "fuzz.dae", Surfaces::Read) else { return };
    let Document { scene, clips, .. } = document.clone();
    let joints = scene.nodes.iter().filter(|node| node.is_joint).count();
    let asset = document.into_asset();
    assert_eq!(joints, asset.chains.iter().map(|chain| chain.joints.len()).sum::<usize>());
    for clip in clips {
        for part in [-0.5, 0.0, 0.01, 0.5, 1.0, 1.5] {
            let time = clip.start + part * (clip.end - clip.start);
            assert_eq!(clip.parent_from_nodes(&scene, time).len(), scene.nodes.len());
        }
    }
    if let Ok(export) = editor::export::glb(&asset, &asset.clips) {
        formats::read_bytes(export.bytes, "again.glb").expect("its own reader opens it");
    }
});
