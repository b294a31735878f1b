//! The heron's wings: faint planes between its joints, so that one sees a bird. The file has none.

use anyhow::Result;
use common::mesh::Mesh;
use glam::{Mat4, Vec3};
use stage::Frame;
use stage::gl::colour::{INK, with_alpha};
use stage::gl::{JointScene, MeshBuffers};

/// The joints around each plane of a wing. From the first of them all others can be seen within it.
const PLANES: [&[&str]; 2] = [
    &["secondary.tip", "pelvis", "chest", "wing", "forearm", "hand"],
    &["primary.tip", "secondary.tip", "hand", "finger", "finger.mid", "finger.tip"],
];

/// The corners of all planes in the world. A model without such joints has no planes.
pub fn corners(model: &JointScene, world_from_nodes: &[Mat4]) -> Vec<Vec<Vec3>> {
    let nodes = model.asset.rig.skeleton.joints();
    let place = |name: &str, side: &str| {
        let is_meant = |node: usize| {
            nodes[node].name.strip_prefix(name).is_some_and(|end| end.is_empty() || end == side)
        };
        let (node, _) = model.joints().find(|&(node, _)| is_meant(node))?;
        Some(world_from_nodes[node].w_axis.truncate())
    };
    let of_side =
        |side| PLANES.iter().filter_map(move |plane| plane.iter().map(|name| place(name, side)).collect());
    [".L", ".R"].into_iter().flat_map(of_side).collect()
}

/// Draws the planes over what is there, so faintly that nothing is hidden.
pub fn draw(frame: &mut Frame<'_>, planes: &[Vec<Vec3>]) -> Result<()> {
    for corners in planes {
        let triangles = (2..corners.len() as u32).map(|corner| [0, corner - 1, corner]).collect();
        let normals = vec![Vec3::Y; corners.len()];
        let mesh = Mesh { positions: corners.clone(), normals, triangles, ..Mesh::default() };
        let mesh = MeshBuffers::new(frame.gl(), &mesh)?;
        frame.plate(&mesh, Mat4::IDENTITY, with_alpha(INK, 0.10))?;
    }
    Ok(())
}
