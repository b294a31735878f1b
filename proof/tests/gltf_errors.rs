//! What the glTF reader says of broken files, and what it makes of odd ones.

use formats::gltf::{Document, Interpolation, Placed, TargetPath};
use formats::{Alpha, Asset, Image};
use glam::{Mat4, Vec3, vec2, vec3};
use serde_json::{Value, json};

/// A triangle with a skin of two joints, the second of which turns: what its JSON says, and its bytes.
fn model() -> (Value, Vec<u8>) {
    let mut bytes = Vec::new();
    let floats = |bytes: &mut Vec<u8>, floats: &[f32]| {
        bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
    };
    floats(&mut bytes, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0]);
    bytes.extend([0u8, 0, 1, 0, 2, 0, 0, 0]);
    bytes.extend([[0u8, 1, 0, 0]; 3].as_flattened());
    for weights in [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]] {
        floats(&mut bytes, &weights);
    }
    floats(&mut bytes, &Mat4::IDENTITY.to_cols_array());
    floats(&mut bytes, &Mat4::from_translation(vec3(0.0, -1.0, 0.0)).to_cols_array());
    floats(&mut bytes, &[0.5, 2.5]);
    floats(&mut bytes, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    let view =
        |offset: usize, length: usize| json!({"buffer": 0, "byteOffset": offset, "byteLength": length});
    let accessor = |view: usize, kind: &str, component: u32, count: usize| json!({"bufferView": view, "type": kind, "componentType": component, "count": count});
    let json = json!({
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"name": "body", "mesh": 0, "skin": 0},
            {"name": "hip", "children": [2]},
            {"name": "knee", "translation": [0, 1, 0]}
        ],
        "meshes": [{"primitives": [
            {"attributes": {"POSITION": 0, "JOINTS_0": 2, "WEIGHTS_0": 3}, "indices": 1, "material": 0}
        ]}],
        "materials": [{"name": "skin", "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 1]}}],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": 4}],
        "animations": [{
            "name": "turn",
            "samplers": [{"input": 5, "output": 6}],
            "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}]
        }],
        "accessors": [
            accessor(0, "VEC3", 5126, 3),
            accessor(1, "SCALAR", 5123, 3),
            accessor(2, "VEC4", 5121, 3),
            accessor(3, "VEC4", 5126, 3),
            accessor(4, "MAT4", 5126, 2),
            accessor(5, "SCALAR", 5126, 2),
            accessor(6, "VEC4", 5126, 2)
        ],
        "bufferViews": [view(0, 36), view(36, 6), view(44, 12), view(56, 48), view(104, 128), view(232, 8), view(240, 32)],
        "buffers": [{"byteLength": bytes.len()}]
    });
    (json, bytes)
}

/// A `.glb` of some JSON and bytes.
fn glb(json: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(((28 + text.len() + bytes.len()) as u32).to_le_bytes());
    for (kind, part) in [(b"JSON", text), (b"BIN\0", bytes)] {
        file.extend((part.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(part);
    }
    file
}

/// The model with other values at some places. A place that is not there is made; `null` takes one away.
fn changed(changes: &[(&str, Value)]) -> Vec<u8> {
    let (mut json, bytes) = model();
    for (place, value) in changes {
        let Some((parent, name)) = place.rsplit_once('/') else { panic!("{place}") };
        let parent = json.pointer_mut(parent).unwrap_or_else(|| panic!("{place}"));
        match parent {
            Value::Object(members) if value.is_null() => drop(members.remove(name)),
            Value::Object(members) => drop(members.insert(name.to_owned(), value.clone())),
            Value::Array(items) if name.parse() == Ok(items.len()) => items.push(value.clone()),
            Value::Array(items) => items[name.parse().unwrap_or(usize::MAX)] = value.clone(),
            other => panic!("{place}: {other}"),
        }
    }
    glb(&json, &bytes)
}

fn read(bytes: Vec<u8>) -> Document {
    Document::parse(bytes, "a.glb").unwrap_or_else(|error| panic!("{error}"))
}

fn notes(changes: &[(&str, Value)]) -> Vec<String> {
    read(changed(changes)).notes
}

#[track_caller]
fn refuses(bytes: Vec<u8>, message: &str) {
    let said =
        Document::parse(bytes, "a.glb").map_or_else(|error| error.to_string(), |_| "nothing".to_owned());
    assert_eq!(said, message);
}

const AGAIN: &str = "Export the file again, with a newer exporter if there is one.";

#[test]
fn the_model_is_read_as_it_is() {
    let document = read(changed(&[]));
    assert_eq!(document.notes, [""; 0]);
    let names: Vec<_> = document.nodes.iter().map(|node| (node.name.as_str(), node.parent)).collect();
    assert_eq!(names, [("body", None), ("hip", None), ("knee", Some(1))]);
    let Asset { chains, surfaces, clips, materials, .. } = document.into_asset();
    assert_eq!((chains.len(), &chains[0].joints[..]), (1, &[1, 2][..]));
    assert_eq!(
        (surfaces[0].mesh.triangles.len(), surfaces[0].joints.len(), surfaces[0].positions),
        (1, 2, 3)
    );
    assert_eq!(surfaces[0].mesh.normals, [Vec3::Z; 3], "flat, since the file has none");
    assert_eq!((clips[0].name.as_str(), clips[0].start, clips[0].seconds), ("turn", 0.5, 2.0));
    assert_eq!(
        (materials[0].colour[0], materials[0].colour[3], materials[0].alpha),
        (1.0, 1.0, Alpha::Opaque)
    );
    assert!((materials[0].colour[1] - 0.7297).abs() < 1e-3, "0.5 of the light looks brighter");
}

#[test]
fn what_contains_the_json_is_checked() {
    let good = changed(&[]);
    let with = |at: usize, bytes: &[u8]| {
        let mut broken = good.clone();
        broken[at..at + bytes.len()].copy_from_slice(bytes);
        broken
    };
    let whole = good.len();
    refuses(
        with(4, &[1]),
        "a.glb, byte 4: This is glTF 1 in binary form, and only glTF 2 is read. Export it as glTF 2.0.",
    );
    refuses(
        good[..whole - 9].to_vec(),
        &format!(
            "a.glb, byte 8: The file should have {whole} bytes, and has {}. It may be cut off: copy or download it again.",
            whole - 9
        ),
    );
    refuses(
        with(8, &[7, 0, 0, 0]),
        "a.glb, byte 8: 7 bytes are too few for a file. It may be cut off: copy or download it again.",
    );
    refuses(
        b"glTF\x02\0".to_vec(),
        "a.glb, byte 4: The file ends within a header. It may be cut off: copy or download it again.",
    );
    refuses(
        with(16, b"BIN\0"),
        "a.glb, byte 12: The file does not begin with its JSON. Export the file again.",
    );
    let long = [good.clone(), vec![1, 2, 3, 4, 5]].concat();
    assert_eq!(read(long).notes, [format!("byte {whole}: 5 bytes follow the end of the file.")]);
    for end in 0..good.len() {
        assert!(Document::parse(good[..end].to_vec(), "a.glb").is_err(), "cut off after {end} bytes");
    }
    refuses(
        b"{\n  \"asset\": {,}}".to_vec(),
        &format!("a.glb:2:13: A name in quotation marks is missing here. {AGAIN}"),
    );
    refuses(
        b"{\"asset\": {\"version\": \"\xff\"}}".to_vec(),
        &format!("a.glb, byte 23: The JSON text is not UTF-8 here. {AGAIN}"),
    );
}

#[test]
fn an_error_names_the_value_and_what_to_do() {
    for (place, value, message) in [
        (
            "/asset/version",
            json!("1.0"),
            "/asset/version: This is glTF '1.0', and only glTF 2.0 is read. Export it as glTF 2.0.",
        ),
        ("/asset/version", json!(2), "/asset/version: This is a number, and should be a string. AGAIN"),
        (
            "/asset/minVersion",
            json!("2.1"),
            "/asset/minVersion: This is glTF '2.1', and only glTF 2.0 is read. Export it as glTF 2.0.",
        ),
        ("/asset", Value::Null, ": It has no 'asset'. AGAIN"),
        (
            "/nodes/1/children/0",
            json!(9),
            "/nodes/1/children/0: There is no 9 among the 3 'nodes' of the file. AGAIN",
        ),
        ("/nodes/1/children/0", json!(-1), "/nodes/1/children/0: -1 is no whole number from 0 on. AGAIN"),
        ("/nodes/1/children/0", json!(0.5), "/nodes/1/children/0: 0.5 is no whole number from 0 on. AGAIN"),
        ("/nodes/2/children", json!([1]), "/nodes/1: This node stands above itself. AGAIN"),
        ("/nodes/0/children", json!([2]), "/nodes/1/children/0: Node 2 hangs on node 0 already. AGAIN"),
        (
            "/scenes/0/nodes",
            json!([2]),
            "/scenes/0/nodes/0: Node 2 hangs on node 1, so it is no root of a scene. AGAIN",
        ),
        ("/nodes/2/translation", json!([1, 2]), "/nodes/2/translation: It has 2 numbers, not 3. AGAIN"),
        (
            "/nodes/2/scale",
            json!([1, 2, "x"]),
            "/nodes/2/scale/2: This is a string, and should be a number. AGAIN",
        ),
        ("/nodes/2/scale", json!([1, 2, 1e99]), "/nodes/2/scale/2: This number is too large. AGAIN"),
        (
            "/nodes/2/matrix",
            json!([1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            "/nodes/2: The last row of this matrix is not 0 0 0 1. It may be transposed: the format writes column after column.",
        ),
        ("/meshes/0/primitives", json!([]), "/meshes/0: A mesh has one primitive at least. AGAIN"),
        ("/meshes/0/primitives/0/mode", json!(7), "/meshes/0/primitives/0/mode: There is no mode 7. AGAIN"),
        (
            "/meshes/0/primitives/0/attributes/POSITION",
            json!(1),
            "/accessors/1/type: This is 'SCALAR', and should be one of 'VEC3'. AGAIN",
        ),
        (
            "/meshes/0/primitives/0/attributes/WEIGHTS_0",
            Value::Null,
            "/meshes/0/primitives/0/attributes/JOINTS_0: Set 0 has only one of joints and weights. AGAIN",
        ),
        (
            "/meshes/0/primitives/0/material",
            json!(4),
            "/meshes/0/primitives/0/material: There is no 4 among the 1 'materials' of the file. AGAIN",
        ),
        (
            "/materials/0/alphaMode",
            json!(1),
            "/materials/0/alphaMode: This is a number, and should be a string. AGAIN",
        ),
        ("/nodes/1", json!("hip"), "/nodes/1: This is a string, and should be an object. AGAIN"),
        ("/skins/0/joints", json!([]), "/skins/0/joints: A skin has one joint at least. AGAIN"),
        (
            "/skins/0/joints",
            json!([1, 2, 0]),
            "/skins/0/inverseBindMatrices: There are 2 inverse bind matrices for 3 joints. AGAIN",
        ),
        (
            "/skins/0/joints",
            json!([1]),
            "/meshes/0/primitives/0/attributes: Vertex 0 follows joint 1, and the skin has 1 of them. AGAIN",
        ),
        (
            "/animations/0/channels/0/sampler",
            json!(3),
            "/animations/0/channels/0/sampler: There is no 3 among the 1 'samplers' of the file. AGAIN",
        ),
        (
            "/animations/0/samplers/0/interpolation",
            json!("CUBICSPLINE"),
            "/animations/0/samplers/0/output: There are 2 values for 2 keys, and a key has 3 of them. AGAIN",
        ),
        (
            "/animations/0/samplers/0/output",
            json!(5),
            "/accessors/5/type: This is 'SCALAR', and should be one of 'VEC4'. AGAIN",
        ),
        (
            "/accessors/0/count",
            json!(4),
            "/accessors/0: 4 elements of 12 bytes from byte 0 on do not fit into a view of 36 bytes. AGAIN",
        ),
        ("/accessors/0/count", json!(0), "/accessors/0: It has no elements. AGAIN"),
        (
            "/accessors/0/count",
            json!(9_007_199_254_740_991u64),
            "/accessors/0: 9007199254740991 elements of 12 bytes from byte 0 on do not fit into a view of 36 bytes. AGAIN",
        ),
        (
            "/accessors/0",
            json!({"componentType": 5126, "count": 9_007_199_254_740_991u64, "type": "VEC3"}),
            "/accessors/0: With this the file asks for far more memory than it holds bytes. Export it with less in one file.",
        ),
        (
            "/accessors/0/byteOffset",
            json!(4),
            "/accessors/0: 3 elements of 12 bytes from byte 4 on do not fit into a view of 36 bytes. AGAIN",
        ),
        (
            "/accessors/0/byteOffset",
            json!(2),
            "/accessors/0: 3 elements of 12 bytes from byte 2 on do not fit into a view of 36 bytes. They should begin at multiples of 4 bytes: is 'byteOffset' meant so? AGAIN",
        ),
        ("/accessors/0/bufferView", Value::Null, "nothing"),
        (
            "/accessors/0/componentType",
            json!(5124),
            "/accessors/0/componentType: There is no component type 5124. AGAIN",
        ),
        (
            "/accessors/1/componentType",
            json!(5122),
            "/accessors/1: Its numbers are I16 here, which the format has not in this place. AGAIN",
        ),
        (
            "/accessors/2/type",
            json!("VEC9"),
            "/accessors/2/type: This is 'VEC9', and should be one of 'VEC4'. AGAIN",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(8),
            "/accessors/0: Elements of 12 bytes cannot begin every 8 bytes. AGAIN",
        ),
        (
            "/bufferViews/0/byteStride",
            json!(3),
            "/bufferViews/0: A stride goes from 4 to 252 bytes, and this is 3. AGAIN",
        ),
        (
            "/bufferViews/3/byteOffset",
            json!(1_000),
            "/bufferViews/3: 48 bytes from byte 1000 on are no part of a buffer of 272 bytes. AGAIN",
        ),
        (
            "/buffers/0/byteLength",
            json!(9_999),
            "/buffers/0: It should have 9999 bytes, and has 272. The file may be cut off: copy or download it again.",
        ),
        (
            "/buffers/0/uri",
            json!("../a.bin"),
            "/buffers/0/uri: This path leads out of the model's folder. Put the buffer beside the model.",
        ),
        (
            "/buffers/0/uri",
            json!("https://example.org/a.bin"),
            "/buffers/0/uri: Only files beside the model are read, and data URIs. Put the buffer beside the model.",
        ),
        (
            "/extensionsRequired",
            json!(["KHR_draco_mesh_compression"]),
            "/extensionsRequired/0: Its surfaces are packed by KHR_draco_mesh_compression, which is not read. Export the model without compression.",
        ),
        (
            "/extensionsRequired",
            json!(["X_y"]),
            "/extensionsRequired/0: The file needs the extension 'X_y', which is not read. Export the model without it.",
        ),
    ] {
        let message = match message {
            "nothing" => message.to_owned(),
            _ => format!("a.glb#{}", message.replace("AGAIN", AGAIN)),
        };
        refuses(changed(&[(place, value)]), &message);
    }
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    let with = |at: usize, float: f32| {
        let (json, mut bytes) = model();
        bytes[at..at + 4].copy_from_slice(&float.to_le_bytes());
        glb(&json, &bytes)
    };
    let attributes = "a.glb#/meshes/0/primitives/0/attributes";
    refuses(
        with(16, f32::NAN),
        &format!("{attributes}/POSITION: Element 1 of these is not a finite number. {AGAIN}"),
    );
    refuses(
        with(56, -1.0),
        &format!(
            "{attributes}/WEIGHTS_0: These weights make no sense: vertex 0 is influenced by joint 0 with the weight -1: weights go from 0 to 1. {AGAIN}"
        ),
    );
    refuses(
        with(232, f32::INFINITY),
        &format!("a.glb#/animations/0/samplers/0/input: The time of key 0 is not a finite number. {AGAIN}"),
    );
    refuses(
        with(232, 3.0),
        &format!("a.glb#/animations/0/samplers/0/input: Key 1 comes at 2.5 s, before key 0 at 3 s. {AGAIN}"),
    );
    refuses(
        with(104, f32::NAN),
        &format!(
            "a.glb#/skins/0/inverseBindMatrices: The inverse bind matrix of joint 0 is not finite. {AGAIN}"
        ),
    );
    assert_eq!(
        read(with(56, 0.5)).notes,
        [
            "#/meshes/0/primitives/0/attributes/WEIGHTS_0: The weights of 1 vertices do not sum to 1: they were divided by their sum."
        ]
    );
}

#[test]
fn what_is_odd_but_harmless_is_noted() {
    for (changes, note) in [
        (&[("/scenes/1", json!({"nodes": [1]}))][..], "#/scenes/0: Of 2 scenes this one is shown."),
        (
            &[("/scenes/0/nodes", json!([0]))],
            "#/nodes/1: This joint is in no shown scene. It is read with the others.",
        ),
        (
            &[("/nodes/2/rotation", json!([0, 0, 0, 2]))],
            "#/nodes/2: Its rotation has the length 2: it was normalised.",
        ),
        (
            &[("/materials/0/alphaMode", json!("GLASS"))],
            "#/materials/0/alphaMode: 'GLASS' is unknown: the material is opaque.",
        ),
        (
            &[("/materials/0/pbrMetallicRoughness/baseColorFactor", json!([2, 0, -1, 1]))],
            "#/materials/0: The parts of a colour go from 0 to 1: others were made 0 or 1.",
        ),
        (
            &[("/meshes/0/primitives/0/targets", json!([{"POSITION": 0}]))],
            "#/meshes/0/primitives/0: It has morph targets, which are not shown.",
        ),
        (
            &[("/meshes/0/primitives/0/mode", json!(1))],
            "#/meshes/0/primitives/0: These are lines, which are not shown.",
        ),
        (
            &[("/animations/0/channels/0/target/path", json!("weights"))],
            "#/animations/0/channels/0: It moves morph targets, which are not shown.",
        ),
        (
            &[
                ("/nodes/2/matrix", json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1])),
                ("/nodes/2/translation", Value::Null),
            ],
            "#/animations/0/channels/0: Node 2 is placed by a matrix, and should not be moved: the matrix counts.",
        ),
        (
            &[("/animations/0/channels/0/target/path", json!("turn"))],
            "#/animations/0/channels/0/target/path: 'turn' is nothing that is known to move.",
        ),
        (
            &[("/animations/0/samplers/0/interpolation", json!("BEZIER"))],
            "#/animations/0/samplers/0/interpolation: 'BEZIER' is no interpolation that is known: LINEAR is taken.",
        ),
        (
            &[("/skins/0/joints", json!([0, 2]))],
            "#/skins/0/joints: No node stands above all of these joints, which the format asks for.",
        ),
        (
            &[("/skins/0/skeleton", json!(2))],
            "#/skins/0: Its 'skeleton' does not stand above all of its joints. It changes nothing.",
        ),
        (
            &[("/scenes/0/extras", json!([])), ("/nodes/2/children", json!([]))],
            "#/nodes/2/children: An empty list should be left out. Export the file again, with a newer exporter if there is one.",
        ),
        (
            &[("/accessors/7", json!({"bufferView": 0, "type": "VEC3", "componentType": 5126, "count": 9}))],
            "#/accessors/7: 9 elements of 12 bytes from byte 0 on do not fit into a view of 36 bytes. Nothing shown needs it.",
        ),
        (
            &[("/meshes/0/primitives/0/attributes/position", json!(0))],
            "#/meshes/0/primitives/0/attributes/position: 'position' is no attribute that is known.",
        ),
        (
            &[("/meshes/0/primitives/0/attributes/TEXCOORD_1", json!(0))],
            "#/meshes/0/primitives/0/attributes/TEXCOORD_1: There is a TEXCOORD_1, and no TEXCOORD_0.",
        ),
        (
            &[("/extensionsRequired", json!(["KHR_materials_clearcoat"]))],
            "#/extensionsRequired/0: KHR_materials_clearcoat is not shown.",
        ),
        (
            &[("/extensionsUsed", json!(["X_y", "EXT_mesh_gpu_instancing"]))],
            "#/extensionsUsed/1: EXT_mesh_gpu_instancing puts meshes into many places, and is not read: each is shown once.",
        ),
        (&[("/nodes/0/mesh", Value::Null)], "#/nodes/0: It has a skin and no mesh."),
    ] {
        let notes = notes(changes);
        assert!(notes.iter().any(|given| given == note), "{note}\n{notes:?}");
    }
}

#[test]
fn a_bind_pose_as_good_as_infinite_is_noted() {
    let (json, mut bytes) = model();
    bytes[168..172].copy_from_slice(&f32::MAX.to_le_bytes());
    let note = "#/skins/0/inverseBindMatrices: The inverse bind matrix of joint 1 has numbers above 1e15: what the joint moves is not seen.";
    assert_eq!(read(glb(&json, &bytes)).notes, [note]);
}

#[test]
fn unlisted_corners_are_read_as_the_format_says() {
    let strided = changed(&[
        ("/bufferViews/0", json!({"buffer": 0, "byteLength": 44, "byteStride": 16})),
        ("/accessors/0/count", json!(2)),
        ("/accessors/1/count", json!(2)),
        ("/accessors/2/count", json!(2)),
        ("/accessors/3/count", json!(2)),
        ("/meshes/0/primitives/0/indices", Value::Null),
    ]);
    let document = read(strided);
    assert_eq!(document.surfaces[0].positions, 2);
    let sparse = changed(&[
        (
            "/accessors/0/sparse",
            json!({"count": 1, "indices": {"bufferView": 7, "componentType": 5121}, "values": {"bufferView": 0, "byteOffset": 12}}),
        ),
        ("/bufferViews/7", json!({"buffer": 0, "byteOffset": 40, "byteLength": 1})),
    ]);
    let places: Vec<_> = read(sparse).surfaces[0].mesh.positions.clone();
    assert_eq!(places[2], vec3(1.0, 0.0, 0.0), "element 2 is element 1's value");
    let strip = read(changed(&[("/meshes/0/primitives/0/mode", json!(5))]));
    assert_eq!(strip.surfaces[0].mesh.triangles.len(), 1);
    let without_binds = read(changed(&[("/skins/0/inverseBindMatrices", Value::Null)]));
    assert!(without_binds.surfaces[0].joints.iter().all(|joint| joint.joint_from_bind == Mat4::IDENTITY));
    let placed = read(changed(&[("/nodes/0/translation", json!([5, 5, 5]))]));
    assert_eq!(placed.surfaces[0].joints[0].node, 1, "the node of a skinned mesh does not move it");
    let document = read(changed(&[]));
    let channel = &document.animations[0].channels[0];
    assert_eq!(
        (channel.node, channel.path, channel.sampler.interpolation),
        (2, TargetPath::Rotation, Interpolation::Linear)
    );
    assert!(matches!(document.nodes[2].placed, Placed::Parts(knee) if knee.translation == Vec3::Y));
}

#[test]
fn highlights_stand_for_metal_and_roughness() {
    let shine = |metal: f32, rough: f32| {
        let base =
            json!({"baseColorFactor": [1, 0.5, 0, 1], "metallicFactor": metal, "roughnessFactor": rough});
        read(changed(&[("/materials/0/pbrMetallicRoughness", base)])).materials[0].shine
    };
    assert_eq!(read(changed(&[])).materials[0].shine, None, "rough, if nothing is said");
    assert_eq!(shine(0.0, 1.0), None);
    let (plastic, metal) = (shine(0.0, 0.5).unwrap(), shine(1.0, 0.5).unwrap());
    assert_eq!((plastic.shininess, metal.shininess), (30.0, 30.0));
    // Half of what is mirrored, as shaders have it.
    let near =
        |one: [f32; 3], light: [f32; 3]| one.iter().zip(light).all(|(a, b)| (a.powf(2.2) - b).abs() < 1e-5);
    assert!(near(plastic.specular, [0.02; 3]), "{plastic:?}");
    assert!(near(metal.specular, [0.5, 0.25, 0.0]), "{metal:?}");
    assert_eq!(shine(1.0, 0.0).unwrap().shininess, 1024.0);
    assert!(shine(1.0, 0.2).unwrap().shininess > shine(1.0, 0.3).unwrap().shininess);
    let glows = [("/materials/0/emissiveFactor", json!([0, 0.5, 1]))];
    assert!(near(read(changed(&glows)).materials[0].emission, [0.0, 0.5, 1.0]));
    assert_eq!(shine(7.0, -1.0), shine(1.0, 0.0), "beyond their bounds they are at them");
}

#[test]
fn textures_are_found_and_their_coordinates_turned() {
    let textured = |info: Value| {
        read(changed(&[
            ("/materials/0/pbrMetallicRoughness/baseColorTexture", info),
            ("/textures", json!([{"source": 0}])),
            ("/images", json!([{"bufferView": 3, "mimeType": "image/png"}])),
            ("/meshes/0/primitives/0/attributes/TEXCOORD_1", json!(7)),
            ("/accessors/7", json!({"bufferView": 0, "type": "VEC2", "componentType": 5126, "count": 3})),
        ]))
    };
    let plain = textured(json!({"index": 0, "texCoord": 1}));
    assert!(matches!(&plain.materials[0].image, Some(Image::Bytes(bytes)) if bytes.len() == 48));
    // The positions' first six numbers, in pairs; v counts from below here.
    assert_eq!(plain.surfaces[0].mesh.texture_coordinates, [vec2(0.0, 1.0), vec2(0.0, 0.0), vec2(0.0, 1.0)]);
    let transform = json!({"offset": [0, 1], "rotation": std::f32::consts::FRAC_PI_2, "scale": [0.5, 0.5], "texCoord": 1});
    let turned = textured(json!({"index": 0, "extensions": {"KHR_texture_transform": transform}}));
    let places = &turned.surfaces[0].mesh.texture_coordinates;
    // The lower left quarter of the image, as the extension's example says: (0, 1) from the top goes to (0.5, 1).
    assert!(places[1].abs_diff_eq(vec2(0.5, 0.0), 1e-6), "{}", places[1]);
}

#[test]
fn the_first_byte_tells_what_a_file_is() {
    let (mut json, bytes) = model();
    json["buffers"][0]["uri"] = json!(format!("data:application/octet-stream;base64,{}", base64(&bytes)));
    for (bytes, file) in [(changed(&[]), "a.glb"), (format!("\n {json}").into_bytes(), "a.gltf")] {
        let asset = formats::read_bytes(&bytes, file).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(asset.surfaces.len(), 1, "{file}");
    }
    let collada = formats::read_bytes(b"<COLLADA/>", "a.dae").unwrap_err().to_string();
    assert!(collada.starts_with("a.dae:1:1: There is no <visual_scene>"), "{collada}");
}

/// Written here for the test alone.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits =
            three.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i > three.len() { '=' } else { char::from(letter) });
        }
    }
    text
}
