//! The heron's feathers: planes between its joints, so that one sees a bird. Its file has none.

use crate::Frame;
use crate::gl::colour::{Colour, INK, rgb, with_alpha};
use crate::gl::{JointScene, MeshBuffers};
use anyhow::Result;
use common::mesh::Mesh;
use glam::{Mat4, Vec3};

/// The parts of a side: along which joints feathers begin, along which they end, and how many there are.
const PARTS: [(&[&str], &[&str], u8); 4] = [
    (&["neck", "chest", "pelvis", "tail"], &["neck", "wing", "leg", "tail"], 6),
    (&["wing", "forearm", "secondary"], &["pelvis", "secondary.tip"], 6),
    (&["secondary", "hand", "primary"], &["secondary.tip", "primary.tip"], 4),
    (&["primary", "finger", "finger.mid", "finger.tip"], &["primary.tip", "finger.tip"], 4),
];

/// How far a feather's sides go, where its tip is 1.
const SIDES: f32 = 0.9;

const VANE: Colour = with_alpha(rgb(0x7d93a6), 0.5);
const EDGE: Colour = with_alpha(INK, 0.4);

/// The corners of a feather in the world: down one side to its tip, and up the other.
pub type Feather = [Vec3; 5];

/// Draws feathers over what is there, so that joints are seen through them.
pub fn draw(frame: &mut Frame<'_>, feathers: &[Feather]) -> Result<()> {
    if feathers.is_empty() {
        return Ok(());
    }
    let positions = feathers.as_flattened().to_vec();
    let triangles = (0..feathers.len() as u32).flat_map(|i| {
        [[0, 1, 2], [0, 2, 3], [0, 3, 4]].map(|triangle: [u32; 3]| triangle.map(|corner| 5 * i + corner))
    });
    let normals = vec![Vec3::Y; positions.len()];
    let mesh = Mesh { positions, normals, triangles: triangles.collect(), ..Mesh::default() };
    let mesh = MeshBuffers::new(frame.gl(), &mesh)?;
    frame.plate(&mesh, Mat4::IDENTITY, VANE)?;
    for side in feathers.iter().flat_map(|feather| feather.windows(2)) {
        frame.lines.line(side[0], side[1], 1.0, EDGE);
    }
    Ok(())
}

/// All feathers. A model without the heron's joints has none.
pub fn feathers(model: &JointScene, world_from_nodes: &[Mat4]) -> Vec<Feather> {
    let nodes = model.asset.rig.skeleton.joints();
    let place = |name: &str, side: &str| {
        let is_meant = |node: usize| {
            nodes[node].name.strip_prefix(name).is_some_and(|end| end.is_empty() || end == side)
        };
        let (node, _) = model.joints().find(|&(node, _)| is_meant(node))?;
        Some(world_from_nodes[node].w_axis.truncate())
    };
    let fan_of = |side: &str, (begin, end, count): (&[&str], &[&str], u8)| {
        let all = |names: &[&str]| names.iter().map(|name| place(name, side)).collect::<Option<Vec<Vec3>>>();
        Some(fan(&all(begin)?, &all(end)?, count))
    };
    let fans = [".L", ".R"].into_iter().flat_map(|side| PARTS.map(|part| fan_of(side, part)));
    fans.collect::<Option<Vec<_>>>().unwrap_or_default().concat()
}

/// Feathers side by side, from one row of places to another.
fn fan(begin: &[Vec3], end: &[Vec3], count: u8) -> Vec<Feather> {
    let feather = |i: u8| {
        let [from, to, mid] = [0.0, 1.0, 0.5].map(|part| (f32::from(i) + part) / f32::from(count));
        let side = |part: f32| along(begin, part).lerp(along(end, part), SIDES);
        [along(begin, from), side(from), along(end, mid), side(to), along(begin, to)]
    };
    (0..count).map(feather).collect()
}

/// The place so far along a row of places, from 0 to 1.
fn along(places: &[Vec3], part: f32) -> Vec3 {
    let last = places.len() - 1;
    let place = part * last as f32;
    let piece = (place as usize).min(last - 1);
    places[piece].lerp(places[piece + 1], place - piece as f32)
}
