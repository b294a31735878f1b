//! An answer of a reader's.

use crate::VERSION;
use anyhow::{Context, Result, ensure};
use glam::{DMat4, DVec3};
use serde::{Deserialize, Serialize};

/// An answer. A part may be missing until it's asked for, so that a reader may begin with the nodes.
#[derive(Deserialize, Serialize)]
pub struct Answer {
    pub version: Option<u64>,
    pub nodes: Option<Vec<Node>>,
    pub skins: Option<Vec<Skin>>,
    pub keys: Option<Vec<Keys>>,
    pub world_from_file: Option<DMat4>,
    pub points: Option<Vec<Vec<DVec3>>>,
}

#[derive(Deserialize, Serialize)]
pub struct Node {
    pub id: String,
    /// The number of the node around it, or a negative one.
    pub parent: i64,
    pub parent_from_node: DMat4,
}

#[derive(Deserialize, Serialize)]
pub struct Skin {
    /// The numbers of nodes.
    pub joints: Vec<usize>,
    pub joints_from_bind: Vec<DMat4>,
    /// For each position pairs of a joint in the skin's own list and its weight.
    pub weights: Vec<Vec<(usize, f64)>>,
}

#[derive(Deserialize, Serialize)]
pub struct Keys {
    pub node: usize,
    pub times: Vec<f64>,
    pub parent_from_node: Vec<DMat4>,
}

/// Returns a part that's asked for.
pub fn part<'a, T>(name: &str, part: &'a Option<T>) -> Result<&'a T> {
    part.as_ref().with_context(|| format!("`{name}` is missing"))
}

impl Answer {
    pub fn read(json: &str) -> Result<Self> {
        let answer: Self = crate::read(json).map_err(|why| {
            let (said, whole) = (why.to_string(), ["expected i64", "expected u64", "expected usize"]);
            let has_point = said.starts_with("invalid type: floating point");
            let is_count = has_point && whole.iter().any(|kind| said.contains(kind));
            let words = "What counts something is a whole number, so print `0`, and not `0.0`";
            if is_count { why.context(words) } else { why }
        })?;
        let version = part("version", &answer.version)?;
        ensure!(*version == VERSION, "`version` is {version}, and needs to be {VERSION}");
        Ok(answer)
    }

    /// Returns its nodes, sorted by their ids.
    pub fn nodes(&self) -> Result<Vec<&Node>> {
        let mut nodes: Vec<&Node> = part("nodes", &self.nodes)?.iter().collect();
        nodes.sort_by_key(|node| &node.id);
        Ok(nodes)
    }

    /// Returns the id of a node that a list names by its number.
    pub fn id(&self, list: &str, number: usize) -> Result<&str> {
        let nodes = part("nodes", &self.nodes)?;
        let there = || format!("`{list}` names node {number}, and there are only {}", nodes.len());
        Ok(&nodes.get(number).with_context(there)?.id)
    }

    /// Returns its only skin.
    pub fn skin(&self) -> Result<&Skin> {
        let skins = part("skins", &self.skins)?;
        ensure!(skins.len() == 1, "`skins` has length {}, and needs 1", skins.len());
        Ok(&skins[0])
    }

    /// Returns the keys of each node with its id, sorted by that.
    pub fn keys(&self) -> Result<Vec<(&str, &Keys)>> {
        let keys = part("keys", &self.keys)?.iter();
        let mut keys =
            keys.map(|keys| Ok((self.id("keys", keys.node)?, keys))).collect::<Result<Vec<_>>>()?;
        keys.sort_by_key(|(id, _)| *id);
        Ok(keys)
    }

    /// Returns all matrices that a file lists.
    pub fn matrices(&mut self) -> impl Iterator<Item = &mut DMat4> {
        let nodes = self.nodes.iter_mut().flatten().map(|node| &mut node.parent_from_node);
        let binds = self.skins.iter_mut().flatten().flat_map(|skin| &mut skin.joints_from_bind);
        nodes.chain(binds).chain(self.keys.iter_mut().flatten().flat_map(|keys| &mut keys.parent_from_node))
    }
}
