//! Saves of models, whole and broken.

use super::*;
use crate::Animation;
use common::clip::{Channel, Keys};
use common::mesh::Mesh;
use common::rig::Rig;
use common::skeleton::{Chain, Skeleton};
use common::skin::Influences;
use course::root;
use formats::{Alpha, Image, Material, Shine, Submesh};
use glam::{Quat, Vec2, Vec3};
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The models of the workbook.
fn models() -> Vec<PathBuf> {
    let folders = ["assets/knight", "assets/gltf", "assets/joints", "assets/cylinder"]
        .map(|folder| root().join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    files
        .filter(|path| {
            path.extension().is_some_and(|end| ["dae", "glb", "gltf"].iter().any(|known| end == *known))
        })
        .collect()
}

/// A model as a save has it: its clips are a document, its pictures are in memory, and the notes on its file are gone.
fn as_saved(mut asset: Asset) -> (Asset, Document) {
    let document = Document::of_clips(&std::mem::take(&mut asset.clips));
    for image in asset.materials.iter_mut().filter_map(|material| material.image.as_mut()) {
        if let Image::File(path) = image {
            *image = Image::Bytes(std::fs::read(path).unwrap_or_default().into());
        }
    }
    let mut saved = Asset::empty("a.save");
    saved.world_from_model = asset.world_from_model;
    (saved.rig, saved.nodes, saved.chains) = (asset.rig, asset.nodes, asset.chains);
    (saved.surfaces, saved.materials) = (asset.surfaces, asset.materials);
    (saved, document)
}

/// The bits of what `==` takes for the same: 0 and -0.
fn bytes_of(asset: &Asset, document: &Document, others: &[Blob]) -> Vec<u8> {
    blobs::write(&to_blobs(asset, document, others).0, 1)
}

fn knight() -> (Asset, Document) {
    static KNIGHT: LazyLock<(Asset, Document)> =
        LazyLock::new(|| as_saved(formats::read(&root().join("assets/knight/knight.glb")).unwrap()));
    KNIGHT.clone()
}

#[test]
fn every_model_comes_back_bit_by_bit() {
    let models = models();
    assert!(models.len() > 10, "{models:?}");
    for path in models {
        let (asset, document) = as_saved(formats::read(&path).unwrap());
        let file = bytes_of(&asset, &document, &[]);
        let saved = read(&file, "a.save").unwrap();
        assert_eq!(saved.damage, [], "{}", path.display());
        // Pictures are parts of other bytes now.
        for (material, known) in saved.asset.materials.iter().zip(&asset.materials) {
            let bytes = |material: &Material| match &material.image {
                Some(Image::Bytes(bytes)) => Some(bytes.to_vec()),
                Some(Image::File(path)) => panic!("{path:?}"),
                None => None,
            };
            assert_eq!(bytes(material), bytes(known));
        }
        let without_pictures = |asset: &Asset| {
            let mut asset = asset.clone();
            asset.materials.iter_mut().for_each(|material| material.image = None);
            asset
        };
        assert_eq!(without_pictures(&saved.asset), without_pictures(&asset), "{}", path.display());
        assert_eq!(saved.document, document, "{}", path.display());
        assert_eq!(bytes_of(&saved.asset, &saved.document, &saved.others), file, "{}", path.display());
    }
}

#[test]
fn surfaces_that_share_a_mesh_or_a_picture_still_do() {
    let (mut asset, document) = knight();
    asset.surfaces.push(asset.surfaces[0].clone());
    let shared = |asset: &Asset| {
        let meshes = asset.surfaces.iter().map(|surface| Arc::as_ptr(&surface.mesh));
        meshes.collect::<std::collections::HashSet<_>>().len()
    };
    let picture = || Some(Image::Bytes(vec![1, 2, 3].into()));
    let material = |name: &str| Material {
        name: name.to_owned(),
        colour: [0.5; 4],
        image: picture(),
        alpha: Alpha::Mask(0.25),
        unlit: true,
        shine: Some(Shine { specular: [0.5, 0.25, 1.0], shininess: 30.0 }),
        emission: [0.0, 0.5, 0.0],
    };
    asset.materials.extend([material("a"), material("b")]);
    let file = bytes_of(&asset, &document, &[]);
    let saved = read(&file, "a.save").unwrap();
    assert!(shared(&asset) < asset.surfaces.len());
    assert_eq!(shared(&saved.asset), shared(&asset));
    assert_eq!(
        saved.asset.materials[asset.materials.len() - 2..],
        asset.materials[asset.materials.len() - 2..]
    );
    let pictures = blobs::read(&file).unwrap().blobs.iter().filter(|blob| blob.bytes == [1, 2, 3]).count();
    assert_eq!(pictures, 1);
}

#[test]
fn a_picture_that_is_not_there_is_told_and_costs_nothing_else() {
    let (mut asset, document) = knight();
    asset.materials[0].image = Some(Image::File("/no/such/picture.png".into()));
    let (all, notes) = to_blobs(&asset, &document, &[]);
    assert!(
        notes.len() == 1 && notes[0].starts_with("The picture '/no/such/picture.png' is not in the save: ")
    );
    let saved = read(&blobs::write(&all, 1), "a.save").unwrap();
    assert_eq!(saved.asset.materials[0].image, Some(Image::Bytes(Vec::new().into())));
    assert!(saved.damage.is_empty());
}

#[test]
fn blobs_of_other_kinds_go_into_the_next_save() {
    let (asset, document) = knight();
    let other = |name: &str| Blob::new(*b"LOOK", name, vec![5, 6]);
    // One of our own kinds among them would be there twice.
    let others = [other("a"), Blob::new(ANIMATION, "0 walk", Vec::new()), other("b")];
    let saved = read(&bytes_of(&asset, &document, &others), "a.save").unwrap();
    let again = read(&bytes_of(&saved.asset, &saved.document, &saved.others), "a.save").unwrap();
    let names = again.others.iter().map(|blob| (blob.kind, blob.name.as_str(), blob.bytes.as_slice()));
    assert!(names.eq([(*b"LOOK", "a", &[5, 6][..]), (*b"LOOK", "b", &[5, 6])]));
    assert!(saved.damage.is_empty() && again.damage.is_empty());
}

#[test]
fn what_is_damaged_leaves_the_rest() {
    let (asset, document) = knight();
    let all = || to_blobs(&asset, &document, &[]).0;
    let without = |kind: Kind, number: usize| {
        let mut all = all();
        let lost = all.iter().enumerate().filter(|(_, blob)| blob.kind == kind).nth(number).unwrap().0;
        all.remove(lost);
        from_blobs(Blobs { blobs: all, ..Blobs::default() }, "a.save")
    };
    let told = |saved: &Saved| saved.damage.iter().map(Damage::what).collect::<Vec<_>>();

    let saved = without(ANIMATION, 1).unwrap();
    assert_eq!(saved.document.animations.len() + 1, document.animations.len());
    assert_eq!(saved.document.animations[0], document.animations[0]);
    assert_eq!(saved.document.animations[1..], document.animations[2..]);
    assert_eq!(saved.asset.surfaces, asset.surfaces);

    let saved = without(MESH, 0).unwrap();
    assert_eq!((saved.asset.surfaces.len(), &saved.document), (asset.surfaces.len() - 1, &document));
    assert_eq!(told(&saved), ["The blob SURF '0 Knight': its mesh 0 is not there, or damaged."]);

    let saved = without(MATERIAL, 0).unwrap();
    assert_eq!(saved.asset.surfaces.len(), asset.surfaces.len());
    assert_eq!(saved.asset.surfaces[0].submeshes[0].material, None);
    assert_eq!(told(&saved), ["The blob SURF '0 Knight': its material 0 is not there, or damaged."]);

    let saved = without(PICTURE, 0).unwrap();
    assert_eq!(saved.asset.materials[0].image, None);
    assert!(told(&saved)[0].ends_with("its picture 0 is not there, or damaged."), "{:?}", told(&saved));

    let saved = without(CHAINS, 0).unwrap();
    assert!(saved.asset.chains.is_empty() && saved.damage.is_empty());

    let error = without(NODES, 0).unwrap_err().in_file("a.save").to_string();
    assert_eq!(
        error,
        "a.save, byte 0: The blob NODE '0 nodes': it is missing, and all else hangs on it. Open an older save to have it \
         whole."
    );
}

#[test]
fn a_save_that_was_cut_off_has_its_animations_and_gets_its_looks_from_the_model() {
    let (model, document) = knight();
    let mut file = bytes_of(&model, &document, &[]);
    let pictures: usize = to_blobs(&model, &document, &[])
        .0
        .iter()
        .map(|blob| match blob.kind {
            MESH | PICTURE => blob.bytes.len(),
            _ => 0,
        })
        .sum();
    assert!(2 * pictures > file.len(), "they are most of it");
    assert!(!read(&file, "a.save").unwrap().mend(&model), "nothing is lost");
    file.truncate(file.len() - pictures);
    let mut saved = read(&file, "a.save").unwrap();
    assert_eq!((&saved.document, saved.asset.surfaces.len()), (&document, 0));
    assert!(saved.mend(&model));
    assert_eq!((&saved.asset.surfaces, &saved.asset.materials), (&model.surfaces, &model.materials));

    // What is lost of an animation is no reason to look otherwise.
    let mut all = to_blobs(&model, &document, &[]).0;
    all.retain(|blob| blob.kind != ANIMATION);
    let damage = Damage { part: Part::Blob(ANIMATION, "0 walk".to_owned()), byte: 99, why: Why::Checksum };
    let blobs = Blobs { blobs: all, damage: vec![damage], ..Blobs::default() };
    assert!(!from_blobs(blobs, "a.save").unwrap().mend(&model));
}

/// What is said of a save whose model and document were changed.
fn refused(change: impl Fn(&mut Asset, &mut Animation)) -> String {
    let (mut asset, document) = knight();
    let mut animation = Animation::clone(&document.animations[0]);
    change(&mut asset, &mut animation);
    let document = Document { animations: vec![Arc::new(animation), Arc::clone(&document.animations[1])] };
    let file = bytes_of(&asset, &document, &[]);
    let notes = to_blobs(&asset, &document, &[]).1;
    match read(&file, "a.save") {
        Ok(saved) => {
            let [damage] = &saved.damage[..] else { panic!("{:?}", saved.damage) };
            assert_eq!(notes, [damage.what()], "told when it is saved, too");
            assert!(saved.document.animations.contains(&document.animations[1]), "the rest is kept");
            let blobs = blobs::read(&file).unwrap().blobs;
            let is_hit = |blob: &&Blob| (blob.at..blob.at + blob.bytes.len()).contains(&damage.byte);
            let hit = blobs.iter().find(is_hit).unwrap();
            assert_eq!(damage.part, Part::Blob(hit.kind, hit.name.clone()), "where it is said to be");
            damage.what()
        }
        Err(error) => {
            assert!(matches!(error.place, common::unread::Place::Byte(byte) if byte > 32), "{error}");
            assert_eq!(notes, std::slice::from_ref(&error.what));
            error.what
        }
    }
}

fn change_channel(animation: &mut Animation, change: impl Fn(&mut Channel)) {
    change(Arc::make_mut(&mut animation.channels[3]));
}

#[test]
fn numbers_that_cannot_be_are_refused() {
    let turned = |to: Quat| {
        refused(|_, animation| {
            change_channel(animation, |channel| channel.rotations.values_mut()[1] = to);
        })
    };
    let of_walk = |what: &str| format!("The blob ANIM '0 {}': {what}", knight().1.animations[0].name);
    assert_eq!(turned(Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0)), of_walk("this number is NaN."));
    assert_eq!(turned(Quat::from_xyzw(0.0, 0.0, f32::INFINITY, 1.0)), of_walk("this number is inf."));
    assert_eq!(
        turned(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        of_walk("this rotation has the length 0, not 1.")
    );
    assert_eq!(
        turned(Quat::from_xyzw(0.0, 0.0, 0.0, 2.0)),
        of_walk("this rotation has the length 2, not 1.")
    );
    let late = refused(|_, animation| {
        change_channel(animation, |channel| channel.scales = Keys::new([1.0, 0.5], [Vec3::ONE; 2]));
    });
    assert_eq!(late, of_walk("this key is earlier than the one before it."));
    assert_eq!(
        refused(|_, animation| animation.seconds = -1.0),
        of_walk("it lasts -1 s, which is less than nothing.")
    );
    assert_eq!(refused(|_, animation| animation.seconds = f32::NAN), of_walk("this number is NaN."));
    let nodes = knight().0.nodes.len();
    let joint = refused(|_, animation| {
        Arc::make_mut(animation.channels.last_mut().unwrap()).joint = nodes;
    });
    assert_eq!(joint, of_walk(&format!("there is no node {nodes}: there are {nodes}.")));
    let twice = refused(|_, animation| animation.channels.swap(2, 3));
    assert!(twice.contains("comes twice, or too late."), "{twice}");
    let rest = refused(|asset, _| Arc::make_mut(&mut asset.rig).rest[2].scale.y = f32::NEG_INFINITY);
    assert_eq!(rest, "The blob NODE '0 nodes': this number is -inf.");
    let rest = refused(|asset, _| {
        Arc::make_mut(&mut asset.rig).rest[2].rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)
    });
    assert_eq!(rest, "The blob NODE '0 nodes': this rotation has the length 0, not 1.");
    let bind = refused(|asset, _| asset.surfaces[0].joints[1].joint_from_bind.x_axis.y = f32::NAN);
    assert_eq!(bind, "The blob SURF '0 Knight': this number is NaN.");
}

#[test]
fn indices_that_lead_nowhere_are_refused() {
    let nodes = knight().0.nodes.len();
    let nowhere = format!("there is no node {nodes}: there are {nodes}.");
    let surface = refused(|asset, _| asset.surfaces[0].joints[1].node = nodes);
    assert_eq!(surface, format!("The blob SURF '0 Knight': {nowhere}"));
    let chain = refused(|asset, _| asset.chains[0].joints[1] = nodes);
    assert_eq!(chain, format!("The blob CHAI '0 chains': {nowhere}"));
    let chain = refused(|asset, _| asset.chains[0].joints[1] = asset.chains[0].joints[0]);
    assert!(chain.contains("is a joint twice."), "{chain}");

    let lost = refused(|asset, _| {
        asset.surfaces[0].submeshes[0] = Submesh { material: None, triangles: 0..usize::from(u16::MAX) }
    });
    assert!(
        lost.starts_with("The blob SURF '0 Knight': the triangles 0 to 65535 are not all there"),
        "{lost}"
    );
}

/// What is said of a mesh that was changed, by itself or by the surface that has it.
fn refused_mesh(change: impl Fn(&mut Mesh)) -> String {
    let (mut asset, document) = knight();
    change(Arc::make_mut(&mut asset.surfaces[0].mesh));
    let saved = read(&bytes_of(&asset, &document, &[]), "a.save").unwrap();
    assert_eq!((saved.asset.surfaces.len() + 1, saved.document), (asset.surfaces.len(), document));
    saved.damage[0].what()
}

#[test]
fn meshes_that_make_no_sense_are_refused() {
    let vertices = knight().0.surfaces[0].mesh.positions.len();
    let of_mesh = |what: &str| format!("The blob MESH '0 Knight': {what}");
    assert_eq!(refused_mesh(|mesh| mesh.normals[7].z = f32::NAN), of_mesh("this number is NaN."));
    assert_eq!(
        refused_mesh(|mesh| mesh.texture_coordinates[3] = Vec2::INFINITY),
        of_mesh("this number is inf.")
    );
    assert_eq!(
        refused_mesh(|mesh| mesh.normals.truncate(vertices - 1)),
        of_mesh(&format!("this list has {} entries for {vertices} vertices.", vertices - 1))
    );
    assert_eq!(
        refused_mesh(|mesh| mesh.triangles[5][1] = u32::MAX),
        of_mesh(&format!("a triangle has the corner 4294967295, and there are {vertices} vertices."))
    );
    let weights = |change: fn(&mut Influences)| refused_mesh(|mesh| change(&mut mesh.influences[0]));
    let odd = |sum: &str| {
        of_mesh(&format!(
            "the joints and weights of a vertex may not be negative, and its weights sum to 1, not to {sum}."
        ))
    };
    assert_eq!(
        weights(|influences| *influences = Influences { joints: [0, 0, 0, -1], ..Influences::of(0) }),
        odd("1")
    );
    assert_eq!(weights(|influences| influences.weights = [1.5, -0.5, 0.0, 0.0]), odd("1"));
    assert_eq!(weights(|influences| influences.weights = [0.5, 0.25, 0.0, 0.0]), odd("0.75"));
    let joints = knight().0.surfaces[0].joints.len();
    assert_eq!(
        refused_mesh(|mesh| mesh.influences[0].joints[0] = joints as i32 + 1),
        format!("The blob SURF '0 Knight': it has {joints} joints, and its mesh speaks of {}.", joints + 2)
    );
    let positions = knight().0.surfaces[0].positions;
    assert_eq!(
        refused_mesh(|mesh| mesh.points[0] = positions as u32),
        format!(
            "The blob SURF '0 Knight': it has {positions} positions, and its mesh speaks of {}.",
            positions + 1
        )
    );
}

#[test]
fn a_tree_too_deep_or_with_children_first_is_refused() {
    let deep = |depth: usize| {
        let names: Vec<String> = (0..depth).map(|node| node.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (mut asset, known) = (Asset::empty("a.save"), knight().0);
        let skeleton = Skeleton::chain(&names);
        asset.rig = Arc::new(Rig { skeleton, rest: vec![known.rig.rest[0]; depth] });
        asset.nodes = vec![known.nodes[0].clone(); depth];
        asset
    };
    let read_back = |asset: &Asset| read(&bytes_of(asset, &Document::default(), &[]), "a.save");
    assert_eq!(read_back(&deep(256)).unwrap().asset, deep(256));
    let error = read_back(&deep(257)).unwrap_err();
    assert!(error.what.contains("the node '256' stands inside 256 others, which is too deep."), "{error}");

    // The parent of the second node stands behind the first one's name and all that the first one has.
    let mut all = to_blobs(&deep(3), &Document::default(), &[]).0;
    let second = all[0].bytes.windows(5).position(|bytes| bytes == b"\x01\0\0\x001").unwrap() + 5;
    for parent in [1u8, 2] {
        all[0].bytes[second] = parent;
        let error = from_blobs(Blobs { blobs: all.clone(), ..Blobs::default() }, "a.save").unwrap_err();
        let what = format!("joint 1 has the parent {parent}, which does not stand before it.");
        assert_eq!(error.what(), format!("The blob NODE '0 nodes': {what}"));
        assert_eq!(error.byte, second);
    }
}

/// A triangle on two joints, as blobs: small enough to change all its bytes one by one.
fn tiny() -> Vec<Blob> {
    let (mut asset, mut document) = knight();
    let mut skeleton = Skeleton::new();
    skeleton.add("a", None);
    skeleton.add("b", Some(0));
    let rest = asset.rig.rest[..2].to_vec();
    asset.rig = Arc::new(Rig { skeleton: skeleton.clone(), rest });
    asset.nodes.truncate(2);
    asset.nodes[1].ids = [Some("id".to_owned()), None];
    asset.chains = vec![Chain { joints: vec![0, 1], skeleton }];
    asset.surfaces.truncate(1);
    let surface = &mut asset.surfaces[0];
    surface.joints.truncate(2);
    surface.joints.iter_mut().zip(0..).for_each(|(joint, node)| joint.node = node);
    let known = Mesh::clone(&surface.mesh);
    surface.mesh = Arc::new(Mesh {
        positions: known.positions[..3].to_vec(),
        normals: known.normals[..3].to_vec(),
        texture_coordinates: known.texture_coordinates[..3].to_vec(),
        influences: vec![Influences::of(1), Influences::of(0), Influences::of(2)],
        points: vec![2, 0, 1],
        triangles: vec![[0, 1, 2]],
    });
    surface.submeshes = vec![Submesh { material: Some(0), triangles: 0..1 }];
    asset.materials.truncate(1);
    asset.materials[0].image = Some(Image::Bytes(vec![1; 4].into()));
    document.animations.truncate(1);
    let animation = Arc::make_mut(&mut document.animations[0]);
    animation.channels = vec![Arc::new(Channel {
        joint: 1,
        translations: Keys::new([0.0, 1.0], [Vec3::X, Vec3::Y]),
        rotations: Keys::new([0.0, 1.0], [Quat::IDENTITY; 2]),
        scales: Keys::default(),
    })];
    to_blobs(&asset, &document, &[]).0
}

#[test]
fn whatever_whole_blobs_hold_they_are_read_or_refused() {
    let blobs = tiny();
    assert_eq!(from_blobs(Blobs { blobs: blobs.clone(), ..Blobs::default() }, "a.save").unwrap().damage, []);
    for number in 0..blobs.len() {
        let try_with = |bytes: Vec<u8>| {
            let mut blobs = blobs.clone();
            blobs[number].bytes = bytes;
            let Ok(saved) = from_blobs(Blobs { blobs, ..Blobs::default() }, "a.save") else { return };
            // What was read can be saved and read again.
            let file = bytes_of(&saved.asset, &saved.document, &saved.others);
            assert_eq!(read(&file, "a.save").unwrap().damage, []);
        };
        let blob = &blobs[number];
        for at in 0..blob.bytes.len() {
            try_with(blob.bytes[..at].to_vec());
            for change in [0x01, 0x80, 0xff] {
                let mut bytes = blob.bytes.clone();
                bytes[at] ^= change;
                try_with(bytes);
            }
        }
        try_with([&blob.bytes[..], &[0]].concat());
    }
}

fn any_keys<T: std::fmt::Debug + Copy>(value: impl Strategy<Value = T>) -> impl Strategy<Value = Keys<T>> {
    prop::collection::vec((-5.0f32..90.0, value), 0..9).prop_map(|mut keys| {
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (times, values): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
        Keys::new(times, values)
    })
}

fn any_vector() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(any::<f32>().prop_filter("a number", |number| number.is_finite()))
        .prop_map(Vec3::from)
}

fn any_turn() -> impl Strategy<Value = Quat> {
    prop::array::uniform4(-1.0f32..1.0).prop_map(|numbers| {
        let turn = Quat::from_array(numbers);
        if turn.length() < 1e-3 { Quat::IDENTITY } else { turn.normalize() }
    })
}

fn any_animation(nodes: usize) -> impl Strategy<Value = Animation> {
    let channel = (any_keys(any_vector()), any_keys(any_turn()), any_keys(any_vector()));
    let channels = prop::collection::btree_map(0..nodes, channel, 0..nodes);
    (any::<String>(), 0.0f32..1e9, any::<bool>(), channels).prop_map(|(name, seconds, looping, channels)| {
        let channel =
            |(joint, (translations, rotations, scales))| Channel { joint, translations, rotations, scales };
        let channels = channels.into_iter().map(channel).map(Arc::new).collect();
        Animation { name, seconds, looping, channels }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_document_comes_back_bit_by_bit(animations in prop::collection::vec(any_animation(9), 0..5)) {
        let path = root().join("assets/gltf/small.gltf");
        let (mut asset, _) = as_saved(formats::read(&path).unwrap());
        let mut rig = Rig::clone(&asset.rig);
        while asset.nodes.len() < 9 {
            rig.skeleton.add("more", Some(0));
            rig.rest.push(rig.rest[0]);
            asset.nodes.push(asset.nodes[0].clone());
        }
        asset.rig = Arc::new(rig);
        let document = Document { animations: animations.into_iter().map(Arc::new).collect() };
        let file = bytes_of(&asset, &document, &[]);
        let saved = read(&file, "a.save").unwrap();
        prop_assert_eq!(&saved.damage, &Vec::new());
        prop_assert_eq!(&saved.document, &document);
        prop_assert_eq!(bytes_of(&saved.asset, &saved.document, &saved.others), file);
    }
}
