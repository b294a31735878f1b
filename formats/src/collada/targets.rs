//! The addresses by which channels find what they move: `id/sid`, `id/sid.X`, `id/sid(3)(0)`.

use super::animations::Part;
use super::error::quote;
use super::index::Index;
use super::scenes::Node;
use super::transforms::TransformKind;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// What a channel moves, on one instance of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    pub node: usize,
    pub transform: usize,
    pub part: Part,
    /// How many numbers a key must have for it.
    pub width: usize,
}

/// Finds what addresses stand for.
///
/// Files have as many addresses as nodes, and both can be tens of thousands: nothing here looks through
/// all nodes for one address.
pub(super) struct Targets<'x, 'a> {
    index: &'x Index<'x, 'a>,
    /// The transforms that have a sid: of which nodes, and which of theirs.
    transforms: HashMap<&'x str, BTreeMap<usize, usize>>,
    /// The nodes that paths lead to, which are asked for again with each of their transforms.
    paths: HashMap<String, Result<Rc<[usize]>, String>>,
}

impl<'x, 'a> Targets<'x, 'a> {
    /// Looks over the transforms of a scene.
    pub fn new(index: &'x Index<'x, 'a>) -> Self {
        let mut transforms: HashMap<_, BTreeMap<_, _>> = HashMap::new();
        for (node, Node { transforms: steps, .. }) in index.scene.nodes.iter().enumerate() {
            for (step, transform) in steps.iter().enumerate() {
                let Some(sid) = &transform.sid else { continue };
                transforms.entry(sid.as_str()).or_default().entry(node).or_insert(step);
            }
        }
        Self { index, transforms, paths: HashMap::new() }
    }

    /// What an address stands for, or why it stands for nothing.
    pub fn find(&mut self, address: &str) -> Result<Vec<Target>, String> {
        let Some((path, last)) = address.trim().rsplit_once('/').filter(|(_, last)| !last.is_empty()) else {
            return Err("it is not of the form 'id/sid'".to_owned());
        };
        if path == "." {
            let node = self.only_node_with(last)?;
            return Ok(vec![self.transform(node, last)?]);
        }
        if !self.paths.contains_key(path) {
            self.paths.insert(path.to_owned(), self.nodes(path));
        }
        let nodes = self.paths.get(path).cloned().unwrap_or_else(|| Ok([].into()))?;
        nodes.iter().map(|&node| self.transform(node, last)).collect()
    }

    /// The nodes that a path leads to. It goes from an id, or from the scene, down from sid to sid.
    fn nodes(&self, path: &str) -> Result<Rc<[usize]>, String> {
        let mut steps = path.split('/');
        let start = match steps.next() {
            Some(".") => steps.next().map_or(Ok(Vec::new()), |sid| found(sid, self.highest_in_scene(sid)))?,
            id => return self.descend(self.instances(id.unwrap_or_default())?, steps),
        };
        self.descend(&start, steps)
    }

    /// All instances of the node that has this id.
    fn instances(&self, id: &str) -> Result<&[usize], String> {
        let instances = self.index.instances(id);
        instances.ok_or_else(|| format!("no node of the scene has the id {}", quote(id)))
    }

    /// Goes down from sid to sid.
    fn descend<'s>(
        &self,
        start: &[usize],
        sids: impl Iterator<Item = &'s str>,
    ) -> Result<Rc<[usize]>, String> {
        let mut nodes = Cow::Borrowed(start);
        for sid in sids {
            nodes = Cow::Owned(found(sid, self.highest_below(sid, &nodes))?);
        }
        Ok(nodes.into())
    }

    /// The highest node that has a sid.
    fn highest_in_scene(&self, sid: &str) -> Vec<usize> {
        self.index
            .with_sid(sid)
            .iter()
            .copied()
            .min_by_key(|&node| self.index.depths[node])
            .into_iter()
            .collect()
    }

    /// Below each of these nodes, the highest one that has a sid. None of them stands below another.
    fn highest_below(&self, sid: &str, nodes: &[usize]) -> Vec<usize> {
        let mut named = self.index.with_sid(sid);
        let mut highest = Vec::new();
        while let Some(&next) = named.first() {
            // The only node that can stand above it; if it does not, on to what stands below that node.
            let above = nodes.partition_point(|&above| self.index.ends[above] <= next);
            let Some(&above) = nodes.get(above) else { break };
            named = &named[named.partition_point(|&node| node <= above)..];
            let (below, rest) = named.split_at(named.partition_point(|&node| node < self.index.ends[above]));
            highest.extend(below.iter().copied().min_by_key(|&node| self.index.depths[node]));
            named = rest;
        }
        highest
    }

    /// The only node of the scene that has such a transform.
    fn only_node_with(&self, last: &str) -> Result<usize, String> {
        let nodes = cuts(last).find_map(|(sid, _)| self.transforms.get(sid));
        let nodes = nodes.ok_or_else(|| "no node of the scene has such a transform".to_owned())?;
        match (nodes.len(), nodes.first_key_value()) {
            (1, Some((&node, _))) => Ok(node),
            _ => Err("several nodes of the scene have such a transform".to_owned()),
        }
    }

    /// A transform of a node, and what part of it, as in `sid`, `sid.X` or `sid(3)`.
    fn transform(&self, node: usize, last: &str) -> Result<Target, String> {
        let Node { name, transforms, .. } = &self.index.scene.nodes[node];
        let find = |sid| self.transforms.get(sid)?.get(&node).copied();
        let Some((transform, part)) = cuts(last).find_map(|(sid, part)| Some((find(sid)?, part))) else {
            return Err(format!("the node {} has no transform for {}", quote(name), quote(last)));
        };
        let kind = &transforms[transform].kind;
        let part =
            select(kind, part).ok_or_else(|| format!("{} is no part of that transform", quote(part)))?;
        let width = if part == Part::Whole { kind.width() } else { 1 };
        Ok(Target { node, transform, part, width })
    }
}

/// The nodes that were found by a sid, if there are any.
fn found(sid: &str, nodes: Vec<usize>) -> Result<Vec<usize>, String> {
    if nodes.is_empty() { Err(format!("no node on the way has the sid {}", quote(sid))) } else { Ok(nodes) }
}

/// The ways to cut the end of an address into a sid and a part. A sid may have a dot of its own.
fn cuts(last: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = [Some(last.len()), last.find('('), last.rfind('.')];
    ends.into_iter().flatten().map(|end| last.split_at(end))
}

/// The part of a transform that stands behind its sid.
fn select(kind: &TransformKind, part: &str) -> Option<Part> {
    use TransformKind::{Matrix, Rotate, Scale, Skew, Translate};
    let index = match (part, kind) {
        ("", _) => return Some(Part::Whole),
        (".X", Translate(_) | Scale(_) | Rotate { .. }) => 0,
        (".Y", Translate(_) | Scale(_) | Rotate { .. }) => 1,
        (".Z", Translate(_) | Scale(_) | Rotate { .. }) => 2,
        (".ANGLE", Rotate { .. }) => 3,
        (".ANGLE", Skew { .. }) => 0,
        (_, Matrix(_)) => {
            let (column, row) = part.strip_prefix('(')?.strip_suffix(')')?.split_once(")(")?;
            let (column, row): (usize, usize) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
            // Row 3 stays 0 0 0 1.
            return (column < 4 && row < 3).then_some(Part::Number(4 * row + column));
        }
        _ => part.strip_prefix('(')?.strip_suffix(')')?.trim().parse().ok()?,
    };
    (index < kind.width()).then_some(Part::Number(index))
}

#[cfg(test)]
mod tests {
    use super::super::error::Notes;
    use super::super::scenes::{self, Scene};
    use super::super::xml::{self, Xml};
    use super::*;
    use glam::Mat4;

    const NODES: &str = r##"
        <node id="a" sid="sa">
            <matrix sid="m">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><rotate sid="r.x">1 0 0 0</rotate>
            <node sid="sb"><node sid="sc"><translate sid="t">0 0 0</translate></node></node>
            <node sid="sc"><translate sid="t">0 0 0</translate></node>
        </node>
        <node id="twice"><instance_node url="#limb"/><instance_node url="#limb"/></node>"##;

    /// The node, transform and part of all that an address stands for.
    fn find(address: &str) -> Result<Vec<(usize, usize, Part)>, String> {
        let text = format!(
            r#"<COLLADA><geometry id="g"/><visual_scene>{NODES}</visual_scene>
               <node id="limb" sid="limb"><scale sid="only">1 1 1</scale></node></COLLADA>"#
        );
        let tree = xml::parse(&text).unwrap();
        let notes = &mut Notes::default();
        let xml = Xml::new(&tree, "test.dae", notes).unwrap();
        let visual_scene = xml::child(xml.root(), "visual_scene").unwrap();
        let (nodes, elements) = scenes::nodes(&xml, visual_scene, notes).unwrap();
        let scene = Scene { nodes, world_from_file: Mat4::IDENTITY };
        let found = Targets::new(&Index::new(&xml, &scene, &elements)).find(address)?;
        Ok(found.into_iter().map(|target| (target.node, target.transform, target.part)).collect())
    }

    #[test]
    fn addresses_stand_for_transforms_and_their_numbers() {
        assert_eq!(find("a/m"), Ok(vec![(0, 0, Part::Whole)]));
        assert_eq!(find(" a/m(3)(0) "), Ok(vec![(0, 0, Part::Number(3))]));
        assert_eq!(find("a/m(1)(2)"), Ok(vec![(0, 0, Part::Number(9))]));
        assert_eq!(find("a/r.x"), Ok(vec![(0, 1, Part::Whole)]), "a sid with a dot");
        assert_eq!(find("a/r.x.ANGLE"), Ok(vec![(0, 1, Part::Number(3))]));
        assert_eq!(find("a/r.x.Y"), Ok(vec![(0, 1, Part::Number(1))]));
        assert_eq!(find("a/r.x(2)"), Ok(vec![(0, 1, Part::Number(2))]));
    }

    #[test]
    fn paths_go_down_from_sid_to_sid() {
        assert_eq!(find("a/sb/sc/t"), Ok(vec![(2, 0, Part::Whole)]));
        assert_eq!(find("a/sc/t.X"), Ok(vec![(3, 0, Part::Number(0))]), "the highest");
        assert_eq!(find("./sa/sb/sc/t"), Ok(vec![(2, 0, Part::Whole)]));
        assert_eq!(find("./m"), Ok(vec![(0, 0, Part::Whole)]));
    }

    #[test]
    fn all_instances_move() {
        assert_eq!(find("limb/only"), Ok(vec![(5, 0, Part::Whole), (6, 0, Part::Whole)]));
        assert_eq!(find("twice/limb/only.Z"), Ok(vec![(5, 0, Part::Number(2))]), "a path names one");
    }

    #[test]
    fn what_stands_for_nothing_says_why() {
        let why = |address: &str| find(address).unwrap_err();
        for address in ["", "a", "a/", "////", "a//", "/"] {
            assert!(find(address).is_err(), "{address:?}");
        }
        assert_eq!(why("b/m"), "no node of the scene has the id 'b'");
        assert_eq!(why("g/m"), "no node of the scene has the id 'g'");
        assert_eq!(why("a/n"), "the node 'a' has no transform for 'n'");
        assert_eq!(why("a/n.X"), "the node 'a' has no transform for 'n.X'");
        assert_eq!(why("a/sx/t"), "no node on the way has the sid 'sx'");
        assert_eq!(why("./t"), "several nodes of the scene have such a transform");
        for part in ["(9)(9)", "(3)(3)", "(0)", "((((", "()()", "(-1)(0)", ".X", ".ANGLE"] {
            assert_eq!(why(&format!("a/m{part}")), format!("'{part}' is no part of that transform"));
        }
        assert_eq!(why("a/r.x(4)"), "'(4)' is no part of that transform");
        assert_eq!(why("a/../m"), "no node on the way has the sid '..'");
    }
}
