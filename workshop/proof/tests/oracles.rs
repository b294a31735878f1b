//! Compares models and clips with the numbers of Blender and of formulas, and with the files' own curves.
//!
//! `MODELS=FOLDER cargo test --package proof oracles:: -- --nocapture` tries the oracles of a folder of one's own as well.

#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use crate::support::models::{KNIGHT, posed};
use anyhow::{Context as _, Result, ensure};
use common::clip::{Animator, Channel, Clip, Keys};
use common::ik::{Arm, Goal};
use common::skin::skin_point;
use course::root;
use editor::export::glb;
use formats::collada;
use formats::gltf::{self, Document, Placed};
use formats::{Asset, clips_beside};
use glam::{Mat4, Quat, Vec3, Vec4};
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// Another program's numbers for a file, in its own axes and metres.
#[derive(Deserialize)]
struct Oracle {
    file: String,
    /// The nodes that carry surfaces, in the tree's order, if surfaces have other names.
    #[serde(default)]
    carriers: Vec<String>,
    /// The n of every n-th position of a surface, which is all that is listed, or the positions that are, by name.
    #[serde(default)]
    every: usize,
    #[serde(default)]
    picked: BTreeMap<String, Vec<usize>>,
    #[serde(default)]
    clips: Vec<Told>,
    /// The file's only clip, if it lists none.
    #[serde(flatten)]
    only: Told,
}

/// Another program's numbers for a clip.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    name: String,
    /// The times in seconds, in the file's own time.
    times: Vec<f32>,
    /// Rows of each node's matrix to the model at each of the times, by name.
    joints: BTreeMap<String, Vec<Vec<f32>>>,
    /// The positions of each carrier at each of the times, by name.
    vertices: BTreeMap<String, Vec<Vec<f32>>>,
}

/// The counts of what was compared, and the greatest error, as a fraction of the model's size.
#[derive(Default)]
struct Compared {
    matrices: usize,
    vertices: usize,
    /// The names that are told and not there.
    missing: usize,
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

fn oracle(path: &Path) -> Result<Oracle> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Returns the model's path: for ours in `workshop/assets` it is in `assets`, for others beside the oracle.
fn model_of(path: &Path, file: &str) -> PathBuf {
    match path.strip_prefix(root().join("workshop")) {
        Ok(ours) => root().join(ours).with_file_name(file),
        Err(_) => path.with_file_name(file),
    }
}

/// Returns the oracles of a folder.
fn oracles(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let ends = |path: &PathBuf| {
        let name = path.to_string_lossy();
        name.ends_with("_blender.json") || name.ends_with("_oracle.json")
    };
    paths.retain(ends);
    paths.sort();
    paths
}

fn from_rows(rows: &[f32]) -> Mat4 {
    let row = |at: usize| Vec4::from_slice(&rows[4 * at..]);
    Mat4::from_cols(row(0), row(1), row(2), Vec4::W).transpose()
}

/// Returns the largest difference of two matrices' numbers, as a fraction of the wanted one's largest number.
fn difference(given: Mat4, wanted: Mat4) -> f32 {
    let largest = |matrix: Mat4| matrix.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max);
    largest(given - wanted) / largest(wanted)
}

/// Compares a model with an oracle of it, clip by clip. `body` has the skin, if the model is of clips alone.
fn compare(oracle: &Oracle, asset: &Asset, body: Option<&Asset>) -> Result<Compared> {
    let mut all = Compared::default();
    let clips = if oracle.clips.is_empty() { std::slice::from_ref(&oracle.only) } else { &oracle.clips };
    for told in clips {
        let is_it = |clip: &&Arc<Clip>| oracle.clips.is_empty() || clip.name == told.name;
        let clip = asset.clips.iter().find(is_it).with_context(|| format!("no clip '{}'", told.name))?;
        let dressed = body.unwrap_or(asset);
        let worn = body.map(|body| Arc::new(formats::retarget(clip, asset, body).0));
        let largest = told.vertices.values().flatten().flatten().map(|x| x.abs()).fold(1e-3, f32::max);
        for (moment, &time) in told.times.iter().enumerate() {
            let place = |name: &str| format!("{}, '{}', {name} at {time} s", oracle.file, told.name);
            for (node, model_from_node) in
                asset.rig.skeleton.joints().iter().zip(posed(asset, clip, time - clip.start))
            {
                let Some(matrices) = told.joints.get(&node.name) else { continue };
                all.matrices += 1;
                all.add(difference(model_from_node, from_rows(&matrices[moment])), || place(&node.name));
            }
            let model_from_nodes = posed(dressed, worn.as_ref().unwrap_or(clip), time - clip.start);
            for (index, surface) in dressed.surfaces.iter().enumerate() {
                let carrier = oracle.carriers.get(index).unwrap_or(&surface.name);
                let Some(positions) = told.vertices.get(carrier) else { continue };
                let (palette, mesh) = (surface.palette(&model_from_nodes), &surface.mesh);
                let wanted: Vec<Vec3> = positions[moment].chunks_exact(3).map(Vec3::from_slice).collect();
                for (vertex, point) in mesh.points.iter().map(|&point| point as usize).enumerate() {
                    let listed = match oracle.picked.get(carrier) {
                        Some(picked) => picked.iter().position(|&picked| picked == point),
                        None => point.is_multiple_of(oracle.every).then(|| point / oracle.every),
                    };
                    let Some(listed) = listed else { continue };
                    let wanted =
                        wanted.get(listed).with_context(|| format!("{carrier} has more positions"))?;
                    let given = skin_point(&palette, &mesh.influences[vertex], mesh.positions[vertex]);
                    all.vertices += 1;
                    all.add(given.distance(*wanted) / largest, || place(carrier));
                }
            }
        }
        let nodes = asset.rig.skeleton.joints().iter().filter(|node| told.joints.contains_key(&node.name));
        let names = |index: usize| oracle.carriers.get(index).unwrap_or(&dressed.surfaces[index].name);
        let worn = (0..dressed.surfaces.len()).filter(|&index| told.vertices.contains_key(names(index)));
        all.missing += told.joints.len() + told.vertices.len() - nodes.count() - worn.count();
    }
    let Compared { matrices, vertices, off, worst, .. } = &all;
    println!("{}: {matrices} matrices and {vertices} vertices within {off:.1e} ({worst})", oracle.file);
    ensure!(matrices + vertices > 0, "{}: nothing was compared", oracle.file);
    Ok(all)
}

/// Compares the file of an oracle with it, and returns how many names the file lacks.
fn is_within(path: &Path, body: Option<&Asset>, bound: f32) -> Result<usize> {
    let oracle = oracle(path)?;
    let asset = formats::read(&model_of(path, &oracle.file))?;
    let Compared { missing, off, worst, .. } = compare(&oracle, &asset, body)?;
    ensure!(off < bound, "{}: {off:.1e} at {worst}", path.display());
    Ok(missing)
}

#[test]
fn every_joint_and_vertex_is_where_blender_and_formulas_have_it() {
    let mut compared = 0;
    for folder in ["cylinder", "gltf", "joints", "knight", "play", "root_motion"] {
        for path in oracles(&root().join("workshop/assets").join(folder)) {
            let is_knight = path.file_name().unwrap().to_string_lossy().starts_with("knight");
            let body = (is_knight && !path.ends_with("knight_blender.json")).then_some(&*KNIGHT);
            // A spline becomes straight ways that stay near it: within 2e-4 of its own size, and what hangs on it moves along.
            let bound = if path.ends_with("ways_oracle.json") { 4e-4 } else { 1e-5 };
            assert_eq!(is_within(&path, body, bound).unwrap(), 0, "{}", path.display());
            compared += 1;
        }
    }
    assert_eq!(compared, 31);
    let own = std::env::var_os("MODELS").map(|folder| oracles(Path::new(&folder))).unwrap_or_default();
    for path in own {
        is_within(&path, None, 4e-4).unwrap();
    }
}

/// A clip that turns every joint of a model far, each about an axis of its own and in its own time, and moves the roots.
fn sparse(asset: &Asset) -> Clip {
    let rig = &asset.rig;
    let joints = asset.chains.iter().flat_map(|chain| chain.joints.iter().copied());
    let mut joints: Vec<usize> = joints.collect();
    joints.sort_unstable();
    let channel = |(index, joint): (usize, usize)| {
        let rest = rig.rest[joint];
        let axis = Vec3::AXES[index % 3];
        let turned = |degrees: f32| rest.rotation * Quat::from_axis_angle(axis, degrees.to_radians());
        let middle = 0.4 + 0.03 * (index % 7) as f32;
        let times = [0.0, middle, 1.5];
        let mut channel = Channel {
            joint,
            rotations: Keys::new(times, [turned(0.0), turned(80.0), turned(-20.0)]),
            ..Channel::default()
        };
        if asset.chains.iter().any(|chain| chain.joints[0] == joint) {
            let up = Vec3::splat(0.2 / asset.world_from_model.x_axis.length());
            channel.translations =
                Keys::new(times, [rest.translation, rest.translation + up, rest.translation]);
        }
        channel
    };
    let channels = joints.into_iter().enumerate().map(channel).collect();
    Clip { name: "sparse".to_owned(), start: 0.0, seconds: 1.5, channels }
}

/// Compares an export, which stays behind as `target/tmp/knight.glb` for `export_blender.py` and `export_judge.js` in
/// `workshop/assets/make`.
#[test]
fn blender_has_the_exported_knight_where_he_is() {
    let (path, knight) = (root().join("assets/knight/knight.dae"), &*KNIGHT);
    let mut clips = knight.clips.clone();
    clips.extend(clips_beside(&path, knight).clips);
    clips.push(sparse(knight).into());
    let bytes = glb(knight, &clips).unwrap().bytes;
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("knight.glb"), &bytes).unwrap();
    let oracle = oracle(&root().join("workshop/assets/exported/knight.glb.json")).unwrap();
    let exported = formats::read_bytes(bytes, &oracle.file).unwrap();
    assert!(exported.world_from_model == Mat4::IDENTITY && oracle.clips.len() == clips.len());
    let Compared { missing, off, worst, .. } = compare(&oracle, &exported, None).unwrap();
    // Blender blends quaternions number by number, and rotates by 15° in its own way.
    assert!(missing == 0 && off < 1e-4, "off by {off:.1e} ({worst})");
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
fn samplers_say_what_the_formulas_say() {
    let path = root().join("workshop/assets/gltf/ways_oracle.json");
    let oracle = oracle(&path).unwrap();
    let document = gltf::read(&model_of(&path, &oracle.file)).unwrap();
    assert_eq!(oracle.clips.len(), document.animations.len());
    for (clip, told) in oracle.clips.iter().enumerate() {
        for (moment, &time) in told.times.iter().enumerate() {
            for (node, model_from_node) in document.nodes.iter().zip(as_sampled(&document, clip, time)) {
                let wanted = from_rows(&told.joints[&node.name][moment]);
                let is_it = model_from_node.abs_diff_eq(wanted, 3e-6);
                assert!(is_it, "'{}', {} at {time} s: {model_from_node}, not {wanted}", told.name, node.name);
            }
        }
    }
}

/// Tests the model `tick`, which moves by matrices in one file, and by translations and rotations in another.
#[test]
fn curves_lead_to_the_matrices_that_were_made_from_them() {
    let [matrices, curves] = ["tick.dae", "tick_curves.dae"]
        .map(|name| collada::read(&root().join("assets/joints").join(name)).unwrap());
    let (clip, curved) = (&matrices.clips[0], &curves.clips[0]);
    let mut compared = 0;
    for channel in &clip.channels {
        let joint = &matrices.scene.nodes[channel.node];
        let other = curves.scene.nodes.iter().position(|node| node.id == joint.id).unwrap();
        for &time in channel.curve.times() {
            let given = curved.parent_from_nodes(&curves.scene, time)[other];
            let off = difference(given, clip.parent_from_nodes(&matrices.scene, time)[channel.node]);
            assert!(off < 1e-5, "{} at {time} s is off by {off:.1e}", joint.name);
            compared += 1;
        }
    }
    assert_eq!(compared, 17 + 32 + 20);
}

static DOCUMENTS: LazyLock<Vec<(collada::Document, Asset)>> = LazyLock::new(|| {
    let names = "joints/tick joints/tick_curves joints/heron cylinder/cylinder knight/knight knight/knight_fall \
        knight/knight_jump knight/knight_land knight/knight_punch knight/knight_run knight/knight_swing \
        knight/knight_walk root_motion/knight_limp";
    let paths = names.split_whitespace().map(|name| root().join("assets").join(name).with_extension("dae"));
    let documents = paths.map(|path| collada::read(&path).unwrap());
    documents.map(|document| (document.clone(), document.into_asset())).collect()
});

/// The distance that a joint of the model `tick` moves, in decimetres. Keys are exact to 2e-4 of it.
const REACH: f32 = 7.1;

proptest! {
    /// Tests keys from matrices, which are exact but for shears of some 7e-6 that Blender wrote, and between
    /// keys for arcs that count as straight, with an error of 9.1e-5 radians: see `NEARLY_STRAIGHT`.
    #[test]
    fn keys_are_as_good_as_the_curves(alphas in prop::collection::vec(-0.1f32..1.1, 20)) {
        for (document, asset) in &*DOCUMENTS {
            prop_assert!(asset.clip_notes.is_empty() && asset.pose_notes.is_empty());
            let clip = &asset.clips[0];
            let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::clone(clip));
            animator.looping = false;
            for alpha in &alphas {
                let time = alpha * clip.seconds;
                animator.seek(time);
                let wanted = document.clips[0].parent_from_nodes(&document.scene, clip.start + time);
                for ((node, given), wanted) in document.scene.nodes.iter().zip(animator.pose()).zip(wanted) {
                    let off = difference(given.to_matrix(), wanted);
                    let allowed = if clip.name == "tick_curves" { REACH * 2e-4 } else { 1.5e-5 + 9.1e-5 };
                    prop_assert!(off < allowed, "{} {} at {time} s: {off:.1e}", clip.name, node.name);
                }
            }
        }
    }
}

/// An arm with its goal, and the places where Blender's own inverse kinematics puts its joints.
#[derive(Deserialize)]
struct SolvedArm {
    shoulder: Vec3,
    elbow: Vec3,
    hand: Vec3,
    target: Vec3,
    pole: Vec3,
    solved_elbow: Vec3,
    solved_hand: Vec3,
}

#[test]
fn every_elbow_is_where_blender_has_it() {
    let file = std::fs::read_to_string(root().join("workshop/assets/arms/arms_oracle.json")).unwrap();
    let arms: Vec<SolvedArm> = serde_json::from_str(&file).unwrap();
    let mut worst = 0.0f32;
    for case in &arms {
        let arm = Arm { root: case.shoulder, middle: case.elbow, end: case.hand };
        let reached = arm.reaching(&Goal { target: case.target, pole: case.pole, ..Goal::default() });
        let off = [reached.middle.distance(case.solved_elbow), reached.end.distance(case.solved_hand)];
        worst = off.map(|off| off / arm.length()).into_iter().fold(worst, f32::max);
    }
    // Blender goes nearer to the target step by step, and stops before it is there.
    assert!(arms.len() == 60 && worst < 1e-3, "{worst:?}");
}
