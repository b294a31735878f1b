//! Tests the glTF reader's messages about broken files, which `broken/gltf.txt` lists.

use crate::support::broken;
use formats::gltf::Document;
use glam::{Mat4, vec3};
use serde_json::Value;

/// Returns the JSON and the bytes of a triangle with a skin of two joints, the second of which rotates.
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
    let json = serde_json::from_str(include_str!("broken/model.json")).expect("JSON");
    (json, bytes)
}

/// Returns a `.glb` of some JSON and bytes.
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

/// Returns the model's file with other values at some JSON paths, where `null` removes one.
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

const AGAIN: &str = "Export the file again, with a newer exporter if there is one.";

#[test]
fn each_file_of_the_table_gets_its_message_or_its_notes() {
    broken::hold(include_str!("broken/gltf.txt"), |case| {
        let values = case.edits.iter().map(|(place, value)| {
            let value = serde_json::from_slice(value).expect("JSON");
            (place.as_deref().expect("a place"), value)
        });
        let bytes = match case.base.split_once(": ") {
            None => changed(&values.collect::<Vec<_>>()),
            Some((byte, number)) => {
                let (json, mut bytes) = model();
                let (at, number): (usize, f32) = (byte.parse().unwrap(), number.parse().unwrap());
                bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
                glb(&json, &bytes)
            }
        };
        let document = Document::parse(bytes, "a.glb").map_err(|error| error.to_string())?;
        let notes = document.notes.clone();
        let asset = document.into_asset();
        for channel in asset.clips.iter().flat_map(|clip| &clip.channels) {
            let mut rotations = channel.rotations.values().iter();
            assert!(rotations.all(|rotation| rotation.is_normalized()), "row {}", case.row);
        }
        broken::exported(&asset)?;
        Ok(notes)
    });
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
    let cut = "It may be cut off: copy or download it again.";
    for (bytes, message) in [
        (
            with(4, &[1]),
            "byte 4: This is glTF 1 in binary form, and only glTF 2 is read. Export it as glTF 2.0.",
        ),
        (
            good[..whole - 9].to_vec(),
            &format!("byte 8: The file should have {whole} bytes, and has {}. {cut}", whole - 9),
        ),
        (with(8, &[7, 0, 0, 0]), &format!("byte 8: 7 bytes are too few for a file. {cut}")),
        (b"glTF\x02\0".to_vec(), &format!("byte 4: The file ends within a header. {cut}")),
        (with(16, b"BIN\0"), "byte 12: The file does not begin with its JSON. Export the file again."),
        (
            b"{\"asset\": {\"version\": \"\xff\"}}".to_vec(),
            &format!("byte 23: The JSON text is not UTF-8 here. {AGAIN}"),
        ),
    ] {
        assert_eq!(Document::parse(bytes, "a.glb").unwrap_err().to_string(), format!("a.glb, {message}"));
    }
    let long = [good.clone(), vec![1, 2, 3, 4, 5]].concat();
    assert_eq!(Document::parse(long, "a.glb").unwrap().notes, [""; 0]);
    for end in 0..good.len() {
        assert!(Document::parse(good[..end].to_vec(), "a.glb").is_err(), "cut off after {end} bytes");
    }
    let json = Document::parse(b"{\n  \"asset\": {,}}".to_vec(), "a.glb").unwrap_err().to_string();
    assert_eq!(json, format!("a.glb:2:13: This is no JSON: key must be a string. {AGAIN}"));
}

#[test]
fn the_first_byte_tells_what_a_file_is() {
    let refused = |bytes: &[u8], file| formats::read_bytes(bytes.to_vec(), file).unwrap_err().to_string();
    for (bytes, begins) in [
        (b"<COLLADA/>".as_slice(), "a.dae:1:1: There is no <visual_scene>"),
        (b"", "a.dae:1:1: The file is empty."),
        (b"\xFF\xFE<\0", "a.dae:1:1: The text is UTF-16, which is not read. Save it as UTF-8."),
    ] {
        let collada = refused(bytes, "a.dae");
        assert!(collada.starts_with(begins), "{collada}");
    }
    for (bytes, file, byte) in [
        (b"Kaydara FBX Binary  \0\x1A\0".as_slice(), "a.fbx", "4B"),
        (b"\n; FBX 7.3.0 project file", "b.fbx", "3B"),
        (b"v 1 0 0", "a.obj", "76"),
        (b"PK\x03\x04\0\xFF", "a.usdz", "50"),
        (b"\0\x01\x02\x80\xFF", "a.dae", "00"),
    ] {
        let other = format!(
            "{file}:1:1: By its first byte, {byte}, this is neither glTF (.glb, .gltf) nor Collada (.dae), and no other \
             models are read. Export glTF from the program that made it; an archive must be unpacked first."
        );
        assert_eq!(refused(bytes, file), other);
        assert_eq!(Document::parse(bytes.to_vec(), file).unwrap_err().to_string(), other);
    }
}
