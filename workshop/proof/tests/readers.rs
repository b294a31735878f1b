//! Compares what the readers read with `readers.txt`, so that a reader's change shows in its rows.
//!
//! `WORKBOOK_BLESS=1 cargo test -p proof readers::` writes the rows that differ. `MODELS=FOLDER` reads a
//! folder of one's own too, and compares it with the `readers.txt` that the first run has written there.

use crate::export::{Moment, models, moment};
use crate::support::picture::{Area, Look};
use crate::support::{Folder, ends_well, program_command};
use anyhow::{Context as _, Result, ensure};
use common::clip::Clip;
use common::unread::Error;
use course::root;
use formats::{Alpha, Asset, Image};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest difference of two places, as a fraction of the model's size. Rounding makes less.
const BOUND: f32 = 1e-5;

/// The time in each clip, as a fraction of its length, where there is no key.
const MOMENT: f32 = 0.37;

const MOST_NOTES: usize = 9;

/// Returns the counts of a model's parts, with their names.
fn counts(asset: &Asset) -> [(&'static str, usize); 13] {
    let Asset { nodes, chains, surfaces, materials, clips, .. } = asset;
    let alphas = |is: fn(&Alpha) -> bool| materials.iter().filter(|material| is(&material.alpha)).count();
    let images = || materials.iter().filter_map(|material| material.image.as_ref());
    let missing = images().filter(|image| matches!(image, Image::File(path) if !path.exists())).count();
    let channels = || clips.iter().flat_map(|clip| &clip.channels);
    [
        ("nodes", nodes.len()),
        ("joints", chains.iter().map(|chain| chain.joints.len()).sum()),
        ("surfaces", surfaces.len()),
        ("vertices", surfaces.iter().map(|surface| surface.mesh.positions.len()).sum()),
        ("triangles", surfaces.iter().map(|surface| surface.mesh.triangles.len()).sum()),
        ("opaque", alphas(|alpha| *alpha == Alpha::Opaque)),
        ("mask", alphas(|alpha| matches!(alpha, Alpha::Mask(_)))),
        ("blend", alphas(|alpha| *alpha == Alpha::Blend)),
        ("pictures", images().count() - missing),
        ("missing", missing),
        ("moves", channels().map(|channel| channel.translations.times().len()).sum()),
        ("turns", channels().map(|channel| channel.rotations.times().len()).sum()),
        ("scales", channels().map(|channel| channel.scales.times().len()).sum()),
    ]
}

/// Returns a file's row. Below its counts are the error, or notes and parts that are not read.
fn row(name: &str, path: &Path) -> Result<String> {
    let mut row = format!("{name:<42}");
    let asset = match formats::read(path) {
        Ok(asset) => asset,
        Err(error) => return Ok(format!("{row}\n  ! {}\n", Error { file: String::new(), ..error })),
    };
    counts(&asset).iter().try_for_each(|(name, count)| write!(row, "  {name} {count:<4}"))?;
    let notes = [&asset.notes[..], &asset.pose_notes, &asset.clip_notes].concat();
    write!(row, "  notes {}", notes.len())?;
    notes.iter().take(MOST_NOTES).try_for_each(|note| write!(row, "\n  ? {note}"))?;
    asset.left_out.iter().try_for_each(|parts| write!(row, "\n  - {parts}"))?;
    Ok(row + "\n")
}

fn ours() -> Result<Vec<PathBuf>> {
    Ok([models(&root().join("assets"))?, models(&root().join("workshop/proof/tests"))?].concat())
}

/// Compares models in a folder with a table, or writes the table if that is allowed.
fn hold(models: &[PathBuf], folder: &Path, table: &Path, may_write: bool) -> Result<()> {
    let name =
        |path: &Path| -> Result<_> { Ok(path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/")) };
    let now = models.iter().map(|path| row(&name(path)?, path)).collect::<Result<String>>()?;
    if may_write {
        return Ok(fs::write(table, now)?);
    }
    let kept = fs::read_to_string(table).unwrap_or_default();
    // The lines that one has and the other hasn't.
    let beyond = |one: &str, other: &str| -> String {
        one.split_inclusive('\n').filter(|line| !other.contains(line)).collect()
    };
    ensure!(
        kept == now,
        "{} differs: WORKBOOK_BLESS=1 keeps what is now.\nbefore:\n{}now:\n{}",
        table.display(),
        beyond(&kept, &now),
        beyond(&now, &kept)
    );
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
        let still = [Arc::new(Clip { name: "still".to_owned(), ..Clip::default() })];
        // Collada's clips are named after their files.
        let others = || still.iter().chain(&gltf.clips);
        for clip in still.iter().chain(&collada.clips) {
            let same = others().find(|other| (other.seconds - clip.seconds).abs() < 1e-4);
            let same = same.with_context(|| format!("{} has no such clip", gltf.file()))?;
            // Nodes of Collada keep the axes of the program that made it.
            let corners = |asset, clip: &Arc<Clip>| Moment {
                world_from_nodes: BTreeMap::new(),
                ..moment(asset, clip, MOMENT * clip.seconds)
            };
            let off = corners(&collada, clip).off(&corners(&gltf, same))?;
            ensure!(off <= BOUND, "{}: '{}' is off by {off}", gltf.file(), clip.name);
        }
        compared += 1;
    }
    ensure!(compared >= 5, "only {compared} models have two formats");
    Ok(())
}

/// Returns the picture of an odd model in a lesson.
fn drawn(lesson: &str, name: &str) -> Result<gpu::Image> {
    let (folder, mut command) = (Folder::new()?, program_command(lesson)?);
    command.args(["--headless", "--size", "900x560", "--picture"]).arg(folder.join("a.png"));
    ends_well(command.arg(root().join("workshop/proof/tests/odd").join(name)))?;
    Ok(gpu::Image::read(&folder.join("a.png"))?)
}

#[test]
fn colours_of_vertices_are_seen_as_the_colour_of_a_material_is() -> Result<()> {
    let drawn = |name| drawn("12-full-playback", name);
    // Of three strips Collada shows the left one in its one colour, and the middle one without its several.
    let (collada, gltf) = (drawn("coloured.dae")?, drawn("coloured.gltf")?);
    let [left, middle] = [(0, 400), (400, 500)].map(|(from, to)| Area { from: [from, 0], to: [to, 560] });
    let (same, other) = (gltf.changed(&collada, left), gltf.changed(&collada, middle));
    ensure!(
        same == 0 && other > 4000,
        "{same} pixels of the left strip differ, and {other} of the middle one"
    );
    Ok(())
}

#[test]
fn a_clip_without_a_body_is_drawn_as_a_skeleton() -> Result<()> {
    for lesson in ["05-collada-joints", "06-joint-playback", "12-full-playback"] {
        for name in ["clip_alone.gltf", "clip_alone.dae"] {
            // The knee has the second joint's colour.
            let knee = drawn(lesson, name)?.count(Area { from: [0, 0], to: [900, 560] }, [213, 94, 0]);
            ensure!(knee > 20, "{lesson} draws {knee} pixels of a knee in {name}");
        }
    }
    Ok(())
}
