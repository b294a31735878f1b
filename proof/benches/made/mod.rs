//! Makes a `.glb` file: a skin of 67 joints, clips, and a picture.

use anyhow::Result;
use glam::{EulerRot, Quat};
use std::fmt::Write as _;

/// As many as a human figure with all its fingers has.
const JOINTS: usize = 67;

/// A file that is being made: its bytes, and the views and accessors into them.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    views: String,
    accessors: String,
    count: [usize; 2],
}

impl File {
    fn view(&mut self, bytes: impl IntoIterator<Item = u8>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let comma = if self.views.is_empty() { "" } else { "," };
        let length = self.bytes.len() - start;
        let _ = write!(self.views, r#"{comma}{{"buffer":0,"byteOffset":{start},"byteLength":{length}}}"#);
        self.count[0] += 1;
        self.count[0] - 1
    }

    /// An accessor of so many elements: its component type, its type, its bytes, and what else it says.
    fn accessor(&mut self, count: usize, kind: (u32, &str), bytes: Vec<u8>, more: &str) -> usize {
        let view = self.view(bytes);
        let comma = if self.accessors.is_empty() { "" } else { "," };
        let (component, kind) = kind;
        let _ = write!(
            self.accessors,
            r#"{comma}{{"bufferView":{view},"componentType":{component},"count":{count},"type":"{kind}"{more}}}"#
        );
        self.count[1] += 1;
        self.count[1] - 1
    }

    fn floats(&mut self, kind: &str, width: usize, numbers: &[f32], more: &str) -> usize {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.accessor(numbers.len() / width, (5126, kind), bytes, more)
    }
}

/// A file of a surface with `edge` times `edge` vertices, so many clips with so many keys a joint, and a picture.
pub fn file(edge: usize, clips: usize, keys: usize, picture: &[u8]) -> Vec<u8> {
    let mut file = File::default();
    let mesh = mesh(&mut file, edge);
    let ones = |at| if at % 5 == 0 { 1.0 } else { 0.0 };
    let binds: Vec<f32> = (0..16 * JOINTS).map(|number| ones(number % 16)).collect();
    let binds = file.floats("MAT4", 16, &binds, "");
    let clips: Vec<String> = (0..clips).map(|number| clip(&mut file, number, keys)).collect();
    let image = file.view(picture.iter().copied());
    let node = |joint: usize| {
        let children =
            if joint % 8 == 7 || joint + 1 == JOINTS { String::new() } else { format!("{}", joint + 1) };
        format!(r#"{{"name":"j{joint}","translation":[0,0.1,0],"children":[{children}]}}"#)
            .replace(r#","children":[]"#, "")
    };
    let nodes: Vec<String> = (0..JOINTS).map(node).collect();
    let roots: Vec<String> =
        (0..=JOINTS).filter(|node| node % 8 == 0 || *node == JOINTS).map(|n| n.to_string()).collect();
    let joints: Vec<String> = (0..JOINTS).map(|joint| joint.to_string()).collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[{}]}}],
        "nodes":[{},{{"mesh":0,"skin":0}}],"meshes":[{{"primitives":[{mesh}]}}],
        "skins":[{{"joints":[{}],"inverseBindMatrices":{binds}}}],"animations":[{}],
        "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],"textures":[{{"source":0}}],
        "images":[{{"bufferView":{image},"mimeType":"image/png"}}],"accessors":[{}],"bufferViews":[{}],
        "buffers":[{{"byteLength":{}}}]}}"#,
        roots.join(","),
        nodes.join(","),
        joints.join(","),
        clips.join(","),
        file.accessors,
        file.views,
        file.bytes.len()
    );
    glb(json, file.bytes)
}

/// A bumpy square of triangles, which three joints each influence.
fn mesh(file: &mut File, edge: usize) -> String {
    let count = edge * edge;
    let points = || (0..count).map(|point| ((point % edge) as f32, (point / edge) as f32));
    let floats = |numbers: &mut dyn Iterator<Item = [f32; 3]>| numbers.flatten().collect::<Vec<f32>>();
    let last = (edge - 1) as f32;
    // As large as the joints' chains are long, so that it fills a picture as a figure does.
    let bounds = r#","min":[0,0,-0.1],"max":[0.8,0.8,0.1]"#;
    let places = floats(&mut points().map(|(x, y)| [0.8 * x / last, 0.8 * y / last, 0.1 * (x * y).sin()]));
    let position = file.floats("VEC3", 3, &places, bounds);
    let facings = floats(
        &mut points().map(|(x, y)| glam::vec3(0.1 * x.sin(), 0.1 * y.cos(), 1.0).normalize().to_array()),
    );
    let normal = file.floats("VEC3", 3, &facings, "");
    let coordinates: Vec<f32> = points().flat_map(|(x, y)| [x / last, y / last]).collect();
    let coordinates = file.floats("VEC2", 2, &coordinates, "");
    let joints = (0..count).flat_map(|point| [point % JOINTS, (point + 1) % JOINTS, (point + 2) % JOINTS, 0]);
    let joints = file.accessor(count, (5121, "VEC4"), joints.map(|joint| joint as u8).collect(), "");
    let weights: Vec<f32> = (0..count).flat_map(|_| [0.5, 0.25, 0.25, 0.0]).collect();
    let weights = file.floats("VEC4", 4, &weights, "");
    let corners = (0..edge * (edge - 1)).filter(|corner| corner % edge + 1 < edge);
    let corners = corners.flat_map(|a| [a, a + 1, a + edge + 1, a, a + edge + 1, a + edge]);
    let indices: Vec<u8> = corners.flat_map(|corner| (corner as u32).to_le_bytes()).collect();
    let indices = file.accessor(indices.len() / 4, (5125, "SCALAR"), indices, "");
    format!(
        r#"{{"attributes":{{"POSITION":{position},"NORMAL":{normal},"TEXCOORD_0":{coordinates},"JOINTS_0":{joints},
        "WEIGHTS_0":{weights}}},"indices":{indices},"material":0}}"#
    )
}

/// A clip with keys for every joint's place and turn, at 30 frames a second.
fn clip(file: &mut File, number: usize, keys: usize) -> String {
    let times: Vec<f32> = (0..keys).map(|key| key as f32 / 30.0).collect();
    let bounds = format!(r#","min":[0],"max":[{}]"#, times[keys - 1]);
    let times = file.floats("SCALAR", 1, &times, &bounds);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for joint in 0..JOINTS {
        let angle = |key: usize| (joint as f32 + 0.1 * key as f32 + number as f32).sin();
        let turn = |key| Quat::from_euler(EulerRot::XYZ, angle(key), 0.5 * angle(key), 0.1).to_array();
        let turns: Vec<f32> = (0..keys).flat_map(turn).collect();
        let moves: Vec<f32> = (0..keys).flat_map(|key| [0.0, 0.1, 0.01 * angle(key)]).collect();
        for (path, output) in [
            ("rotation", file.floats("VEC4", 4, &turns, "")),
            ("translation", file.floats("VEC3", 3, &moves, "")),
        ] {
            channels.push(format!(
                r#"{{"sampler":{},"target":{{"node":{joint},"path":"{path}"}}}}"#,
                samplers.len()
            ));
            samplers.push(format!(r#"{{"input":{times},"output":{output}}}"#));
        }
    }
    format!(
        r#"{{"name":"clip {number}","samplers":[{}],"channels":[{}]}}"#,
        samplers.join(","),
        channels.join(",")
    )
}

/// Text and bytes in one file.
fn glb(mut json: String, mut bytes: Vec<u8>) -> Vec<u8> {
    json.push_str(&" ".repeat(json.len().next_multiple_of(4) - json.len()));
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let length = |bytes: usize| (bytes as u32).to_le_bytes();
    let all = 12 + 8 + json.len() + 8 + bytes.len();
    let head = [b"glTF".as_slice(), &length(2), &length(all), &length(json.len()), b"JSON"].concat();
    [&head, json.as_bytes(), &length(bytes.len()), b"BIN\0", &bytes].concat()
}

/// A picture that PNG makes a little smaller than its pixels, as it does those of painted skins.
pub fn picture(side: u32) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let noise = |at: u32| (at.wrapping_mul(2_654_435_761) >> 27) as u8;
    let pixel = |at: u32| [(at / side / 8) as u8, (at % side / 8) as u8 ^ noise(at), 128 + noise(at / 3)];
    let pixels: Vec<u8> = (0..side * side).flat_map(pixel).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}
