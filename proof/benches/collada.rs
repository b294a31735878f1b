//! How fast Collada files are read and played. `cargo bench -p proof --bench collada`

mod timing;

use common::pose::model_from_joints;
use course::root;
use formats::collada::Document;
use glam::{EulerRot, Quat};
use std::fmt::Write as _;
use std::hint::black_box;
use timing::Group;

const JOINTS: usize = 67;

/// How many points lie along the edge of the surface.
const EDGE: usize = 170;

/// A file with a tree of joints, each with matrix keys at 30 frames a second.
fn file(keys: usize) -> String {
    let mut text = r#"<COLLADA version="1.4.1"><library_animations>"#.to_owned();
    for joint in 0..JOINTS {
        text += &format!(r#"<animation id="a{joint}">"#);
        let seconds = |key| format!("{:.6} ", key as f32 / 30.0);
        source(&mut text, joint, "in", ("float_array", 1), &(0..keys).map(seconds).collect::<String>());
        source(
            &mut text,
            joint,
            "out",
            ("float_array", 16),
            &(0..keys).map(|key| matrix(joint, key)).collect::<String>(),
        );
        source(&mut text, joint, "way", ("Name_array", 1), &"LINEAR ".repeat(keys));
        let _ = write!(
            text,
            r##"<sampler id="s{joint}"><input semantic="INPUT" source="#in{joint}"/><input semantic="OUTPUT" source="#out{joint}"/>
            <input semantic="INTERPOLATION" source="#way{joint}"/></sampler>
            <channel source="#s{joint}" target="j{joint}/transform"/></animation>"##
        );
    }
    text += r#"</library_animations><library_visual_scenes><visual_scene id="v">"#;
    // Chains of eight joints, side by side.
    for joint in 0..JOINTS {
        let _ = write!(
            text,
            r#"<node id="j{joint}" type="JOINT"><matrix sid="transform">{}</matrix>"#,
            matrix(joint, 0)
        );
        if joint % 8 == 7 || joint + 1 == JOINTS {
            text += &"</node>".repeat(joint % 8 + 1);
        }
    }
    text += "</visual_scene></library_visual_scenes></COLLADA>";
    text
}

/// A file with a bumpy square of four-cornered polygons, which the joints of a chain influence, three each point.
fn skinned_file() -> String {
    let points = || (0..EDGE * EDGE).map(|point| ((point % EDGE) as f32, (point / EDGE) as f32));
    let list = |numbers: &mut dyn Iterator<Item = f32>| {
        numbers.map(|number| format!("{number:.6} ")).collect::<String>()
    };
    let mut text = r#"<COLLADA version="1.4.1"><library_geometries><geometry id="g"><mesh>"#.to_owned();
    let floats = "float_array";
    source(&mut text, 0, "pos", (floats, 3), &list(&mut points().flat_map(|(x, y)| [x, y, (x * y).sin()])));
    source(
        &mut text,
        0,
        "nor",
        (floats, 3),
        &list(&mut points().flat_map(|(x, y)| [0.1 * x.sin(), 0.1 * y.cos(), 0.99])),
    );
    source(
        &mut text,
        0,
        "uv",
        (floats, 2),
        &list(&mut points().flat_map(|(x, y)| [x / EDGE as f32, y / EDGE as f32])),
    );
    let quads = (0..EDGE * (EDGE - 1)).filter(|corner| corner % EDGE + 1 < EDGE);
    let corners = quads.flat_map(|corner| [corner, corner + 1, corner + EDGE + 1, corner + EDGE]);
    let corners: Vec<_> = corners.map(|corner| format!("{corner} {corner} {corner} ")).collect();
    let _ = write!(
        text,
        r##"<vertices id="ver"><input semantic="POSITION" source="#pos0"/></vertices>
        <polylist><input semantic="VERTEX" source="#ver" offset="0"/><input semantic="NORMAL" source="#nor0" offset="1"/>
        <input semantic="TEXCOORD" source="#uv0" offset="2"/><vcount>{}</vcount><p>{}</p></polylist></mesh></geometry>
        </library_geometries><library_controllers><controller id="c"><skin source="#g">"##,
        "4 ".repeat(corners.len() / 4),
        corners.concat()
    );
    source(
        &mut text,
        0,
        "jnt",
        ("Name_array", 1),
        &(0..JOINTS).map(|joint| format!("j{joint} ")).collect::<String>(),
    );
    source(&mut text, 0, "inv", (floats, 16), &(0..JOINTS).map(|joint| matrix(joint, 0)).collect::<String>());
    let weights = points().flat_map(|(x, y)| [0.5, 0.3 + 0.2 * x / EDGE as f32, 0.1 + 0.1 * y / EDGE as f32]);
    source(&mut text, 0, "wgt", (floats, 1), &list(&mut { weights }));
    let records =
        (0..3 * EDGE * EDGE).map(|weight| format!("{} {weight} ", weight % JOINTS)).collect::<String>();
    let _ = write!(
        text,
        r##"<joints><input semantic="JOINT" source="#jnt0"/><input semantic="INV_BIND_MATRIX" source="#inv0"/></joints>
        <vertex_weights><input semantic="JOINT" source="#jnt0" offset="0"/><input semantic="WEIGHT" source="#wgt0" offset="1"/>
        <vcount>{}</vcount><v>{records}</v></vertex_weights></skin></controller></library_controllers>
        <library_visual_scenes><visual_scene id="v">"##,
        "3 ".repeat(EDGE * EDGE)
    );
    for joint in 0..JOINTS {
        let _ = write!(text, r#"<node sid="j{joint}" type="JOINT"><matrix>{}</matrix>"#, matrix(joint, 0));
    }
    text += &"</node>".repeat(JOINTS);
    text +=
        r##"<node><instance_controller url="#c"/></node></visual_scene></library_visual_scenes></COLLADA>"##;
    text
}

fn source(text: &mut String, joint: usize, id: &str, (array, stride): (&str, usize), list: &str) {
    let _ = write!(
        text,
        r##"<source id="{id}{joint}"><{array} id="{id}{joint}-array">{list}</{array}><technique_common>
        <accessor source="#{id}{joint}-array" stride="{stride}"/></technique_common></source>"##
    );
}

/// The matrix of a joint at a key, as a file writes it.
fn matrix(joint: usize, key: usize) -> String {
    let angle = (joint as f32 + 0.1 * key as f32).sin();
    let turn = glam::Mat4::from_quat(Quat::from_euler(EulerRot::XYZ, angle, 0.5 * angle, 0.1));
    let rows = turn.transpose().to_cols_array();
    rows.iter().map(|number| format!("{number:.7} ")).collect()
}

/// The least that any reader does: parse the XML, and turn every list of numbers into numbers.
fn floor(text: &str) -> f32 {
    let mut sum = 0.0;
    let Ok(tree) = roxmltree::Document::parse(text) else { return sum };
    let lists = ["float_array", "matrix", "p", "v", "vcount", "bind_shape_matrix"];
    for array in tree.descendants().filter(|node| lists.contains(&node.tag_name().name())) {
        let list = array.text().unwrap_or_default();
        let numbers: Vec<f32> = list.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        sum += numbers.iter().sum::<f32>();
    }
    sum
}

fn parse() {
    let knight = std::fs::read_to_string(root().join("assets/knight/knight.dae")).unwrap_or_default();
    for (name, text) in [("motion", file(560)), ("skin", skinned_file()), ("knight", knight)] {
        println!("{name} has {:.1} MB", text.len() as f32 / 1e6);
        let group = Group::new(&format!("parse {name}"), text.len(), "byte");
        group.time("floor", || floor(black_box(&text)));
        let read = || Document::parse(black_box(text.as_bytes()), "bench.dae");
        group.time("document", read);
        group.time("model", || read().map(Document::into_asset));
    }
}

fn play() {
    let Ok(Document { scene, clips, .. }) = Document::parse(file(60).as_bytes(), "bench.dae") else { return };
    let skeleton = scene.skeleton();
    let mut parent_from_nodes = Vec::new();
    let mut time = 0.0;
    let group = Group::new("play", JOINTS, "joint");
    group.time("sample and walk to model space", || {
        time = (time + 0.0123) % clips[0].end;
        clips[0].sample_into(&scene, time, &mut parent_from_nodes);
        model_from_joints(&skeleton, black_box(&parent_from_nodes))
    });
}

fn main() {
    parse();
    play();
}
