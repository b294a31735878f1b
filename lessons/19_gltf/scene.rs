//! Weights as floats or as bytes, and three interpolations between keys.

use formats::Asset;
use formats::gltf::{Interpolation, Sampler, weight_bytes};
use glam::Vec4;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stores the weights of all vertices as bytes, and reads them again like a shader: unchanged, whatever their sum.
/// Returns the number of vertices for each sum of bytes.
pub fn store_as_bytes(asset: &mut Asset) -> BTreeMap<u32, usize> {
    let mut sums = BTreeMap::new();
    for surface in &mut asset.surfaces {
        for influences in &mut Arc::make_mut(&mut surface.mesh).influences {
            let bytes = weight_bytes(influences.weights);
            *sums.entry(bytes.map(u32::from).iter().sum()).or_default() += 1;
            influences.weights = bytes.map(|byte| f32::from(byte) / 255.0);
        }
    }
    sums
}

/// Returns the keys with another interpolation.
pub fn by(sampler: &Sampler, interpolation: Interpolation) -> Sampler {
    let keys = 0..sampler.times.len();
    let values = match interpolation {
        Interpolation::CubicSpline => keys.flat_map(|key| cubic_values(sampler, key)).collect(),
        _ => keys.map(|key| value(sampler, key)).collect(),
    };
    Sampler { interpolation, values, ..sampler.clone() }
}

pub fn value(sampler: &Sampler, key: usize) -> Vec4 {
    match sampler.interpolation {
        Interpolation::CubicSpline => sampler.values[3 * key + 1],
        _ => sampler.values[key],
    }
}

/// A key's in-tangent, value and out-tangent. A file without tangents gets those of the line from the key before to the
/// key after.
fn cubic_values(sampler: &Sampler, key: usize) -> [Vec4; 3] {
    if sampler.interpolation == Interpolation::CubicSpline {
        return [0, 1, 2].map(|part| sampler.values[3 * key + part]);
    }
    let (before, behind) = (key.saturating_sub(1), (key + 1).min(sampler.times.len() - 1));
    let seconds = sampler.times[behind] - sampler.times[before];
    let here = value(sampler, key);
    // A quaternion's negative is the same rotation: takes the nearer of both.
    let near = |key: usize| {
        let other = value(sampler, key);
        if sampler.is_rotation && other.dot(here) < 0.0 { -other } else { other }
    };
    let tangent = if seconds > 0.0 { (near(behind) - near(before)) / seconds } else { Vec4::ZERO };
    [tangent, here, tangent]
}

/// The two tangents of each key as short lines, from `(time, value)` to `(time, value)`, of one of the four numbers.
pub fn tangents(sampler: &Sampler, part: usize, seconds: f32) -> Vec<[[f32; 2]; 2]> {
    let mut lines = Vec::new();
    for (key, &time) in sampler.times.iter().enumerate() {
        let [arriving, value, leaving] = cubic_values(sampler, key);
        let step = |tangent: Vec4, dt: f32| [time + dt, value[part] + dt * tangent[part]];
        lines.push([step(arriving, -seconds), step(arriving, 0.0)]);
        lines.push([step(leaving, 0.0), step(leaving, seconds)]);
    }
    lines
}

/// One of a sampler's four numbers, at moments from `start` to `end`.
pub fn curve(sampler: &Sampler, part: usize, start: f32, end: f32) -> Vec<[f32; 2]> {
    const MOMENTS: u16 = 240;
    let time = |i: u16| start + (end - start) * f32::from(i) / f32::from(MOMENTS);
    (0..=MOMENTS).map(time).map(|time| [time, sampler.at(time)[part]]).collect()
}
