//! Asks the judge of file readers about a reader that it knows nothing of: the workbook's own.

use anyhow::Result;
use common::pose::model_from_joints;
use common::skin::skin_point;
use formats::collada::{Document, Surfaces, matrix_from_rows};
use glam::{Mat4, Vec3};
use serde_json::{Value, json};

/// Answers as the judge asks.
fn read(text: &str) -> Result<String> {
    let file = Document::parse(text.as_bytes(), "a.dae", Surfaces::Read)?;
    anyhow::ensure!(file.notes.is_empty(), "{:?}", file.notes);
    let (scene, surface) = (&file.scene, &file.surfaces[0]);
    let node = |node: &formats::collada::Node| {
        let parent = node.parent.map_or(-1, |parent| parent as i64);
        json!({"id": node.id, "parent": parent, "parent_from_node": node.parent_from_node()})
    };
    // The vertices of a position are alike but for their normals.
    let vertices = (0..surface.positions as u32)
        .filter_map(|point| surface.mesh.points.iter().position(|other| *other == point))
        .collect::<Vec<_>>();
    let weights = vertices.iter().map(|&vertex| surface.mesh.influences[vertex].used().collect::<Vec<_>>());
    let keys = file.clips.iter().flat_map(|clip| &clip.channels).map(|channel| {
        let rows = channel.curve.values().as_chunks().0;
        let matrices: Vec<Mat4> = rows.iter().map(matrix_from_rows).collect();
        json!({"node": channel.node, "times": channel.curve.times(), "parent_from_node": matrices})
    });
    let points = |time: f32| -> Vec<Vec3> {
        let now = file.clips[0].parent_from_nodes(scene, time);
        let palette = surface.palette(&model_from_joints(&scene.skeleton(), &now));
        let place = |&vertex: &usize| {
            let (influences, at) = (&surface.mesh.influences[vertex], surface.mesh.positions[vertex]);
            scene.world_from_file.transform_point3(skin_point(&palette, influences, at))
        };
        vertices.iter().map(place).collect()
    };
    let (asked, joints) = ([0.0, 0.5, 1.234, 9.0].map(points), surface.joints.iter());
    let answer = json!({
        "version": 1,
        "nodes": scene.nodes.iter().map(node).collect::<Vec<Value>>(),
        "skins": [{
            "joints": joints.clone().map(|joint| joint.node).collect::<Vec<_>>(),
            "joints_from_bind": joints.map(|joint| joint.joint_from_bind).collect::<Vec<_>>(),
            "weights": weights.collect::<Vec<_>>(),
        }],
        "keys": keys.collect::<Vec<Value>>(),
        "world_from_file": scene.world_from_file,
        "points": asked,
    });
    Ok(answer.to_string())
}

#[test]
fn the_workbooks_own_reader_holds_on_every_seed() {
    for seed in judge::file::SEEDS {
        let report = judge::file::judge(&mut read, seed);
        assert!(report.all_hold(), "{seed}: {report}");
    }
}
