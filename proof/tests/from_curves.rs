//! What clips lose where a file has curves, held against curves that are worked out here, in another way.

use anyhow::{Context as _, Result, ensure};
use course::root;
use formats::{Asset, read_measured};
use glam::DVec3;
use std::path::Path;

/// The keys of the file below: when, and at each how fast it arrives, where it is, and how fast it leaves.
const TIMES: [f64; 3] = [0.5, 1.5, 2.0];
const KEYS: [[[f64; 3]; 3]; 3] = [
    [[0.0; 3], [0.0, 1.0, 0.0], [4.0, 0.0, -2.0]],
    [[-6.0, 1.0, 0.0], [2.0, 0.0, 1.0], [0.0, 9.0, 0.0]],
    [[0.0, -5.0, 3.0], [0.0, 1.0, 0.0], [0.0; 3]],
];

/// A `.glb` of two nodes, one on the other, of which the lower one moves.
fn file(interpolation: &str) -> Vec<u8> {
    let is_cubic = interpolation == "CUBICSPLINE";
    let times = TIMES.iter().map(|time| *time as f32);
    let values = KEYS.iter().flat_map(|key| if is_cubic { &key[..] } else { &key[1..2] });
    let values = values.flatten().map(|number| *number as f32);
    let bytes: Vec<u8> = times.chain(values).flat_map(f32::to_le_bytes).collect();
    let (count, length) = (if is_cubic { 9 } else { 3 }, bytes.len());
    let mut json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"buffers":[{{"byteLength":{length}}}],
        "nodes":[{{"name":"low","scale":[2,2,2],"children":[1]}},{{"name":"high","translation":[0,1,0]}}],
        "bufferViews":[{{"buffer":0,"byteLength":12}},{{"buffer":0,"byteOffset":12,"byteLength":{}}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"SCALAR","min":[0.5],"max":[2]}},
        {{"bufferView":1,"componentType":5126,"count":{count},"type":"VEC3"}}],
        "animations":[{{"name":"way","samplers":[{{"input":0,"output":1,"interpolation":"{interpolation}"}}],
        "channels":[{{"sampler":0,"target":{{"node":1,"path":"translation"}}}}]}}]}}"#,
        length - 12
    );
    json.push_str(&" ".repeat(json.len().next_multiple_of(4) - json.len()));
    let length = |bytes: usize| (bytes as u32).to_le_bytes();
    let all = 12 + 8 + json.len() + 8 + bytes.len();
    let head = [b"glTF".as_slice(), &length(2), &length(all), &length(json.len()), b"JSON"].concat();
    [&head, json.as_bytes(), &length(bytes.len()), b"BIN\0", &bytes].concat()
}

fn read(interpolation: &str) -> Result<Asset> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("way.glb");
    std::fs::write(&path, file(interpolation))?;
    Ok(read_measured(&path)?)
}

/// The curve at a time, by halving the lines between the four points of its Bézier curve.
fn curve(time: f64) -> DVec3 {
    let key = usize::from(time >= TIMES[1]);
    let seconds = TIMES[key + 1] - TIMES[key];
    let part = (time - TIMES[key]) / seconds;
    let [from, leaving] = [KEYS[key][1], KEYS[key][2]].map(DVec3::from);
    let [arriving, to] = [KEYS[key + 1][0], KEYS[key + 1][1]].map(DVec3::from);
    let mut points = vec![from, from + leaving * seconds / 3.0, to - arriving * seconds / 3.0, to];
    while points.len() > 1 {
        points = points.windows(2).map(|pair| pair[0].lerp(pair[1], part)).collect();
    }
    points[0]
}

/// The keys at a time.
fn straight(times: &[f32], values: &[glam::Vec3], time: f64) -> DVec3 {
    let next = times.partition_point(|&key| f64::from(key) <= time).clamp(1, times.len() - 1);
    let [from, to] = [next - 1, next].map(|key| f64::from(times[key]));
    let [a, b] = [next - 1, next].map(|key| values[key].as_dvec3());
    a.lerp(b, (time - from) / (to - from))
}

#[test]
fn the_distance_is_that_of_curves_worked_out_otherwise() -> Result<()> {
    let asset = read("CUBICSPLINE")?;
    let keys = &asset.clips[0].channels[0].translations;
    let moments = (0..60_000).map(|moment| 1.5 * f64::from(moment) / 60_000.0);
    // The node below is twice as large.
    let away = |time: f64| 2.0 * curve(TIMES[0] + time).distance(straight(keys.times(), keys.values(), time));
    let wanted = moments.map(away).fold(0.0, f64::max);
    let told = f64::from(asset.from_curves[0].context("it has curves")?);
    ensure!(wanted > 1e-4, "there is nothing to measure");
    ensure!((0.98 * wanted..1.001 * wanted + 2e-6).contains(&told), "{told} instead of {wanted}");
    Ok(())
}

#[test]
fn what_is_straight_or_steps_has_lost_nothing() -> Result<()> {
    for interpolation in ["LINEAR", "STEP"] {
        ensure!(read(interpolation)?.from_curves == [None], "{interpolation}");
    }
    let knight = read_measured(&root().join("assets/knight/knight.dae"))?;
    ensure!(knight.from_curves == [None], "he has a matrix at every key");
    Ok(())
}

#[test]
fn a_collada_file_with_curves_is_measured_too() -> Result<()> {
    let path = root().join("assets/joints/tick_curves.dae");
    let asset = read_measured(&path)?;
    let (_, curves, _) = formats::read_keyed(&path)?;
    let told = asset.from_curves[0].context("it has curves")?;
    let wanted = farthest(&asset, &*curves[0].parent_from_nodes);
    ensure!((0.95 * wanted..1.001 * wanted + 2e-6).contains(&told), "{told} instead of {wanted}");
    ensure!(formats::read(Path::new(&path))?.from_curves.is_empty(), "nobody asked");
    Ok(())
}

/// The farthest that a node of the first clip is from where its curves have it, each chain multiplied by itself.
fn farthest(asset: &Asset, curves: &dyn Fn(f32) -> Vec<glam::Mat4>) -> f32 {
    let clip = &asset.clips[0];
    let joints = asset.rig.skeleton.joints();
    let place = |parent_from_nodes: &[glam::Mat4], mut node: usize| {
        let mut place = parent_from_nodes[node].w_axis;
        while let Some(parent) = joints[node].parent {
            (place, node) = (parent_from_nodes[parent] * place, parent);
        }
        asset.world_from_model * place
    };
    let mut most = 0.0_f32;
    for moment in 0..20_000_u16 {
        let time = clip.seconds * f32::from(moment) / 20_000.0;
        let mut keyed: Vec<_> = asset.rig.rest.iter().map(|transform| transform.to_matrix()).collect();
        for channel in &clip.channels {
            let rest = asset.rig.rest[channel.joint];
            keyed[channel.joint] =
                channel.sample(rest, time, &mut common::clip::Cursors::default()).to_matrix();
        }
        let curved = curves(clip.start + time);
        let away = |node| (place(&keyed, node) - place(&curved, node)).truncate().length();
        most = (0..joints.len()).map(away).fold(most, f32::max);
    }
    most
}
