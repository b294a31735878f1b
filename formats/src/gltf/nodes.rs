//! The nodes of the scene, and the transform of each in its parent.

use super::Source;
use super::json::Value;
use super::trouble::{Json, Notes, Trouble};
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3};

/// Greatest depth of nodes, as in every reader of the workbook.
const MAX_DEPTH: usize = 256;

/// Largest difference of a rotation's length from 1 that is rounding.
const CLOSE: f32 = 1e-3;

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Its name for people, or "node 7" by its index in the file.
    pub name: String,
    /// Its index in the file.
    pub number: usize,
    /// Its parent's index in the tree, or none for a root.
    pub parent: Option<usize>,
    /// Its transform to its parent.
    pub placed: Placed,
}

/// The transform of a node to its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placed {
    /// A matrix.
    Matrix(Mat4),
    /// Translation, rotation and scale.
    Parts(Transform),
}

impl Placed {
    /// The node's transform to its parent.
    pub fn parent_from_node(&self) -> Mat4 {
        match self {
            Self::Matrix(matrix) => *matrix,
            Self::Parts(Transform { translation, rotation, scale }) => {
                Mat4::from_scale_rotation_translation(*scale, *rotation, *translation)
            }
        }
    }
}

/// A file's nodes as a tree, and their indices in it.
pub(super) struct Tree {
    /// Depth first, a parent before its children.
    pub nodes: Vec<Node>,
    /// For each node of the file, its index in the tree; none for those of other scenes.
    pub place_of: Vec<Option<usize>>,
}

impl Tree {
    /// Reads the nodes of the scene that the file shows, and the whole trees that contain joints of its skins.
    pub fn read<'t>(source: &Source<'t>) -> Result<Self, Trouble<'t>> {
        let Source { root, notes, .. } = source;
        let nodes = root.items("nodes")?;
        let parents = parents(root, nodes)?;
        let mut tree = Self { nodes: Vec::new(), place_of: vec![None; nodes.len()] };
        for number in shown(source, &parents)? {
            tree.add(nodes, number, notes)?;
        }
        for number in joints(root)? {
            let top = top(&parents, number);
            if tree.place_of[top].is_none() {
                notes.add(&nodes[number], || {
                    "This joint is in no shown scene. It is read with the others.".to_owned()
                });
                tree.add(nodes, top, notes)?;
            }
        }
        Ok(tree)
    }

    /// Adds a node and all its descendants.
    fn add<'t>(&mut self, nodes: &'t [Value], top: usize, notes: &Notes<'t>) -> Result<(), Trouble<'t>> {
        // The last one is next. Each has its parent's index, and its depth.
        let mut next = vec![(top, None, 0)];
        while let Some((number, parent, depth)) = next.pop() {
            let node = &nodes[number];
            if depth > MAX_DEPTH {
                return Err(Trouble::at(
                    node,
                    format!("More than {MAX_DEPTH} nodes stand inside each other."),
                ));
            }
            let place = self.nodes.len();
            self.place_of[number] = Some(place);
            let name = node.called("node", number)?;
            self.nodes.push(Node { name, number, parent, placed: placed(node, notes)? });
            for child in node.items("children")?.iter().rev() {
                next.push((child.as_whole()?, Some(place), depth + 1));
            }
        }
        Ok(())
    }
}

/// The parent of each node. Fails if a node has two, or is its own ancestor.
fn parents<'t>(root: Json<'t>, nodes: &'t [Value]) -> Result<Vec<Option<usize>>, Trouble<'t>> {
    let mut parents = vec![None; nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        for child in node.items("children")? {
            let (index, _) = child.as_reference(root, "nodes")?;
            if let Some(other) = parents[index].replace(number) {
                return Err(Trouble::at(child, format!("Node {index} hangs on node {other} already.")));
            }
        }
    }
    // With one parent each, a cycle is a path up that never ends.
    let mut is_fine = vec![false; nodes.len()];
    for start in 0..nodes.len() {
        let mut way = Vec::new();
        let mut above = Some(start);
        while let Some(number) = above.filter(|&number| !is_fine[number]) {
            if way.len() > nodes.len() {
                return Err(Trouble::at(&nodes[start], "This node stands above itself."));
            }
            way.push(number);
            above = parents[number];
        }
        way.into_iter().for_each(|number| is_fine[number] = true);
    }
    Ok(parents)
}

fn top(parents: &[Option<usize>], number: usize) -> usize {
    let mut top = number;
    while let Some(parent) = parents[top] {
        top = parent;
    }
    top
}

/// The roots of the scene that the file shows, or all roots if it has no scenes.
fn shown<'t>(source: &Source<'t>, parents: &[Option<usize>]) -> Result<Vec<usize>, Trouble<'t>> {
    let Source { root, notes, .. } = source;
    let scenes = root.items("scenes")?;
    let scene = match root.referred(root, "scene", "scenes")? {
        Some((_, scene)) => scene,
        None => match scenes.first() {
            Some(first) => first,
            None => return Ok((0..parents.len()).filter(|&number| parents[number].is_none()).collect()),
        },
    };
    if scenes.len() > 1 {
        notes.add(scene, || format!("Of {} scenes this one is shown.", scenes.len()));
    }
    let mut tops = Vec::new();
    let mut is_named = vec![false; parents.len()];
    for node in scene.items("nodes")? {
        let (number, _) = node.as_reference(root, "nodes")?;
        if let Some(parent) = parents[number] {
            let what = format!("Node {number} hangs on node {parent}, so it is no root of a scene.");
            return Err(Trouble::at(node, what));
        }
        if std::mem::replace(&mut is_named[number], true) {
            notes.add(node, || format!("Node {number} is named twice."));
        } else {
            tops.push(number);
        }
    }
    Ok(tops)
}

fn joints<'t>(root: Json<'t>) -> Result<Vec<usize>, Trouble<'t>> {
    let mut numbers = Vec::new();
    for skin in root.items("skins")? {
        for joint in skin.required("joints")?.as_items()? {
            numbers.push(joint.as_reference(root, "nodes")?.0);
        }
    }
    Ok(numbers)
}

fn placed<'t>(node: Json<'t>, notes: &Notes<'t>) -> Result<Placed, Trouble<'t>> {
    let parts = ["translation", "rotation", "scale"];
    if let Some(matrix) = node.numbers::<16>("matrix")? {
        if let Some(part) = parts.into_iter().find(|part| node.get(part).is_some()) {
            notes.add(node, || format!("It has a 'matrix' and a '{part}': the matrix counts."));
        }
        // Column after column, as in glam and unlike Collada.
        let matrix = Mat4::from_cols_array(&matrix);
        if matrix.row(3) != glam::Vec4::W {
            let what = "The last row of this matrix is not 0 0 0 1.";
            return Err(Trouble::at(node, what)
                .advising("It may be transposed: the format writes column after column."));
        }
        return Ok(Placed::Matrix(matrix));
    }
    let translation = node.numbers("translation")?.map_or(Vec3::ZERO, Vec3::from_array);
    let scale = node.numbers("scale")?.map_or(Vec3::ONE, Vec3::from_array);
    let rotation = node.numbers("rotation")?.map_or(Quat::IDENTITY, Quat::from_array);
    if (rotation.length() - 1.0).abs() > CLOSE {
        notes.add(node, || format!("Its rotation has the length {}: it was normalised.", rotation.length()));
    }
    let length = rotation.length_squared();
    let rotation = if length.is_normal() { rotation.normalize() } else { Quat::IDENTITY };
    Ok(Placed::Parts(Transform { translation, rotation, scale }))
}
