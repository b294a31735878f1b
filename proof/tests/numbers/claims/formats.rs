//! Lesson 18.

use super::{Claims, asset};
use anyhow::{Context, Result, ensure};
use course::root;
use formats::gltf::{self, Component, Layout, element};

pub fn gltf(claims: &mut Claims) -> Result<()> {
    let [collada, ours] = [asset("knight/knight.dae")?, asset("knight/knight.glb")?];
    let triangles = [&collada, &ours]
        .map(|asset| asset.surfaces.iter().map(|one| one.mesh.triangles.len()).sum::<usize>());
    ensure!(triangles[0] == triangles[1], "not the same triangles: {triangles:?}");
    let mut in_collada = 0;
    for entry in std::fs::read_dir(root().join("assets/knight"))? {
        let path = entry?.path();
        let is_collada = path.extension().is_some_and(|extension| extension == "dae");
        in_collada += if is_collada { std::fs::metadata(path)?.len() as usize } else { 0 };
    }
    let in_bytes = std::fs::metadata(root().join("assets/knight/knight.glb"))?.len() as usize;
    claims.count("eight `.dae` files, of 1,824,504 bytes together", &[in_collada]);
    claims.count("All the same the `.glb` has 845,460 bytes", &[in_bytes]);

    let document = gltf::read(&root().join("assets/knight/knight.glb"))?;
    let hips = document.nodes.iter().find(|node| node.name == "hips").context("no hips")?;
    ensure!(hips.number == 21, "the hips are node {}", hips.number);

    let layout = Layout { offset: 0, stride: 0, component: Component::U8, width: 4, normalized: true };
    let [first, second, ..] = element::<4>(&[204, 51, 0, 0], &layout, 0).map(f64::from);
    claims.say("The bytes 204 and 51 are the weights 0.8 and 0.2.", &[204.0, 51.0, first, second]);
    let outline = gltf::Outline::read(&root().join("assets/gltf/ways.gltf"))?;
    let block = outline.blocks.iter().find(|block| block.name == "rotation i8 knee rotation");
    let block = block.context("no such accessor")?;
    let stored = element::<4>(&block.bytes, &Layout { normalized: false, ..block.layout }, 2).map(f64::from);
    let meant = element::<4>(&block.bytes, &block.layout, 2).map(f64::from);
    claims.say("Element 2 is −38, 0, −51, 110.", &[&[2.0], &stored[..]].concat());
    claims.say("It stands for (−0.2992, 0, −0.4016, 0.8661).", &meant);
    let steps = 0.5f64 * 255.0;
    claims.say("Two weights of 0.5 are 127.5 steps each,", &[0.5, steps]);
    claims.say("both become 128, which is 256 together.", &[steps.round(), 2.0 * steps.round()]);
    let beside = 100.0 * 40.0 / 255.0;
    claims
        .say("16 cm beside their places, because he is 40 m from the origin of his space.", &[beside, 40.0]);
    claims.say("it is 16 cm at 40 m.", &[beside, 40.0]);
    let knight = gltf::Outline::read(&root().join("assets/knight/knight.glb"))?;
    let number = knight.blocks.iter().position(|block| block.name == "Knight 0 WEIGHTS_0");
    let weights = number.and_then(|number| knight.blocks.get(number)).context("no weights")?;
    let range = knight.views[weights.view].range.clone();
    claims.count(
        "`WEIGHTS_0` is accessor 4, which reads view 4, and that begins at byte 81,936 of the bytes:",
        &[number.unwrap_or_default(), weights.view, range.start],
    );
    claims.count("four of them for each of the 2276 vertices", &[weights.count]);
    ensure!(range.len() == 36_416, "the view of the weights has {} bytes", range.len());
    let first = weights.bytes[..4].try_into().map(f32::from_le_bytes)?;
    ensure!(weights.bytes[..4] == [0, 0, 0, 0x3f], "the first weight is stored as {:?}", &weights.bytes[..4]);
    claims.say("The first four bytes are `00 00 00 3f`, which is 0.5.", &[f64::from(first)]);
    let begin = 4 + 3 * 8;
    claims.count("Element 3 begins at 4 + 3 · 8 = 28 in its view.", &[3, 4, 3, 8, begin]);
    claims.count("so the second one is byte 29", &[begin + 1]);
    claims.count("and byte 125 of the buffer", &[96 + begin + 1]);
    Ok(())
}
