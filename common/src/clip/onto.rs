//! A clip of one file on the figure of another.

use super::Clip;
use crate::collada::{Node, Scene};
use std::collections::{HashMap, VecDeque};

/// How a node is found in another scene: by what people call it, else by what the file does.
const WAYS: [fn(&Node) -> Option<&str>; 3] =
    [|node| Some(&node.name), |node| node.id.as_deref(), |node| node.sid.as_deref()];

impl Clip {
    /// The same clip for another scene's nodes, and notes on what does not fit.
    ///
    /// Nodes are matched by name, then by id, then by sid. Where several share one, they are matched in their order.
    pub fn onto(&self, its_scene: &Scene, other: &Scene) -> (Self, Vec<String>) {
        let mut found = vec![None; self.channels.len()];
        let mut is_taken = vec![false; other.nodes.len()];
        for way in WAYS {
            let mut nodes = nodes_by(way, other);
            for (channel, found) in self.channels.iter().zip(&mut found).filter(|(_, found)| found.is_none())
            {
                let same = way(&its_scene.nodes[channel.joint]).and_then(|called| nodes.get_mut(called));
                *found = same.and_then(|same| take(same, &mut is_taken));
            }
        }
        let mut channels = Vec::new();
        let mut missing = Vec::new();
        for (channel, found) in self.channels.iter().zip(found) {
            match found {
                Some(joint) => channels.push(super::Channel { joint, ..channel.clone() }),
                None => missing.push(its_scene.nodes[channel.joint].name.as_str()),
            }
        }
        channels.sort_by_key(|channel| channel.joint);
        let mut notes = Vec::new();
        if !missing.is_empty() {
            notes.push(format!(
                "The clip '{}' moves nodes that are not in the scene: {}.",
                self.name,
                some(&missing)
            ));
        }
        if its_scene.world_from_file != other.world_from_file {
            notes
                .push(format!("The clip '{}' comes from a file with another unit or other axes.", self.name));
        }
        (Self { channels, ..self.clone() }, notes)
    }
}

/// A scene's nodes by what one of the ways calls them, each in their order.
fn nodes_by(way: fn(&Node) -> Option<&str>, scene: &Scene) -> HashMap<&str, VecDeque<usize>> {
    let mut nodes: HashMap<_, VecDeque<_>> = HashMap::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        if let Some(called) = way(node) {
            nodes.entry(called).or_default().push_back(index);
        }
    }
    nodes
}

/// The first node that is not taken yet, which it then is.
fn take(nodes: &mut VecDeque<usize>, is_taken: &mut [bool]) -> Option<usize> {
    let node = std::iter::from_fn(|| nodes.pop_front()).find(|&node| !is_taken[node])?;
    is_taken[node] = true;
    Some(node)
}

/// The first ten names, for a sentence.
fn some(names: &[&str]) -> String {
    let shown: Vec<_> = names.iter().take(10).map(|name| format!("'{name}'")).collect();
    match names.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
