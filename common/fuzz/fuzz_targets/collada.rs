//! Whatever the bytes, the Collada reader says yes or no, and what it reads can be used.
//!
//! `cargo +nightly fuzz run collada -- -dict=fuzz/collada.dict` in the folder `common`.

#![no_main]

use common::collada::Document;
use common::model::Model;
use common::skin::skin_point;
use glam::Mat4;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse(bytes, "fuzz.dae") else { return };
    let model = Model::new(document);
    let Document { scene, clips, .. } = &model.document;
    let joints = scene.nodes.iter().filter(|node| node.is_joint).count();
    assert_eq!(joints, scene.chains().iter().map(|chain| chain.joints.len()).sum::<usize>());
    draw(&model, &scene.model_from_nodes(&scene.parent_from_nodes()));
    for clip in clips {
        for part in [-0.5, 0.0, 0.01, 0.5, 1.0, 1.5] {
            let time = clip.start + part * (clip.end - clip.start);
            let parent_from_nodes = clip.parent_from_nodes(scene, time);
            assert_eq!(scene.model_from_nodes(&parent_from_nodes).len(), scene.nodes.len());
        }
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
        assert!(solid.triangles.as_flattened().iter().all(|&vertex| (vertex as usize) < solid.positions.len()));
        let mut materials = surface.parts.iter().filter_map(|part| part.material);
        assert!(materials.all(|material| material < model.document.materials.len()));
    }
}
