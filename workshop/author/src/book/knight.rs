//! The knight as a script, for figures that turn him in space: his mesh, his clips, and the shader that skins him.
//!
//! A page that was opened from a file may load scripts and nothing else. Numbers are whole millionths, each less the one
//! before it in its column, so that they pack well and points are within 10⁻⁵ m of the file's.

use crate::markers::Source;
use anyhow::{Context, Result, ensure};
use base64::prelude::{BASE64_STANDARD, Engine};
use common::clip::{Channel, Clip, Keys};
use common::skin::Influences;
use course::{Id, LessonInfo};
use flate2::Compression;
use flate2::write::GzEncoder;
use formats::{Asset, Image};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use workbook::tree::Files;

const MODEL: &str = "assets/knight/knight.glb";
const SHADER: &str = "shaders/skin.vert";

/// The exercise that is open in the page.
const GAP: Id = Id { lesson: 8, number: 1 };

/// Returns the script. It is packed, so that no page has the exercise's answer in its source.
pub fn script(root: &Path, files: &Files, lessons: &[LessonInfo]) -> Result<Vec<u8>> {
    let asset = formats::read(&root.join(MODEL))?;
    let content =
        json!({ "model": model(&asset)?, "clips": clips(&asset), "shader": shader(files, lessons)? });
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(content.to_string().as_bytes())?;
    Ok(format!("globalThis.knight = \"{}\";\n", BASE64_STANDARD.encode(packed.finish()?)).into_bytes())
}

/// His joints, and his triangles corner by corner: at most corners only the texture coordinates differ.
fn model(asset: &Asset) -> Result<Value> {
    let skin = asset.surfaces.first().with_context(|| format!("{MODEL} has no surface"))?;
    let (mut points, mut places, mut corners, mut materials) = (vec![], vec![], vec![], vec![]);
    for surface in &asset.surfaces {
        ensure!(
            surface.joints == skin.joints && surface.bind_shape == skin.bind_shape,
            "{MODEL} has two skins"
        );
        let mesh = &surface.mesh;
        for submesh in &surface.submeshes {
            let triangles = &mesh.triangles[submesh.triangles.clone()];
            for vertex in triangles.as_flattened().iter().map(|&vertex| vertex as usize) {
                let Influences { joints, weights } = mesh.influences[vertex];
                let position = mesh.positions[vertex].to_array().map(millionths);
                let point = (position, joints.map(i64::from), weights.map(millionths));
                let place = mesh.texture_coordinates[vertex].to_array().map(millionths);
                corners.push([number_of(&mut points, point), number_of(&mut places, place)]);
            }
            let material = submesh.material.map(|material| &asset.materials[material]);
            materials.push(json!({
                "corners": 3 * triangles.len(),
                "colour": material.map(|material| material.colour),
                "textured": material.is_some_and(|material| material.image.is_some()),
            }));
        }
    }
    let image = asset.materials.iter().find_map(|material| match &material.image {
        Some(Image::Bytes(bytes)) => Some(BASE64_STANDARD.encode(&**bytes)),
        _ => None,
    });
    let rest = asset.rig.rest.iter().map(|rest| {
        let [tx, ty, tz] = rest.translation.to_array().map(millionths);
        let [x, y, z, w] = rest.rotation.to_array().map(millionths);
        let [sx, sy, sz] = rest.scale.to_array().map(millionths);
        [tx, ty, tz, x, y, z, w, sx, sy, sz]
    });
    let joints_from_bind = skin.joints.iter().map(|joint| joint.joint_from_bind * skin.bind_shape);
    let joints = asset.rig.skeleton.joints();
    Ok(json!({
        "names": joints.iter().map(|joint| &joint.name).collect::<Vec<_>>(),
        "parents": joints.iter().map(|joint| joint.parent).collect::<Vec<_>>(),
        "rest": steps(rest),
        "nodes": skin.joints.iter().map(|joint| joint.node).collect::<Vec<_>>(),
        "joints_from_bind": steps(joints_from_bind.map(|matrix| matrix.to_cols_array().map(millionths))),
        "points": steps(points.iter().map(|point| point.0)),
        "joints": steps(points.iter().map(|point| point.1)),
        "weights": steps(points.iter().map(|point| point.2)),
        "corners": steps(corners),
        "places": steps(places),
        "materials": materials,
        "image": image,
    }))
}

fn clips(asset: &Asset) -> Vec<Value> {
    let clip = |clip: &Clip| {
        let channel = |channel: &Channel| {
            let moves = keys(&channel.translations, |value| value.to_array());
            let turns = keys(&channel.rotations, |value| value.to_array());
            json!([channel.joint, moves, turns, keys(&channel.scales, |value| value.to_array())])
        };
        let channels: Vec<Value> = clip.channels.iter().map(channel).collect();
        json!({ "name": clip.name, "seconds": clip.seconds, "channels": channels })
    };
    asset.clips.iter().map(clip).collect()
}

/// Times and values of keys: a single key if all are alike but for rounding.
fn keys<T, const N: usize>(keys: &Keys<T>, numbers: impl Fn(&T) -> [f32; N]) -> [Vec<i64>; 2] {
    let mut values: Vec<[i64; N]> =
        keys.values().iter().map(|value| numbers(value).map(millionths)).collect();
    let first = values.first().copied().unwrap_or([0; N]);
    let is_near =
        |value: &[i64; N]| value.iter().zip(first).all(|(number, first)| (number - first).abs() < 3);
    if values.iter().all(is_near) {
        values.truncate(1);
    }
    let times = keys.times().iter().take(values.len());
    [steps(times.map(|&time| [millionths(time)])), steps(values)]
}

/// The vertex shader around its gap, and what may fill that: the starter, the answer and the known mistakes.
fn shader(files: &Files, lessons: &[LessonInfo]) -> Result<Value> {
    let text = files.get(SHADER).with_context(|| format!("{SHADER} is missing"))?;
    let text = str::from_utf8(text)?;
    let source = Source::parse(SHADER, text)?;
    let gap = source.regions().find(|region| region.id == GAP);
    let gap = gap.with_context(|| format!("{SHADER} has no gap {GAP}"))?;
    let around = source.render(|_| "\0".to_owned());
    let (before, after) = around.split_once('\0').unwrap_or_default();
    let mistakes = lessons.iter().flat_map(|lesson| lesson.mistakes.data.of(GAP)).map(|mistake| {
        let code = gap.fitted(mistake.code.get_ref());
        json!({ "name": mistake.name.get_ref(), "title": mistake.title, "belief": mistake.belief, "code": code })
    });
    Ok(json!({
        "before": before, "after": after, "starter": gap.starter, "right": gap.solution,
        "mistakes": mistakes.collect::<Vec<_>>(),
    }))
}

fn millionths(number: f32) -> i64 {
    (f64::from(number) * 1e6).round() as i64
}

/// Finds a value's number, in the order in which values were first met.
fn number_of<T: PartialEq>(all: &mut Vec<T>, value: T) -> i64 {
    let known = all.iter().position(|other| *other == value);
    let number = known.unwrap_or_else(|| {
        all.push(value);
        all.len() - 1
    });
    number as i64
}

/// Lists all rows, in each column the difference from the row before.
fn steps<const N: usize>(rows: impl IntoIterator<Item = [i64; N]>) -> Vec<i64> {
    let mut last = [0; N];
    let mut all = Vec::new();
    for row in rows {
        all.extend(row.iter().zip(last).map(|(number, last)| number - last));
        last = row;
    }
    all
}
