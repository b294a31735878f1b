//! Exports to glTF and reads back: the model must move as before.
//!
//! `MODELS=FOLDER cargo test --package proof --test export -- --nocapture` tries the models of a folder of one's own as well.

use anyhow::{Context as _, Result, ensure};
use common::clip::{Animator, Channel, Clip, Keys};
use common::mesh::Mesh;
use common::pose::walk;
use common::rig::Rig;
use common::skeleton::{Chain, Skeleton};
use common::skin::SkinJoint;
use common::skin::{Influences, skin_point};
use common::transform::Transform;
use course::root;
use editor::export::{Export, glb};
use formats::{Alpha, Asset, AssetNode, Image, Material, Submesh, Surface, clips_beside};
use glam::{Mat4, Quat, Vec2, Vec3};
use proptest::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// Greatest error of a model that is read back, as a part of its size.
const BOUND: f32 = 1e-5;

/// A model at a moment, in the world.
struct Moment {
    /// By name, from each node to the world, lengths along its axes in metres; but of nodes that share a name.
    world_from_nodes: HashMap<String, Mat4>,
    /// By name, the corners of all triangles.
    surfaces: Vec<(String, Vec<Vec3>)>,
}

fn moment(asset: &Asset, clip: &Clip, time: f32) -> Moment {
    let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::new(clip.clone()));
    animator.looping = false;
    animator.seek(time);
    let mut model_from_nodes = vec![Mat4::IDENTITY; asset.nodes.len()];
    walk(&asset.rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut model_from_nodes);
    let world = asset.world_from_model;
    let metres = world.x_axis.length();
    let mut world_from_nodes = HashMap::new();
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
    world_from_nodes.retain(|name, _| !shared.contains(&name));
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

/// Returns true if a node is there for a skinned surface alone, which does not move with it. So files may have it elsewhere.
fn carries_only(asset: &Asset, node: usize) -> bool {
    let name = &asset.rig.skeleton.joints()[node].name;
    let hangs = |surface: &Surface| surface.joints.iter().any(|joint| joint.node == node);
    asset.rig.skeleton.children(node).next().is_none()
        && asset.surfaces.iter().any(|surface| surface.name == *name)
        && !asset.surfaces.iter().any(hangs)
        && !asset.chains.iter().any(|chain| chain.joints.contains(&node))
}

impl Moment {
    /// The largest extent of all that is there.
    fn size(&self) -> f32 {
        let origins = self.world_from_nodes.values().map(|matrix| matrix.w_axis.truncate());
        let points =
            || origins.clone().chain(self.surfaces.iter().flat_map(|(_, corners)| corners.iter().copied()));
        let (least, most) = (points().reduce(Vec3::min), points().reduce(Vec3::max));
        (most.unwrap_or_default() - least.unwrap_or_default()).max_element().max(1e-3)
    }

    /// Returns the other's error, as a part of the size. It may have more nodes.
    fn off(&self, other: &Self) -> Result<f32> {
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

/// The moments at which a clip is compared. A step takes a moment in files.
fn times(clip: &Clip, parts: &[f32]) -> Vec<f32> {
    let all = clip.channels.iter().flat_map(|channel| {
        [channel.translations.times(), channel.rotations.times(), channel.scales.times()].concat()
    });
    let all: Vec<f32> = all.collect();
    let is_before_key = |time: f32| all.iter().any(|key| (0.0..6e-4).contains(&(key - time)) && *key != time);
    let times = parts.iter().map(|part| part * clip.seconds).chain(all.iter().copied().take(3));
    times.filter(|&time| !is_before_key(time)).collect()
}

/// Returns the error of a clip in the model that is read back, as a part of its size.
fn off(asset: &Asset, clip: &Clip, back: &Asset, parts: &[f32]) -> Result<f32> {
    let same = back.clips.iter().find(|other| other.name == clip.name);
    let same = same.with_context(|| format!("no clip '{}'", clip.name))?;
    ensure!((same.seconds - clip.seconds).abs() < 1e-5, "{} s and {} s", clip.seconds, same.seconds);
    let mut worst = 0.0f32;
    for time in times(clip, parts) {
        worst = worst.max(moment(asset, clip, time).off(&moment(back, same, time))?);
    }
    Ok(worst)
}

/// Reads an export again.
fn again(export: &Export, file: &str) -> Result<Asset> {
    let back = formats::read_bytes(&export.bytes, file)?;
    ensure!(back.notes.is_empty(), "{:?}", back.notes);
    Ok(back)
}

/// Returns the greatest error of a model that is read back, in all clips.
fn worst_off(asset: &Asset, clips: &[Clip], parts: &[f32]) -> Result<f32> {
    let back = again(&glb(asset, clips)?, "test.glb")?;
    clips.iter().try_fold(0.0f32, |worst, clip| Ok(worst.max(off(asset, clip, &back, parts)?)))
}

const PARTS: [f32; 7] = [0.0, 0.09, 0.21, 0.5, 0.77, 0.93, 1.0];

fn try_model(path: &Path) -> Result<f32> {
    let asset = formats::read(path)?;
    let mut clips = asset.clips.clone();
    clips.extend(clips_beside(path, &asset, formats::read).clips);
    // One in which nothing moves, so that every model is compared.
    clips.push(Clip { name: "still".to_owned(), seconds: 1.0, ..Clip::default() });
    let worst = worst_off(&asset, &clips, &PARTS).with_context(|| path.display().to_string())?;
    println!("{}: {} clips, within {worst:.1e}", path.display(), clips.len());
    Ok(worst)
}

fn models(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        ["dae", "glb", "gltf"].contains(&&ending[..])
    });
    paths.sort();
    Ok(paths)
}

#[test]
fn every_model_comes_back_as_it_was() {
    let folders = ["assets/knight", "assets/gltf", "assets/joints", "assets/cylinder"]
        .map(|folder| root().join(folder));
    let own = std::env::var_os("MODELS").map(std::path::PathBuf::from);
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

/// The file from which a random model is made.
const EMPTY: &[u8] = b"<COLLADA><library_visual_scenes><visual_scene/></library_visual_scenes></COLLADA>";

fn vec3(range: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-range..range).prop_map(Vec3::from)
}

fn rotation() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0f32..1.0)
        .prop_map(|numbers| glam::Vec4::from(numbers).try_normalize().map_or(Quat::IDENTITY, Quat::from_vec4))
}

fn scale() -> impl Strategy<Value = Vec3> {
    prop_oneof![3 => Just(Vec3::ONE), 1 => prop::array::uniform3(0.6f32..1.6).prop_map(Vec3::from)]
}

prop_compose! {
    fn transform(range: f32)(translation in vec3(range), rotation in rotation(), scale in scale()) -> Transform {
        Transform { translation, rotation, scale }
    }
}

/// Keys from 0 s to 2 s, some of them two at a time.
fn keys<T: Copy + Default + std::fmt::Debug>(
    value: impl Strategy<Value = T>,
) -> impl Strategy<Value = Keys<T>> {
    prop::collection::vec((prop_oneof![Just(0.0f32), 0.02f32..0.4], value), 0..6).prop_map(|steps| {
        let mut keys = Keys::default();
        let mut time = 0.0;
        for (step, value) in steps {
            time += step;
            keys.push(time, value);
        }
        keys
    })
}

prop_compose! {
    fn channel()(joint in 0usize..8, translations in keys(vec3(1.0)), rotations in keys(rotation()), scales in keys(scale()))
                -> Channel {
        Channel { joint, translations, rotations, scales }
    }
}

/// Some vertices without triangles, their influences, the nodes that their joints are, and the bind poses.
type Flesh = (Vec<(Vec3, [usize; 4], [f32; 4])>, Vec<usize>, Vec<Transform>, Transform);

prop_compose! {
    fn flesh()(vertices in prop::collection::vec((vec3(1.0), prop::array::uniform4(0usize..9), prop::array::uniform4(0.0f32..1.0)), 3..12),
               nodes in prop::collection::vec(0usize..8, 1..5), binds in prop::collection::vec(transform(1.0), 5),
               shape in transform(1.0)) -> Flesh {
        (vertices, nodes, binds, shape)
    }
}

fn surface((vertices, nodes, binds, shape): Flesh, count: usize, name: &str) -> Surface {
    let joints: Vec<SkinJoint> = nodes
        .iter()
        .zip(binds)
        .map(|(&node, bind)| SkinJoint { node: node % count, joint_from_bind: bind.to_matrix() })
        .collect();
    let mut mesh = Mesh::default();
    for (point, (position, slots, weights)) in vertices.into_iter().enumerate() {
        let sum: f32 = weights.iter().sum::<f32>().max(1e-6);
        let weights = if sum > 1e-3 { weights.map(|weight| weight / sum) } else { [1.0, 0.0, 0.0, 0.0] };
        mesh.positions.push(position);
        mesh.normals.push(Vec3::Z);
        mesh.texture_coordinates.push(Vec2::new(0.25, 0.75));
        // One more than there are joints: it has no parent.
        mesh.influences
            .push(Influences { joints: slots.map(|slot| (slot % (joints.len() + 1)) as i32), weights });
        mesh.points.push(point as u32);
    }
    let last = mesh.positions.len() as u32;
    mesh.triangles = (2..last).map(|third| [third - 2, third - 1, third]).collect();
    let middle = mesh.triangles.len() / 2;
    let parts = [0..middle, middle..mesh.triangles.len()];
    let submeshes = parts.map(|triangles| Submesh { material: None, triangles }).into();
    let positions = mesh.positions.len();
    Surface {
        name: name.to_owned(),
        mesh: Arc::new(mesh),
        positions,
        joints,
        bind_shape: shape.to_matrix(),
        submeshes,
    }
}

prop_compose! {
    /// A model of up to eight nodes that nobody would make.
    fn model()(nodes in prop::collection::vec((transform(1.0), any::<prop::sample::Index>(), "[a&<\" ü./]{0,2}"), 1..8),
               is_rooted in prop::bool::weighted(0.8), bones in prop::array::uniform8(any::<bool>()),
               one in flesh(), other in flesh(), channels in prop::collection::vec(channel(), 0..5),
               up in 0usize..3, metres in prop::sample::select(&[1.0f32, 0.01, 2.54][..]), longer in 0.0f32..0.5)
              -> (Asset, Clip) {
        let mut asset = formats::read_bytes(EMPTY, "random.dae").expect("an empty scene is a model");
        let mut skeleton = Skeleton::new();
        for (index, (_, parent, name)) in nodes.iter().enumerate() {
            let parent = (index > 0 && (is_rooted || index % 3 > 0)).then(|| parent.index(index.max(1)));
            skeleton.add(&format!("{name}{index}"), parent);
        }
        let count = nodes.len();
        let rest: Vec<Transform> = nodes.iter().map(|(rest, ..)| *rest).collect();
        let node = |rest: &Transform| AssetNode { ids: [None, None], parent_from_node: rest.to_matrix(), placed_by: vec!["matrix"] };
        asset.nodes = rest.iter().map(node).collect();
        asset.chains = Chain::all(&skeleton, &bones[..count]);
        asset.rig = Arc::new(Rig { skeleton, rest });
        asset.surfaces = vec![surface(one, count, "skin & <bones>"), surface(other, count, "skin & <bones>")];
        let quarter = std::f32::consts::FRAC_PI_2;
        let turn = [Quat::IDENTITY, Quat::from_rotation_x(-quarter), Quat::from_rotation_z(quarter)][up];
        asset.world_from_model = Mat4::from_scale_rotation_translation(Vec3::splat(metres), turn, Vec3::ZERO);
        let mut clip = Clip { name: "a \"clip\" & more".to_owned(), ..Clip::default() };
        for channel in channels {
            let joint = channel.joint % count;
            if clip.channels.iter().all(|other: &Channel| other.joint != joint) {
                clip.channels.push(Channel { joint, ..channel });
            }
        }
        clip.channels.sort_by_key(|channel| channel.joint);
        let ends = clip.channels.iter().flat_map(|channel| {
            [channel.translations.times().last(), channel.rotations.times().last(), channel.scales.times().last()]
        });
        clip.seconds = ends.flatten().copied().fold(0.0, f32::max) + longer;
        (asset, clip)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_model_comes_back_as_it_was((asset, clip) in model(), parts in prop::array::uniform5(0.0f32..=1.0)) {
        let worst = worst_off(&asset, std::slice::from_ref(&clip), &parts);
        let worst = worst.map_err(|error| TestCaseError::fail(format!("{error:#}")))?;
        prop_assert!(worst < BOUND, "{worst}");
    }
}

proptest! {
    // Each of them writes and reads the whole knight.
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn the_knight_comes_back_however_he_moves(channels in prop::collection::vec(channel(), 24), parts in prop::array::uniform5(0.0f32..=1.0)) {
        let knight = formats::read(&root().join("assets/knight/knight.dae")).unwrap();
        let count = knight.nodes.len();
        let channels = channels.into_iter().take(count).enumerate().map(|(joint, channel)| Channel { joint, ..channel });
        let clip = Clip { name: "random".to_owned(), start: 0.0, seconds: 2.0, channels: channels.collect() };
        let worst = worst_off(&knight, std::slice::from_ref(&clip), &parts);
        let worst = worst.map_err(|error| TestCaseError::fail(format!("{error:#}")))?;
        prop_assert!(worst < BOUND, "{worst}");
    }
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
    let knight = formats::read(&root().join("assets/knight/knight.dae")).unwrap();
    let whole = again(&glb(&knight, &[]).unwrap(), "test.glb").unwrap();
    for (one, other) in looks(&knight).into_iter().zip(looks(&whole)) {
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
fn a_picture_that_is_missing_is_left_out_and_told() {
    let mut knight = formats::read(&root().join("assets/knight/knight.dae")).unwrap();
    // So a save has it that was made without the picture's file.
    let missing = Image::Bytes(Vec::new().into());
    knight
        .materials
        .iter_mut()
        .filter_map(|material| material.image.as_mut())
        .for_each(|image| *image = missing.clone());
    let dressed = knight.materials.iter().find(|material| material.image.is_some()).unwrap();
    let note = [format!("The picture of '{}' is missing or has no bytes: it is left out.", dressed.name)];
    assert_eq!(glb(&knight, &[]).unwrap().notes, note);
}

/// An arm whose elbow is bent, and was bound straight. Between forearm and hand is a node that is no joint.
fn bent_arm() -> Asset {
    let mut asset = formats::read_bytes(EMPTY, "arm.dae").expect("an empty scene is a model");
    let skeleton = Skeleton::chain(&["shoulder", "elbow", "holder", "hand"]);
    let up = Transform { translation: Vec3::Y, ..Transform::IDENTITY };
    let bent = Transform { rotation: Quat::from_rotation_z(1.0), ..up };
    let rest = vec![up, bent, up, up];
    let node = |rest: &Transform| AssetNode {
        ids: [None, None],
        parent_from_node: rest.to_matrix(),
        placed_by: vec!["matrix"],
    };
    asset.nodes = rest.iter().map(node).collect();
    asset.chains = Chain::all(&skeleton, &[true, true, false, true]);
    asset.rig = Arc::new(Rig { skeleton, rest });
    let vertices =
        [[0.0, 1.0], [0.0, 2.0], [0.5, 4.0]].map(|[x, y]| (Vec3::new(x, y, 0.0), [0, 1, 2, 2], [0.25; 4]));
    let mut skin = surface(
        (vertices.into(), vec![0, 1, 3], vec![Transform::IDENTITY; 3], Transform::IDENTITY),
        4,
        "arm",
    );
    for (joint, height) in skin.joints.iter_mut().zip([1.0, 2.0, 4.0]) {
        joint.joint_from_bind = Mat4::from_translation(-height * Vec3::Y);
    }
    asset.surfaces = vec![skin];
    asset
}

#[test]
fn a_node_between_joints_is_bound_with_them_in_gltf() {
    let back = again(&glb(&bent_arm(), &[]).unwrap(), "test.glb").unwrap();
    let joint = |&node: &usize| back.rig.skeleton.joints()[node].name.clone();
    let joints: Vec<String> = back.chains[0].joints.iter().map(joint).collect();
    assert_eq!(joints, ["shoulder", "elbow", "holder", "hand"]);
}

#[test]
fn what_no_file_can_hold_is_refused() {
    let knight = formats::read(&root().join("assets/knight/knight.dae")).unwrap();
    let refused = |asset: &Asset, change: fn(&mut Clip)| {
        let mut clip = knight.clips[0].clone();
        change(&mut clip);
        glb(asset, std::slice::from_ref(&clip)).unwrap_err().to_string()
    };
    assert_eq!(
        refused(&knight, |clip| clip.channels[3].joint = 99),
        "The animation 'knight' was made for another model."
    );
    let odd = "A key of 'Armature' in the animation 'knight' is no number.";
    assert_eq!(refused(&knight, |clip| clip.channels[0].translations.values_mut()[0].y = f32::NAN), odd);
    assert_eq!(
        refused(&knight, |clip| clip.channels[0].rotations.values_mut()[0] = Quat::from_array([0.0; 4])),
        odd
    );
    assert_eq!(
        refused(&knight, |clip| clip.seconds = f32::INFINITY),
        "The animation 'knight' takes inf seconds."
    );
    let mut mirrored = knight.clone();
    mirrored.world_from_model = Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0));
    assert!(refused(&mirrored, |_| ()).starts_with("The model is stretched or mirrored as a whole"));
    let mut far = knight.clone();
    far.world_from_model = Mat4::from_scale(Vec3::splat(100.0));
    far.surfaces[0].joints[0].joint_from_bind.w_axis.x = 1e37;
    assert!(refused(&far, |_| ()).starts_with("Numbers of the model are too large for a file"));
}
