//! Exports models to glTF and reads them back, when they must move as before.
//!
//! `MODELS=FOLDER cargo test --package proof export:: -- --nocapture` tries the models of a folder of one's own as well.

use crate::support::models::{KNIGHT, posed};
use anyhow::{Context as _, Result, ensure};
use common::clip::Clip;
use common::skin::skin_point;
use course::root;
use editor::export::{Export, glb};
use formats::{Alpha, Asset, Image, Material, Surface, clips_beside};
use glam::{Mat4, Quat, Vec3};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest error of a model that is read back, as a fraction of its size. A file may have other keys,
/// and between them 10.2's straight arcs rotate by up to 9.1e-5 radians less or more.
const BOUND: f32 = 1e-4;

/// A model at a time, in world space and metres.
pub struct Moment {
    /// Each node's matrix to the world, by name, in metres on both sides, without names that nodes share.
    pub world_from_nodes: BTreeMap<String, Mat4>,
    /// Each surface's name, and the corners of its triangles.
    pub surfaces: Vec<(String, Vec<Vec3>)>,
}

pub fn moment(asset: &Asset, clip: &Arc<Clip>, time: f32) -> Moment {
    let model_from_nodes = posed(asset, clip, time);
    let world = asset.world_from_model;
    let metres = world.x_axis.length();
    let mut world_from_nodes = BTreeMap::new();
    let mut shared = Vec::new();
    for (node, joint) in asset.rig.skeleton.joints().iter().enumerate() {
        if carries_only(asset, node) {
            continue;
        }
        let in_metres = world * model_from_nodes[node] * Mat4::from_scale(Vec3::splat(metres.recip()));
        if world_from_nodes.insert(joint.name.clone(), in_metres).is_some() {
            shared.push(&joint.name);
        }
    }
    world_from_nodes.retain(|name, _: &mut Mat4| !shared.contains(&name));
    let corners = |surface: &Surface| {
        let palette: Vec<Mat4> =
            surface.palette(&model_from_nodes).into_iter().map(|matrix| world * matrix).collect();
        let mesh = &surface.mesh;
        let triangles =
            surface.submeshes.iter().flat_map(|submesh| &mesh.triangles[submesh.triangles.clone()]);
        let vertices = triangles.flatten().map(|&vertex| vertex as usize);
        vertices
            .map(|vertex| skin_point(&palette, &mesh.influences[vertex], mesh.positions[vertex]))
            .collect()
    };
    let shown = asset.surfaces.iter().filter(|surface| !surface.mesh.triangles.is_empty());
    let surfaces = shown.map(|surface| (surface.name.clone(), corners(surface))).collect();
    Moment { world_from_nodes, surfaces }
}

/// Returns true if a node only carries a skinned surface, which it does not move, so files may move it.
fn carries_only(asset: &Asset, node: usize) -> bool {
    let name = &asset.rig.skeleton.joints()[node].name;
    let hangs = |surface: &Surface| surface.joints.iter().any(|joint| joint.node == node);
    asset.rig.skeleton.children(node).next().is_none()
        && asset.surfaces.iter().any(|surface| surface.name == *name)
        && !asset.surfaces.iter().any(hangs)
        && !asset.chains.iter().any(|chain| chain.joints.contains(&node))
}

impl Moment {
    /// Returns the largest extent of the model.
    pub fn size(&self) -> f32 {
        let origins = self.world_from_nodes.values().map(|matrix| matrix.w_axis.truncate());
        let points =
            || origins.clone().chain(self.surfaces.iter().flat_map(|(_, corners)| corners.iter().copied()));
        let (least, most) = (points().reduce(Vec3::min), points().reduce(Vec3::max));
        (most.unwrap_or_default() - least.unwrap_or_default()).max_element().max(1e-3)
    }

    /// Returns the other model's error, as a fraction of the size. It may have more nodes.
    pub fn off(&self, other: &Self) -> Result<f32> {
        let size = self.size();
        let mut worst = 0.0f32;
        for (name, matrix) in &self.world_from_nodes {
            let same = other.world_from_nodes.get(name).with_context(|| format!("no node '{name}'"))?;
            let axes = |matrix: &Mat4| [matrix.x_axis, matrix.y_axis, matrix.z_axis];
            let length = axes(matrix).iter().map(|axis| axis.length()).fold(1.0, f32::max);
            for (axis, same) in axes(matrix).into_iter().zip(axes(same)) {
                worst = worst.max(axis.distance(same) / length);
            }
            worst = worst.max(matrix.w_axis.distance(same.w_axis) / size);
        }
        let mut left: Vec<_> = other.surfaces.iter().collect();
        for (name, corners) in &self.surfaces {
            let away = |(other, there): &(String, Vec<Vec3>)| {
                let is_same = other == name && there.len() == corners.len();
                let apart = there.iter().zip(corners).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
                if is_same { apart / size } else { f32::INFINITY }
            };
            let near = left.iter().enumerate().min_by(|a, b| away(a.1).total_cmp(&away(b.1)));
            let (index, same) = near.with_context(|| format!("no surface '{name}'"))?;
            worst = worst.max(away(same));
            left.remove(index);
        }
        ensure!(left.is_empty(), "surfaces that nobody knows: {}", left.len());
        Ok(worst)
    }
}

/// Returns the times at which a clip is compared, away from those near steps, which take a moment in files.
fn times(clip: &Clip, parts: &[f32]) -> Vec<f32> {
    let all = clip.channels.iter().flat_map(|channel| {
        [channel.translations.times(), channel.rotations.times(), channel.scales.times()].concat()
    });
    let all: Vec<f32> = all.collect();
    let is_before_key = |time: f32| all.iter().any(|key| (0.0..6e-4).contains(&(key - time)) && *key != time);
    let times = parts.iter().map(|part| part * clip.seconds).chain(all.iter().copied().take(3));
    times.filter(|&time| !is_before_key(time)).collect()
}

/// Returns the error of a clip in the model that is read back, as a fraction of its size.
fn off(asset: &Asset, clip: &Arc<Clip>, back: &Asset, parts: &[f32]) -> Result<f32> {
    let same = back.clips.iter().find(|other| other.name == clip.name);
    let same = same.with_context(|| format!("no clip '{}'", clip.name))?;
    ensure!((same.seconds - clip.seconds).abs() < 1e-5, "{} s and {} s", clip.seconds, same.seconds);
    let mut worst = 0.0f32;
    for time in times(clip, parts) {
        worst = worst.max(moment(asset, clip, time).off(&moment(back, same, time))?);
    }
    Ok(worst)
}

/// Reads an export.
fn again(export: &Export, file: &str) -> Result<Asset> {
    let back = formats::read_bytes(export.bytes.clone(), file)?;
    ensure!(back.notes.is_empty(), "{:?}", back.notes);
    Ok(back)
}

/// Returns the greatest error of a model that is read back, in all clips.
fn worst_off(asset: &Asset, clips: &[Arc<Clip>], parts: &[f32]) -> Result<f32> {
    let back = again(&glb(asset, clips)?, "test.glb")?;
    clips.iter().try_fold(0.0f32, |worst, clip| Ok(worst.max(off(asset, clip, &back, parts)?)))
}

const PARTS: [f32; 7] = [0.0, 0.09, 0.21, 0.5, 0.77, 0.93, 1.0];

fn try_model(path: &Path) -> Result<f32> {
    let mut asset = formats::read(path)?;
    // As of a file in half metres: all of ours that have a surface are in metres.
    asset.world_from_model = Mat4::from_scale(Vec3::splat(0.5)) * asset.world_from_model;
    let mut clips = asset.clips.clone();
    clips.extend(clips_beside(path, &asset).clips);
    // One in which nothing moves, so that every model is compared.
    clips.push(Arc::new(Clip { name: "still".to_owned(), seconds: 1.0, ..Clip::default() }));
    let worst = worst_off(&asset, &clips, &PARTS).with_context(|| path.display().to_string())?;
    println!("{}: {} clips, within {worst:.1e}", path.display(), clips.len());
    Ok(worst)
}

/// Returns the models in a folder and in those below it.
pub fn models(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut models = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            models.extend(self::models(&path)?);
        } else if ["dae", "glb", "gltf", "vrm"].contains(&&ending[..]) {
            models.push(path);
        }
    }
    models.sort();
    Ok(models)
}

#[test]
fn every_model_comes_back_as_it_was() {
    let folders = ["assets/knight", "assets/gltf", "assets/joints", "assets/cylinder"]
        .map(|folder| root().join(folder));
    let own = std::env::var_os("MODELS").map(PathBuf::from);
    let mut wrong = Vec::new();
    for folder in folders.into_iter().chain(own) {
        for path in models(&folder).unwrap() {
            match try_model(&path) {
                Ok(worst) if worst < BOUND => {}
                Ok(worst) => wrong.push(format!("{}: {worst}", path.display())),
                Err(error) => wrong.push(format!("{error:#}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the visible parts of a file's materials: their colours, and the bytes of their pictures.
fn looks(asset: &Asset) -> Vec<(String, [f32; 4], Option<Vec<u8>>)> {
    let bytes = |image: &Image| match image {
        Image::Bytes(bytes) => bytes.to_vec(),
        Image::File(path) => std::fs::read(path).expect("the picture is there"),
    };
    let look =
        |material: &Material| (material.name.clone(), material.colour, material.image.as_ref().map(bytes));
    let mut looks: Vec<_> = asset.materials.iter().map(look).collect();
    looks.sort_by(|a, b| a.0.cmp(&b.0));
    looks
}

#[test]
fn the_knight_stays_dressed() {
    let knight = &*KNIGHT;
    let whole = again(&glb(knight, &[]).unwrap(), "test.glb").unwrap();
    for (one, other) in looks(knight).into_iter().zip(looks(&whole)) {
        assert_eq!((&one.0, &one.2), (&other.0, &other.2));
        assert!(
            one.1.iter().zip(other.1).all(|(a, b)| (a - b).abs() < 1e-5),
            "{}: {:?} {:?}",
            one.0,
            one.1,
            other.1
        );
    }
    // Blender's Collada says nothing of opacity. Nothing can be seen through this picture, so nothing need be sorted.
    assert!(whole.materials.iter().all(|material| material.alpha == Alpha::Opaque));
}

#[test]
fn colours_of_vertices_are_exported_and_what_was_not_read_is_told() {
    let read = |file: &str| formats::read(&root().join(file)).unwrap();
    let coloured = read("workshop/proof/tests/odd/coloured.gltf");
    let back = again(&glb(&coloured, &[]).unwrap(), "test.glb").unwrap();
    let colours = |surface: &Surface| {
        let corners = surface.mesh.triangles.as_flattened().iter();
        corners.filter_map(|&corner| surface.mesh.colours.get(corner as usize).copied()).collect::<Vec<_>>()
    };
    for (one, other) in coloured.surfaces.iter().zip(&back.surfaces) {
        assert_eq!((&one.name, colours(one)), (&other.name, colours(other)));
    }
    let notes = glb(&read("assets/gltf/scenes.glb"), &[]).unwrap().notes;
    assert_eq!(
        notes,
        ["The cameras of the model are not in it.", "The morph targets of the model are not in it.",]
    );
}

#[test]
fn what_no_file_can_hold_is_refused() {
    let knight = &*KNIGHT;
    let refused = |asset: &Asset, change: fn(&mut Clip)| {
        let mut clip = knight.clips[0].clone();
        change(Arc::make_mut(&mut clip));
        glb(asset, std::slice::from_ref(&clip)).unwrap_err().to_string()
    };
    let unfit = "The animation 'knight' is of another model, or turns a joint by no rotation.";
    assert_eq!(refused(knight, |clip| clip.channels[3].joint = 99), unfit);
    assert_eq!(
        refused(knight, |clip| clip.channels[0].rotations.values_mut()[0] = Quat::from_array([0.0; 4])),
        unfit
    );
    let odd = "Numbers of the animations or of the model are too large for a file";
    let infinite = refused(knight, |clip| clip.channels[0].translations.values_mut()[0].y = f32::NAN);
    assert!(
        infinite.starts_with(odd) && refused(knight, |clip| clip.seconds = f32::INFINITY).starts_with(odd)
    );
    let mut mirrored = knight.clone();
    mirrored.world_from_model = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    assert!(refused(&mirrored, |_| ()).starts_with("The model is stretched or mirrored as a whole"));
    let mut far = knight.clone();
    far.world_from_model = Mat4::from_scale(Vec3::splat(100.0));
    far.surfaces[0].joints[0].joint_from_bind.w_axis.x = 1e37;
    assert!(refused(&far, |_| ()).starts_with(odd));
}
