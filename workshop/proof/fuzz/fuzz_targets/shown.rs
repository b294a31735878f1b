//! Does all that a lesson would do with a model that was read.

use formats::Asset;
use common::clip::{Animator, Clip, Keys};
use common::pose::{model_from_joints, placed};
use common::skin::skin_point;
use glam::Mat4;
use std::sync::Arc;

/// Draws a model at rest, plays its clips, and reads its export again.
pub fn show(asset: &Asset) {
    draw(asset, &model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes()));
    for clip in &asset.clips {
        play(asset, clip);
    }
    if let Ok(export) = editor::export::glb(asset, &asset.clips) {
        formats::read_bytes(export.bytes, "again.glb").expect("its own reader opens it");
    }
}

/// Looks up everything that drawing a model would.
fn draw(asset: &Asset, model_from_nodes: &[Mat4]) {
    for surface in &asset.surfaces {
        let palette = surface.palette(model_from_nodes);
        let mesh = &surface.mesh;
        for (vertex, influences) in mesh.influences.iter().enumerate() {
            skin_point(&palette, influences, mesh.positions[vertex]);
            let has_direction = mesh.normals.get(vertex).is_none_or(|normal| normal.is_finite());
            assert!(
                has_direction && mesh.texture_coordinates.get(vertex).is_none_or(|place| place.is_finite())
            );
            let sum: f32 = influences.weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3, "the weights of a vertex are {sum} together");
        }
        let all = mesh.triangles.len();
        assert!(surface.submeshes.iter().all(|submesh| submesh.triangles.end <= all));
        assert!(mesh.triangles.as_flattened().iter().all(|&vertex| (vertex as usize) < mesh.positions.len()));
        let mut materials = surface.submeshes.iter().filter_map(|submesh| submesh.material);
        assert!(materials.all(|material| material < asset.materials.len()));
    }
}

/// Plays a clip as a lesson would, forwards and backwards.
fn play(asset: &Asset, clip: &Arc<Clip>) {
    for channel in &clip.channels {
        check_keys(&channel.translations);
        check_keys(&channel.rotations);
        check_keys(&channel.scales);
        assert!(channel.rotations.values().iter().all(|rotation| rotation.is_normalized()));
    }
    let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::clone(clip));
    for dt in [0.0, 1.0 / 60.0, 0.4 * clip.seconds, clip.seconds, -0.7 * clip.seconds] {
        animator.update(dt);
    }
    draw(asset, &placed(&asset.rig.skeleton, animator.pose()));
}

/// Checks that keys' times never go back.
fn check_keys<T>(keys: &Keys<T>) {
    assert!(keys.times().is_sorted());
}
