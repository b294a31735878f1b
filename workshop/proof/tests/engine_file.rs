//! Asks the judge of file readers about a reader that it knows nothing of: the workbook's own.

use anyhow::{Context, Result};
use common::pose::model_from_joints;
use common::skin::SLOTS;
use formats::collada::{Document, Surfaces, matrix_from_rows};
use glam::{Mat4, Vec3};
use roxmltree::Node;
use serde_json::{Value, json};

/// Returns all weights of each position. Our reader keeps four of them.
fn weights(text: &str) -> Option<Vec<Vec<(usize, f32)>>> {
    let tree = roxmltree::Document::parse(text).ok()?;
    let find = |is: &dyn Fn(Node) -> bool| tree.descendants().find(|node| is(*node));
    let words = |is: &dyn Fn(Node) -> bool| Some(find(is)?.text()?.split_whitespace());
    let input = find(&|node| node.attribute("semantic") == Some("WEIGHT"))?;
    let id = format!("{}-array", input.attribute("source")?.strip_prefix('#')?);
    let accessor = find(&|node| node.attribute("source").is_some_and(|source| source == format!("#{id}")))?;
    let list = words(&|node| node.attribute("id") == Some(&id))?;
    let list: Vec<&str> = list.skip(accessor.attribute("offset")?.parse().ok()?).collect();
    let weight: usize = input.attribute("offset")?.parse().ok()?;
    let v: Vec<usize> = words(&|node| node.has_tag_name("v"))?.flat_map(str::parse).collect();
    let mut records =
        v.chunks(2).map(|record| Some((record[1 - weight], list[record[weight]].parse().ok()?)));
    let counts = words(&|node| node.has_tag_name("vcount"))?;
    counts.map(|count| records.by_ref().take(count.parse().ok()?).collect()).collect()
}

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
    let mut weights = weights(text).context("no weights")?;
    for (weights, &vertex) in weights.iter_mut().zip(&vertices).filter(|(weights, _)| weights.len() <= SLOTS)
    {
        *weights = surface.mesh.influences[vertex].used().collect();
    }
    let keys = file.clips.iter().flat_map(|clip| &clip.channels).map(|channel| {
        let rows = channel.curve.values().as_chunks().0;
        let matrices: Vec<Mat4> = rows.iter().map(matrix_from_rows).collect();
        json!({"node": channel.node, "times": channel.curve.times(), "parent_from_node": matrices})
    });
    let points = |time: f32| -> Vec<Vec3> {
        let now = file.clips[0].parent_from_nodes(scene, time);
        let palette = surface.palette(&model_from_joints(&scene.skeleton(), &now));
        let place = |(&vertex, weights): (&usize, &Vec<(usize, f32)>)| {
            let at = surface.mesh.positions[vertex];
            let part = |(joint, weight): &(usize, f32)| *weight * palette[*joint].transform_point3(at);
            scene.world_from_file.transform_point3(weights.iter().map(part).sum())
        };
        vertices.iter().zip(&weights).map(place).collect()
    };
    let (asked, joints) = ([0.0, 0.5, 1.234, 9.0].map(points), surface.joints.iter());
    let answer = json!({
        "version": 1,
        "nodes": scene.nodes.iter().map(node).collect::<Vec<Value>>(),
        "skins": [{
            "joints": joints.clone().map(|joint| joint.node).collect::<Vec<_>>(),
            "joints_from_bind": joints.map(|joint| joint.joint_from_bind).collect::<Vec<_>>(),
            "weights": weights,
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
