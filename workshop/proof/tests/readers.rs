//! Compares the results of the readers with `readers.txt`, so that a change of a reader is a change of its rows.
//!
//! `WORKBOOK_BLESS=1 cargo test -p proof readers::` writes the rows that differ. With `MODELS=FOLDER` it reads a folder of
//! one's own too, and compares it with the `readers.txt` that it wrote there the first time.

use anyhow::{Context as _, Result, ensure};
use common::clip::{Animator, Clip};
use common::pose::{model_from_joints, walk};
use common::skin::skin_point;
use common::transform::transform_point;
use common::unread::Error;
use course::root;
use formats::gltf::GAMMA;
use formats::{Alpha, Asset, Image};
use glam::{Vec2, Vec3, Vec4};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest difference of two places, as a part of the model's diagonal: another machine's arithmetic makes less.
const BOUND: f32 = 1e-5;

/// The moment of each clip, as a part of its length: no key is there.
const MOMENT: f32 = 0.37;

/// Most notes of a row.
const MOST_NOTES: usize = 9;

const COLUMNS: &str =
    "nodes joints surfaces vertices triangles opaque mask blend pictures missing moves turns scales";

/// The numbers of a model, by column.
fn counts(asset: &Asset) -> [usize; 13] {
    let Asset { nodes, chains, surfaces, materials, clips, .. } = asset;
    let is = |alpha: fn(&Alpha) -> bool| materials.iter().filter(|material| alpha(&material.alpha)).count();
    let images: Vec<_> = materials.iter().filter_map(|material| material.image.as_ref()).collect();
    let missing = images.iter().filter(|image| matches!(image, Image::File(path) if !path.exists())).count();
    let mut keys = [0; 3];
    for channel in clips.iter().flat_map(|clip| &clip.channels) {
        let times = [channel.translations.times(), channel.rotations.times(), channel.scales.times()];
        keys.iter_mut().zip(times).for_each(|(keys, times)| *keys += times.len());
    }
    let joints = chains.iter().map(|chain| chain.joints.len()).sum();
    let vertices = surfaces.iter().map(|surface| surface.mesh.positions.len()).sum();
    let triangles = surfaces.iter().map(|surface| surface.mesh.triangles.len()).sum();
    let [opaque, blend] = [is(|alpha| *alpha == Alpha::Opaque), is(|alpha| *alpha == Alpha::Blend)];
    let (mask, found) = (materials.len() - opaque - blend, images.len() - missing);
    let [moves, turns, scales] = keys;
    let (nodes, surfaces) = (nodes.len(), surfaces.len());
    [nodes, joints, surfaces, vertices, triangles, opaque, mask, blend, found, missing, moves, turns, scales]
}

/// Returns the places of all nodes in the world, and then those of all corners.
fn places(asset: &Asset, clip: Option<&Clip>) -> Vec<Vec3> {
    let skeleton = &asset.rig.skeleton;
    let mut model_from_nodes = model_from_joints(skeleton, &asset.parent_from_nodes());
    if let Some(clip) = clip {
        let mut animator = Animator::new(Arc::clone(&asset.rig), Arc::new(clip.clone()));
        animator.seek(MOMENT * clip.seconds);
        walk(skeleton, |i| animator.pose()[i].to_matrix(), &mut model_from_nodes);
    }
    let mut places: Vec<Vec3> = model_from_nodes.iter().map(|node| node.w_axis.truncate()).collect();
    for surface in &asset.surfaces {
        let (mesh, palette) = (&surface.mesh, surface.palette(&model_from_nodes));
        for corner in mesh.triangles.as_flattened().iter().map(|&corner| corner as usize) {
            places.push(skin_point(&palette, &mesh.influences[corner], mesh.positions[corner]));
        }
    }
    places.iter().map(|place| transform_point(asset.world_from_model, *place)).collect()
}

fn diagonal(places: &[Vec3]) -> [Vec3; 2] {
    [Vec3::min, Vec3::max].map(|bound| places.iter().copied().reduce(bound).unwrap_or_default())
}

/// Returns the means over all corners of colours, without pictures, of normals and of texture coordinates.
fn means(asset: &Asset) -> (Vec4, Vec3, Vec2) {
    let (mut colour, mut normal, mut coordinates, mut corners) = (Vec4::ZERO, Vec3::ZERO, Vec2::ZERO, 0.0f32);
    for surface in &asset.surfaces {
        for submesh in &surface.submeshes {
            let (mesh, material) =
                (&surface.mesh, submesh.material.map(|index| asset.materials[index].colour));
            for corner in mesh.triangles[submesh.triangles.clone()].iter().flatten().map(|&at| at as usize) {
                let light = mesh.colours.get(corner).copied().unwrap_or(Vec4::ONE);
                let seen = light.truncate().powf(1.0 / GAMMA).extend(light.w);
                colour += seen * material.map_or(Vec4::ONE, Vec4::from);
                normal += mesh.normals[corner];
                coordinates += mesh.texture_coordinates[corner];
                corners += 1.0;
            }
        }
    }
    let corners = corners.max(1.0);
    (colour / corners, normal / corners, coordinates / corners)
}

/// A file's row: a line of numbers, and below it its error; or its notes, the parts that are not read, and some places. Also
/// returns the model's diagonal.
fn row(name: &str, path: &Path) -> Result<(String, f32)> {
    let mut row = format!("{name:<46}  {:08x}", crc32fast::hash(&fs::read(path)?));
    let asset = match formats::read(path) {
        Ok(asset) => asset,
        Err(error) => return Ok((format!("{row}\n  ! {}\n", Error { file: String::new(), ..error }), 1.0)),
    };
    for (count, column) in counts(&asset).into_iter().zip(COLUMNS.split(' ')) {
        write!(row, " {count:>width$}", width = column.len())?;
    }
    row.push('\n');
    let notes = [&asset.notes[..], &asset.pose_notes, &asset.clip_notes].concat();
    notes.iter().take(MOST_NOTES).try_for_each(|note| writeln!(row, "  ? {note}"))?;
    if let Some(last) = notes.last().filter(|_| notes.len() > MOST_NOTES) {
        writeln!(row, "  … and of {} notes the last: {last}", notes.len())?;
    }
    asset.left_out.iter().try_for_each(|parts| writeln!(row, "  - {parts}"))?;
    let (colour, normal, coordinates) = means(&asset);
    writeln!(row, "  mean colour {colour:.5}, normal {normal:.5}, texture coordinates {coordinates:.5}")?;
    let rest = places(&asset, None);
    let [least, largest] = diagonal(&rest);
    let digits = (6.0 - least.distance(largest).max(1e-3).log10()).max(0.0) as usize;
    let clips = asset.clips.iter().map(|clip| {
        let label = format!("'{}' from {:.4} for {:.4} s", clip.name, clip.start, clip.seconds);
        (label, places(&asset, Some(clip)))
    });
    for (label, places) in std::iter::once(("rest".to_owned(), rest)).chain(clips) {
        let spread = (0..4).filter_map(|part| places.get(part * places.len().saturating_sub(1) / 3).copied());
        write!(row, "  {label}")?;
        diagonal(&places).into_iter().chain(spread).try_for_each(|at| write!(row, "  {at:.digits$}"))?;
        row.push('\n');
    }
    Ok((row, least.distance(largest)))
}

/// Returns true if two rows have the same words, and nearly the same numbers.
fn are_same(before: &str, (now, diagonal): &(String, f32)) -> bool {
    let words = |text: &str| text.split([' ', '[', ']', ',', '\n']).map(str::to_owned).collect::<Vec<_>>();
    let number = |word: &str| word.contains('.').then(|| word.parse::<f32>().ok()).flatten();
    let is_near = |before, now| match (number(before), number(now)) {
        (Some(before), Some(now)) => (before - now).abs() <= BOUND * diagonal.max(1.0),
        _ => false,
    };
    let (before, now) = (words(before), words(now));
    before.len() == now.len()
        && before.iter().zip(&now).all(|(before, now)| before == now || is_near(before, now))
}

/// Returns the models in a folder and in the folders below it.
fn models(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut models = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_dir() {
            models.extend(self::models(&path)?);
        } else if ["dae", "glb", "gltf", "vrm"].contains(&&ending[..]) {
            models.push(path);
        }
    }
    models.sort();
    Ok(models)
}

fn ours() -> Result<Vec<PathBuf>> {
    Ok([models(&root().join("assets"))?, models(&root().join("workshop/proof/tests"))?].concat())
}

/// Compares models in a folder with a table, which is written if it may be.
fn hold(models: &[PathBuf], folder: &Path, table: &Path, may_write: bool) -> Result<()> {
    let kept = fs::read_to_string(table).unwrap_or_default().replace("\n  ", "\r  ");
    // Each row is one line now.
    let rows = kept.lines().skip(1).map(|row| row.replace('\r', "\n") + "\n");
    let mut rows: BTreeMap<String, String> =
        rows.map(|row| (row.split("  ").next().unwrap_or_default().to_owned(), row)).collect();
    let (mut text, mut wrong) = (format!("{:<56} {COLUMNS}\n", "file and CRC"), String::new());
    for path in models {
        let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
        let (before, now) = (rows.remove(&name).unwrap_or_default(), row(&name, path)?);
        if are_same(&before, &now) {
            text += &before;
        } else {
            text += &now.0;
            write!(wrong, "before:\n{before}now:\n{}", now.0)?;
        }
    }
    rows.values().for_each(|row| wrong += &format!("no such file:\n{row}"));
    if may_write {
        return Ok(fs::write(table, text)?);
    }
    ensure!(wrong.is_empty(), "{} differs: WORKBOOK_BLESS=1 keeps what is now.\n{wrong}", table.display());
    Ok(())
}

#[test]
fn each_file_is_read_as_the_table_says() -> Result<()> {
    let blessing = std::env::var_os("WORKBOOK_BLESS").is_some_and(|value| value == "1");
    hold(&ours()?, root(), &root().join("workshop/proof/tests/readers.txt"), blessing)?;
    let Some(folder) = std::env::var_os("MODELS").map(PathBuf::from) else { return Ok(()) };
    let table = folder.join("readers.txt");
    hold(&models(&folder)?, &folder, &table, blessing || !table.exists())
}

#[test]
fn both_readers_agree_on_one_model() -> Result<()> {
    let (all, mut compared) = (ours()?, 0);
    for pair in all.windows(2).filter(|pair| pair[0].with_extension("") == pair[1].with_extension("")) {
        let [collada, gltf] = [formats::read(&pair[0])?, formats::read(&pair[1])?];
        for clip in std::iter::once(None).chain(collada.clips.iter().map(Some)) {
            // Collada's clip is named after its file.
            let is_same =
                |other: &&Clip| clip.is_some_and(|clip| (other.seconds - clip.seconds).abs() < 1e-4);
            let same = gltf.clips.iter().find(is_same);
            ensure!(same.is_some() == clip.is_some(), "{} has no such clip", gltf.file());
            let [one, other] = [places(&collada, clip), places(&gltf, same)];
            let [least, largest] = diagonal(&one);
            // Nodes come in another order.
            let [one, other] = [&one[collada.nodes.len()..], &other[gltf.nodes.len()..]];
            let off = one.iter().zip(other).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
            ensure!(one.len() == other.len(), "{}: {} and {} corners", gltf.file(), one.len(), other.len());
            ensure!(off <= BOUND * least.distance(largest), "{}: corners are off by {off}", gltf.file());
        }
        compared += 1;
    }
    ensure!(compared >= 5, "only {compared} models have two formats");
    Ok(())
}
