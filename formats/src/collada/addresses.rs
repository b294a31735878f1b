//! The addresses by which a file says which of a node's steps is meant: `joint1/transform`, `joint1/rotateY.ANGLE`.

use super::scenes::Node;
#[allow(unused_imports, reason = "an answer may do without it")]
use super::transforms::Step;

/// What an address names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Addressed<'t> {
    /// Which of the nodes.
    pub node: usize,
    /// Which of that node's own steps.
    pub step: usize,
    /// What stands behind the step's sid: nothing where all of the step is meant, or else one of its numbers, as in `.X`,
    /// `.ANGLE` or `(3)(0)`.
    pub part: &'t str,
}

/// What an address names among all nodes, if it names anything.
///
/// `node_at` knows the node that a path leads to, if there is one.
pub fn addressed<'t>(
    nodes: &[Node],
    node_at: impl Fn(&str) -> Option<usize>,
    address: &'t str,
) -> Option<Addressed<'t>> {
    // TODO 05.1: Find the node and the step that are meant, and say what part of the step. If one of the names is not
    //    there, nothing is meant.
    // BEGIN SOLUTION 05.1
    let (path, end) = address.rsplit_once('/')?;
    let node = node_at(path)?;
    for (sid, part) in cuts(end) {
        let is_meant = |step: &Step| step.sid.as_deref() == Some(sid);
        if let Some(step) = nodes[node].transforms.iter().position(is_meant) {
            return Some(Addressed { node, step, part });
        }
    }
    None
    // END SOLUTION 05.1
    // STARTER 05.1: let _ = (nodes, node_at, address);
    // STARTER 05.1: None
}

/// The ways to cut the end of an address into a sid and a part, in the order in which they are to be tried: the sid may be
/// all of it, end before the first `(`, or before the last dot. It may have a dot of its own.
pub(super) fn cuts(end: &str) -> impl Iterator<Item = (&str, &str)> {
    let places = [Some(end.len()), end.find('('), end.rfind('.')];
    places.into_iter().flatten().map(|place| end.split_at(place))
}
