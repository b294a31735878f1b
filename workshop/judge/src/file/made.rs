//! A scene with a skin and keys, made from a seed.

use crate::chance::Chance;
use glam::{DMat4, DQuat, DVec3};
use std::f64::consts::FRAC_PI_2;

/// A trait of some files, and not of others.
#[derive(Clone, Copy, PartialEq)]
pub enum Trait {
    /// Quarter turns, round numbers, few weights, and no keys that nothing names, for who opens it.
    Round,
    /// A plain node around all.
    Around,
    /// Ids, sids and names that are the same words, but others for each node.
    Mixed,
    Roots,
    /// A plain node between joints.
    Plain,
    Shape,
    /// The skin's joints and weights in an order of their own.
    Shuffled,
    ById,
    /// The weight before the joint in a record.
    Swapped,
    Offset,
    Extra,
    /// Each animation inside the one before it, all of them in one without a channel.
    Nested,
    Exponents,
    /// The libraries and sources in another order, and line breaks in all lists.
    Loose,
    ZUp,
}

/// The times of keys, and their matrices to the parent.
pub type Keys = (Vec<f64>, Vec<DMat4>);

pub struct Node {
    pub id: String,
    pub sid: String,
    pub name: String,
    pub is_joint: bool,
    pub parent: Option<usize>,
    /// Its matrix at rest.
    pub parent_from_node: DMat4,
    pub keys: Option<Keys>,
}

/// The content of a file. Nodes are in the order in which the file has them, a parent before its children.
pub struct Made {
    pub traits: &'static [Trait],
    /// The metres of its unit.
    pub unit: f64,
    pub nodes: Vec<Node>,
    /// The nodes of the skin's list.
    pub joints: Vec<usize>,
    pub joints_from_bind: Vec<DMat4>,
    pub bind_shape: DMat4,
    pub positions: Vec<DVec3>,
    /// The list of weights.
    pub amounts: Vec<f64>,
    /// For each position its joints in the skin's list, and the number of each weight.
    pub records: Vec<Vec<[usize; 2]>>,
}

/// Words for ids, sids and names. A scene has at most as many nodes of its own.
const WORDS: [&str; 7] = ["hips", "spine", "head", "arm", "hand", "leg", "tail"];

/// The id of the node that is none, since it's in an `<extra>`.
pub const DECOY: &str = "handle";

/// The number before and after those that count. A reader that doesn't begin at the offset takes it for one of them.
pub const BEFORE: f64 = 0.3;

/// The numbers that are before those that count.
pub const OFFSET: usize = 2;

/// The weights of a position that more joints influence than a vertex has slots.
const MANY: [f64; 5] = [0.35, 0.25, 0.2, 0.15, 0.05];

/// The times between which the keys are: around each time that's asked there is a key before and one after it.
const BETWEEN: [[f64; 2]; 4] = [[0.1, 0.45], [0.55, 0.8], [0.85, 1.2], [1.3, 2.0]];

/// Draws places and matrices, in a file's own unit.
struct Draw {
    chance: Chance,
    is_round: bool,
    /// The file's units in a metre.
    size: f64,
}

impl Draw {
    fn place(&mut self) -> DVec3 {
        let digits = if self.is_round { 10.0 } else { 1e5 };
        let mut number = || self.size * ((digits * self.chance.between(-1.0, 1.0)).round() / digits);
        DVec3::from_array([0; 3].map(|_| rounded(number())))
    }

    fn matrix(&mut self) -> DMat4 {
        let axis = DVec3::AXES[self.chance.below(3)];
        let turn = match self.is_round {
            true => DQuat::from_axis_angle(axis, FRAC_PI_2),
            false => self.chance.rotation(),
        };
        let matrix = DMat4::from_rotation_translation(turn, self.place());
        DMat4::from_cols_array(&matrix.to_cols_array().map(rounded))
    }

    fn keys(&mut self) -> Keys {
        // A node may lack one of the keys in the middle.
        let lacks = self.chance.below(BETWEEN.len());
        let kept = BETWEEN.iter().enumerate().filter(|(i, _)| *i != lacks || [0, 3].contains(i));
        let mut times: Vec<f64> =
            kept.map(|(_, [from, to])| (100.0 * self.chance.between(*from, *to)).round() / 100.0).collect();
        if !self.is_round && self.chance.below(2) == 0 {
            // A moment that's asked.
            times.push(0.5);
            times.sort_by(f64::total_cmp);
        }
        let matrices = times.iter().map(|_| self.matrix()).collect();
        (times, matrices)
    }

    /// Returns one to three weights that sum to 1.
    fn weights(&mut self) -> Vec<f64> {
        let cut = |part: f64| rounded((20.0 * part).round() / 20.0);
        let first = cut(self.chance.between(0.4, 0.6));
        let second = cut((1.0 - first) * self.chance.between(0.6, 0.8));
        match self.chance.below(3) {
            0 => vec![1.0],
            1 => vec![first, rounded(1.0 - first)],
            _ => vec![second, first, rounded(1.0 - first - second)],
        }
    }
}

/// Rounds a number to the digits that a file has. Without the sum, a zero may keep its minus.
fn rounded(number: f64) -> f64 {
    (1e5 * number).round() / 1e5 + 0.0
}

/// Returns the keys of sources that no sampler names.
pub fn unnamed((times, matrices): &Keys) -> Keys {
    (times.iter().map(|time| rounded(time / 2.0)).collect(), matrices.iter().rev().copied().collect())
}

impl Made {
    /// Makes a scene of so many nodes, besides the one around all and the skin's.
    pub fn new(seed: u64, count: usize, unit: f64, traits: &'static [Trait]) -> Self {
        let has = |one: Trait| traits.contains(&one);
        let mut draw = Draw { chance: Chance::new(seed), is_round: has(Trait::Round), size: 1.0 / unit };
        let nodes = nodes(&mut draw, count, traits);
        let figure = usize::from(has(Trait::Around));
        let mut joints: Vec<usize> = (figure..figure + count).filter(|node| nodes[*node].is_joint).collect();
        let mut amounts = Vec::new();
        let positions: Vec<DVec3> = (0..if draw.is_round { 6 } else { 9 }).map(|_| draw.place()).collect();
        let mut records = Vec::new();
        if has(Trait::Shuffled) {
            // One of them influences nothing, and isn't in the list.
            joints = draw.chance.order(joints.len()).iter().skip(1).map(|i| joints[*i]).collect();
        }
        for i in 0..positions.len() {
            let followed = draw.chance.order(joints.len());
            let weights = if i == 4 && !draw.is_round { MANY.to_vec() } else { draw.weights() };
            let record = |(joint, weight): (&usize, f64)| {
                amounts.push(weight);
                [*joint, amounts.len() - 1]
            };
            records.push(followed.iter().zip(weights).map(record).collect::<Vec<_>>());
        }
        if has(Trait::Shuffled) {
            let order = draw.chance.order(amounts.len());
            let slots = records.iter_mut().flatten();
            slots.for_each(|[_, slot]| *slot = order.iter().position(|from| from == slot).unwrap_or(*slot));
            amounts = order.iter().map(|from| amounts[*from]).collect();
        }
        Self {
            joints_from_bind: joints.iter().map(|_| draw.matrix()).collect(),
            bind_shape: if has(Trait::Shape) { draw.matrix() } else { DMat4::IDENTITY },
            traits,
            unit,
            nodes,
            joints,
            positions,
            amounts,
            records,
        }
    }

    pub fn has(&self, one: Trait) -> bool {
        self.traits.contains(&one)
    }

    pub fn offset(&self) -> usize {
        if self.has(Trait::Offset) { OFFSET } else { 0 }
    }

    /// Returns a node, its parent, and so on.
    pub fn up(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |node| self.nodes[*node].parent)
    }

    /// Returns the words by which the skin's list has its joints.
    pub fn listed(&self) -> impl Iterator<Item = &str> {
        let joints = self.joints.iter().map(|joint| &self.nodes[*joint]);
        joints.map(|node| if self.has(Trait::ById) { node.id.as_str() } else { &node.sid })
    }
}

/// Makes the nodes: those around, a tree whose first three are a chain, and the skin's.
fn nodes(draw: &mut Draw, count: usize, traits: &[Trait]) -> Vec<Node> {
    let has = |one: Trait| traits.contains(&one);
    let words = |draw: &mut Draw| match has(Trait::Mixed) {
        true => draw.chance.order(count).iter().map(|i| WORDS[*i].to_owned()).collect(),
        false => WORDS.map(str::to_owned).to_vec(),
    };
    let [ids, sids, names] = [0; 3].map(|_| words(draw));
    let mut nodes: Vec<Node> = Vec::new();
    let other = |id: &str, parent_from_node| {
        let [id, sid, name] = [0; 3].map(|_| id.to_owned());
        Node { id, sid, name, is_joint: false, parent: None, parent_from_node, keys: None }
    };
    if has(Trait::Around) {
        nodes.push(other("Rig", draw.matrix()));
    }
    let around = nodes.len().checked_sub(1);
    for i in 0..count {
        // Depth first, a node hangs on the one before it or on one that's around that.
        let mut open = Vec::new();
        let mut above = nodes.len().checked_sub(1).filter(|_| i > 0);
        while let Some(node) = above.filter(|node| Some(*node) != around) {
            open.push(node);
            above = nodes[node].parent;
        }
        let parent = match i {
            0 => around,
            1 | 2 => open.first().copied(),
            _ if has(Trait::Roots) && i + 2 == count => around,
            _ => Some(open[draw.chance.below(open.len())]),
        };
        nodes.push(Node {
            id: ids[i].clone(),
            sid: sids[i].clone(),
            name: names[i].clone(),
            is_joint: !(has(Trait::Plain) && i == 1),
            parent,
            parent_from_node: draw.matrix(),
            keys: (i != 2).then(|| draw.keys()),
        });
    }
    nodes.push(other("Body", DMat4::IDENTITY));
    nodes
}
