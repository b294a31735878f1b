//! Lesson 18.

use super::{Claims, asset};
use anyhow::{Context, Result, ensure};
use common::asset::gltf::{self, Component, Layout, element};
use common::course::root;

pub fn gltf(claims: &mut Claims) -> Result<()> {
    let [collada, ours] = [asset("knight/knight.dae")?, asset("knight/knight.glb")?];
    let vertices = [&collada, &ours]
        .map(|asset| asset.surfaces.iter().map(|one| one.mesh.positions.len()).sum::<usize>());
    let triangles = [&collada, &ours]
        .map(|asset| asset.surfaces.iter().map(|one| one.mesh.triangles.len()).sum::<usize>());
    ensure!(triangles[0] == triangles[1], "not the same triangles: {triangles:?}");
    claims.count("the knight's `.dae` has 8,868 vertices, the `.glb` has 5,620", &vertices);

    let document = gltf::read(&root().join("assets/knight/knight.glb"))?;
    let hips = document.nodes.iter().find(|node| node.name == "hips").context("no hips")?;
    ensure!(hips.number == 21, "the hips are node {}", hips.number);

    let layout = Layout { offset: 0, stride: 0, component: Component::U8, width: 4, normalized: true };
    let [first, second, ..] = element::<4>(&[204, 51, 0, 0], &layout, 0).map(f64::from);
    claims.say("The bytes 204 and 51 are 0.8 and 0.2.", &[204.0, 51.0, first, second]);
    claims.say(
        "the four bytes 204, 51, 0 and 0 stand for 0.8, 0.2, 0 and 0",
        &[204.0, 51.0, 0.0, 0.0, first, second, 0.0, 0.0],
    );
    claims.count("All weights of a vertex together are 255, so they sum to 1 exactly.", &[204 + 51, 1]);
    let begin = 4 + 3 * 8;
    claims.count("Element 3 begins at 4 + 3 · 8 = 28.", &[3, 4, 3, 8, begin]);
    claims.count("so the second one is byte 29", &[begin + 1]);
    Ok(())
}
