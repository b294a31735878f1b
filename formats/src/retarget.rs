//! Applies a clip of one file to the rig of another.

use super::Asset;
use crate::words::some;
use common::clip::{Channel, Clip};
use std::collections::{HashMap, VecDeque};

/// Returns one of a node's names, by which it is found in another file.
type Way = fn(&Asset, usize) -> Option<&str>;

/// First the name for people, then the file's ids.
const WAYS: [Way; 3] = [
    |asset, node| Some(&asset.rig.skeleton.joints()[node].name),
    |asset, node| asset.nodes[node].ids[0].as_deref(),
    |asset, node| asset.nodes[node].ids[1].as_deref(),
];

/// Returns the clip for another file's nodes, and notes on what doesn't fit.
///
/// Nodes are matched by name, then by id, then by sid. Several with the same one are matched in their order.
pub fn retarget(clip: &Clip, its_own: &Asset, other: &Asset) -> (Clip, Vec<String>) {
    let mut found = vec![None; clip.channels.len()];
    let mut is_taken = vec![false; other.nodes.len()];
    for way in WAYS {
        let mut nodes = nodes_by(way, other);
        for (channel, found) in clip.channels.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let same = way(its_own, channel.joint).and_then(|called| nodes.get_mut(called));
            *found = same.and_then(|same| take(same, &mut is_taken));
        }
    }
    let mut channels = Vec::new();
    let mut missing = Vec::new();
    for (channel, found) in clip.channels.iter().zip(found) {
        match found {
            Some(joint) => channels.push(Channel { joint, ..channel.clone() }),
            None => missing.push(its_own.rig.skeleton.joints()[channel.joint].name.as_str()),
        }
    }
    channels.sort_by_key(|channel| channel.joint);
    let mut notes = Vec::new();
    if !missing.is_empty() {
        notes.push(format!(
            "The clip '{}' moves nodes that are not in the scene: {}.",
            clip.name,
            some(&missing)
        ));
    }
    if its_own.world_from_model != other.world_from_model {
        notes.push(format!("The clip '{}' comes from a file with another unit or other axes.", clip.name));
    }
    (Clip { channels, ..clip.clone() }, notes)
}

/// A file's nodes by one of their names, each in their order.
fn nodes_by(way: Way, asset: &Asset) -> HashMap<&str, VecDeque<usize>> {
    let mut nodes: HashMap<_, VecDeque<_>> = HashMap::new();
    for index in 0..asset.nodes.len() {
        if let Some(called) = way(asset, index) {
            nodes.entry(called).or_default().push_back(index);
        }
    }
    nodes
}

/// Takes the first node that isn't taken yet.
fn take(nodes: &mut VecDeque<usize>, is_taken: &mut [bool]) -> Option<usize> {
    let node = std::iter::from_fn(|| nodes.pop_front()).find(|&node| !is_taken[node])?;
    is_taken[node] = true;
    Some(node)
}
