//! Tests the Collada reader's messages about the broken files of `broken/collada.txt`, and odd ones.

use crate::export::moment;
use crate::support::broken;
use common::clip::Clip;
use common::pose::model_from_joints;
use common::skin::skin_point;
use formats::collada::{Animation, Document, MAX_NODES, Surfaces};
use glam::Vec3;
use proptest::prelude::*;
use std::sync::Arc;

const MATRIX: &str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

/// Returns a file with these nodes on row 3 and the rest from row 5 on.
fn file(nodes: &str, rest: &str) -> String {
    format!(
        "<COLLADA version=\"1.4.1\">\n<library_visual_scenes><visual_scene id=\"scene\">\n{nodes}\n\
         </visual_scene></library_visual_scenes>\n{rest}\n</COLLADA>"
    )
}

/// Returns a file with a joint 'hip' that has a matrix, and these keys for it.
///
/// The array of times is on row 6, that of values on row 7, the sampler on row 9, the channel on row 10.
fn animated(times: &str, values: &str, stride: usize, interpolations: &str, target: &str) -> String {
    let source = |id: &str, array: &str, list: &str, stride: usize| {
        format!(
            "<source id=\"{id}\"><{array} id=\"{id}-list\">{list}</{array}><technique_common>\
             <accessor source=\"#{id}-list\" stride=\"{stride}\"/></technique_common></source>\n"
        )
    };
    let joint = format!(
        "<node id=\"hip\" type=\"JOINT\"><matrix sid=\"m\">{MATRIX}</matrix><rotate sid=\"r\">0 0 1 0</rotate></node>"
    );
    let animation = [
        "<library_animations><animation>\n".to_owned(),
        source("in", "float_array", times, 1),
        source("out", "float_array", values, stride),
        source("ways", "Name_array", interpolations, 1),
        "<sampler id=\"s\"><input semantic=\"INPUT\" source=\"#in\"/><input semantic=\"OUTPUT\" source=\"#out\"/>\
         <input semantic=\"INTERPOLATION\" source=\"#ways\"/></sampler>\n"
            .to_owned(),
        format!("<channel source=\"#s\" target=\"{target}\"/></animation></library_animations>"),
    ];
    file(&joint, &animation.concat())
}

/// Returns the file of `animated` with two good matrices as keys.
fn turning(target: &str) -> String {
    animated("0 1", &format!("{MATRIX} {MATRIX}"), 16, "LINEAR LINEAR", target)
}

fn error(bytes: impl AsRef<[u8]>) -> String {
    match Document::parse(bytes.as_ref(), "a.dae", Surfaces::Read)
        .and_then(|document| formats::require_joints(&document.into_asset()))
    {
        Err(error) => error.to_string(),
        Ok(()) => "no error".to_owned(),
    }
}

fn read(bytes: impl AsRef<[u8]>) -> Document {
    Document::parse(bytes.as_ref(), "a.dae", Surfaces::Read).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the contents of a document, in lines.
fn summary(document: &Document) -> Vec<String> {
    let listed = |numbers: &[f32]| numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
    let spots = |spots: &[Vec3]| spots.iter().map(|at| listed(&at.to_array())).collect::<Vec<_>>().join(", ");
    let mut lines = Vec::new();
    for node in &document.scene.nodes {
        let at = node.parent_from_node().transform_point3(Vec3::ZERO);
        let kind = if node.is_joint { "joint" } else { "node" };
        lines.push(format!("{kind} {} at {}", node.name, spots(&[at])));
    }
    lines.push(format!("{} clips", document.clips.len()));
    for clip in &document.clips {
        let nodes: Vec<_> = clip.channels.iter().map(|channel| channel.node).collect();
        lines.push(format!("clip {} from {} to {} moves {nodes:?}", clip.name, clip.start, clip.end));
        let middle = 0.5 * (clip.start + clip.end);
        for channel in &clip.channels {
            let (node, transform, part, curve) =
                (channel.node, channel.transform, channel.part, &channel.curve);
            let ways = curve.interpolations();
            let [times, values] = [curve.times(), curve.values()].map(listed);
            lines.push(format!("keys of node {node}, {transform} {part:?}: {ways:?} at {times}: {values}"));
            let at = place(document, clip, node, middle);
            let numbers: Vec<f32> = curve.numbers_at(middle).collect();
            lines.push(format!("in the middle node {node} is at {}, by {}", spots(&[at]), listed(&numbers)));
        }
    }
    let asset = document.clone().into_asset();
    for surface in &asset.surfaces {
        let mesh = &surface.mesh;
        let place = |point: usize| {
            let vertex = mesh.points.iter().position(|&other| other as usize == point);
            vertex.map_or(Vec3::NAN, |vertex| mesh.positions[vertex])
        };
        lines.push(format!("points {}", spots(&(0..surface.positions).map(place).collect::<Vec<_>>())));
        let triangles =
            mesh.triangles.iter().map(|corners| corners.map(|vertex| mesh.points[vertex as usize]));
        lines.push(format!("triangles {:?}", triangles.collect::<Vec<_>>()));
        let corners = || mesh.triangles.as_flattened().iter().map(|&vertex| vertex as usize);
        lines.push(format!(
            "facing {}",
            spots(&corners().map(|vertex| mesh.normals[vertex]).collect::<Vec<_>>())
        ));
        let map = corners().map(|vertex| listed(&mesh.texture_coordinates[vertex].to_array()));
        lines.push(format!("map {}", map.collect::<Vec<_>>().join(", ")));
        let materials: Vec<_> =
            surface.submeshes.iter().map(|part| (part.material, part.triangles.clone())).collect();
        let nodes: Vec<_> = surface.joints.iter().map(|joint| joint.node).collect();
        lines.push(format!("surface {} with {materials:?} on {nodes:?}", surface.name));
    }
    for material in &document.materials {
        lines.push(format!("{} of {:?} with {:?}", material.name, material.colour, material.image));
        lines.push(format!("shine {:?}, emission {:?}", material.shine, material.emission));
    }
    if let Some(surface) = asset.surfaces.first() {
        let model_from_nodes = model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes());
        let palette = surface.palette(&model_from_nodes);
        let vertices = surface.mesh.positions.iter().zip(&surface.mesh.influences);
        let vertices: Vec<_> =
            vertices.map(|(&position, influences)| skin_point(&palette, influences, position)).collect();
        lines.push(format!("it stands at {}", spots(&vertices)));
    }
    lines
}

/// Returns a file that the table changes: 'flag' has a square of one polygon, bound to the joints 'hip' and
/// 'knee', 'dressed' a cloth on it, and 'two' animations of two nodes.
fn base(name: &str) -> String {
    let whole = |text: &str| text.trim_end().to_owned();
    match name {
        "nothing" => String::new(),
        "scene" => file("", ""),
        "turning" => turning("hip/m"),
        "angle" => animated("0 1", "0 90", 1, "STEP STEP", "hip/r.ANGLE"),
        "flag" => whole(include_str!("broken/flag.dae")),
        "dressed" => whole(include_str!("broken/dressed.dae")),
        "two" => whole(include_str!("broken/two.dae")),
        _ => panic!("no file is called {name}"),
    }
}

/// Returns the changed file of a case.
fn file_of(case: &broken::Case) -> Vec<u8> {
    let mut bytes = base(&case.base).into_bytes();
    for (from, to) in &case.edits {
        let Some(from) = from else {
            bytes.extend(to);
            continue;
        };
        let (old, to) = (String::from_utf8_lossy(&bytes), String::from_utf8_lossy(to));
        let row = from.strip_suffix(':').and_then(|row| row.parse::<usize>().ok());
        bytes = match row {
            Some(row) => {
                let lines = old.split('\n').enumerate();
                let lines: Vec<_> = lines.map(|(i, line)| if i + 1 == row { &to } else { line }).collect();
                lines.join("\n")
            }
            None => {
                assert!(old.contains(from), "row {}: there is no {from}", case.row);
                old.replace(from, &to)
            }
        }
        .into_bytes();
    }
    bytes
}

#[test]
fn each_file_of_the_table_gets_its_message_or_its_notes() {
    broken::hold(include_str!("broken/collada.txt"), |case| {
        let document =
            Document::parse(&file_of(case), "a.dae", Surfaces::Read).map_err(|error| error.to_string())?;
        let lines = summary(&document);
        for line in &case.read {
            assert!(lines.contains(line), "row {}: not read: {line}\n{}", case.row, lines.join("\n"));
        }
        let asset = document.clone().into_asset();
        if case.said.is_err() {
            formats::require_joints(&asset).map_err(|error| error.to_string())?;
        }
        broken::exported(&asset)?;
        Ok(document.notes.iter().map(ToString::to_string).collect())
    });
}

fn place(document: &Document, clip: &Animation, node: usize, time: f32) -> Vec3 {
    let parent_from_nodes = clip.parent_from_nodes(&document.scene, time);
    model_from_joints(&document.scene.skeleton(), &parent_from_nodes)[node].transform_point3(Vec3::ZERO)
}

#[test]
fn what_is_cut_off_or_too_much_is_refused() {
    let cut = "The file ends before its last element does. Was it cut off? Export or copy it again.";
    let whole = file("<node name=\"hip\"/>", "");
    for length in [10, 30, 100, whole.len() - 3] {
        let message = error(&whole[..length]);
        assert!(message.ends_with(cut), "{message}");
    }
    let message = formats::collada::read("no such folder/a.dae".as_ref()).unwrap_err().to_string();
    assert!(message.starts_with("no such folder/a.dae:1:1: The file cannot be read ("), "{message}");

    let nested = |depth: usize| file(&("<node>".repeat(depth) + &"</node>".repeat(depth)), "");
    assert_eq!(read(nested(256)).scene.nodes.len(), 256);
    assert_eq!(read(file(&"<node/>".repeat(MAX_NODES), "")).scene.nodes.len(), MAX_NODES);
    let doubling = |i: usize| {
        let instance = format!("<instance_node url=\"#n{}\"/>", i + 1);
        format!("<node id=\"n{i}\">{instance}{instance}</node>")
    };
    let doubling: String = (0..40).map(doubling).collect();
    let long = format!("<node name=\"{}\" id=\"long\"/>", "long ".repeat(2000));
    let instances = "<instance_node url=\"#long\"/>".repeat(60_000);
    let attributes: String = (0..50_000).map(|i| format!(" a{i}=\"\"")).collect();
    let flags = "<node><instance_controller url='#c'/></node>".repeat(60_000);
    let flag = base("flag").replace("<node id='flag'>", &format!("{flags}<node id='flag'>"));
    let flag = flag.replace("hip knee", &format!("hip knee {}", "hip ".repeat(500)));
    let flag = flag.replace(&format!("{MATRIX} {MATRIX}"), &format!("{MATRIX} ").repeat(502));
    let advice = "Export a part of the scene only, or look what instances what.";
    for (text, wanted) in [
        (
            nested(257),
            "a.dae:3:1537: This node stands inside 256 others, which is too deep. Make the hierarchy flatter.",
        ),
        (
            file("<node><instance_node url=\"#n0\"/></node>", &(doubling + "<node id=\"n40\"/>")),
            &format!("With this node there are more than 65536. {advice}"),
        ),
        (
            file(&format!("<node>{instances}</node>"), &long),
            &format!("all nodes take more than 256 MiB. {advice}"),
        ),
        (
            file(&format!("<node{attributes}/>"), ""),
            "a.dae:3:1: This element has 50000 attributes. No exporter writes so many: the file is broken.",
        ),
        (flag, &format!("With this, the surfaces of the file have more than 67108864 numbers. {advice}")),
    ] {
        let message = error(text);
        assert!(message.ends_with(wanted), "{message}, not {wanted}");
    }
}

#[test]
fn joints_are_read_though_surfaces_cannot_be() {
    for (from, to) in [
        ("<skin source='#g'>", "<skin source='#gone'>"),
        ("hip knee", "hip nobody"),
        ("<p>0 0 0 1", "<p>0 0 0 4"),
    ] {
        let text = base("flag").replace(from, to);
        assert_ne!(error(&text), "no error");
        let document = Document::parse(text.as_bytes(), "a.dae", Surfaces::LeftOut).unwrap();
        assert_eq!((document.scene.nodes.len(), document.surfaces.len()), (3, 0));
        assert!(document.notes.is_empty());
    }
    let empty = Document::parse(b"<COLLADA/>", "a.dae", Surfaces::LeftOut);
    assert!(empty.is_err(), "without a scene there are no joints");
}

/// Returns a file with a curve between two keys, and a node that is instanced and sheared.
fn eased() -> String {
    let limb = "<library_nodes><node id=\"limb\"><lookat>1 2 3 0 0 0 0 1 0</lookat></node></library_nodes>";
    let nodes = "<node><instance_node url=\"#limb\"/><skew>9 0 1 0 1 0 0</skew></node></visual_scene>";
    let sources = "<animation><source id=\"arr\"><float_array>0 0 3 20</float_array></source>\
                   <source id=\"lea\"><float_array>3 10 0 0</float_array></source>";
    let inputs = "<input semantic=\"IN_TANGENT\" source=\"#arr\"/><input semantic=\"OUT_TANGENT\" source=\"#lea\"/></sampler>";
    let text = animated("2 4", "10 20", 1, "BEZIER BEZIER", "hip/r.ANGLE").replace("</sampler>", inputs);
    let text = text.replace("<animation>", sources).replace("</visual_scene>", nodes);
    text.replace("</COLLADA>", &format!("{limb}</COLLADA>"))
}

proptest! {
    #[test]
    fn any_changed_bytes_are_read_or_refused(
        text in prop_oneof![Just(turning("hip/m")), Just(eased()), Just(base("flag")), Just(base("dressed"))],
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = text.into_bytes();
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        if let Ok(document) = Document::parse(&bytes, "a.dae", Surfaces::Read) {
            for (clip, part) in document.clips.iter().flat_map(|clip| [-1.0, 0.0, 0.3, 1.0, 2.0].map(|part| (clip, part))) {
                clip.parent_from_nodes(&document.scene, clip.start + part * (clip.end - clip.start));
            }
            let asset = document.into_asset();
            let still = Arc::new(Clip::default());
            asset.clips.iter().chain([&still]).for_each(|clip| drop(moment(&asset, clip, 0.3)));
        }
    }
}
