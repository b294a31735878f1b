//! Compares exported files in Blender with the same models here.
//!
//! The export stays behind as `target/tmp/knight.glb`, for `export_blender.py` and `export_judge.js` in `workshop/assets/make`.

use anyhow::{Context as _, Result, ensure};
use common::clip::{Animator, Channel, Clip, Keys};
use common::pose::placed;
use common::skin::skin_point;
use course::root;
use editor::export::glb;
use formats::{Asset, Surface, clips_beside};
use glam::{Mat4, Quat, Vec3};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The greatest error of Blender's vertices, as a fraction of the model's size. It blends quaternions number
/// by number, and rotates by 15° in its own way.
const BOUND: f32 = 1e-4;

/// Blender's numbers for a file, in world space with y up.
#[derive(Deserialize)]
struct Oracle {
    file: String,
    /// The number of vertices of each mesh, by name, and the indices of those that are listed.
    counts: BTreeMap<String, usize>,
    picked: BTreeMap<String, Vec<usize>>,
    clips: Vec<Told>,
}

#[derive(Deserialize)]
struct Told {
    name: String,
    times: Vec<f32>,
    /// The vertices' places at each of the times, by mesh name.
    vertices: BTreeMap<String, Vec<Vec<f32>>>,
}

/// Returns the name that Blender gives to a surface's carrier.
fn carrier<'a>(asset: &'a Asset, surface: &'a Surface) -> &'a str {
    match &surface.joints[..] {
        [joint] if joint.joint_from_bind == Mat4::IDENTITY => &asset.rig.skeleton.joints()[joint.node].name,
        _ => &surface.name,
    }
}

/// Returns Blender's name for something, which ends in a number if its own was taken.
fn blenders_name(oracle: &Oracle, name: &str, taken: &[String]) -> Option<String> {
    let numbered = (1..10).flat_map(|number| [format!("{name}_{number}"), format!("{name}.{number:03}")]);
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| oracle.counts.contains_key(name) && !taken.contains(name))
}

/// A clip's name as Blender's file has it.
fn in_file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
}

/// Returns the positions of a surface's file in the world.
fn points(asset: &Asset, surface: &Surface, model_from_nodes: &[Mat4]) -> Vec<Vec3> {
    let palette = surface.palette(model_from_nodes);
    let mesh = &surface.mesh;
    let mut points = vec![Vec3::NAN; surface.positions];
    for (vertex, &point) in mesh.points.iter().enumerate() {
        let posed = skin_point(&palette, &mesh.influences[vertex], mesh.positions[vertex]);
        points[point as usize] = asset.world_from_model.transform_point3(posed);
    }
    points
}

fn size(told: &Told) -> f32 {
    let points =
        || told.vertices.values().flatten().flat_map(|points| points.chunks_exact(3).map(Vec3::from_slice));
    let (least, most) = (points().reduce(Vec3::min), points().reduce(Vec3::max));
    (most.unwrap_or_default() - least.unwrap_or_default()).max_element().max(1e-3)
}

/// Returns true if a value steps so near to the time that rounding decides whether it already has.
fn is_in_step(clip: &Clip, time: f32) -> bool {
    const SOON: f32 = 1e-3;
    let jumps = |times: &[f32]| {
        let close = |pair: &[f32]| pair[1] - pair[0] < SOON && (time - pair[1]).abs() < SOON;
        times.windows(2).any(close)
    };
    let lists = |channel: &Channel| {
        jumps(channel.translations.times())
            || jumps(channel.rotations.times())
            || jumps(channel.scales.times())
    };
    clip.channels.iter().any(lists)
}

/// Returns Blender's greatest error, as a fraction of the size, with its place and the number of comparisons.
fn worst(asset: &Asset, oracle: &Oracle) -> Result<(f32, String, usize)> {
    let mut worst = (0.0f32, String::new(), 0);
    for told in &oracle.clips {
        let clip = asset.clips.iter().find(|clip| in_file_name(&clip.name) == in_file_name(&told.name));
        let clip = clip.with_context(|| format!("no clip '{}'", told.name))?;
        let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::clone(clip));
        animator.looping = false;
        let size = size(told);
        for (moment, &time) in told.times.iter().enumerate() {
            if is_in_step(clip, time) {
                continue;
            }
            animator.seek(time);
            let model_from_nodes = placed(&asset.rig.skeleton, animator.pose());
            let mut taken = Vec::new();
            for surface in &asset.surfaces {
                let Some(name) = blenders_name(oracle, carrier(asset, surface), &taken) else { continue };
                let positions = &told.vertices[&name];
                ensure!(
                    oracle.counts[&name] == surface.positions,
                    "{name} has {} vertices",
                    oracle.counts[&name]
                );
                let points = points(asset, surface, &model_from_nodes);
                let wanted = positions[moment].chunks_exact(3).map(Vec3::from_slice);
                for (&point, wanted) in oracle.picked[&name].iter().zip(wanted) {
                    let off = points[point].distance(wanted) / size;
                    worst.2 += 1;
                    if off.is_nan() || off > worst.0 {
                        (worst.0, worst.1) = (off, format!("'{}', {name}, {point} at {time} s", told.name));
                    }
                }
                taken.push(name);
            }
        }
    }
    Ok(worst)
}

/// Compares an export with Blender's numbers for it.
fn compare(bytes: &[u8], path: &Path) -> Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let oracle: Oracle = serde_json::from_str(&text)?;
    let asset = formats::read_bytes(bytes.to_vec(), &oracle.file)?;
    let (off, place, count) = worst(&asset, &oracle).with_context(|| oracle.file.clone())?;
    println!("{}: {count} vertices within {off:.1e} ({place})", oracle.file);
    ensure!(count > 0 && off < BOUND, "{}: off by {off:.1e} ({place})", oracle.file);
    Ok(())
}

/// A clip that turns every joint of a model far, each about an axis of its own and in its own time, and moves the roots.
fn sparse(asset: &Asset) -> Clip {
    let rig = &asset.rig;
    let joints = asset.chains.iter().flat_map(|chain| chain.joints.iter().copied());
    let mut joints: Vec<usize> = joints.collect();
    joints.sort_unstable();
    let channel = |(index, joint): (usize, usize)| {
        let rest = rig.rest[joint];
        let axis = Vec3::AXES[index % 3];
        let turned = |degrees: f32| rest.rotation * Quat::from_axis_angle(axis, degrees.to_radians());
        let middle = 0.4 + 0.03 * (index % 7) as f32;
        let times = [0.0, middle, 1.5];
        let mut channel = Channel {
            joint,
            rotations: Keys::new(times, [turned(0.0), turned(80.0), turned(-20.0)]),
            ..Channel::default()
        };
        if asset.chains.iter().any(|chain| chain.joints[0] == joint) {
            let up = Vec3::splat(0.2 / asset.world_from_model.x_axis.length());
            channel.translations =
                Keys::new(times, [rest.translation, rest.translation + up, rest.translation]);
        }
        channel
    };
    let channels = joints.into_iter().enumerate().map(channel).collect();
    Clip { name: "sparse".to_owned(), start: 0.0, seconds: 1.5, channels }
}

#[test]
fn blender_has_the_exported_knight_where_he_is() {
    let path = root().join("assets/knight/knight.dae");
    let knight = formats::read(&path).unwrap();
    let mut clips = knight.clips.clone();
    clips.extend(clips_beside(&path, &knight).clips);
    clips.push(sparse(&knight).into());
    let oracle = root().join("workshop/assets/exported/knight.glb.json");
    let bytes = glb(&knight, &clips).unwrap().bytes;
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join("knight.glb"), &bytes).unwrap();
    compare(&bytes, &oracle).unwrap();
}
