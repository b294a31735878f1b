//! Whatever the bytes, the Collada reader says yes or no, and what it reads can be used.
//!
//! `cargo +nightly fuzz run collada -- -dict=fuzz/collada.dict` in the folder `common`.

#![no_main]

use common::collada::Document;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse(bytes, "fuzz.dae") else { return };
    let scene = &document.scene;
    let joints = scene.nodes.iter().filter(|node| node.is_joint).count();
    assert_eq!(joints, scene.chains().iter().map(|chain| chain.joints.len()).sum::<usize>());
    scene.model_from_nodes(&scene.parent_from_nodes());
    for clip in &document.clips {
        for part in [-0.5, 0.0, 0.01, 0.5, 1.0, 1.5] {
            let time = clip.start + part * (clip.end - clip.start);
            let parent_from_nodes = clip.parent_from_nodes(scene, time);
            assert_eq!(scene.model_from_nodes(&parent_from_nodes).len(), scene.nodes.len());
        }
    }
});
