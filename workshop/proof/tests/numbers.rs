//! Numbers in the lessons' texts that follow from a file or a constant, so that a change of the one asks for the other.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/08_blending_on_the_gpu/arm.rs"]
mod arm;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/04_joint_chain_lines/chains.rs"]
mod chains;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/12_full_playback/looks.rs"]
mod looks;

use anyhow::{Context, Result, ensure};
use chains::Chain;
use common::clip::{Animator, Clip, RootMotion};
use common::shapes::joint_lines;
use common::transform::Transform;
use course::root;
use formats::collada::{self, ChannelPart, Document};
use formats::{Asset, Surface, gltf};
use gl::{Lines, MAX_JOINTS, RiggedVertex};
use glam::{DVec2, Mat4, Vec3};
use ground::{MovementParameters, Stance};
use looks::Looks;
use std::sync::Arc;

/// A model in `assets/`.
fn asset(file: &str) -> Result<Asset> {
    Ok(formats::read(&root().join("assets").join(file))?)
}

/// Reads its Collada file.
fn document(file: &str) -> Result<Document> {
    Ok(collada::read(&root().join("assets").join(file))?)
}

/// Fails if a lesson's text has not all of these passages.
fn says(lesson: &str, passages: &[String]) -> Result<()> {
    let file = root().join("lessons").join(lesson).join("README.md");
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let missing: Vec<_> = passages.iter().filter(|passage| !text.contains(*passage)).collect();
    ensure!(missing.is_empty(), "{lesson}/README.md should say {missing:#?}");
    Ok(())
}

/// A number as texts show large ones: 100,653.
fn grouped(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

#[test]
fn chains_have_as_many_joints_and_lines_as_the_text_counts() -> Result<()> {
    let chains = Chain::all();
    let joints = chains.each_ref().map(|chain| chain.skeleton.joints().len());
    let lines = chains.each_ref().map(|chain| joint_lines(&chain.skeleton).pairs.len());
    let (all_joints, all_lines) = (joints.iter().sum::<usize>(), lines.iter().sum::<usize>());
    let (line, matrix) = (Lines::BYTES_PER_LINE, size_of::<Mat4>());
    let block = MAX_JOINTS * matrix;
    says(
        "04_joint_chain_lines",
        &[
            format!("The hand has {} joints: {} lines, {} indices.", joints[1], lines[1], 2 * lines[1]),
            format!("these three chains have {all_joints} joints and {all_lines} lines."),
            format!("| points | {all_lines} lines of {line}: {} |", grouped(all_lines * line)),
            format!("| matrices | one block: {} |", grouped(block)),
            format!("A block has {MAX_JOINTS} matrices of {matrix} bytes"),
            format!("If a skeleton has more than {MAX_JOINTS} joints, we refuse it"),
        ],
    )
}

#[test]
fn collada_files_stand_and_move_as_the_texts_say() -> Result<()> {
    let [tick, heron] = ["tick", "heron"].map(|name| document(&format!("joints/{name}.dae")));
    let (tick, heron) = (tick?, heron?);
    let joint2 = tick.scene.nodes.iter().find(|node| node.id.as_deref() == Some("joint2"));
    let origin = joint2.context("no joint2")?.parent_from_node().w_axis;
    let lift = heron.scene.nodes[0].parent_from_node().w_axis.z;
    says(
        "05_collada_joints",
        &[
            format!("The origin is ({:.3}, {}, {}).", origin.x, origin.y, origin.z),
            format!("lifts the bird by {lift} m."),
        ],
    )?;
    let [times, first] = [&heron, &tick].map(times_of_a_joint);
    let (times, first) = (times?, first?);
    says(
        "06_joint_playback",
        &[
            format!("the file lists {} matrices for every joint that moves", times.len()),
            format!("{:.1} s from the first key to the last.", times[times.len() - 1] - times[0]),
            format!("{} numbers: {}, {}, {}, … {} |", first.len(), first[0], first[1], first[2], first[16]),
            format!("16 numbers each, row by row | {} numbers |", 16 * first.len()),
        ],
    )
}

/// The times of the first joint's matrices.
fn times_of_a_joint(document: &Document) -> Result<&[f32]> {
    let mut channels = document.clips.iter().flat_map(|clip| &clip.channels);
    Ok(channels.find(|channel| channel.part == ChannelPart::Whole).context("no matrices")?.curve.times())
}

#[test]
fn meshes_have_as_many_vertices_as_the_texts_count() -> Result<()> {
    let (vertices, each) = (arm::tube().positions.len(), size_of::<RiggedVertex>());
    let all = grouped(vertices * each);
    let row = format!("| {} vertices of {each} bytes, once | {all} |", grouped(vertices));
    says("08_blending_on_the_gpu", &[row])?;

    let (knight, skittles) = (asset("knight/knight.dae")?, asset("skittles/skittles.dae")?);
    let (body, skittle) = (most_joints(&knight)?, most_joints(&skittles)?);
    let [points, vertices, triangles] = counts(body);
    let [_, shared, of_skittle] = counts(skittle);
    says(
        "11_a_skin_from_a_file",
        &[
            format!("his {} joints", body.joints.len()),
            format!(
                "The knight's body has {} points. It has {} vertices.",
                grouped(points),
                grouped(vertices)
            ),
            format!("He has {} triangles, and so {} corners.", grouped(triangles), grouped(3 * triangles)),
            format!("{of_skittle} triangles have {} corners", grouped(3 * of_skittle)),
            format!("and these make {shared} vertices"),
        ],
    )
}

/// The surface with most joints.
fn most_joints(asset: &Asset) -> Result<&Surface> {
    asset.surfaces.iter().max_by_key(|surface| surface.joints.len()).context("no surface")
}

/// Counts the points, vertices and triangles of a surface.
fn counts(surface: &Surface) -> [usize; 3] {
    [surface.positions, surface.mesh.points.len(), surface.mesh.triangles.len()]
}

#[test]
fn the_walk_has_as_many_keys_as_the_text_counts_and_is_searched_as_long() -> Result<()> {
    let walk = asset("knight/knight_walk.dae")?;
    let clip = walk.clips.first().context("no clip")?;
    let lists = clip.channels.iter().flat_map(|channel| {
        [channel.translations.times().len(), channel.rotations.times().len(), channel.scales.times().len()]
    });
    let moving = lists.filter(|&keys| keys > 1).count();
    let keys = clip.channels.iter().map(|channel| channel.rotations.times().len()).max().unwrap_or(0);
    let mut passages = vec![
        format!("{keys} that say how it is rotated"),
        format!("There are {} channels like this one", clip.channels.len()),
        format!("of the walk's {} lists, {moving} have more than one key.", 3 * clip.channels.len()),
    ];
    let [once, often] = [1, 100].map(|times| Looks::new(&clip.repeated(times)));
    for (i, way) in ["from the start", "cursor", "binary"].into_iter().enumerate() {
        let numbers = [once.average[i], once.most[i], often.average[i], often.most[i]].map(grouped);
        passages.push(format!("| {way} | {} |", numbers.join(" | ")));
    }
    says("12_full_playback", &passages)
}

#[test]
fn the_limp_leads_as_far_round_as_the_text_says() -> Result<()> {
    let asset = asset("root_motion/knight_limp.dae")?;
    let clip: Clip = asset.clips.first().context("no clip")?.clone();
    let mut joints = asset.rig.skeleton.joints().iter();
    let root = joints.position(|joint| joint.name == "hips").context("no hips")?;
    let seconds = clip.seconds;
    let mut led = RootMotion::new(Animator::new(asset.rig.clone(), Arc::new(clip)), root, Vec3::Z);
    led.update(seconds);
    let angle = led.world_from_figure.rotation.to_axis_angle().1.to_degrees();
    says(
        "12_full_playback",
        &[
            format!("{:.1}° a second", angle / seconds),
            format!("A round of the limp turns him by {angle:.0}°."),
            format!("After eight rounds he has turned by {:.0}°.", 8.0 * angle),
        ],
    )
}

#[test]
fn headers_and_players_measure_what_the_texts_say() -> Result<()> {
    let shape = Stance::Standing.shape();
    let [low, high] =
        [DVec2::min, DVec2::max].map(|pick| shape.corners().iter().copied().reduce(pick).unwrap_or_default());
    let MovementParameters { gravity, held, jump_height, .. } = MovementParameters::default();
    says(
        "16_side_scroller",
        &[
            format!("The player is {:.1} wide and {:.1} high", high.x - low.x, high.y - low.y),
            format!("`gravity` is {gravity}, `held` is {held}, and `jump_height` is {jump_height}."),
        ],
    )?;
    let walk = MovementParameters::KNIGHT.walk;
    says("17_the_knight_plays", &[format!("he walks at {walk} metres a second")])
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
    let first = weights.bytes[..4].try_into().map(f32::from_le_bytes)?;
    says(
        "18_gltf",
        &[
            format!("the `.glb` has {} bytes", grouped(bytes)),
            format!("`WEIGHTS_0` is accessor {number}, which reads view {},", weights.view),
            format!("begins at byte {} of the bytes:", grouped(range.start)),
            format!("four of them for each of the {} vertices", weights.count),
            format!("The first four bytes are `00 00 00 3f`, which is {first}."),
        ],
    )
}

#[test]
fn a_crowd_takes_as_many_bytes_as_the_text_says() -> Result<()> {
    let knight = asset("knight/knight.dae")?;
    let matrices: usize = knight.surfaces.iter().map(|surface| surface.joints.len() + 1).sum();
    let [transform, row] = [size_of::<Transform>(), size_of::<[f32; 4]>()];
    says(
        "20_a_thousand_knights",
        &[
            format!("With **three rows** each matrix takes {} bytes instead of {},", 3 * row, 4 * row),
            format!("{} bytes for each of {} matrices", 4 * row, grouped(1000 * matrices)),
            format!("A joint's `Transform` has {transform} bytes, and {row} of them are its rotation."),
        ],
    )
}
