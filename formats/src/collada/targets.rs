//! Targets of channels: addresses in a scene, such as `joint1/transform` or `joint1/rotateY.ANGLE`.

use super::animations::ChannelPart;
use super::error::quote;
use super::index::Index;
use super::scenes::Node;
use super::transforms::{NodeTransform, TransformKind};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Most transforms of a node that channels move: all of them are compared with each address. Files have twenty.
const MAX_STEPS: usize = 1024;

/// The transform that a channel moves, on one instance of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    pub node: usize,
    pub transform: usize,
    pub part: ChannelPart,
    /// Numbers that a key must have for it.
    pub width: usize,
}

/// Finds the targets of addresses.
///
/// Files have as many addresses as nodes, and both can be tens of thousands, so no address is compared with all nodes.
pub(super) struct Targets<'x, 'a> {
    index: &'x Index<'x, 'a>,
    /// Nodes of paths, since a path occurs with each of its transforms.
    paths: RefCell<HashMap<String, Found>>,
}

/// All instances of a path's node, or the reason why there is none.
type Found = Result<Rc<[usize]>, String>;

impl<'x, 'a> Targets<'x, 'a> {
    /// Targets among the nodes of a scene.
    pub fn new(index: &'x Index<'x, 'a>) -> Self {
        Self { index, paths: RefCell::default() }
    }

    /// Finds the targets of an address, on every instance of its node, or says why it has none.
    pub fn find(&self, address: &str) -> Result<Vec<Target>, String> {
        let address = address.trim();
        let Some((path, end)) = address.rsplit_once('/').filter(|(_, end)| !end.is_empty()) else {
            return Err("it is not of the form 'id/sid'".to_owned());
        };
        let nodes = &self.index.scene.nodes;
        let target = |&node: &usize| {
            let Node { name, transforms, .. } = &nodes[node];
            if transforms.len() > MAX_STEPS {
                return Err(format!("the node {} has more than {MAX_STEPS} transforms", quote(name)));
            }
            let (step, part) = step_named(transforms, end)
                .ok_or_else(|| format!("the node {} has no transform for {}", quote(name), quote(end)))?;
            let kind = &transforms[step].kind;
            let part =
                select(kind, part).ok_or_else(|| format!("{} is no part of that transform", quote(part)))?;
            let width = if part == ChannelPart::Whole { kind.width() } else { 1 };
            Ok(Target { node, transform: step, part, width })
        };
        self.instances_at(path)?.iter().map(target).collect()
    }

    /// Returns all instances of a path's node.
    fn instances_at(&self, path: &str) -> Found {
        if let Some(found) = self.paths.borrow().get(path) {
            return found.clone();
        }
        let found = self.nodes(path);
        self.paths.borrow_mut().insert(path.to_owned(), found.clone());
        found
    }

    /// Returns the nodes of a path, which begins with an id and goes down by sids.
    fn nodes(&self, path: &str) -> Found {
        let mut steps = path.split('/');
        let id = steps.next().unwrap_or_default();
        let start = self.index.instances(id);
        let start = start.ok_or_else(|| format!("no node of the scene has the id {}", quote(id)))?;
        let mut nodes = start.to_vec();
        for sid in steps {
            let named = self.index.with_sid(sid);
            nodes = nodes.iter().filter_map(|&top| self.index.first_under(named, top)).collect();
            if nodes.is_empty() {
                return Err(format!("no node on the way has the sid {}", quote(sid)));
            }
        }
        Ok(nodes.into())
    }
}

/// Finds the transform of a node that the end of an address names, and its part: empty for the whole transform, or else
/// one of its numbers, as in `.X`, `.ANGLE` or `(3)(0)`. The sid may be all of the end, or end before its first `(` or
/// its last dot, since it may have a dot of its own.
fn step_named<'t>(steps: &[NodeTransform], end: &'t str) -> Option<(usize, &'t str)> {
    [Some(end.len()), end.find('('), end.rfind('.')].into_iter().flatten().find_map(|place| {
        let (sid, part) = end.split_at(place);
        let step = steps.iter().position(|step| step.sid.as_deref() == Some(sid))?;
        Some((step, part))
    })
}

/// Returns the part of a transform by the name after its sid.
fn select(kind: &TransformKind, part: &str) -> Option<ChannelPart> {
    use TransformKind::{Matrix, Rotate, Scale, Translate};
    let index = match (part, kind) {
        ("", _) => return Some(ChannelPart::Whole),
        (".X", Translate(_) | Scale(_) | Rotate { .. }) => 0,
        (".Y", Translate(_) | Scale(_) | Rotate { .. }) => 1,
        (".Z", Translate(_) | Scale(_) | Rotate { .. }) => 2,
        (".ANGLE", Rotate { .. }) => 3,
        (_, Matrix(_)) => {
            let (column, row) = part.strip_prefix('(')?.strip_suffix(')')?.split_once(")(")?;
            let (column, row): (usize, usize) = (column.trim().parse().ok()?, row.trim().parse().ok()?);
            // Row 3 stays 0 0 0 1.
            return (column < 4 && row < 3).then_some(ChannelPart::Number(4 * row + column));
        }
        _ => part.strip_prefix('(')?.strip_suffix(')')?.trim().parse().ok()?,
    };
    (index < kind.width()).then_some(ChannelPart::Number(index))
}

#[cfg(test)]
mod tests {
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

    /// Returns the node, transform and part of each target of an address.
    fn find(address: &str) -> Result<Vec<(usize, usize, ChannelPart)>, String> {
        let many = r#"<scale sid="s">1 1 1</scale>"#.repeat(MAX_STEPS + 1);
        let text = format!(
            r#"<COLLADA><geometry id="g"/><visual_scene>{NODES}<node id="many">{many}</node></visual_scene>
               <node id="limb" sid="limb"><scale sid="only">1 1 1</scale></node></COLLADA>"#
        );
        let tree = xml::parse(&text).unwrap();
        let xml = Xml::new(&tree).unwrap();
        let visual_scene = xml::child(xml.root(), "visual_scene").unwrap();
        let (nodes, elements) = scenes::nodes(&xml, visual_scene).unwrap();
        let scene = Scene { nodes, world_from_file: Mat4::IDENTITY };
        let found = Targets::new(&Index::new(&xml, &scene, &elements)).find(address)?;
        Ok(found.into_iter().map(|target| (target.node, target.transform, target.part)).collect())
    }

    #[test]
    fn addresses_stand_for_transforms_and_their_numbers() {
        assert_eq!(find("a/m"), Ok(vec![(0, 0, ChannelPart::Whole)]));
        assert_eq!(find(" a/m(3)(0) "), Ok(vec![(0, 0, ChannelPart::Number(3))]));
        assert_eq!(find("a/m(1)(2)"), Ok(vec![(0, 0, ChannelPart::Number(9))]));
        assert_eq!(find("a/r.x"), Ok(vec![(0, 1, ChannelPart::Whole)]), "a sid with a dot");
        assert_eq!(find("a/r.x.ANGLE"), Ok(vec![(0, 1, ChannelPart::Number(3))]));
        assert_eq!(find("a/r.x.Y"), Ok(vec![(0, 1, ChannelPart::Number(1))]));
        assert_eq!(find("a/r.x(2)"), Ok(vec![(0, 1, ChannelPart::Number(2))]));
    }

    #[test]
    fn paths_go_down_from_sid_to_sid() {
        assert_eq!(find("a/sb/sc/t"), Ok(vec![(2, 0, ChannelPart::Whole)]));
        assert_eq!(find("a/sc/t.X"), Ok(vec![(2, 0, ChannelPart::Number(0))]), "the first");
    }

    #[test]
    fn all_instances_move() {
        assert_eq!(find("limb/only"), Ok(vec![(5, 0, ChannelPart::Whole), (6, 0, ChannelPart::Whole)]));
        assert_eq!(find("twice/limb/only.Z"), Ok(vec![(5, 0, ChannelPart::Number(2))]), "a path names one");
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
        assert_eq!(why("./m"), "no node of the scene has the id '.'");
        for part in ["(9)(9)", "(3)(3)", "(0)", "((((", "()()", "(-1)(0)", ".X", ".ANGLE"] {
            assert_eq!(why(&format!("a/m{part}")), format!("'{part}' is no part of that transform"));
        }
        assert_eq!(why("a/r.x(4)"), "'(4)' is no part of that transform");
        assert_eq!(why("a/../m"), "no node on the way has the sid '..'");
        assert_eq!(why("many/s"), "the node 'many' has more than 1024 transforms");
        assert_eq!(why("sb/t"), "no node of the scene has the id 'sb'", "a sid is no id");
        assert_eq!(
            why("a/t"),
            "the node 'a' has no transform for 't'",
            "that of a node below is not its own"
        );
    }
}
