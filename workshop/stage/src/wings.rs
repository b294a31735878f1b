//! Draws the heron's feathers as planes between its joints, since its file has none.

use crate::Frame;
use anyhow::Result;
use gl::Model;
use gl::colour::{INK, rgb, with_alpha};
use glam::{Mat4, Vec3};

/// The parts of a wing, each with the joints where feathers begin, those where they end, and their number.
const PARTS: [(&[&str], &[&str], u8); 4] = [
    (&["neck", "chest", "pelvis", "tail"], &["neck", "wing", "leg", "tail"], 6),
    (&["wing", "forearm", "secondary"], &["pelvis", "secondary.tip"], 6),
    (&["secondary", "hand", "primary"], &["secondary.tip", "primary.tip"], 4),
    (&["primary", "finger", "finger.mid", "finger.tip"], &["primary.tip", "finger.tip"], 4),
];

/// The length of a feather's sides, as a fraction of the way to its tip.
const SIDES: f32 = 0.9;

/// Draws feathers over the picture, so that joints are seen through them. A model without the heron's joints has none.
pub fn draw(frame: &mut Frame<'_>, model: &Model, world_from_nodes: &[Mat4]) -> Result<()> {
    let sides = [".L", ".R"].into_iter().flat_map(|side| PARTS.map(|part| (side, part)));
    let fans = sides.map(|(side, (begin, end, count))| {
        let places = |names| places(model, world_from_nodes, names, side);
        Some(fan(&places(begin)?, &places(end)?, count))
    });
    let Some(feathers) = fans.collect::<Option<Vec<_>>>() else { return Ok(()) };
    let feathers = feathers.concat();
    let triangles = feathers.iter().flat_map(|[a, b, c, d, e]| [[*a, *b, *c], [*a, *c, *d], [*a, *d, *e]]);
    frame.fill(triangles, with_alpha(rgb(0x7d93a6), 0.5))?;
    for side in feathers.iter().flat_map(|feather| feather.windows(2)) {
        frame.lines.line(side[0], side[1], 1.0, with_alpha(INK, 0.4));
    }
    Ok(())
}

/// Returns the places in world space of joints with these names, of the middle ones or of those on a side.
fn places(model: &Model, world_from_nodes: &[Mat4], names: &[&str], side: &str) -> Option<Vec<Vec3>> {
    let nodes = model.asset.rig.skeleton.joints();
    let place = |name: &&str| {
        let is_meant = |end: &str| end.is_empty() || end == side;
        let mut joints = model.skeletons.joints();
        let (node, _) =
            joints.find(|(node, _)| nodes[*node].name.strip_prefix(name).is_some_and(is_meant))?;
        Some(world_from_nodes.get(node)?.w_axis.truncate())
    };
    names.iter().map(place).collect()
}

/// Returns feathers side by side, from one row of places to another, each as the five corners of its outline.
fn fan(begin: &[Vec3], end: &[Vec3], count: u8) -> Vec<[Vec3; 5]> {
    let feather = |i: u8| {
        let [from, to, mid] = [0.0, 1.0, 0.5].map(|part| (f32::from(i) + part) / f32::from(count));
        let side = |part: f32| along(begin, part).lerp(along(end, part), SIDES);
        [along(begin, from), side(from), along(end, mid), side(to), along(begin, to)]
    };
    (0..count).map(feather).collect()
}

/// Returns the point at a fraction, from 0 to 1, of a polyline's segments.
fn along(places: &[Vec3], part: f32) -> Vec3 {
    let last = places.len() - 1;
    let place = part * last as f32;
    let piece = (place as usize).min(last - 1);
    places[piece].lerp(places[piece + 1], place - piece as f32)
}
