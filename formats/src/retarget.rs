//! Applies a clip of one file to the rig of another.

use super::Asset;
use crate::words::some;
use common::clip::{Channel, Clip};
use std::collections::{HashMap, VecDeque};

/// Returns the clip for another file's nodes, and notes on what doesn't fit.
///
/// Nodes are matched by name. Several with the same one are matched in their order.
pub fn retarget(clip: &Clip, its_own: &Asset, other: &Asset) -> (Clip, Vec<String>) {
    let mut nodes: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (index, node) in other.rig.skeleton.joints().iter().enumerate() {
        nodes.entry(&node.name).or_default().push_back(index);
    }
    let mut channels = Vec::new();
    let mut missing = Vec::new();
    for channel in &clip.channels {
        let name = its_own.rig.skeleton.joints()[channel.joint].name.as_str();
        match nodes.get_mut(name).and_then(VecDeque::pop_front) {
            Some(joint) => channels.push(Channel { joint, ..channel.clone() }),
            None => missing.push(name),
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
