//! Compares the vertices of a skin with Blender's.

use crate::gltf_oracles::compare_surface;
use anyhow::{Context as _, Result, ensure};
use common::pose::model_from_joints;
use course::root;
use formats::Asset;
use formats::collada::{self, Animation, Document, Scene};
use glam::{Mat4, Vec3};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Blender's numbers for a file, in its own axes (z up) and metres.
#[derive(Deserialize)]
struct Oracle {
    /// The path of the file that has the clip.
    file: String,
    /// The times in seconds, in the file's own time.
    times: Vec<f32>,
    /// The n of every n-th position, which is all that is listed.
    every: usize,
    /// The listed positions of each surface at each of the times, by name.
    vertices: BTreeMap<String, Vec<Vec<f32>>>,
}

/// Returns every node's matrix to its parent, with a clip of another file applied to nodes of the same name.
fn borrowed(clip: &Animation, from: &Scene, onto: &Asset, time: f32) -> Vec<Mat4> {
    let sampled = clip.parent_from_nodes(from, time);
    let by_name: HashMap<_, _> = from.nodes.iter().map(|node| node.name.as_str()).zip(sampled).collect();
    let joints = onto.rig.skeleton.joints().iter().zip(&onto.nodes);
    joints.map(|(joint, node)| *by_name.get(joint.name.as_str()).unwrap_or(&node.parent_from_node)).collect()
}

fn compare(asset: &Asset, folder: &str, oracle: &str) -> Result<()> {
    let text = std::fs::read_to_string(root().join("workshop/assets").join(folder).join(oracle))?;
    let Oracle { file, times, every, vertices } = serde_json::from_str(&text)?;
    let Document { scene: from, clips, .. } = collada::read(&root().join("assets").join(folder).join(file))?;
    let (mut furthest, mut compared, mut size) = (0.0f32, 0, 0.0f32);
    for (moment, &time) in times.iter().enumerate() {
        let model_from_nodes =
            model_from_joints(&asset.rig.skeleton, &borrowed(&clips[0], &from, asset, time));
        for (name, positions) in &vertices {
            let wanted = positions[moment].chunks_exact(3).map(Vec3::from_slice);
            size = wanted.map(Vec3::length).fold(size, f32::max);
            let surface = asset.surfaces.iter().find(|surface| surface.name == *name);
            let surface = surface.with_context(|| format!("there is no surface {name}"))?;
            let palette = surface.palette(&model_from_nodes);
            let (count, worst) = compare_surface(surface, &palette, &positions[moment], every);
            furthest = furthest.max(worst);
            compared += count;
        }
    }
    let off = furthest / size;
    println!("{oracle}: of {compared} vertices the worst is off by {off:.1e} of the size, {size:.2} m");
    ensure!(compared > 1000 && off < 1e-5, "{oracle}: {off:.1e}");
    Ok(())
}

fn model(path: &Path) -> Asset {
    formats::read(path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_knight_is_where_blender_has_him() {
    let knight = model(&root().join("assets/knight/knight.dae"));
    assert_eq!(knight.notes, [""; 0]);
    let clips = ["", "_walk", "_run", "_jump", "_fall", "_land", "_punch", "_swing"];
    for clip in clips {
        compare(&knight, "knight", &format!("knight{clip}_oracle.json")).unwrap();
    }
    for clip in ["carry", "climb", "crawl", "down", "duck", "hit", "rise", "slide", "sprint"] {
        compare(&knight, "play", &format!("knight_{clip}_oracle.json")).unwrap();
    }
}

#[test]
fn the_cylinder_is_where_blender_has_it() {
    compare(&model(&root().join("assets/cylinder/cylinder.dae")), "cylinder", "cylinder_oracle.json")
        .unwrap();
}
