//! Nodes and chains.

use super::{CHAINS, NODES};
use common::rig::Rig;
use common::skeleton::{Chain, Skeleton};
use drafts::blobs::{Blob, Damage};
use drafts::bytes::{
    Reading, numbered, put_count, put_floats, put_index, put_parents, put_text, put_transform,
};
use formats::{Asset, AssetNode};
use glam::Mat4;
use std::sync::Arc;

/// How deep nodes may stand in others: lessons call themselves for each level.
const MAX_DEPTH: usize = 256;

/// The fewest bytes that a node takes.
const SMALLEST_NODE: usize = 4 + 4 + 40 + 64 + 2 + 4;

/// What a file may call the steps of which a node's place is made.
const STEPS: [&str; 8] =
    ["matrix", "translate", "rotate", "scale", "lookat", "skew", "translation", "rotation"];

pub fn to_blob(asset: &Asset) -> Blob {
    let mut bytes = Vec::new();
    put_floats(&mut bytes, &asset.world_from_model.to_cols_array());
    put_count(&mut bytes, asset.nodes.len());
    let Rig { skeleton, rest } = &*asset.rig;
    for ((joint, &rest), node) in skeleton.joints().iter().zip(rest).zip(&asset.nodes) {
        put_text(&mut bytes, &joint.name);
        put_index(&mut bytes, joint.parent);
        put_transform(&mut bytes, rest);
        put_floats(&mut bytes, &node.parent_from_node.to_cols_array());
        for id in &node.ids {
            bytes.push(id.is_some().into());
            id.iter().for_each(|id| put_text(&mut bytes, id));
        }
        put_count(&mut bytes, node.placed_by.len());
        node.placed_by.iter().for_each(|step| put_text(&mut bytes, step));
    }
    Blob::new(NODES, numbered(0, "nodes"), bytes)
}

/// What leads from the model to the world, the nodes as a rig, and what else is said of each.
pub fn read(reading: &mut Reading) -> Result<(Mat4, Arc<Rig>, Vec<AssetNode>), Damage> {
    let world_from_model = reading.matrix()?;
    let (mut rig, mut nodes) = (Rig::default(), Vec::new());
    let mut depths = Vec::new();
    for index in 0..reading.count(SMALLEST_NODE)? {
        let name = reading.text()?;
        let parent = reading.parent(index)?;
        let depth = parent.map_or(0, |parent| depths[parent] + 1);
        if depth >= MAX_DEPTH {
            return Err(
                reading.here(format!("the node '{name}' stands inside {depth} others, which is too deep."))
            );
        }
        depths.push(depth);
        rig.skeleton.add(&name, parent);
        rig.rest.push(reading.transform()?);
        nodes.push(node(reading)?);
    }
    Ok((world_from_model, Arc::new(rig), nodes))
}

fn node(reading: &mut Reading) -> Result<AssetNode, Damage> {
    let parent_from_node = reading.matrix()?;
    let ids = [id(reading)?, id(reading)?];
    let steps = reading.count(4)?;
    let placed_by = (0..steps).map(|_| step(reading)).collect::<Result<_, _>>()?;
    Ok(AssetNode { ids, parent_from_node, placed_by })
}

fn id(reading: &mut Reading) -> Result<Option<String>, Damage> {
    match reading.u8()? {
        0 => Ok(None),
        _ => reading.text().map(Some),
    }
}

fn step(reading: &mut Reading) -> Result<&'static str, Damage> {
    let step = reading.text()?;
    let known = STEPS.into_iter().find(|known| *known == step);
    known.ok_or_else(|| reading.here(format!("a node is placed by '{step}', which is not known.")))
}

pub fn chains_to_blob(chains: &[Chain]) -> Blob {
    let mut bytes = Vec::new();
    put_count(&mut bytes, chains.len());
    for chain in chains {
        put_count(&mut bytes, chain.joints.len());
        chain.joints.iter().for_each(|&node| put_index(&mut bytes, Some(node)));
        put_parents(&mut bytes, &chain.skeleton);
    }
    Blob::new(CHAINS, numbered(0, "chains"), bytes)
}

/// The chains among some nodes. A joint is called as its node is, and belongs to one chain alone.
pub fn chains(reading: &mut Reading, nodes: &Skeleton) -> Result<Vec<Chain>, Damage> {
    let mut is_taken = vec![false; nodes.joints().len()];
    let mut chains = Vec::new();
    for _ in 0..reading.count(4 + 8)? {
        let mut chain = Chain { joints: Vec::new(), skeleton: Skeleton::new() };
        for _ in 0..reading.count(8)? {
            let node = reading.index(is_taken.len(), "node")?;
            if std::mem::replace(&mut is_taken[node], true) {
                return Err(reading.here(format!("node {node} is a joint twice.")));
            }
            chain.joints.push(node);
        }
        for (joint, &node) in chain.joints.iter().enumerate() {
            let parent = reading.parent(joint)?;
            chain.skeleton.add(&nodes.joints()[node].name, parent);
        }
        chains.push(chain);
    }
    Ok(chains)
}
