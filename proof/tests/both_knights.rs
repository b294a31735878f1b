//! The knight as glTF beside the knight as Collada: the same vertices in the same places, in every clip.

use common::clip::{Animator, Clip};
use common::pose::{model_from_joints, walk};
use common::skin::skin_point;
use course::root;
use formats::{Asset, clips_beside};
use glam::{Mat4, Vec2, Vec3};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How tall he is, in metres.
const SIZE: f32 = 2.0;

/// How different the same vertices may be at rest. Each file rounds in its own way.
const SAME: f32 = 0.02;

/// A vertex, in world space.
#[derive(Clone, Copy)]
struct Vertex {
    place: Vec3,
    facing: Vec3,
    at: Vec2,
}

/// All vertices by surface and material.
type Vertices = BTreeMap<String, Vec<Vertex>>;

/// For each surface and material, which vertex of one file is which of the other.
type Pairs = BTreeMap<String, Vec<(usize, usize)>>;

/// Reads a knight, with all his clips.
fn knight(file: &str) -> (Asset, Vec<Clip>) {
    let path = root().join("assets/knight").join(file);
    let asset = formats::read(&path).unwrap_or_else(|error| panic!("{error}"));
    let mut clips = asset.clips.clone();
    clips.extend(clips_beside(&path, &asset, formats::read).clips);
    (asset, clips)
}

fn vertices(asset: &Asset, model_from_nodes: &[Mat4]) -> Vertices {
    let mut all = Vertices::new();
    for surface in &asset.surfaces {
        let palette = surface.palette(model_from_nodes);
        let palette: Vec<Mat4> = palette.into_iter().map(|matrix| asset.world_from_model * matrix).collect();
        let mesh = &surface.mesh;
        let vertex = |vertex: u32| {
            let vertex = vertex as usize;
            let moved = |point| skin_point(&palette, &mesh.influences[vertex], point);
            let place = moved(mesh.positions[vertex]);
            let facing = moved(mesh.positions[vertex] + mesh.normals[vertex]) - place;
            Vertex { place, facing, at: mesh.texture_coordinates[vertex] }
        };
        for submesh in &surface.submeshes {
            let corners = mesh.triangles[submesh.triangles.clone()].as_flattened();
            let used: BTreeSet<u32> = corners.iter().copied().collect();
            let material = submesh.material.map(|material| &asset.materials[material].name);
            all.insert(format!("{}, {material:?}", surface.name), used.into_iter().map(vertex).collect());
        }
    }
    all
}

fn posed(asset: &Asset, clip: &Clip, time: f32) -> Vertices {
    let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::new(clip.clone()));
    animator.looping = false;
    animator.seek(time);
    let mut model_from_nodes = asset.parent_from_nodes();
    walk(&asset.rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut model_from_nodes);
    vertices(asset, &model_from_nodes)
}

fn at_rest(asset: &Asset) -> Vertices {
    vertices(asset, &model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes()))
}

/// How different two vertices are at rest: lengths, facings and texture coordinates all count in thousandths.
fn difference(one: &Vertex, other: &Vertex) -> f32 {
    let facing = one.facing.distance(other.facing);
    1e3 * (one.place.distance(other.place) / SIZE + one.at.distance(other.at)) + facing
}

/// The one of some vertices that is most like another, and how different it is.
fn nearest(vertex: &Vertex, others: &[Vertex]) -> (usize, f32) {
    let away = others.iter().map(|other| difference(vertex, other)).enumerate();
    away.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, f32::INFINITY))
}

/// Finds for every vertex of either file the same one of the other.
fn pairs(one: &Vertices, other: &Vertices) -> Pairs {
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    let mut all = Pairs::new();
    for (name, vertices) in one {
        let others = &other[name];
        let mut pairs = Vec::new();
        for (index, vertex) in vertices.iter().enumerate() {
            let (same, away) = nearest(vertex, others);
            assert!(away < SAME, "{name}: nothing is like {}", vertex.place);
            pairs.push((index, same));
        }
        for (index, vertex) in others.iter().enumerate() {
            let (same, away) = nearest(vertex, vertices);
            assert!(away < SAME, "{name}: nothing is like {}", vertex.place);
            pairs.push((same, index));
        }
        all.insert(name.clone(), pairs);
    }
    all
}

/// The largest distance between the same vertices, as a part of his size.
fn apart(pairs: &Pairs, one: &Vertices, other: &Vertices) -> f32 {
    let distances = pairs.iter().flat_map(|(name, pairs)| {
        pairs.iter().map(|&(a, b)| one[name][a].place.distance(other[name][b].place) / SIZE)
    });
    distances.fold(0.0, f32::max)
}

#[test]
fn both_knights_are_the_same_in_every_clip() {
    let (collada, collada_clips) = knight("knight.dae");
    let (gltf, clips) = knight("knight.glb");
    assert_eq!((gltf.notes.len(), gltf.clip_notes.len(), clips.len()), (0, 0, 8));
    let (one, other) = (at_rest(&collada), at_rest(&gltf));
    let pairs = pairs(&one, &other);
    let count: usize = pairs.values().map(Vec::len).sum();
    println!("{count} pairs");
    assert!(count > 5000 && apart(&pairs, &one, &other) < 1e-5, "{count}");
    for clip in &clips {
        // The file of the model itself gives its name to its clip.
        let name = if clip.name == "idle" { "knight" } else { &clip.name };
        let same = collada_clips.iter().find(|clip| clip.name == name).unwrap();
        assert!((same.seconds - clip.seconds).abs() < 1e-5, "{name}");
        for part in [0.0, 0.21, 0.5, 0.77, 1.0] {
            let time = part * clip.seconds;
            let away = apart(&pairs, &posed(&collada, same, time), &posed(&gltf, clip, time));
            println!("{name} at {time} s: within {away:.1e}");
            assert!(away < 1e-5, "{name} at {time} s: {away:.1e}");
        }
    }
}

#[test]
fn both_knights_have_the_same_colours() {
    let colours = |file| {
        let materials = knight(file).0.materials.into_iter();
        let told = materials.map(|material| (material.name, material.colour, material.image.is_some()));
        let mut told: Vec<_> = told.collect();
        told.sort_by(|a, b| a.0.cmp(&b.0));
        told
    };
    for (one, other) in colours("knight.dae").iter().zip(colours("knight.glb")) {
        assert_eq!((&one.0, one.2), (&other.0, other.2));
        // Shaders take a power for sRGB's own curve, so linear colours come out a little lighter where they are dark.
        let near = one.1.iter().zip(other.1).all(|(a, b)| (a - b).abs() < 0.03);
        assert!(near || one.2, "{}: {:?} {:?}", one.0, one.1, other.1);
    }
}
