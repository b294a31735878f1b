//! Compares the joints and vertices of glTF files with those of other programs.
//!
//! `MODELS=FOLDER cargo test --package proof gltf_oracles:: -- --nocapture` tries the oracles of a folder of one's own
//! as well.

use anyhow::{Context as _, Result, ensure};
use common::clip::Animator;
use common::pose::placed;
use common::skin::skin_point;
use course::root;
use formats::gltf::{self, Document, Placed};
use formats::{Asset, Surface};
use glam::{Mat4, Quat, Vec3, Vec4};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Another program's numbers for a file.
#[derive(Deserialize)]
struct Oracle {
    file: String,
    /// The nodes that carry surfaces, in the tree's order.
    carriers: Vec<String>,
    /// The n of every n-th position of a surface, which is all that is listed.
    every: usize,
    clips: Vec<Told>,
}

/// Another program's numbers for a clip.
#[derive(Deserialize)]
struct Told {
    name: String,
    /// The times in seconds, in the file's own time.
    times: Vec<f32>,
    /// Three rows of each node's matrix to the model at each of the times, by name.
    joints: BTreeMap<String, Vec<[f32; 12]>>,
    /// The positions of each carrier at each of the times, by name.
    vertices: BTreeMap<String, Vec<Vec<f32>>>,
}

/// The counts of what was compared, and the greatest error, as a fraction of the model's size.
#[derive(Default)]
struct Compared {
    matrices: usize,
    vertices: usize,
    off: f32,
    worst: String,
}

impl Compared {
    fn add(&mut self, off: f32, what: impl FnOnce() -> String) {
        if !off.is_finite() || off > self.off {
            (self.off, self.worst) = (if off.is_finite() { off } else { f32::INFINITY }, what());
        }
    }
}

/// Returns the model's path: for ours in `workshop/assets` it is in `assets`, for others beside the oracle.
fn model_of(oracle: &Path, file: &str) -> PathBuf {
    match oracle.strip_prefix(root().join("workshop")) {
        Ok(ours) => root().join(ours).with_file_name(file),
        Err(_) => oracle.with_file_name(file),
    }
}

fn oracles(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let ends = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with("_blender.json") || name.ends_with("_oracle.json")
    };
    paths.retain(|path| ends(path));
    paths.sort();
    Ok(paths)
}

fn from_rows(rows: [f32; 12]) -> Mat4 {
    let row = |at: usize| Vec4::from_slice(&rows[4 * at..]);
    Mat4::from_cols(row(0), row(1), row(2), Vec4::W).transpose()
}

/// Returns the largest coordinate in an oracle, by which errors are measured.
fn size(told: &Told) -> f32 {
    let matrices = told.joints.values().flatten().flatten();
    matrices.chain(told.vertices.values().flatten().flatten()).map(|number| number.abs()).fold(1e-3, f32::max)
}

/// Compares every n-th position's vertices with places. Returns their number and the largest distance.
pub fn compare_surface(surface: &Surface, palette: &[Mat4], told: &[f32], every: usize) -> (usize, f32) {
    let mesh = &surface.mesh;
    let mut worst = (0, 0.0f32);
    for (vertex, &point) in mesh.points.iter().enumerate() {
        let Some(wanted) = told.chunks_exact(3).nth(point as usize / every) else {
            return (0, f32::INFINITY);
        };
        if (point as usize).is_multiple_of(every) {
            let posed = skin_point(palette, &mesh.influences[vertex], mesh.positions[vertex]);
            worst = (worst.0 + 1, worst.1.max(posed.distance(Vec3::from_slice(wanted))));
        }
    }
    worst
}

fn compare_clip(asset: &Asset, oracle: &Oracle, told: &Told, all: &mut Compared) -> Result<()> {
    let clip = asset.clips.iter().find(|clip| clip.name == told.name);
    let clip = clip.with_context(|| format!("{} has no clip '{}'", oracle.file, told.name))?;
    let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::clone(clip));
    animator.looping = false;
    let size = size(told);
    for (moment, &time) in told.times.iter().enumerate() {
        animator.seek(time - clip.start);
        let model_from_nodes = placed(&asset.rig.skeleton, animator.pose());
        for (node, model_from_node) in asset.rig.skeleton.joints().iter().zip(&model_from_nodes) {
            let Some(matrices) = told.joints.get(&node.name) else { continue };
            let apart = *model_from_node - from_rows(matrices[moment]);
            let off = apart.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
            all.matrices += 1;
            all.add(off / size, || format!("{}, '{}', {} at {time} s", oracle.file, told.name, node.name));
        }
        for (carrier, surface) in oracle.carriers.iter().zip(&asset.surfaces) {
            let Some(positions) = told.vertices.get(carrier) else { continue };
            let palette = surface.palette(&model_from_nodes);
            let (count, off) = compare_surface(surface, &palette, &positions[moment], oracle.every);
            all.vertices += count;
            all.add(off / size, || format!("{}, '{}', {carrier} at {time} s", oracle.file, told.name));
        }
    }
    Ok(())
}

/// Compares a file with an oracle of it, clip by clip.
fn compare(path: &Path) -> Result<Compared> {
    let text = std::fs::read_to_string(path)?;
    let oracle: Oracle = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let asset = formats::read(&model_of(path, &oracle.file))?;
    ensure!(
        asset.surfaces.len() == oracle.carriers.len(),
        "{}: {} surfaces",
        oracle.file,
        asset.surfaces.len()
    );
    let mut all = Compared::default();
    for told in &oracle.clips {
        compare_clip(&asset, &oracle, told, &mut all)?;
    }
    let Compared { matrices, vertices, off, worst } = &all;
    println!("{}: {matrices} matrices and {vertices} vertices within {off:.1e} ({worst})", path.display());
    Ok(all)
}

fn all_within(paths: &[PathBuf], bound: f32) -> Result<()> {
    let mut wrong = Vec::new();
    for path in paths {
        let Compared { matrices, vertices, off, worst } = compare(path)?;
        ensure!(matrices + vertices > 0, "{}: nothing was compared", path.display());
        if off > bound {
            wrong.push(format!("{}: {off:.1e} at {worst}", path.display()));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Returns every node's matrix to the model by the file's own samplers, before splines become linear keys.
fn as_sampled(document: &Document, clip: usize, time: f32) -> Vec<Mat4> {
    let mut placed: Vec<Placed> = document.nodes.iter().map(|node| node.placed).collect();
    for channel in &document.animations[clip].channels {
        let Placed::Parts(transform) = &mut placed[channel.node] else { continue };
        let value = channel.sampler.at(time);
        match channel.path {
            gltf::TargetPath::Translation => transform.translation = value.truncate(),
            gltf::TargetPath::Rotation => transform.rotation = Quat::from_vec4(value),
            gltf::TargetPath::Scale => transform.scale = value.truncate(),
        }
    }
    let mut model_from_nodes: Vec<Mat4> = Vec::new();
    for (node, placed) in document.nodes.iter().zip(&placed) {
        let model_from_parent = node.parent.map_or(Mat4::IDENTITY, |parent| model_from_nodes[parent]);
        model_from_nodes.push(model_from_parent * placed.parent_from_node());
    }
    model_from_nodes
}

#[test]
fn small_models_are_where_formulas_and_blender_have_them() {
    let mut paths = oracles(&root().join("workshop/assets/gltf")).unwrap();
    assert!(paths.len() >= 10);
    paths.retain(|path| !path.ends_with("ways_oracle.json"));
    all_within(&paths, 1e-5).unwrap();
    // A spline becomes straight ways that stay near it: within 2e-4 of its own size, and what hangs on it moves along.
    all_within(&[root().join("workshop/assets/gltf/ways_oracle.json")], 4e-4).unwrap();
}

#[test]
fn samplers_say_what_the_formulas_say() {
    let path = root().join("workshop/assets/gltf/ways_oracle.json");
    let oracle: Oracle = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let document = gltf::read(&model_of(&path, &oracle.file)).unwrap();
    assert_eq!(oracle.clips.len(), document.animations.len());
    for (clip, told) in oracle.clips.iter().enumerate() {
        for (moment, &time) in told.times.iter().enumerate() {
            for (node, model_from_node) in document.nodes.iter().zip(as_sampled(&document, clip, time)) {
                let wanted = from_rows(told.joints[&node.name][moment]);
                let what = format!("'{}', {} at {time} s", told.name, node.name);
                assert!(
                    model_from_node.abs_diff_eq(wanted, 3e-6),
                    "{what}: {model_from_node} instead of {wanted}"
                );
            }
        }
    }
}

#[test]
fn the_knight_is_where_blender_has_him() {
    all_within(&[root().join("workshop/assets/knight/knight_blender.json")], 1e-5).unwrap();
}

#[test]
fn models_of_ones_own_are_where_their_oracles_have_them() {
    if let Some(folder) = std::env::var_os("MODELS") {
        all_within(&oracles(Path::new(&folder)).unwrap(), 4e-4).unwrap();
    }
}
