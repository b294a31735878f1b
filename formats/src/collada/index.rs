//! Finds nodes of a scene by their ids, sids and names, and their descendants.

use super::scenes::Scene;
use super::xml::{Element, Xml};
use std::collections::HashMap;
use std::ops::Range;

/// The nodes of a scene that have one name, in the scene's order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeNames<'a> {
    /// Those that have it as their sid.
    pub by_sid: &'a [usize],
    /// Those that have it as their id: more than one only where a file puts a node into its scene several times.
    pub by_id: &'a [usize],
    /// Those that have it as their plain name.
    pub by_name: &'a [usize],
}

/// Returns the node that a skin's joint name refers to, if any.
///
/// Names in an `IDREF_array` are ids (`is_id`); others are sids. Many files don't follow this, so the other kind is
/// tried second, and the nodes' plain names last. The search goes through `places`, ranges of the scene's nodes, and
/// the first range with a match counts.
pub(super) fn joint_node(is_id: bool, named: NodeNames, places: &[Range<usize>]) -> Option<usize> {
    let NodeNames { by_sid, by_id, by_name } = named;
    let kinds = if is_id { [by_id, by_sid, by_name] } else { [by_sid, by_id, by_name] };
    for nodes in kinds {
        for place in places {
            if let Some(&node) = nodes.iter().find(|node| place.contains(node)) {
                return Some(node);
            }
        }
    }
    None
}

/// The nodes of a scene, indexed by all their names.
pub(super) struct Index<'x, 'a> {
    xml: &'x Xml<'a>,
    /// The scene.
    pub scene: &'x Scene,
    /// End of every node's descendants, which follow it without a gap.
    ends: Vec<usize>,
    /// The nodes of an element: all its instances.
    instances: HashMap<roxmltree::NodeId, Vec<usize>>,
    by_sid: HashMap<&'x str, Vec<usize>>,
    by_name: HashMap<&'x str, Vec<usize>>,
}

impl<'x, 'a> Index<'x, 'a> {
    /// Indexes a scene; `elements` are those of its nodes.
    pub fn new(xml: &'x Xml<'a>, scene: &'x Scene, elements: &[Element<'a>]) -> Self {
        let mut index = Self {
            xml,
            scene,
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

    /// Returns true if any node has this id, sid or name.
    pub fn knows(&self, name: &str) -> bool {
        self.by_sid.contains_key(name) || self.by_name.contains_key(name) || self.instances(name).is_some()
    }

    /// The instance of the node with this id that is nearest to the node `near`.
    pub fn node_with_id(&self, id: &str, near: usize) -> Option<usize> {
        self.nearest(self.instances(id)?, near)
    }

    /// The nodes that have a name, of any kind.
    pub fn named(&self, name: &str) -> NodeNames<'_> {
        NodeNames {
            by_sid: self.with_sid(name),
            by_id: self.instances(name).unwrap_or_default(),
            by_name: self.by_name.get(name).map_or(&[], Vec::as_slice),
        }
    }

    /// Ranges in which to look for the joints of a skin on the node `near`: below its `skeletons`; below its own node
    /// and its ancestors, the nearest first; everywhere.
    ///
    /// If an arm with its skin is instanced twice, each skin finds the joints of its own arm.
    pub fn places(&self, skeletons: &[usize], near: usize) -> Vec<Range<usize>> {
        let below = |top: usize| top..self.ends[top];
        let skeletons = skeletons.iter().copied();
        skeletons
            .chain(self.way_up(near))
            .map(below)
            .chain(std::iter::once(0..self.scene.nodes.len()))
            .collect()
    }

    /// A node and all its ancestors.
    fn way_up(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |&node| self.scene.nodes[node].parent)
    }

    /// Returns the first of these nodes that is a descendant of `top`.
    pub fn first_under(&self, nodes: &[usize], top: usize) -> Option<usize> {
        let first = nodes.partition_point(|&node| node <= top);
        nodes.get(first).copied().filter(|&node| node < self.ends[top])
    }

    /// Returns the first of these nodes that is `top` or a descendant of it.
    fn first_below(&self, nodes: &[usize], top: usize) -> Option<usize> {
        let first = nodes.partition_point(|&node| node < top);
        nodes.get(first).copied().filter(|&node| node < self.ends[top])
    }

    /// The first of these nodes whose lowest common ancestor with the node `near` is lowest.
    fn nearest(&self, nodes: &[usize], near: usize) -> Option<usize> {
        let shared = self.way_up(near).find_map(|top| self.first_below(nodes, top));
        shared.or(nodes.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_name_counts_more_than_the_place() {
        let named = NodeNames { by_sid: &[2, 8], by_id: &[5], by_name: &[3, 6] };
        let places = [4..7, 7..9, 0..9];
        assert_eq!(joint_node(false, named, &places), Some(8));
        assert_eq!(joint_node(false, named, &places[2..]), Some(2));
        assert_eq!(joint_node(true, named, &places), Some(5));
        assert_eq!(joint_node(true, NodeNames { by_id: &[], ..named }, &places), Some(8));
        assert_eq!(
            joint_node(false, NodeNames { by_name: &[3, 6], ..NodeNames::default() }, &places),
            Some(6)
        );
        assert_eq!(joint_node(false, NodeNames::default(), &places), None);
    }
}
