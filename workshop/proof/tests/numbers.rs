//! Numbers in the lessons' texts that follow from a file or a constant, so that a change of the one asks for the other. Each
//! is looked for with the word for what it counts, and no more of its sentence.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/08_blending_on_the_gpu/arm.rs"]
mod arm;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/21_a_thousand_knights/looks.rs"]
mod looks;

use crate::support::models::asset;
use anyhow::{Context, Result, ensure};
use course::root;
use formats::{Asset, Surface, gltf};
use looks::Looks;

/// Returns an error unless a text, a lesson's or one of docs, has all of these passages.
fn says(name: &str, passages: &[String]) -> Result<()> {
    let of_lesson = root().join("lessons").join(name).join("README.md");
    let file = if of_lesson.exists() { of_lesson } else { root().join("docs").join(name) };
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let missing: Vec<_> = passages.iter().filter(|passage| !text.contains(*passage)).collect();
    ensure!(missing.is_empty(), "{} should say {missing:#?}", file.display());
    Ok(())
}

/// Formats a number as texts show large ones: 100,653.
fn grouped(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

#[test]
fn meshes_have_as_many_vertices_as_the_texts_count() -> Result<()> {
    let format = gpu::skin_format(&gl::offscreen()?)?;
    let each: usize = format.iter().map(|attribute| attribute.3.get_size_bytes()).sum();
    let vertices = arm::tube().positions.len();
    let one = format!("{} vertices of {each} bytes", grouped(vertices));
    says("08_blending_on_the_gpu", &[one, grouped(vertices * each)])?;

    let (knight, skittles) = (asset("knight/knight.dae"), asset("skittles/skittles.dae"));
    let (body, skittle) = (most_joints(&knight)?, most_joints(&skittles)?);
    let [points, vertices, triangles] = counts(body);
    let [_, shared, of_skittle] = counts(skittle);
    let counted = |number: usize, what: &str| format!("{} {what}", grouped(number));
    let all: usize = knight.surfaces.iter().map(|surface| surface.mesh.triangles.len()).sum();
    says("how-a-knight-moves.md", &[counted(all, "triangles"), counted(3 * all, "corners")])?;
    says(
        "11_a_skin_from_a_file",
        &[
            counted(body.joints.len(), "joints"),
            counted(points, "points"),
            counted(vertices, "vertices"),
            counted(triangles, "triangles"),
            counted(3 * triangles, "corners"),
            counted(of_skittle, "triangles"),
            counted(3 * of_skittle, "corners"),
            counted(shared, "vertices"),
        ],
    )
}

fn most_joints(asset: &Asset) -> Result<&Surface> {
    asset.surfaces.iter().max_by_key(|surface| surface.joints.len()).context("no surface")
}

/// Counts the points, vertices and triangles of a surface.
fn counts(surface: &Surface) -> [usize; 3] {
    [surface.positions, surface.mesh.points.len(), surface.mesh.triangles.len()]
}

#[test]
fn the_walk_has_as_many_keys_as_the_text_counts_and_is_searched_as_long() -> Result<()> {
    let walk = asset("knight/knight_walk.dae");
    let clip = walk.clips.first().context("no clip")?;
    let lists = clip.channels.iter().flat_map(|channel| {
        [channel.translations.times().len(), channel.rotations.times().len(), channel.scales.times().len()]
    });
    let moving = lists.filter(|&keys| keys > 1).count();
    let keys = clip.channels.iter().map(|channel| channel.rotations.times().len()).max().unwrap_or(0);
    let mut passages = vec![
        format!("{keys} say"),
        format!("{} channels", clip.channels.len()),
        format!("{} lists {moving} have", 3 * clip.channels.len()),
    ];
    says("12_full_playback", &passages)?;
    passages.clear();
    let [once, often] = [1, 100].map(|times| Looks::new(&clip.repeated(times)));
    for (i, way) in ["from the start", "cursor", "binary"].into_iter().enumerate() {
        let numbers = [once.average[i], once.most[i], often.average[i], often.most[i]].map(grouped);
        passages.push(format!("| {way} | {} |", numbers.join(" | ")));
    }
    says("21_a_thousand_knights", &passages)
}

#[test]
fn the_knights_glb_is_laid_out_as_the_text_reads_it() -> Result<()> {
    let path = root().join("assets/knight/knight.glb");
    let bytes = std::fs::metadata(&path)?.len() as usize;
    let outline = gltf::Outline::read(&path)?;
    let number = outline.blocks.iter().position(|block| block.name == "Knight 0 WEIGHTS_0");
    let number = number.context("no weights")?;
    let weights = &outline.blocks[number];
    let range = &outline.views[weights.view].range;
    says(
        "19_gltf",
        &[
            format!("{} bytes", grouped(bytes)),
            format!("accessor {number}"),
            format!("view {}", weights.view),
            format!("byte {}", grouped(range.start)),
            format!("{} vertices", weights.count),
        ],
    )
}
