//! The nodes of a scene, and its joints.

use super::error::{Error, refusal};
use super::transforms::{NodeTransform, parent_from_steps, transforms};
use super::xml::{self, Element, Xml};
use common::skeleton::{Chain, Skeleton};
use glam::Mat4;

/// Greatest depth of nodes: files have some fifty at most.
pub const MAX_DEPTH: usize = 256;

/// Most nodes of a scene: a node that is instanced twice counts twice, with all its descendants.
///
/// Forty lines of a file are enough to ask for 2⁴⁰ of them.
pub const MAX_NODES: usize = 65_536;

/// Most memory of all nodes: instances of a node with a long name and many transforms add up.
const MAX_SIZE: usize = 256 * 1024 * 1024;

/// A scene: a forest of nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// All nodes, depth first, a parent before its children.
    pub nodes: Vec<Node>,
    /// From the file's axes and unit to right-handed, y up, metres. It goes before the roots.
    pub world_from_file: Mat4,
}

/// A node of the scene: a joint, or anything else that has a transform.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its name for people: the file's `name`, else its `id`, else its `sid`, else "node 7" by index.
    pub name: String,
    /// The name by which the rest of the file finds it; no other node in the file has it.
    pub id: Option<String>,
    /// The name by which it is found below its parent.
    pub sid: Option<String>,
    /// True if it is a joint of a skeleton.
    pub is_joint: bool,
    /// Its parent's index, or none for a root.
    pub parent: Option<usize>,
    /// The transforms from it to its parent, in the order in which they are multiplied.
    pub transforms: Vec<NodeTransform>,
}

impl Node {
    /// The node's transform to its parent, as in the file.
    pub fn parent_from_node(&self) -> Mat4 {
        parent_from_steps(self.transforms.iter().map(|step| step.kind))
    }

    /// Its approximate size in memory.
    fn size(&self) -> usize {
        let sids = self.transforms.iter().map(|step| step.sid.as_ref());
        let names = sids.chain([Some(&self.name), self.id.as_ref(), self.sid.as_ref()]).flatten();
        size_of::<Self>() + size_of_val(&self.transforms[..]) + names.map(String::len).sum::<usize>()
    }
}

impl Scene {
    /// All nodes as a skeleton, in the same order. To draw the joints alone, see [`Scene::chains`].
    pub fn skeleton(&self) -> Skeleton {
        let mut skeleton = Skeleton::new();
        for node in &self.nodes {
            skeleton.add(&node.name, node.parent);
        }
        skeleton
    }

    /// The skeletons of the scene, one per root.
    pub fn chains(&self) -> Vec<Chain> {
        let is_joint: Vec<bool> = self.nodes.iter().map(|node| node.is_joint).collect();
        Chain::all(&self.skeleton(), &is_joint)
    }
}

/// The scene that the file shows.
pub(super) fn visual_scene<'a>(xml: &Xml<'a>) -> Result<Element<'a>, Error> {
    let root = xml.root();
    let scene = xml::child(root, "scene");
    if let Some(instance) = scene.and_then(|scene| xml::child(scene, "instance_visual_scene")) {
        return xml.referred(instance, "url", &["visual_scene"]);
    }
    let mut scenes = xml.library("library_visual_scenes", "visual_scene");
    let Some(first) = scenes.next() else {
        let what = "There is no <visual_scene> in the file: nothing says where anything stands.";
        return Err(refusal(root, what, "Export the whole scene, not only its parts."));
    };
    let more = scenes.count();
    if more > 0 {
        xml.note(first, || {
            format!("No <scene> says which of {} scenes to show; this is the first.", 1 + more)
        });
    }
    Ok(first)
}

/// Reads the nodes of a scene, and for each its element, which all instances share.
pub(super) fn nodes<'a>(
    xml: &Xml<'a>,
    visual_scene: Element<'a>,
) -> Result<(Vec<Node>, Vec<Element<'a>>), Error> {
    let mut tree = Tree { xml, nodes: Vec::new(), elements: Vec::new(), depths: Vec::new(), size: 0 };
    for element in xml::children(visual_scene, "node") {
        tree.add_node(element, None)?;
    }
    Ok((tree.nodes, tree.elements))
}

/// The tree of a scene's nodes, while its elements are read.
struct Tree<'x, 'a> {
    xml: &'x Xml<'a>,
    nodes: Vec<Node>,
    /// Every node's element.
    elements: Vec<Element<'a>>,
    /// Number of every node's ancestors.
    depths: Vec<usize>,
    /// The approximate size of the nodes in memory.
    size: usize,
}

impl<'a> Tree<'_, 'a> {
    /// Adds a node and all its descendants, a parent always before its children.
    fn add_node(&mut self, element: Element<'a>, parent: Option<usize>) -> Result<(), Error> {
        // TODO 05.1: Add the node of this element, and all that stand below it.
        // BEGIN SOLUTION 05.1
        let index = self.push(element, parent)?;
        for child in xml::elements(element) {
            match child.tag_name().name() {
                "node" => self.add_node(child, Some(index))?,
                "instance_node" => {
                    let instanced = self.instanced(child, index)?;
                    self.add_node(instanced, Some(index))?;
                }
                _ => {}
            }
        }
        // END SOLUTION 05.1
        // STARTER 05.1: let _ = parent;
        // STARTER 05.1: self.push(element, None)?;
        Ok(())
    }

    /// Adds a node by itself, if there aren't too many, and returns its index.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn push(&mut self, element: Element<'a>, parent: Option<usize>) -> Result<usize, Error> {
        let index = self.nodes.len();
        let depth = parent.map_or(0, |parent| self.depths[parent] + 1);
        if depth >= MAX_DEPTH {
            let what = format!("This node stands inside {depth} others, which is too deep.");
            return Err(refusal(element, what, "Make the hierarchy flatter."));
        }
        let attribute = |name| element.attribute(name).map(str::to_owned);
        let is_given = |name: &String| !name.is_empty();
        let name = ["name", "id", "sid"].into_iter().filter_map(attribute).find(is_given);
        let node = Node {
            name: name.unwrap_or_else(|| format!("node {index}")),
            id: attribute("id"),
            sid: attribute("sid"),
            is_joint: element.attribute("type") == Some("JOINT"),
            parent,
            transforms: transforms(element, &self.xml.notes)?,
        };
        // Children are visited again for every instance, whatever they are.
        self.size += node.size() + size_of::<Element>() * element.children().count();
        if index >= MAX_NODES || self.size > MAX_SIZE {
            let what = match index >= MAX_NODES {
                true => format!("With this node there are more than {MAX_NODES}."),
                false => format!("With this node all nodes take more than {} MiB.", MAX_SIZE >> 20),
            };
            let advice = "Export a part of the scene only, or look what instances what.";
            return Err(refusal(element, what, advice));
        }
        self.nodes.push(node);
        self.elements.push(element);
        self.depths.push(depth);
        Ok(index)
    }

    /// Returns the target of an `<instance_node>` below a node.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn instanced(&mut self, instance: Element<'a>, below: usize) -> Result<Element<'a>, Error> {
        let node = self.xml.referred(instance, "url", &["node"]);
        let element = match (node, self.xml.find(instance, "url", &["controller", "geometry"])) {
            (Err(_), Ok(other)) => {
                let tag = other.tag_name().name();
                self.xml.note(instance, || {
                    format!("This asks for a <{tag}>, where a <node> should be: nothing of it is shown.")
                });
                return Ok(other);
            }
            (node, _) => node?,
        };
        let up = |&node: &usize| self.nodes[node].parent;
        let above = std::iter::successors(Some(below), up).map(|node| self.elements[node]);
        let Some(steps) = above.clone().position(|above| above == element) else { return Ok(element) };
        let mut path: Vec<_> =
            std::iter::once(element).chain(above.take(steps + 1)).map(xml::id_of).collect();
        path.reverse();
        let what = format!("A node is instanced below itself: {}.", path.join(" > "));
        Err(refusal(instance, what, "Remove the <instance_node> that closes the circle."))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Surfaces};
    use super::*;

    fn scene(nodes: &str, rest: &str) -> Scene {
        let text = format!(
            r#"<COLLADA><library_visual_scenes><visual_scene id="s">{nodes}</visual_scene></library_visual_scenes>{rest}</COLLADA>"#
        );
        Document::parse(text.as_bytes(), "test.dae", Surfaces::Read)
            .unwrap_or_else(|error| panic!("{error}"))
            .scene
    }

    fn names(scene: &Scene) -> Vec<&str> {
        scene.nodes.iter().map(|node| node.name.as_str()).collect()
    }

    #[test]
    fn nodes_come_depth_first_with_their_parents() {
        let scene = scene(
            r#"<node name="a" id="i" sid="s" type="JOINT"><extra><node name="no"/></extra>
                 <node name="b"><node name="c"/></node><node name="d" type="NODE"/></node><node name="e"/>"#,
            "",
        );
        assert_eq!(names(&scene), ["a", "b", "c", "d", "e"]);
        let parents: Vec<_> = scene.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), None]);
        let a = &scene.nodes[0];
        assert_eq!((a.id.as_deref(), a.sid.as_deref(), a.is_joint), (Some("i"), Some("s"), true));
        assert!(!scene.nodes[1].is_joint && !scene.nodes[3].is_joint);
    }

    #[test]
    fn a_node_without_a_name_has_one_anyway() {
        let scene = scene(r#"<node name="" id="a"/><node sid="b"/><node/>"#, "");
        assert_eq!(names(&scene), ["a", "b", "node 2"]);
    }

    #[test]
    fn a_chain_reaches_past_plain_nodes() {
        let scene = scene(
            r#"<node name="armature"><node name="hip" type="JOINT"><node name="offset"><node name="knee" type="JOINT"/></node>
                 <node name="tail" type="JOINT"/></node></node><node name="lid" type="JOINT"/>"#,
            "",
        );
        let chains = scene.chains();
        assert_eq!(chains.len(), 2);
        assert_eq!(chains[0].joints, [1, 3, 4]);
        let joints: Vec<_> =
            chains[0].skeleton.joints().iter().map(|joint| (joint.name.as_str(), joint.parent)).collect();
        assert_eq!(joints, [("hip", None), ("knee", Some(0)), ("tail", Some(0))]);
        assert_eq!(chains[1].joints, [5]);
        assert_eq!(scene.skeleton().joints()[3].parent, Some(2), "with all nodes, the plain ones count");
    }

    #[test]
    fn the_scene_that_is_named_is_shown() {
        let text = r##"<COLLADA><library_visual_scenes><visual_scene id="a"><node name="first"/></visual_scene>
            <visual_scene id="b"><node name="second"/></visual_scene></library_visual_scenes>SCENE</COLLADA>"##;
        let named = r##"<scene><instance_visual_scene url="#b"/></scene>"##;
        let read = |scene: &str| {
            Document::parse(text.replace("SCENE", scene).as_bytes(), "test.dae", Surfaces::Read).unwrap()
        };
        assert_eq!(names(&read(named).scene), ["second"]);
        assert_eq!(names(&read("").scene), ["first"]);
        assert_eq!(
            read("").notes[0].to_string(),
            "1:33: No <scene> says which of 2 scenes to show; this is the first."
        );
    }
}
