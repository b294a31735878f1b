//! Tests that the glTF reader needs a small multiple of any file's size in memory.

mod counting;

use formats::gltf::Document;
use std::fmt::Write as _;

/// The most memory, as a multiple of the file's size. Triangles of two bytes a corner, without normals,
/// rightly take almost as much, since each gets three vertices of its own.
const TIMES: usize = 36;

/// The bytes that any file may take in addition.
const ANY: usize = 65 << 20;

/// Returns a `.glb` of this JSON and a number of zero bytes.
fn glb(mut json: String, zeros: usize) -> Vec<u8> {
    json.push_str(&" ".repeat(json.len().next_multiple_of(4) - json.len()));
    let length = |bytes: usize| (bytes as u32).to_le_bytes();
    let all = 12 + 8 + json.len() + 8 + zeros;
    let head = [b"glTF".as_slice(), &length(2), &length(all), &length(json.len()), b"JSON"].concat();
    [&head, json.as_bytes(), &length(zeros), b"BIN\0", &vec![0; zeros]].concat()
}

const ZEROS: usize = 300_000;

/// Returns a file of one scene with these nodes and further JSON, in which all data are the same zeros.
fn file(nodes: &str, count: usize, more: &str) -> Vec<u8> {
    let places: Vec<String> = (0..count).map(|node| node.to_string()).collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[{}]}}],"nodes":[{nodes}],{more},
        "bufferViews":[{{"buffer":0,"byteLength":{ZEROS}}}],"buffers":[{{"byteLength":{ZEROS}}}]}}"#,
        places.join(",")
    );
    glb(json, ZEROS)
}

/// Returns a JSON list of `count` entries, each made from its index.
fn list(count: usize, each: impl Fn(usize) -> String) -> String {
    let mut list = String::new();
    for number in 0..count {
        let _ = write!(list, "{}{}", if number == 0 { "" } else { "," }, each(number));
    }
    list
}

#[track_caller]
fn assert_small(what: &str, bytes: &[u8]) {
    let [most, _] = counting::most(|| Document::parse(bytes.to_vec(), "zeros.glb").map(Document::into_asset));
    let allowed = TIMES * bytes.len() + ANY;
    assert!(
        most <= allowed,
        "{what}: {most} bytes for {}, which is {} times as much",
        bytes.len(),
        most / bytes.len()
    );
}

#[test]
fn accessors_without_bytes() {
    for count in (14..24).map(|power| 3 << power) {
        let vertices = |more: &str| {
            file(
                r#"{"mesh":0}"#,
                1,
                &format!(
                    r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0{more}}}}}]}}],
                    "accessors":[{{"componentType":5126,"count":{count},"type":"VEC3"}}]"#
                ),
            )
        };
        assert_small(&format!("{count} places"), &vertices(""));
        assert_small(&format!("{count} places and normals"), &vertices(r#","NORMAL":0"#));
        for (mode, width) in [(4, 3), (5, 1)] {
            let corners = format!(
                r#""meshes":[{{"primitives":[{{"mode":{mode},"attributes":{{"POSITION":0}},"indices":1}}]}}],
                "accessors":[{{"componentType":5126,"count":3,"type":"VEC3"}},
                {{"componentType":5121,"count":{},"type":"SCALAR"}}]"#,
                width * count
            );
            assert_small(&format!("{count} triangles, mode {mode}"), &file(r#"{"mesh":0}"#, 1, &corners));
        }
    }
}

#[test]
fn many_nodes_that_share_what_is_large() {
    let name = "x".repeat(100_000);
    let named = format!(
        r#""meshes":[{{"name":"{name}","primitives":[{}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}]"#,
        list(2000, |_| r#"{"attributes":{"POSITION":0}}"#.to_owned())
    );
    assert_small(
        "a mesh with a long name and many parts",
        &file(&list(5000, |_| r#"{"mesh":0}"#.to_owned()), 5000, &named),
    );
    let joints = list(5000, |joint| joint.to_string());
    let skinned = format!(
        r#""meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}}}]}}],
        "skins":[{{"joints":[{joints}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}},
        {{"bufferView":0,"componentType":5121,"count":3,"type":"VEC4"}},
        {{"bufferView":0,"componentType":5126,"count":3,"type":"VEC4"}}]"#
    );
    assert_small("a large skin", &file(&list(5000, |_| r#"{"mesh":0,"skin":0}"#.to_owned()), 5000, &skinned));
}
