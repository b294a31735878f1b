//! Tests clips that are made of a file's curves.

use common::clip::{Clip, Cursors};
use formats::collada::{Document, Surfaces};
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
use proptest::prelude::*;
use std::sync::Arc;

const MATRIX: &str = r#"<matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"#;
const STACK: &str =
    r#"<translate sid="t">0 2 0</translate><rotate sid="r">0 0 1 0</rotate><scale sid="s">1 1 1</scale>"#;

/// A curve of node "n": the channel's target, and the curve's times, values and interpolation.
pub type Given<'g> = (&'g str, &'g [f32], &'g [f32], &'g str);

pub fn text(transforms: &str, curves: &[Given]) -> String {
    let list = |numbers: &[f32]| numbers.iter().map(|number| format!("{number} ")).collect::<String>();
    let mut text = "<COLLADA><library_animations>".to_owned();
    for (i, (part, times, values, way)) in curves.iter().enumerate() {
        let ways = format!("{way} ").repeat(times.len());
        text += &format!(
            r##"<animation><source id="i{i}"><float_array>{}</float_array></source>
            <source id="o{i}"><float_array>{}</float_array></source>
            <source id="w{i}"><Name_array>{ways}</Name_array></source>
            <sampler id="s{i}"><input semantic="INPUT" source="#i{i}"/><input semantic="OUTPUT" source="#o{i}"/>
            <input semantic="INTERPOLATION" source="#w{i}"/></sampler>
            <channel source="#s{i}" target="n/{part}"/></animation>"##,
            list(times),
            list(values)
        );
    }
    text + r#"</library_animations><library_visual_scenes><visual_scene><node id="n" name="elbow" type="JOINT">"#
        + transforms
        + "</node></visual_scene></library_visual_scenes></COLLADA>"
}

pub fn parsed(text: &str) -> Document {
    Document::parse(text.as_bytes(), "test.dae", Surfaces::Read).unwrap_or_else(|error| panic!("{error}"))
}

fn document(transforms: &str, curves: &[Given]) -> Document {
    parsed(&text(transforms, curves))
}

fn clip(document: &Document) -> (Arc<Clip>, Vec<String>) {
    let mut asset = document.clone().into_asset();
    (asset.clips.remove(0), asset.clip_notes)
}

fn rows(matrices: &[Mat4]) -> Vec<f32> {
    matrices.iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect()
}

/// Returns the transform of the clip's only joint at a time of the file.
fn at(clip: &Clip, time: f32) -> Mat4 {
    clip.channels[0].sample(Default::default(), time - clip.start, &mut Cursors::default()).to_matrix()
}

/// Returns the clip's greatest error at many times, as a fraction of `size`.
fn worst(document: &Document, clip: &Clip, size: f32) -> f32 {
    let times = (0..=1000u16).map(|i| clip.start + clip.seconds * f32::from(i) / 1000.0);
    let off = times.map(|time| {
        let wanted = document.clips[0].parent_from_nodes(&document.scene, time)[0];
        let difference = at(clip, time) - wanted;
        difference.to_cols_array().into_iter().map(f32::abs).fold(0.0, f32::max) / size
    });
    off.fold(0.0, f32::max)
}

#[test]
fn curves_become_few_keys_near_them_and_equal_times_steps() {
    let places = [1.0f32, 3.0, 4.0].map(|x| Mat4::from_translation(vec3(x, 0.0, 0.0)));
    fn curve(transforms: &str, curve: Given) -> Document {
        document(transforms, &[curve])
    }
    let turn = |degrees: f32| curve(STACK, ("r.ANGLE", &[0.0, 2.0], &[0.0, degrees], "LINEAR"));
    for (document, keys, off) in [
        (curve(MATRIX, ("m", &[5.0, 7.0], &rows(&places[..2]), "LINEAR")), 2..3, 1e-5),
        (curve(MATRIX, ("m", &[0.0, 1.0, 2.0], &rows(&places), "STEP")), 5..6, 1e-5),
        (curve(STACK, ("r.ANGLE", &[0.0, 1.0, 2.0], &[10.0, 200.0, 30.0], "STEP")), 5..6, 1e-5),
        (curve(STACK, ("t.X", &[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 5.0, 6.0], "LINEAR")), 4..5, 1e-5),
        (turn(90.0), 2..1000, 6e-4),
        (turn(-720.0), 2..1000, 6e-4),
        (turn(36000.0), 2..1000, 6e-4),
    ] {
        let (clip, notes) = clip(&document);
        assert_eq!(notes, [""; 0]);
        let channel = &clip.channels[0];
        assert_eq!(clip.start, document.clips[0].start);
        let mut lists = [channel.translations.times(), channel.rotations.times(), channel.scales.times()]
            .map(<[f32]>::len);
        lists.sort_unstable();
        assert!(lists[..2] == [1, 1] && keys.contains(&lists[2]), "{lists:?}: what stays has one key");
        assert!(worst(&document, &clip, 1.0) < off);
    }
}

#[test]
fn what_cannot_be_kept_is_noted() {
    let sheared = Mat4::from_cols_array(&[1., 0., 0., 0., 0.7, 1., 0., 0., 0., 0., 1., 0., 1., 2., 3., 1.]);
    let document = document(MATRIX, &[("m", &[0.0, 1.0], &rows(&[Mat4::IDENTITY, sheared]), "LINEAR")]);
    let (_, notes) = clip(&document);
    assert_eq!(notes, ["The node 'elbow' is sheared: it moves without that."]);
    // A flat scale is kept: the axes that are left give the rotation.
    let flat = r#"<rotate>0 0 1 30</rotate><scale>0 1 1</scale>"#;
    let notes = self::document(flat, &[]).into_asset().pose_notes;
    assert!(notes.is_empty(), "{notes:?}");
}

/// Tests that a joint that grows from scale zero has its rotation from the start.
#[test]
fn nothing_takes_the_rotation_of_what_becomes_of_it() {
    let turn = Mat4::from_rotation_z(2.0);
    let nothing = Mat4::from_mat3(Mat3::ZERO);
    let keys = [nothing, turn, nothing];
    let (clip, notes) = clip(&document(MATRIX, &[("m", &[0.0, 1.0, 2.0], &rows(&keys), "LINEAR")]));
    assert_eq!(notes, [""; 0]);
    assert!(at(&clip, 0.5).abs_diff_eq(turn * Mat4::from_scale(Vec3::splat(0.5)), 1e-6));
    assert!(at(&clip, 1.5).abs_diff_eq(turn * Mat4::from_scale(Vec3::splat(0.5)), 1e-6));
}

proptest! {
    #[test]
    fn any_matrices_become_unit_quaternions(
        numbers in prop::collection::vec(prop_oneof![prop::num::f32::NORMAL, -1.0f32..1.0, Just(0.0)], 48),
        time in -1.0f32..3.0,
    ) {
        let document = document(MATRIX, &[("m", &[0.0, 1.0, 2.0], &numbers, "LINEAR")]);
        let (clip, _) = clip(&document);
        prop_assert!(clip.channels[0].rotations.values().iter().all(|rotation| rotation.is_normalized()));
        let posed = clip.channels[0].sample(Default::default(), time, &mut Cursors::default());
        prop_assert!(posed.rotation.is_normalized());
    }

    #[test]
    fn any_turn_and_move_is_kept_within_the_tolerance(
        angles in prop::collection::vec(-1000.0f32..1000.0, 4), moves in prop::collection::vec(-9.0f32..9.0, 6),
    ) {
        let document = document(STACK, &[
            ("r.ANGLE", &[0.0, 0.5, 1.0, 4.0], &angles, "LINEAR"), ("t", &[0.7, 2.0], &moves, "LINEAR"),
        ]);
        let (clip, notes) = clip(&document);
        prop_assert!(notes.is_empty());
        let size = moves.iter().fold(2.0, |largest: f32, number| largest.max(number.abs()));
        prop_assert!(worst(&document, &clip, size) < 3e-4);
    }
}

fn named(nodes: &str) -> Document {
    let text = format!(
        "<COLLADA><library_visual_scenes><visual_scene>{nodes}</visual_scene></library_visual_scenes></COLLADA>"
    );
    parsed(&text)
}

#[test]
fn a_clip_finds_its_nodes_in_another_scene() {
    let its = named(
        r#"<node name="hand" id="x1"/><node name="hand" id="x2"/><node name="foot" id="knee"/>
           <node id="neck"/><node name="lost" id="z"/>"#,
    );
    let other = named(
        r#"<node name="neck" id="a1"/><node name="foot" id="a4"/><node name="hand" id="a2"/>
           <node name="hand" id="a3"/>"#,
    );
    let channel = |joint| {
        let mut channel = common::clip::Channel { joint, ..Default::default() };
        // To know it again.
        channel.rotations.push(joint as f32, Quat::IDENTITY);
        channel
    };
    let clip = Clip { name: "wave".to_owned(), channels: (0..5).map(channel).collect(), ..Clip::default() };
    let (moved, notes) = formats::retarget(&clip, &its.into_asset(), &other.into_asset());
    let pairs: Vec<_> = moved.channels.iter().map(|c| (c.joint, c.rotations.times()[0])).collect();
    assert_eq!(pairs, [(0, 3.0), (1, 2.0), (2, 0.0), (3, 1.0)]);
    assert_eq!(notes, ["The clip 'wave' moves nodes that are not in the scene: 'lost'."]);
}
