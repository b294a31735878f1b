//! What the Collada reader says of broken files, as `broken/collada.txt` lists them, and what it makes of odd ones.

#[path = "support/broken.rs"]
mod broken;

use formats::collada::{Animation, Document, Interpolation, MAX_NODES, Part};
use formats::{Image, Shine};
use glam::{Vec3, vec3};

const MATRIX: &str = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1";

/// A file with these nodes on row 3 and the rest from row 5 on.
fn file(nodes: &str, rest: &str) -> String {
    format!(
        "<COLLADA version=\"1.4.1\">\n<library_visual_scenes><visual_scene id=\"scene\">\n{nodes}\n\
         </visual_scene></library_visual_scenes>\n{rest}\n</COLLADA>"
    )
}

/// A file with a joint 'hip' that has a matrix, and these keys for it.
///
/// The array of times stands on row 6, that of values on row 7, the sampler on row 9, the channel on row 10.
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

/// The animation of `animated` with two good matrices for keys.
fn turning(target: &str) -> String {
    animated("0 1", &format!("{MATRIX} {MATRIX}"), 16, "LINEAR LINEAR", target)
}

/// A file with a curve from 10 at 2 s to 20 at 4 s, and these lists for tangents.
fn curved(way: &str, arriving: &str, leaving: &str) -> String {
    let source =
        |id: &str, list: &str| format!("<source id=\"{id}\"><float_array>{list}</float_array></source>");
    let inputs =
        "<input semantic=\"IN_TANGENT\" source=\"#arr\"/><input semantic=\"OUT_TANGENT\" source=\"#lea\"/>";
    let text = animated("2 4", "10 20", 1, &format!("{way} {way}"), "hip/r.ANGLE");
    let text = text.replace("</sampler>", &format!("{inputs}</sampler>"));
    text.replace("<animation>", &["<animation>", &source("arr", arriving), &source("lea", leaving)].concat())
}

fn error(bytes: impl AsRef<[u8]>) -> String {
    match Document::parse(bytes.as_ref(), "a.dae").and_then(|document| document.into_asset().require_joints())
    {
        Err(error) => error.to_string(),
        Ok(()) => "no error".to_owned(),
    }
}

fn read(bytes: impl AsRef<[u8]>) -> Document {
    Document::parse(bytes.as_ref(), "a.dae").unwrap_or_else(|error| panic!("{error}"))
}

fn notes(bytes: impl AsRef<[u8]>) -> Vec<String> {
    read(bytes).notes.iter().map(ToString::to_string).collect()
}

/// The files that the table begins with.
fn base(name: &str) -> String {
    match name {
        "nothing" => String::new(),
        "scene" => file("", ""),
        "turning" => turning("hip/m"),
        "angle" => animated("0 1", "0 90", 1, "STEP STEP", "hip/r.ANGLE"),
        "flag" => surfaces::flag(),
        "dressed" => surfaces::dressed_flag(),
        _ => panic!("no file is called {name}"),
    }
}

/// The file of a case.
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
        let document = Document::parse(&file_of(case), "a.dae");
        let document = document.map_err(|error| error.to_string())?;
        let notes = document.notes.iter().map(ToString::to_string).collect();
        document.into_asset().require_joints().map_err(|error| error.to_string())?;
        Ok(notes)
    });
}

#[track_caller]
fn refuses(bytes: impl AsRef<[u8]>, message: &str) {
    assert_eq!(error(bytes), message);
}

/// Where a node is at a time.
fn place(document: &Document, clip: &Animation, node: usize, time: f32) -> Vec3 {
    let parent_from_nodes = clip.parent_from_nodes(&document.scene, time);
    document.scene.model_from_nodes(&parent_from_nodes)[node].transform_point3(Vec3::ZERO)
}

mod not_a_collada_file {
    use super::*;

    #[test]
    fn it_is_cut_off() {
        let whole = file("<node name=\"hip\"/>", "");
        for length in [10, 30, 100, whole.len() - 3] {
            let what = "The file ends before its last element does. Was it cut off? Export or copy it again.";
            let message = error(&whole[..length]);
            assert!(message.ends_with(what), "{message}");
        }
    }

    #[test]
    fn it_cannot_be_opened() {
        let error = formats::collada::read("no such folder/a.dae".as_ref()).unwrap_err().to_string();
        assert!(error.starts_with("no such folder/a.dae:1:1: The file cannot be read ("), "{error}");
    }
}

mod encodings {
    use super::*;

    #[test]
    fn utf16_needs_its_mark() {
        let bytes: Vec<u8> = file("", "").encode_utf16().flat_map(u16::to_le_bytes).collect();
        refuses(
            bytes,
            "a.dae:1:1: The text is UTF-16 without the byte order mark that must stand before it. \
             Save it as UTF-8.",
        );
    }

    #[test]
    fn the_usual_ones_are_read() {
        let text = file("<node name=\"Hüfte\" type=\"JOINT\"/>", "");
        let utf16 = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            format!("\u{FEFF}{text}").encode_utf16().flat_map(to_bytes).collect()
        };
        let latin1 = format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n{text}");
        let latin1 = latin1.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
        for bytes in [
            text.clone().into_bytes(),
            format!("\u{FEFF}{text}").into_bytes(),
            utf16(u16::to_le_bytes),
            utf16(u16::to_be_bytes),
            latin1,
        ] {
            assert_eq!(read(bytes).scene.nodes[0].name, "Hüfte");
        }
    }
}

mod scenes {
    use super::*;

    #[test]
    fn nodes_stand_too_deep() {
        let nested = |depth: usize| file(&("<node>".repeat(depth) + &"</node>".repeat(depth)), "");
        assert_eq!(read(nested(256)).scene.nodes.len(), 256);
        refuses(
            nested(257),
            "a.dae:3:1537: This node stands inside 256 others, which is too deep. Make the hierarchy flatter.",
        );
    }

    #[test]
    fn there_are_too_many_nodes() {
        assert_eq!(read(file(&"<node/>".repeat(MAX_NODES), "")).scene.nodes.len(), MAX_NODES);
        let doubling: String = (0..40)
            .map(|i| {
                let instance = format!("<instance_node url=\"#n{}\"/>", i + 1);
                format!("<node id=\"n{i}\">{instance}{instance}</node>")
            })
            .collect();
        let message =
            error(file("<node><instance_node url=\"#n0\"/></node>", &(doubling + "<node id=\"n40\"/>")));
        let advice = "Export a part of the scene only, or look what instances what.";
        assert!(
            message.ends_with(&format!("With this node there are more than 65536. {advice}")),
            "{message}"
        );
        let long = format!("<node name=\"{}\" id=\"long\"/>", "long ".repeat(2000));
        let instances = "<instance_node url=\"#long\"/>".repeat(60_000);
        let message = error(file(&format!("<node>{instances}</node>"), &long));
        assert!(message.ends_with(&format!("all nodes take more than 256 MiB. {advice}")), "{message}");
    }

    #[test]
    fn an_element_has_too_many_attributes() {
        let attributes: String = (0..50_000).map(|i| format!(" a{i}=\"\"")).collect();
        refuses(
            file(&format!("<node{attributes}/>"), ""),
            "a.dae:3:1: This element has 50000 attributes. No exporter writes so many: the file is broken.",
        );
    }
}

mod animations {
    use super::*;

    #[test]
    fn a_target_is_nothing() {
        for (target, why) in [
            ("nobody/m", "no node of the scene has the id 'nobody'"),
            ("hip/nothing", "the node 'hip' has no transform for 'nothing'"),
            ("hip/m(9)(9)", "'(9)(9)' is no part of that transform"),
            ("hip", "it is not of the form 'id/sid'"),
        ] {
            let document = read(turning(target));
            assert_eq!(document.clips, []);
            assert_eq!(document.notes[0].to_string(), format!("10:1: '{target}' moves nothing: {why}."));
        }
    }
}

mod hostile {
    use super::*;
    use common::skin::skin_point;
    use proptest::prelude::*;

    /// Everything that a lesson does with a document.
    fn use_all(bytes: &[u8]) {
        let Ok(document) = Document::parse(bytes, "a.dae") else { return };
        let Document { scene, clips, .. } = document.clone();
        let asset = document.into_asset();
        let model_from_nodes = scene.model_from_nodes(&asset.parent_from_nodes());
        for surface in &asset.surfaces {
            let palette = surface.palette(&model_from_nodes);
            let mesh = &surface.mesh;
            for (&position, influences) in mesh.positions.iter().zip(&mesh.influences) {
                skin_point(&palette, influences, position);
            }
        }
        for clip in clips {
            for part in [-1.0, 0.0, 0.3, 1.0, 2.0] {
                clip.parent_from_nodes(&scene, clip.start + part * (clip.end - clip.start));
            }
        }
    }

    /// Files to change.
    fn any_file() -> impl Strategy<Value = String> {
        prop_oneof![
            Just(turning("hip/m")),
            Just(valid()),
            Just(surfaces::flag()),
            Just(surfaces::dressed_flag())
        ]
    }

    fn valid() -> String {
        let limb =
            "<library_nodes><node id=\"limb\"><lookat>1 2 3 0 0 0 0 1 0</lookat></node></library_nodes>";
        let nodes = "<node><instance_node url=\"#limb\"/><skew>9 0 1 0 1 0 0</skew></node></visual_scene>";
        let text = curved("BEZIER", "0 0 3 20", "3 10 0 0").replace("</visual_scene>", nodes);
        text.replace("</COLLADA>", &format!("{limb}</COLLADA>"))
    }

    proptest! {
        #[test]
        fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            use_all(&bytes);
        }

        #[test]
        fn any_changes(
            text in any_file(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        ) {
            let mut bytes = text.into_bytes();
            for (index, byte) in changes {
                let index = index.index(bytes.len());
                bytes[index] = byte;
            }
            use_all(&bytes);
        }

        #[test]
        fn any_number_anywhere(at in any::<prop::sample::Index>(), number in any::<f32>(), text in any_file()) {
            let places: Vec<_> = text.match_indices(['0', '1', '2', '3', '9']).map(|(place, _)| place).collect();
            let place = places[at.index(places.len())];
            use_all([&text[..place], &number.to_string(), &text[place + 1..]].concat().as_bytes());
        }

        #[test]
        fn any_piece_twice_or_left_out(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), text in any_file()) {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            use_all([&text[..from], &text[to..]].concat().as_bytes());
        }
    }
}

mod odd_but_legal {
    use super::*;

    #[test]
    fn any_prefix_and_any_version() {
        let text = file("<node name=\"hip\" type=\"JOINT\"/>", "");
        let prefixed = text.replace("</", "</c:").replace("<", "<c:").replace("<c:/c:", "</c:");
        let prefixed = prefixed
            .replace("<c:COLLADA", "<c:COLLADA xmlns:c=\"http://www.collada.org/2008/03/COLLADASchema\"");
        for text in [
            text.replace(" version=\"1.4.1\"", ""),
            text.replace("1.4.1", "1.4.0"),
            text.replace("1.4.1", "1.5.0"),
            prefixed,
        ] {
            let document = read(&text);
            assert_eq!(document.scene.nodes[0].name, "hip", "{text}");
            assert!(document.scene.nodes[0].is_joint && document.notes.is_empty());
        }
    }

    #[test]
    fn any_line_ends() {
        let text = file("<node>\n<translate>\n1\n2\n3\n</translate>\n</node>", "");
        for ends in ["\r\n", "\r"] {
            let scene = read(text.replace('\n', ends)).scene;
            assert_eq!(scene.nodes[0].parent_from_node().transform_point3(Vec3::ZERO), vec3(1.0, 2.0, 3.0));
        }
        let broken = file("<node>\n<translate>1\n2</translate>\n</node>", "").replace('\n', "\r");
        assert!(error(broken).starts_with("a.dae:4:1: <translate> needs 3"));
    }

    #[test]
    fn comments_in_lists_of_numbers() {
        let list = "<translate>1 <!-- two: -->2<?three?> 3</translate>";
        let scene = read(file(&format!("<node>{list}</node>"), "")).scene;
        assert_eq!(scene.nodes[0].parent_from_node().transform_point3(Vec3::ZERO), vec3(1.0, 2.0, 3.0));
    }

    #[test]
    fn names_with_spaces_and_dots() {
        let text = turning("hip.l/m").replace("id=\"hip\"", "id=\"hip.l\" name=\"Hip (left side).001\"");
        let document = read(text);
        assert_eq!(document.scene.nodes[0].name, "Hip (left side).001");
        assert_eq!(document.clips[0].channels.len(), 1);
    }

    #[test]
    fn the_first_of_two_ids_is_meant() {
        let document = read(file("<node id=\"a\"/><node id=\"a\"/>", ""));
        assert_eq!(document.scene.nodes.len(), 2);
        assert_eq!(
            document.notes[0].to_string(),
            "3:15: The id 'a' stands on an element before this one too; that one is meant."
        );
    }

    #[test]
    fn a_list_with_a_wrong_count_is_read_whole() {
        let text = base("angle").replace("id=\"in-list\"", "id=\"in-list\" count=\"1\"");
        assert_eq!(read(text).clips[0].end, 1.0);
    }

    #[test]
    fn a_clip_is_named_after_the_file_and_starts_with_its_first_key() {
        let text = animated("5 67", "0 90", 1, "LINEAR LINEAR", "hip/r.ANGLE");
        let document = Document::parse(text.as_bytes(), "some/folder/walk.dae").unwrap();
        let clip = &document.clips[0];
        assert_eq!((clip.name.as_str(), clip.start, clip.end), ("walk", 5.0, 67.0));
        let at = |time| clip.parent_from_nodes(&document.scene, time)[0].transform_vector3(Vec3::X);
        assert!(at(0.0).abs_diff_eq(Vec3::X, 1e-6), "before the first key it holds");
        assert!(at(36.0).abs_diff_eq(vec3(0.5f32.sqrt(), 0.5f32.sqrt(), 0.0), 1e-6));
        assert!(at(100.0).abs_diff_eq(Vec3::Y, 1e-6), "behind the last key it holds");
    }

    #[test]
    fn a_whole_matrix_keeps_its_numbers_in_the_order_of_the_file() {
        let moved = "1 0 0 5 0 1 0 6 0 0 1 7 0 0 0 0";
        let document = read(animated("0 2", &format!("{MATRIX} {moved}"), 16, "LINEAR STEP", "hip/m"));
        let channel = &document.clips[0].channels[0];
        assert_eq!((channel.node, channel.transform, channel.part), (0, 0, Part::Whole));
        assert_eq!((channel.curve.times(), channel.curve.width()), (&[0.0, 2.0][..], 16));
        assert_eq!(
            channel.curve.values()[16..],
            [1., 0., 0., 5., 0., 1., 0., 6., 0., 0., 1., 7., 0., 0., 0., 1.]
        );
        assert_eq!(channel.curve.interpolations(), [Interpolation::Linear, Interpolation::Step]);
        assert_eq!(document.notes[0].text, "The last rows of 1 matrices are read as 0 0 0 1.");
        assert_eq!(place(&document, &document.clips[0], 0, 1.0), vec3(2.5, 3.0, 3.5));
    }

    #[test]
    fn one_element_of_a_matrix() {
        let document = read(animated("0 2", "0 8", 1, "LINEAR LINEAR", "hip/m(3)(0)"));
        assert_eq!(place(&document, &document.clips[0], 0, 1.0), vec3(4.0, 0.0, 0.0));
    }

    #[test]
    fn one_key_and_equal_times() {
        let one = read(animated("3", "90", 1, "LINEAR", "hip/r.ANGLE"));
        assert_eq!((one.clips[0].start, one.clips[0].end), (3.0, 3.0));
        assert_eq!(one.clips[0].channels[0].curve.numbers_at(0.0).next(), Some(90.0));
        let step = read(animated("0 1 1 2", "0 10 50 60", 1, "LINEAR LINEAR LINEAR LINEAR", "hip/r.ANGLE"));
        assert_eq!(step.clips[0].channels[0].curve.numbers_at(1.0).next(), Some(50.0));
    }

    #[test]
    fn no_keys() {
        let document = read(animated("", "", 1, "", "hip/r.ANGLE"));
        assert_eq!(document.clips, []);
        assert_eq!(document.notes[0].text, "This sampler has no keys: what it should move stays.");
    }

    #[test]
    fn unknown_and_missing_interpolations() {
        let linear = [Interpolation::Linear; 2];
        let unknown = read(animated("0 1", "0 90", 1, "CARDINAL BSPLINE", "hip/r.ANGLE"));
        assert_eq!(unknown.clips[0].channels[0].curve.interpolations(), linear);
        assert_eq!(unknown.notes[0].to_string(), "8:1: The interpolation 'CARDINAL' is read as LINEAR.");
        let without = turning("hip/m").replace("<input semantic=\"INTERPOLATION\" source=\"#ways\"/>", "");
        assert_eq!(read(without).clips[0].channels[0].curve.interpolations(), linear);
        let short = read(animated("0 1 2", "0 1 2", 1, "STEP", "hip/r.ANGLE"));
        assert_eq!(short.clips[0].channels[0].curve.interpolations(), [Interpolation::Step; 3]);
        assert_eq!(short.notes[0].text, "There are 1 interpolations for 3 keys; the last one goes on.");
    }

    /// The angle at a time, with these lists for tangents.
    fn tangents(way: &str, arriving: &str, leaving: &str, time: f32) -> f32 {
        let document = read(curved(way, arriving, leaving));
        document.clips[0].channels[0].curve.numbers_at(time).sum()
    }

    #[test]
    fn tangents_in_all_their_forms() {
        let smooth = |alpha: f32| 10.0 + 10.0 * alpha * alpha * (3.0 - 2.0 * alpha);
        for time in [2.0, 2.2, 3.0, 3.7, 4.0] {
            let want = smooth((time - 2.0) / 2.0);
            let third = 2.0 / 3.0;
            let (before, behind) = (format!("0 0 {} 20", 4.0 - third), format!("{} 10 0 0", 2.0 + third));
            for (way, arriving, leaving) in [
                // Points in the plane of time and value; distances in value alone.
                ("BEZIER", before.as_str(), behind.as_str()),
                ("BEZIER", "0 0", "0 0"),
                // Velocities of the curve in time and value, or in value alone.
                ("HERMITE", "2 0 2 0", "2 0 2 0"),
                ("HERMITE", "0 0", "0 0"),
            ] {
                let given = tangents(way, arriving, leaving, time);
                assert!((given - want).abs() < 1e-3, "{way} {arriving}: {given}, not {want}, at {time}");
            }
        }
        // Straight, as distances a third of the way up and as velocities of ten per segment.
        for (way, tangent) in
            [("BEZIER", "3.3333333 3.3333333"), ("HERMITE", "10 10"), ("HERMITE", "2 10 2 10")]
        {
            assert!((tangents(way, tangent, tangent, 2.5) - 12.5).abs() < 1e-3, "{way}");
        }
        // Handles beyond the other key are pulled back to it: time cannot run backwards.
        let pulled = tangents("BEZIER", "0 0 -90 20", "90 10 0 0", 3.0);
        assert!((pulled - 15.0).abs() < 1e-3, "{pulled}");
    }

    #[test]
    fn curves_without_tangents_go_straight() {
        let document = read(animated("0 2", "0 90", 1, "BEZIER BEZIER", "hip/r.ANGLE"));
        assert_eq!(document.clips[0].channels[0].curve.numbers_at(1.0).next(), Some(45.0));
        assert_eq!(
            document.notes[0].to_string(),
            "9:1: Tangents are missing or have a wrong count: its curves go straight."
        );
    }

    /// A file in which two animations move two nodes, and these clips.
    fn two_animations(clips: &str) -> Document {
        let animation = |node: &str| {
            format!(
                "<animation id=\"{node}-moves\"><animation>\
                 <source id=\"{node}-in\"><float_array>0 2</float_array></source>\
                 <source id=\"{node}-out\"><float_array>0 8</float_array></source>\
                 <sampler id=\"{node}-s\"><input semantic=\"INPUT\" source=\"#{node}-in\"/>\
                 <input semantic=\"OUTPUT\" source=\"#{node}-out\"/></sampler>\
                 <channel source=\"#{node}-s\" target=\"{node}/t.Y\"/></animation></animation>"
            )
        };
        let node = |id: &str| format!("<node id=\"{id}\"><translate sid=\"t\">1 2 3</translate></node>");
        read(file(
            &(node("a") + &node("b")),
            &format!(
                "<library_animations>{}{}</library_animations>\
                 <library_animation_clips>{clips}</library_animation_clips>",
                // The file's order is not the scene's.
                animation("b"),
                animation("a")
            ),
        ))
    }

    #[test]
    fn all_animations_are_one_clip() {
        let document = two_animations("");
        let nodes: Vec<_> = document.clips[0].channels.iter().map(|channel| channel.node).collect();
        assert_eq!((document.clips.len(), nodes), (1, vec![0, 1]));
        assert_eq!(place(&document, &document.clips[0], 0, 1.0), vec3(1.0, 4.0, 3.0));
    }

    #[test]
    fn a_clip_takes_its_animations_for_itself() {
        let document = two_animations(
            "<animation_clip id=\"up\" start=\"0.5\" end=\"1\"><instance_animation url=\"#a-moves\"/></animation_clip>",
        );
        let [up, rest] = &document.clips[..] else { panic!("{:?}", document.clips) };
        assert_eq!((up.name.as_str(), up.start, up.end, up.channels[0].node), ("up", 0.5, 1.0, 0));
        assert_eq!((rest.name.as_str(), rest.start, rest.end, rest.channels[0].node), ("a", 0.0, 2.0, 1));
    }

    #[test]
    fn clips_may_share_animations_and_leave_none() {
        let clip = "<animation_clip><instance_animation url=\"#a-moves\"/><instance_animation url=\"#b-moves\"/>\
                    <instance_animation url=\"#a-moves\"/></animation_clip>";
        let document = two_animations(&clip.repeat(2));
        let channels: Vec<_> = document.clips.iter().map(|clip| clip.channels.len()).collect();
        assert_eq!(channels, [2, 2]);
        assert_eq!(document.clips[1].name, "clip 1");
    }

    #[test]
    fn odd_clips_are_noted() {
        let document = two_animations(
            "<animation_clip start=\"2\" end=\"1\"><instance_animation url=\"#a-moves\"/></animation_clip>\
             <animation_clip><instance_animation url=\"#gone\"/></animation_clip>",
        );
        assert_eq!((document.clips.len(), document.clips[0].start, document.clips[0].end), (2, 0.0, 2.0));
        let notes: Vec<_> = document.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(
            notes[notes.len() - 3..],
            [
                "The start and end of this clip make no sense: it plays all its keys.",
                "This clip moves no node of the scene.",
                "<instance_animation> asks for the animation 'gone', and no element has that id."
            ]
        );
    }

    #[test]
    fn steps_that_do_nothing_are_noted() {
        let steps = "<rotate>0 0 0 90</rotate><lookat>1 2 3 1 2 3 0 1 0</lookat><skew>90 0 1 0 1 0 0</skew>";
        let document = read(file(&format!("<node>{steps}</node>"), ""));
        let notes: Vec<_> = document.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(
            notes,
            [
                "This <rotate> turns about no axis: it does nothing.",
                "This <lookat> does not say where to look or what is up: it only moves.",
                "This <skew> turns a direction too far: it does nothing."
            ]
        );
        let moved = document.scene.nodes[0].parent_from_node().transform_point3(Vec3::ZERO);
        assert_eq!(moved, vec3(1.0, 2.0, 3.0));
    }

    #[test]
    fn an_animation_moves_every_instance() {
        let limb =
            "<library_nodes><node id=\"hip\"><rotate sid=\"r\">0 0 1 0</rotate></node></library_nodes>";
        let text = animated("0 2", "0 90", 1, "STEP STEP", "hip/r.ANGLE")
            .replace("<node id=\"hip\"", "<node id=\"x\"");
        let text = text.replace(
            "</visual_scene>",
            "<node><instance_node url=\"#hip\"/><instance_node url=\"#hip\"/></node></visual_scene>",
        );
        let document = read(text.replace("</COLLADA>", &format!("{limb}</COLLADA>")));
        let nodes: Vec<_> = document.clips[0].channels.iter().map(|channel| channel.node).collect();
        assert_eq!(nodes, [2, 3]);
    }
}

mod surfaces {
    use super::*;
    use common::pose::model_from_joints;
    use common::skin::skin_point;
    use formats::collada::{Corner, Group};
    use glam::{Vec2, vec2};

    fn source(id: &str, array: &str, list: &str, stride: usize) -> String {
        format!(
            "<source id='{id}'><{array} id='{id}-list'>{list}</{array}><technique_common>\
             <accessor source='#{id}-list' stride='{stride}'/></technique_common></source>\n"
        )
    }

    /// A square flag of one polygon that hangs on the joints 'hip' and 'knee'.
    pub fn flag() -> String {
        include_str!("broken/flag.dae").trim_end().to_owned()
    }

    /// The flag, changed somewhere.
    #[track_caller]
    fn changed(changes: &[(&str, &str)]) -> String {
        changes.iter().fold(flag(), |text, (from, to)| {
            assert!(text.contains(from), "there is no {from}");
            text.replace(from, to)
        })
    }

    #[test]
    fn there_is_too_much() {
        let nodes = "<node><instance_controller url='#c'/></node>".repeat(60_000);
        let joints = format!("hip knee {}", "hip ".repeat(500));
        let text = changed(&[
            ("<node id='flag'>", &format!("{nodes}<node id='flag'>")),
            ("hip knee", &joints),
            (&format!("{MATRIX} {MATRIX}"), &format!("{MATRIX} ").repeat(502)),
        ]);
        let message = error(text);
        let wanted = "With this, the surfaces of the file have more than 67108864 numbers. \
                      Export a part of the scene only, or look what instances what.";
        assert!(message.ends_with(wanted), "{message}");
    }

    /// Where the vertices of the first surface stand, as the file places its nodes.
    fn standing(text: &str) -> Vec<Vec3> {
        let asset = read(text).into_asset();
        let surface = &asset.surfaces[0];
        let model_from_nodes = model_from_joints(&asset.rig.skeleton, &asset.parent_from_nodes());
        let palette = surface.palette(&model_from_nodes);
        let vertices = surface.mesh.positions.iter().zip(&surface.mesh.influences);
        vertices.map(|(&position, influences)| skin_point(&palette, influences, position)).collect()
    }

    /// Moves the knee to x = 2.
    const KNEE: (&str, &str) =
        ("sid='knee' type='JOINT'/>", "sid='knee' type='JOINT'><translate>2 0 0</translate></node>");

    /// Checks that the flag, changed in a way that means the same, follows hip and knee.
    #[track_caller]
    fn stands(changes: &[(&str, &str)]) {
        let changes = [&[KNEE], changes].concat();
        // The third corner hangs on the knee, and the last on both.
        let wanted = [Vec3::ZERO, Vec3::X, vec3(3.0, 1.0, 0.0), vec3(1.0, 1.0, 0.0)];
        assert_eq!(standing(&changed(&changes)), wanted, "{changes:?}");
    }

    #[test]
    fn joints_are_found_by_all_that_names_them() {
        stands(&[]);
        stands(&[("<skeleton>#hip</skeleton>", "")]);
        stands(&[("<skeleton>#hip</skeleton>", "<skeleton>\n #hip </skeleton>")]);
        stands(&[("<skeleton>#hip</skeleton>", "<skeleton>#flag</skeleton><skeleton>#knee</skeleton>")]);
        stands(&[("Name_array", "IDREF_array"), ("sid='hip'", "sid='x'"), ("sid='knee'", "sid='hip'")]);
        stands(&[("sid='hip' ", ""), ("id='knee' sid='knee'", "name='knee'")]);
        stands(&[("type='JOINT'", "type='NODE'")]);
        // A knee that comes first in the file, but stands below no skeleton of the flag.
        stands(&[("<node id='hip'", "<node id='other' sid='knee'/><node id='hip'")]);
    }

    #[test]
    fn joints_are_read_though_surfaces_cannot_be() {
        for (from, to, row) in [
            ("<skin source='#g'>", "<skin source='#gone'>", "14:53"),
            ("hip knee", "hip nobody", "15:"),
            ("<p>0 0 0 1", "<p>0 0 0 4", "12:10"),
        ] {
            let text = changed(&[(from, to)]);
            let refused = error(&text);
            let document = Document::parse_joints(text.as_bytes(), "a.dae").unwrap();
            assert_eq!((document.scene.nodes.len(), document.instances.len()), (3, 0));
            let [note] = &document.notes[..] else { panic!("{:?}", document.notes) };
            assert!(note.text.starts_with("All surfaces are left out. "), "{note}");
            assert!(
                note.to_string().starts_with(row) && refused.contains(&note.text[27..]),
                "{note}: {refused}"
            );
        }
        assert_eq!(Document::parse_joints(flag().as_bytes(), "a.dae").unwrap().instances.len(), 1);
        assert!(
            Document::parse_joints(b"<COLLADA/>", "a.dae").is_err(),
            "without a scene there are no joints"
        );
    }

    #[test]
    fn an_accessor_says_how_many_names_are_used() {
        let weights = ("<v>0 0 0 0 1 0 0 1 1 1</v>", "<v>0 0 0 0 1 0 0 1 1 1</v>");
        let text = changed(&[
            ("hip knee", "hip knee toe"),
            ("#jnt-list' stride='1'", "#jnt-list' stride='1' count='2'"),
            weights,
        ]);
        assert_eq!(read(text).skins[0].joints, ["hip", "knee"]);
        let text = changed(&[
            ("'jnt-list'>hip knee", "'jnt-list' count='3'>left hip knee toe"),
            ("#jnt-list' stride='1'", "#jnt-list' stride='1' count='2'"),
            ("sid='hip'", "sid='left hip'"),
        ]);
        assert_eq!(read(text).skins[0].joints, ["left hip", "knee"]);
    }

    #[test]
    fn a_file_may_name_itself() {
        stands(&[("<skin source='#g'>", "<skin source='a.dae#g'>"), ("url='#c'", "url='./a.dae#c'")]);
        stands(&[("<skeleton>#hip", "<skeleton>a.dae#hip"), ("source='#pos'", "source='a.dae#pos'")]);
    }

    #[test]
    fn a_flat_drawing_has_positions_of_two_numbers() {
        let text = changed(&[(
            &source("pos", "float_array", "0 0 0 1 0 0 1 1 0 0 1 0", 3),
            &source("pos", "float_array", "0 0 1 0 1 1 0 1", 2),
        )]);
        assert_eq!(read(text).geometries[0].positions, read(flag()).geometries[0].positions);
    }

    #[test]
    fn an_empty_list_may_have_any_stride() {
        let empty = "<source id='no'><float_array id='no-list' count='0'/><technique_common>\
                     <accessor source='#no-list' stride='0' count='0'/></technique_common></source>\n<vertices";
        let text = changed(&[
            ("<vertices", empty),
            (
                "source='#uv' offset='2'/>",
                "source='#uv' offset='2'/><input semantic='TEXCOORD' source='#no' offset='2' set='9'/>",
            ),
        ]);
        assert!(read(&text).notes.is_empty());
        // And where it is used: a geometry without any triangle.
        let text = changed(&[
            ("<vertices", empty),
            (
                "<polylist>",
                "<triangles count='0'><input semantic='VERTEX' source='#nothing' offset='0'/><p/></triangles><polylist>",
            ),
            ("</mesh>", "</mesh>"),
        ]);
        let text = text.replace(
            "<triangles",
            "<vertices id='nothing'><input semantic='POSITION' source='#no'/></vertices><triangles",
        );
        assert_eq!(read(text).geometries[0].positions.len(), 4);
    }

    #[test]
    fn names_may_hold_spaces() {
        let text = changed(&[
            ("'jnt-list'>hip knee", "'jnt-list' count='2'>left hip left hip knee"),
            ("sid='hip'", "sid='left hip'"),
            ("sid='knee'", "sid='left hip knee'"),
        ]);
        assert_eq!(read(text).skins[0].joints, ["left hip", "left hip knee"]);
    }

    #[test]
    fn pulls_may_be_written_in_many_ways() {
        stands(&[
            ("<v>0 0", "<v>\n <!-- influences: -->\t0 0"),
            ("<vcount>1", "<vcount>\r\n 1"),
            ("<p>", "<p> \n"),
        ]);
        stands(&[
            ("source='#jnt' offset='0'", "source='#jnt' offset='2'"),
            (
                "source='#wgt' offset='1'",
                "source='#wgt' offset='0'/><input semantic='X' source='#x' offset='3'",
            ),
            ("<v>0 0 0 0 1 0 0 1 1 1", "<v>0 9 0 9  0 9 0 9  0 9 1 9  1 9 0 9  1 9 1 9"),
        ]);
        // Any number of influences, of any sum, and a joint more than once.
        stands(&[
            ("<vcount>1 1 1 2", "<vcount>2 1 3 3"),
            ("<v>0 0 0 0 1 0 0 1 1 1", "<v>0 0 0 1  0 1  1 1 1 1 1 1  0 1 0 1 1 0"),
        ]);
        // The lists of another skin have the same ids.
        let lists =
            [source("jnt", "Name_array", "toe tip", 1), source("wgt", "float_array", "9 9", 1)].concat();
        let other =
            format!("<library_controllers><controller id='o'><skin source='#g'>{lists}</skin></controller>");
        stands(&[("<library_controllers>", &other)]);
    }

    #[test]
    fn joint_minus_one_is_the_bind_shape() {
        let shape =
            "<skin source='#g'><bind_shape_matrix>1 0 0 0 0 1 0 7 0 0 1 0 0 0 0 1</bind_shape_matrix>";
        let text = changed(&[KNEE, ("<skin source='#g'>", shape), ("0 1 1 1</v>", "-1 1 1 1</v>")]);
        let text = text
            .replace("id='hip' sid='hip' type='JOINT'>", "id='hip' sid='hip'><translate>0 0 5</translate>");
        let wanted = [vec3(0.0, 7.0, 5.0), vec3(1.0, 7.0, 5.0), vec3(3.0, 8.0, 5.0), vec3(1.0, 8.0, 2.5)];
        assert_eq!(standing(&text), wanted);
    }

    #[test]
    fn a_surface_follows_its_node_or_its_joints() {
        let moved = ("<node id='flag'>", "<node id='flag'><translate>0 0 9</translate>");
        stands(&[moved]);
        let plain = (
            "<instance_controller url='#c'><skeleton>#hip</skeleton></instance_controller>",
            "<instance_geometry url='#g'/>",
        );
        let wanted = [vec3(0.0, 0.0, 9.0), vec3(1.0, 0.0, 9.0), vec3(1.0, 1.0, 9.0), vec3(0.0, 1.0, 9.0)];
        assert_eq!(standing(&changed(&[moved, plain])), wanted);
        let morph = "<morph source='#g'/></controller><controller id='unused'><skin source='#g'>";
        let text = changed(&[moved, ("<skin source='#g'>", morph)]);
        assert_eq!(standing(&text), wanted);
        assert_eq!(notes(&text), ["14:53: <morph> is not read: its first shape is shown."]);
        // A skin over a morph is a skin.
        let morph = "</controller><controller id='m'><morph source='#g'/></controller></library_controllers>";
        stands(&[
            ("<skin source='#g'>", "<skin source='#m'>"),
            ("</controller></library_controllers>", morph),
        ]);
    }

    #[test]
    fn two_copies_of_a_rig_have_joints_of_their_own() {
        let text = changed(&[
            KNEE,
            (
                "<node id='hip'",
                "<node><translate>0 0 4</translate><instance_node url='#rig'/></node><node id='rig'><node id='hip'",
            ),
            ("</instance_controller></node>", "</instance_controller></node></node>"),
        ]);
        let document = read(text);
        let joints = |i: usize| -> Vec<usize> {
            document.instances[i].skin.iter().flat_map(|skin| &skin.joints).map(|joint| joint.node).collect()
        };
        assert_eq!((document.instances.len(), document.geometries.len(), document.skins.len()), (2, 1, 1));
        assert_eq!((joints(0), joints(1)), (vec![2, 3], vec![6, 7]));
    }

    /// The triangles of the flag, as numbers of positions, if these are its primitives.
    fn triangles(primitives: &str) -> Vec<[u32; 3]> {
        let text = flag();
        let start = text.find("<polylist").unwrap_or(0);
        let end = text.find("</mesh>").unwrap_or(0);
        let vertex = "<input semantic='VERTEX' source='#ver' offset='0'/>";
        let primitives = primitives.replace("IN", vertex);
        let document = read([&text[..start], &primitives, &text[end..]].concat());
        let groups = document.geometries[0].groups.iter();
        groups
            .flat_map(|group| &group.triangles)
            .map(|corners| corners.map(|corner| corner.position))
            .collect()
    }

    #[test]
    fn surfaces_are_made_of_all_primitives() {
        let both = [[0, 1, 2], [0, 2, 3]];
        assert_eq!(triangles("<triangles>IN<p>0 1 2 0 2 3</p></triangles>"), both);
        assert_eq!(
            triangles(
                "<triangles>IN<p>0 1 2</p></triangles><lines>IN<p>0 1</p></lines><triangles>IN<p>0 2 3</p></triangles>"
            ),
            both
        );
        assert_eq!(triangles("<polylist>IN<vcount>3 3</vcount><p>0 1 2 0 2 3</p></polylist>"), both);
        assert_eq!(triangles("<polygons>IN<p>0 1 2 3</p></polygons>"), both);
        assert_eq!(triangles("<trifans>IN<p>0 1 2 3</p></trifans>"), both);
        assert_eq!(
            triangles("<tristrips>IN<p>0 1 3 2</p><p>3 0 0 1</p></tristrips>"),
            [[0, 1, 3], [3, 1, 2]]
        );
        assert_eq!(
            triangles("<triangles/><trifans>IN<p>0 1</p></trifans><polylist>IN</polylist>"),
            [[0; 3]; 0]
        );
        let hole = triangles("<polygons>IN<ph><p>0 1 2 3</p><h>0 2 1</h></ph></polygons>");
        assert!(hole.len() <= 7, "a hole that touches its polygon");
    }

    #[test]
    fn lists_may_belong_to_the_points() {
        let shared = "<input semantic='POSITION' source='#pos'/><input semantic='TEXCOORD' source='#uv'/>";
        let text = changed(&[
            ("<input semantic='POSITION' source='#pos'/>", shared),
            (
                "<input semantic='TEXCOORD' source='#uv' offset='2'/>",
                "<input semantic='X' source='#x' offset='2'/>",
            ),
        ]);
        let document = read(text);
        assert_eq!(document.geometries[0].groups, read(flag()).geometries[0].groups);
        let without = read(changed(&[(" semantic='TEXCOORD'", " semantic='X'")]));
        assert_eq!(without.geometries[0].texture_coordinates, [Vec2::ZERO]);
        let corner = Corner { position: 2, normal: 0, texture_coordinates: 0 };
        assert_eq!(without.geometries[0].groups[0].triangles[0][2], corner);
    }

    /// The flag in cloth with an image.
    pub fn dressed_flag() -> String {
        dressed("<texture texture='i' texcoord='UV'/>", "")
    }

    /// The flag in cloth, with this effect.
    fn dressed(diffuse: &str, params: &str) -> String {
        let materials = format!(
            "<library_materials><material id='m' name='Cloth'><instance_effect url='#e'/></material></library_materials>\
             <library_effects><effect id='e'><profile_COMMON>{params}<technique><lambert><diffuse>{diffuse}</diffuse>\
             </lambert></technique></profile_COMMON></effect></library_effects>\
             <library_images><image id='i'><init_from>my%20cloth.png</init_from></image></library_images>\
             <library_geometries>"
        );
        let bound = "<skeleton>#hip</skeleton><bind_material><technique_common><instance_material symbol='cloth' \
                     target='#m'><bind_vertex_input semantic='UV' input_semantic='TEXCOORD' input_set='1'/>\
                     </instance_material></technique_common></bind_material>";
        changed(&[
            ("<polylist>", "<polylist material='cloth'>"),
            ("<skeleton>#hip</skeleton>", bound),
            ("<library_geometries>", &materials),
            (
                "source='#uv' offset='2'/>",
                "source='#uv' offset='2' set='0'/><input semantic='TEXCOORD' source='#uv2' offset='2' set='1'/>",
            ),
            ("<vertices", &(source("uv2", "float_array", "0 0 2 0 2 2 0 2", 2) + "<vertices")),
        ])
    }

    #[test]
    fn materials_are_followed_to_their_colours_and_images() {
        let of = |diffuse: &str, params: &str| {
            let document = read(dressed(diffuse, params));
            assert_eq!((document.notes.len(), &document.instances[0].materials[..]), (0, &[Some(0)][..]));
            let Group { symbol, .. } = &document.geometries[0].groups[0];
            assert_eq!((symbol.as_deref(), document.materials[0].name.as_str()), (Some("cloth"), "Cloth"));
            let image = document.materials[0].image.as_ref().map(|image| match image {
                Image::File(path) => path.to_string_lossy().into_owned(),
                Image::Bytes(_) => panic!("Collada keeps pictures in files"),
            });
            (document.materials[0].colour, image, document.geometries[0].texture_coordinates[2])
        };
        let (red, grey) = ([1.0, 0.5, 0.25, 1.0], [0.8, 0.8, 0.8, 1.0]);
        let (first, second) = (vec2(1.0, 1.0), vec2(2.0, 2.0));
        assert_eq!(of("<color>1 0.5 0.25 1</color>", ""), (red, None, first));
        let param = "<newparam sid='red'><float3>1 0.5 0.25</float3></newparam>";
        assert_eq!(of("<param ref='red'/>", param), (red, None, first));
        assert_eq!(of("", ""), (grey, None, first));
        let shown = ([1.0; 4], Some("my cloth.png".to_owned()), second);
        let texture = |name: &str| format!("<texture texture='{name}' texcoord='UV'/>");
        assert_eq!(of(&texture("i"), ""), shown);
        let surface = "<newparam sid='s'><surface><init_from>i</init_from></surface></newparam>";
        let sampler = "<newparam sid='t'><sampler2D><source>s</source></sampler2D></newparam>";
        assert_eq!(of(&texture("t"), &[sampler, surface].concat()), shown);
        let version_15 = "<newparam sid='t'><sampler2D><instance_image url='#i'/></sampler2D></newparam>";
        assert_eq!(of(&texture("t"), version_15), shown);
    }

    #[test]
    fn only_transparency_makes_transparent() {
        let opacity = |diffuse: &str, rest: &str| {
            let text = dressed(diffuse, "").replace("</diffuse>", &format!("</diffuse>{rest}"));
            let document = read(text);
            (document.materials[0].colour[3], document.notes.len())
        };
        let red = |alpha: &str| format!("<color>1 0 0 {alpha}</color>");
        let clear = |attribute: &str, colour: &str, amount: &str| {
            format!(
                "<transparent{attribute}><color>{colour}</color></transparent>\
                 <transparency><float>{amount}</float></transparency>"
            )
        };
        assert_eq!(opacity(&red("0"), ""), (1.0, 0), "alpha is no opacity");
        assert_eq!(opacity(&red("0.8"), ""), (1.0, 0));
        assert_eq!(opacity(&red("1"), &clear("", "0 0 0 1", "0.25")), (0.25, 0));
        assert_eq!(opacity(&red("1"), &clear(" opaque='A_ONE'", "1 1 1 0.5", "0.5")), (0.25, 0));
        assert_eq!(opacity(&red("1"), &clear(" opaque='A_ZERO'", "1 1 1 0.5", "0.5")), (0.75, 0));
        assert_eq!(opacity(&red("1"), &clear(" opaque='RGB_ZERO'", "0 0 0 1", "1")), (1.0, 0));
        let half = opacity(&red("1"), &clear(" opaque='RGB_ZERO'", "1 1 1 1", "0.5"));
        assert!((half.0 - 0.5).abs() < 1e-3);
        assert_eq!(opacity(&red("1"), "<transparency><float>0.5</float></transparency>"), (0.5, 0));
        assert_eq!(opacity(&red("1"), "<transparency><float>x</float></transparency>"), (1.0, 0));
        assert_eq!(
            opacity(&red("1"), &clear("", "1 1 1 1", "0")),
            (1.0, 1),
            "nobody exports what nobody sees"
        );
        assert_eq!(opacity("<texture texture='i' texcoord='UV'/>", &clear("", "1 1 1 1", "0.5")).0, 0.5);
    }

    #[test]
    fn highlights_are_read_from_the_shaders_that_have_them_and_own_light_from_all() {
        let shine = |shader: &str, rest: &str| {
            let text =
                dressed("<color>1 0 0 1</color>", "").replace("</diffuse>", &format!("</diffuse>{rest}"));
            let document = read(text.replace("lambert>", &format!("{shader}>")));
            assert!(document.notes.is_empty(), "{:?}", document.notes);
            document.materials[0].shine
        };
        let says = |colour: &str, power: &str| {
            let power = format!("<shininess><float>{power}</float></shininess>");
            format!("<specular><color>{colour}</color></specular>{power}")
        };
        let half = |shininess| Some(Shine { specular: [0.5, 0.25, 0.0], shininess });
        // By the halfway vector a highlight is as large with four times the power.
        assert_eq!(shine("phong", &says("0.5 0.25 0 1", "20")), half(80.0));
        assert_eq!(shine("blinn", &says("0.5 0.25 0 1", "20")), half(20.0));
        assert_eq!(shine("blinn", "<specular><color>0.5 0.25 0 1</color></specular>"), half(1.0));
        assert_eq!(shine("lambert", &says("0.5 0.25 0 1", "20")), None);
        assert_eq!(shine("phong", &says("0 0 0 1", "20")), None, "black is none");
        assert_eq!(shine("phong", ""), None);
        assert_eq!(shine("phong", &says("0.5 x 0 1", "20")), None);
        for odd in ["-3", "0", "NaN"] {
            assert_eq!(shine("blinn", &says("0.5 0.25 -1 1", odd)), half(1.0), "{odd}");
        }
        assert_eq!(shine("blinn", &says("0.5 0.25 0 1", "1e9")), half(1024.0));
        let emission = |colour: &str| {
            let emission = format!("</diffuse><emission><color>{colour}</color></emission>");
            read(dressed("<color>1 0 0 1</color>", "").replace("</diffuse>", &emission)).materials[0].emission
        };
        assert_eq!((emission("0 0.5 1 1"), emission("0 -2 3 1")), ([0.0, 0.5, 1.0], [0.0, 0.0, 1.0]));
        assert_eq!(emission("x"), [0.0; 3]);
    }
}
