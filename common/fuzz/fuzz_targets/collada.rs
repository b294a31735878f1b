//! Whatever the bytes, the Collada reader says yes or no, and what it reads can be drawn and played.
//!
//! In the folder `common`, with the models of the lessons to begin with:
//! `cargo +nightly fuzz run collada fuzz/corpus/collada ../assets -- -dict=fuzz/collada.dict -max_len=24000`.

#![no_main]

use common::clip::{Animator, Clip, Figure, Keys};
use common::collada::Document;
use common::model::Model;
use common::skin::skin_point;
use glam::Mat4;
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse(bytes, "fuzz.dae") else { return };
    let model = Model::new(document);
    let Document { scene, clips, .. } = &model.document;
    let joints = scene.nodes.iter().filter(|node| node.is_joint).count();
    assert_eq!(joints, scene.chains().iter().map(|chain| chain.joints.len()).sum::<usize>());
    draw(&model, &scene.model_from_nodes(&scene.parent_from_nodes()));
    let (figure, _) = Figure::of_scene(scene);
    let figure = Arc::new(figure);
    for clip in clips {
        for part in [-0.5, 0.0, 0.01, 0.5, 1.0, 1.5] {
            let time = clip.start + part * (clip.end - clip.start);
            let parent_from_nodes = clip.parent_from_nodes(scene, time);
            assert_eq!(scene.model_from_nodes(&parent_from_nodes).len(), scene.nodes.len());
        }
        play(&model, &figure, Clip::from_collada(scene, clip).0);
    }
});

/// Looks up all that drawing a model would.
fn draw(model: &Model, model_from_nodes: &[Mat4]) {
    for surface in &model.surfaces {
        let palette = surface.palette(model_from_nodes);
        let solid = &surface.mesh.solid;
        for (vertex, influences) in surface.mesh.influences.iter().enumerate() {
            skin_point(&palette, influences, solid.positions[vertex]);
            assert!(solid.normals[vertex].is_finite() && solid.pictures[vertex].is_finite());
            let sum: f32 = influences.weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "the weights of a vertex are {sum} together");
        }
        let all = solid.triangles.len();
        assert!(surface.parts.iter().all(|part| part.triangles.end <= all));
        assert!(
            solid.triangles.as_flattened().iter().all(|&vertex| (vertex as usize) < solid.positions.len())
        );
        let mut materials = surface.parts.iter().filter_map(|part| part.material);
        assert!(materials.all(|material| material < model.document.materials.len()));
    }
}

/// Plays a clip as a lesson would, forwards and backwards.
fn play(model: &Model, figure: &Arc<Figure>, clip: Clip) {
    for channel in &clip.channels {
        check_keys(&channel.translations);
        check_keys(&channel.rotations);
        check_keys(&channel.scales);
        assert!(channel.rotations.values.iter().all(|rotation| rotation.is_normalized()));
    }
    let seconds = clip.seconds;
    let mut animator = Animator::new(Arc::clone(figure), Arc::new(clip));
    for dt in [0.0, 1.0 / 60.0, 0.4 * seconds, seconds, -0.7 * seconds] {
        animator.update(dt);
    }
    draw(model, animator.model_from_joints());
}

/// Every channel has something to say, at times that never go back.
fn check_keys<T>(keys: &Keys<T>) {
    assert!(!keys.times.is_empty() && keys.times.len() == keys.values.len());
    assert!(keys.times.is_sorted());
}
