//! Finds nodes of a scene by their ids, sids and names, and says which of them stand below which.

use super::scenes::Scene;
use super::xml::{Element, Xml};
use std::collections::HashMap;

/// The nodes of a scene, by all that names them.
pub(super) struct Index<'x, 'a> {
    xml: &'x Xml<'a>,
    /// The scene.
    pub scene: &'x Scene,
    /// For every node, how many nodes stand above it.
    pub depths: Vec<usize>,
    /// For every node, the end of the nodes below it, which stand behind it without a gap.
    pub ends: Vec<usize>,
    /// The nodes that an element describes: all instances of it.
    instances: HashMap<roxmltree::NodeId, Vec<usize>>,
    by_sid: HashMap<&'x str, Vec<usize>>,
    by_name: HashMap<&'x str, Vec<usize>>,
}

impl<'x, 'a> Index<'x, 'a> {
    /// Looks over a scene; `elements` are those that describe its nodes.
    pub fn new(xml: &'x Xml<'a>, scene: &'x Scene, elements: &[Element<'a>]) -> Self {
        let mut index = Self {
            xml,
            scene,
            depths: Vec::new(),
            ends: (1..=scene.nodes.len()).collect(),
            instances: HashMap::new(),
            by_sid: HashMap::new(),
            by_name: HashMap::new(),
        };
        for (at, (node, element)) in scene.nodes.iter().zip(elements).enumerate() {
            index.instances.entry(element.id()).or_default().push(at);
            index.by_name.entry(&node.name).or_default().push(at);
            if let Some(sid) = &node.sid {
                index.by_sid.entry(sid).or_default().push(at);
            }
            index.depths.push(node.parent.map_or(0, |parent| index.depths[parent] + 1));
        }
        for (at, node) in scene.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                index.ends[parent] = index.ends[parent].max(index.ends[at]);
            }
        }
        index
    }

    /// All instances of the node that has an id.
    pub fn instances(&self, id: &str) -> Option<&[usize]> {
        let element = self.xml.by_id(id, &["node"])?;
        self.instances.get(&element.id()).map(Vec::as_slice)
    }

    /// The nodes that have a sid, in their order.
    pub fn with_sid(&self, sid: &str) -> &[usize] {
        self.by_sid.get(sid).map_or(&[], Vec::as_slice)
    }

    /// Whether any node has this id, sid or name.
    pub fn knows(&self, name: &str) -> bool {
        self.by_sid.contains_key(name) || self.by_name.contains_key(name) || self.instances(name).is_some()
    }

    /// The instance, nearest to the node `near`, of the node that has an id.
    pub fn node_with_id(&self, id: &str, near: usize) -> Option<usize> {
        self.nearest(self.instances(id)?, near)
    }

    /// The node for which a joint's name stands, in a skin on the node `near`.
    ///
    /// The name is a sid below one of the `skeletons`, taken in their order, or anywhere; else an id; else a name.
    pub fn joint(&self, name: &str, skeletons: &[usize], near: usize) -> Option<usize> {
        let with_sid = self.with_sid(name);
        let below = skeletons.iter().find_map(|&skeleton| self.first_below(with_sid, skeleton));
        below
            .or_else(|| self.nearest(with_sid, near))
            .or_else(|| self.node_with_id(name, near))
            .or_else(|| self.nearest(self.by_name.get(name)?, near))
    }

    /// The first of these nodes that is `top` or stands below it.
    fn first_below(&self, nodes: &[usize], top: usize) -> Option<usize> {
        let first = nodes.partition_point(|&node| node < top);
        nodes.get(first).copied().filter(|&node| node < self.ends[top])
    }

    /// The first of these nodes that shares with the node `near` what stands closest above both.
    ///
    /// If an arm with its skin is instanced twice, each skin finds the joints of its own arm.
    fn nearest(&self, nodes: &[usize], near: usize) -> Option<usize> {
        let above = std::iter::successors(Some(near), |&node| self.scene.nodes[node].parent);
        let shared = above.into_iter().find_map(|top| self.first_below(nodes, top));
        shared.or(nodes.first().copied())
    }
}
