//! What a reader answers.

use anyhow::{Context, Result, ensure};
use glam::{DMat4, DVec3};
use serde::Deserialize;

/// The form of answers that is read.
const VERSION: u64 = 1;

/// An answer. Its parts may be missing until they're asked for, so that a reader may begin with the nodes.
#[derive(Deserialize)]
pub struct Answer {
    version: Option<u64>,
    nodes: Option<Vec<Node>>,
    skins: Option<Vec<Skin>>,
    keys: Option<Vec<Keys>>,
    world_from_file: Option<DMat4>,
    points: Option<Vec<Vec<DVec3>>>,
}

#[derive(Deserialize)]
pub struct Node {
    pub id: String,
    /// The number of the node around it, or a negative one.
    pub parent: i64,
    pub parent_from_node: DMat4,
}

#[derive(Deserialize)]
pub struct Skin {
    /// The numbers of nodes.
    pub joints: Vec<usize>,
    pub joints_from_bind: Vec<DMat4>,
    /// For each position of the file pairs of a joint in the skin's own list and its weight.
    pub weights: Vec<Vec<(usize, f64)>>,
}

#[derive(Deserialize)]
pub struct Keys {
    /// The number of a node.
    pub node: usize,
    pub times: Vec<f64>,
    pub parent_from_node: Vec<DMat4>,
}

impl Answer {
    pub fn read(json: &str) -> Result<Self> {
        let answer: Self = crate::read(json)?;
        let version = answer.version.context("`version` is missing, and needs to be 1")?;
        ensure!(version == VERSION, "`version` is {version}, and needs to be {VERSION}");
        Ok(answer)
    }

    pub fn nodes(&self) -> Result<&[Node]> {
        self.nodes.as_deref().context("`nodes` is missing")
    }

    /// Returns the id of a node that a list names by its number.
    pub fn id(&self, list: &str, number: usize) -> Result<&str> {
        let nodes = self.nodes()?;
        let node = nodes.get(number);
        let node = node
            .with_context(|| format!("`{list}` names node {number}, and there are only {}", nodes.len()))?;
        Ok(&node.id)
    }

    /// Returns the only skin.
    pub fn skin(&self) -> Result<&Skin> {
        let skins = self.skins.as_ref().context("`skins` is missing")?;
        count("skins", skins, 1)?;
        Ok(&skins[0])
    }

    pub fn keys(&self) -> Result<&[Keys]> {
        self.keys.as_deref().context("`keys` is missing")
    }

    pub fn world_from_file(&self) -> Result<DMat4> {
        self.world_from_file.context("`world_from_file` is missing")
    }

    pub fn points(&self) -> Result<&[Vec<DVec3>]> {
        self.points.as_deref().context("`points` is missing")
    }
}

/// Refuses a list of another length.
pub fn count<T>(name: &str, list: &[T], wanted: usize) -> Result<()> {
    ensure!(list.len() == wanted, "`{name}` has length {}, and needs {wanted}", list.len());
    Ok(())
}
