//! The answers of readers about a file that's made: of a right one, and of those with a known mistake.

use super::answer::{Answer, Keys, Node, Skin};
use super::made::{self, BEFORE, DECOY, Made, Trait};
use crate::VERSION;
use glam::{DMat4, DVec3, DVec4};
use std::f64::consts::FRAC_PI_2;

/// The times in seconds at which the positions are asked.
pub const ASKED: [f64; 4] = [0.0, 0.5, 1.234, 9.0];

/// A known mistake of readers.
#[derive(Clone, Copy, PartialEq)]
pub enum Slip {
    None,
    Decoys,
    JointsAlone,
    Names,
    NextJoint,
    Rows,
    SceneOrder,
    IdsForSids,
    NamesForSids,
    SidsForIds,
    BindsInverted,
    BindsOfNodes,
    BySlot,
    Inputs,
    FourLargest,
    FromTheEnd,
    Offset,
    OffsetByStride,
    FirstSources,
    Nested,
    NestedOnce,
    SortedAsWords,
    OnRest,
    Unit,
    Axes,
    OtherWay,
    Mirror,
    NoShape,
    NoPlain,
    NoWorld,
    WorldFirst,
    AtRest,
    NextKey,
    AfterItsTime,
    Between,
}

impl Made {
    /// Returns what a reader with this mistake answers.
    pub fn answer(&self, slip: Slip) -> Answer {
        let mut answer = Answer {
            version: Some(VERSION),
            nodes: Some(self.read_nodes(slip)),
            skins: Some(vec![self.read_skin(slip)]),
            keys: Some(self.read_keys(slip)),
            world_from_file: Some(self.world_from_file(slip)),
            points: Some(ASKED.map(|time| self.points(time, slip)).to_vec()),
        };
        if slip == Slip::Rows {
            answer.matrices().for_each(|matrix| *matrix = matrix.transpose());
        }
        answer
    }

    fn read_nodes(&self, slip: Slip) -> Vec<Node> {
        let read = |(i, node): (usize, &made::Node)| {
            let joint = || self.up(i).skip(1).find(|node| self.nodes[*node].is_joint);
            let parent = if slip == Slip::NextJoint { joint() } else { node.parent };
            Node {
                id: if slip == Slip::Names { &node.name } else { &node.id }.clone(),
                parent: parent.map_or(-1, |parent| parent as i64),
                parent_from_node: node.parent_from_node,
            }
        };
        let mut nodes: Vec<Node> = self.nodes.iter().enumerate().map(read).collect();
        match slip {
            Slip::JointsAlone => {
                nodes.retain(|node| self.nodes.iter().any(|one| one.is_joint && one.id == node.id))
            }
            Slip::Decoys => nodes.extend(self.decoys().map(|(i, id)| Node {
                id,
                parent: i as i64,
                parent_from_node: DMat4::IDENTITY,
            })),
            _ => (),
        }
        nodes
    }

    fn read_skin(&self, slip: Slip) -> Skin {
        let mut joints = self.joints.clone();
        let find = |by: fn(&made::Node) -> &str| -> Vec<usize> {
            self.listed().filter_map(|word| self.nodes.iter().position(|node| by(node) == word)).collect()
        };
        match slip {
            Slip::SceneOrder => joints.sort_unstable(),
            Slip::IdsForSids => joints = find(|node| &node.id),
            Slip::NamesForSids => joints = find(|node| &node.name),
            Slip::SidsForIds => joints = find(|node| &node.sid),
            _ => (),
        }
        let bind = |(bind, joint): (&DMat4, &usize)| match slip {
            Slip::BindsInverted => bind.inverse(),
            Slip::BindsOfNodes => self.file_from_node(*joint, 0.0, Slip::AtRest).inverse(),
            _ => *bind,
        };
        let joints_from_bind = self.joints_from_bind.iter().zip(&self.joints).map(bind).collect();
        Skin { joints, joints_from_bind, weights: self.weights(slip) }
    }

    /// Returns each position's joints in the skin's list, with their weights.
    fn weights(&self, slip: Slip) -> Vec<Vec<(usize, f64)>> {
        let mut slots = 0..;
        let mut read = |[joint, slot]: [usize; 2]| match (slip, slots.next()) {
            (Slip::BySlot, Some(next)) => (joint, self.amounts[next]),
            (Slip::Inputs, _) if self.has(Trait::Swapped) => (slot, self.amounts[joint]),
            (Slip::FromTheEnd, _) => (self.joints.len() - 1 - joint, self.amounts[slot]),
            (Slip::Offset, _) if slot < self.offset() => (joint, BEFORE),
            (Slip::Offset, _) => (joint, self.amounts[slot - self.offset()]),
            _ => (joint, self.amounts[slot]),
        };
        let position = |records: &Vec<[usize; 2]>| {
            let mut weights: Vec<(usize, f64)> = records.iter().map(|record| read(*record)).collect();
            if slip == Slip::FourLargest {
                weights.sort_by(|(_, one), (_, other)| other.total_cmp(one));
                weights.truncate(4);
                let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
                weights.iter_mut().for_each(|(_, weight)| *weight /= sum);
            }
            weights
        };
        self.records.iter().map(position).collect()
    }

    fn read_keys(&self, slip: Slip) -> Vec<Keys> {
        let read = |(i, node): (usize, &made::Node)| {
            let keys = node.keys.as_ref()?;
            let takes_first = slip == Slip::FirstSources && self.has(Trait::Loose);
            let (mut times, mut matrices) = if takes_first { made::unnamed(keys) } else { keys.clone() };
            match slip {
                Slip::Offset => {
                    times.splice(..0, vec![BEFORE; self.offset()]);
                    times.truncate(matrices.len());
                    matrices = self.beginning(&matrices, 0);
                }
                Slip::OffsetByStride => matrices = self.beginning(&matrices, 16 * self.offset()),
                Slip::SortedAsWords if self.has(Trait::Exponents) => {
                    times.sort_by_key(|time| format!("{time:e}"));
                }
                Slip::OnRest => matrices.iter_mut().for_each(|key| *key = node.parent_from_node * *key),
                _ => (),
            }
            Some(Keys { node: i, times, parent_from_node: matrices })
        };
        let outermost = self.nodes.iter().rposition(|node| node.keys.is_some());
        let is_found = |(i, _): &(usize, &made::Node)| match slip {
            Slip::Nested => !self.has(Trait::Nested),
            Slip::NestedOnce => !self.has(Trait::Nested) || Some(*i) == outermost,
            _ => true,
        };
        self.nodes.iter().enumerate().filter(is_found).filter_map(read).collect()
    }

    /// Returns as many matrices of a source as it has, from one of its list's numbers on.
    fn beginning(&self, matrices: &[DMat4], first: usize) -> Vec<DMat4> {
        let mut list = vec![BEFORE; self.offset()];
        list.extend(matrices.iter().flat_map(|matrix| matrix.transpose().to_cols_array()));
        list.resize(first + 16 * matrices.len(), BEFORE);
        list[first..].as_chunks().0.iter().map(|rows| DMat4::from_cols_array(rows).transpose()).collect()
    }

    fn world_from_file(&self, slip: Slip) -> DMat4 {
        let unit = if slip == Slip::Unit { 1.0 } else { self.unit };
        let axes = match slip {
            _ if !self.has(Trait::ZUp) => DMat4::IDENTITY,
            Slip::Axes => DMat4::IDENTITY,
            Slip::OtherWay => DMat4::from_rotation_x(FRAC_PI_2),
            Slip::Mirror => DMat4::from_cols(DVec4::X, DVec4::Z, DVec4::Y, DVec4::W),
            _ => DMat4::from_rotation_x(-FRAC_PI_2),
        };
        axes * DMat4::from_scale(DVec3::splat(unit))
    }

    /// Returns a node's matrix to its parent at a time.
    fn local(&self, node: usize, time: f64, slip: Slip) -> DMat4 {
        let made::Node { keys, parent_from_node, is_joint, .. } = &self.nodes[node];
        if slip == Slip::NoPlain && !is_joint {
            return DMat4::IDENTITY;
        }
        let Some((times, matrices)) = keys.as_ref().filter(|_| slip != Slip::AtRest) else {
            return *parent_from_node;
        };
        let is_over = |key: &&f64| **key < time || **key == time && slip != Slip::AfterItsTime;
        let next = times.iter().filter(is_over).count();
        let (key, last) = (next.max(1) - 1, times.len() - 1);
        match slip {
            Slip::NextKey => matrices[next.min(last)],
            Slip::Between if (1..=last).contains(&next) => {
                let part = (time - times[key]) / (times[next] - times[key]);
                matrices[key] * (1.0 - part) + matrices[next] * part
            }
            _ => matrices[key],
        }
    }

    /// Returns the product of a node's matrix at a time and all those around it.
    fn file_from_node(&self, node: usize, time: f64, slip: Slip) -> DMat4 {
        self.up(node).fold(DMat4::IDENTITY, |below, node| self.local(node, time, slip) * below)
    }

    /// Returns all positions in the world at a time.
    fn points(&self, time: f64, slip: Slip) -> Vec<DVec3> {
        let shape = if slip == Slip::NoShape { DMat4::IDENTITY } else { self.bind_shape };
        let palette =
            |(joint, bind): (&usize, &DMat4)| self.file_from_node(*joint, time, slip) * *bind * shape;
        let palette: Vec<DMat4> = self.joints.iter().zip(&self.joints_from_bind).map(palette).collect();
        let world = self.world_from_file(Slip::None);
        let place = |(at, weights): (&DVec3, Vec<(usize, f64)>)| {
            let mixed: DMat4 = weights.iter().map(|(joint, weight)| palette[*joint] * *weight).sum();
            let all = match slip {
                Slip::NoWorld => mixed,
                Slip::WorldFirst => mixed * world,
                _ => world * mixed,
            };
            all.transform_point3(*at)
        };
        self.positions.iter().zip(self.weights(Slip::None)).map(place).collect()
    }

    /// Returns the joints in an `<extra>`, each with the node that has it.
    pub fn decoys(&self) -> impl Iterator<Item = (usize, String)> {
        let joints =
            (0..self.nodes.len()).filter(|node| self.nodes[*node].is_joint && self.has(Trait::Extra));
        joints.map(|node| (node, format!("{DECOY}{node}")))
    }
}
