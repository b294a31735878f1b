//! Animations: samplers, and the node's part that each moves.

use super::Source;
use super::layout::Component::{F32, I8, I16, U8, U16};
use super::nodes::{Node, Placed};
use super::samplers::{Interpolation, Sampler};
use super::trouble::{Json, Trouble, quote};
use glam::{Mat4, Quat, Vec4};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The part of a node that a sampler moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TargetPath {
    Translation,
    Rotation,
    /// Its scale along its own axes.
    Scale,
}

/// A sampler, and what it moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Channel {
    /// The node's index in the tree.
    pub node: usize,
    /// The part that it moves.
    pub path: TargetPath,
    /// Its value over time. Channels may share it.
    pub sampler: Arc<Sampler>,
}

/// Channels that play together.
#[derive(Clone, Debug, PartialEq)]
pub struct Animation {
    /// Its name for people, or "animation 0".
    pub name: String,
    /// The time of its first key, in seconds.
    pub start: f32,
    /// The time of its last key.
    pub end: f32,
    /// Its channels, in the order of the nodes and of their parts; no part is moved twice.
    pub channels: Vec<Channel>,
}

impl Animation {
    /// The transform of every node to its parent at a time. Nodes without channels keep the file's.
    pub fn parent_from_nodes(&self, nodes: &[Node], time: f32) -> Vec<Mat4> {
        let mut placed: Vec<Placed> = nodes.iter().map(|node| node.placed).collect();
        for Channel { node, path, sampler } in &self.channels {
            // No channel moves a node that is placed by a matrix.
            let Placed::Parts(transform) = &mut placed[*node] else { continue };
            let value = sampler.at(time);
            match path {
                TargetPath::Translation => transform.translation = value.truncate(),
                TargetPath::Rotation => transform.rotation = Quat::from_vec4(value),
                TargetPath::Scale => transform.scale = value.truncate(),
            }
        }
        placed.iter().map(Placed::parent_from_node).collect()
    }
}

/// The size of a key in memory: its time, and four numbers at most.
pub(super) const KEY: usize = 5 * size_of::<f32>();

/// All animations that move a node of the tree.
pub(super) fn animations<'t>(
    source: &Source<'t>,
    place_of: &[Option<usize>],
) -> Result<Vec<Animation>, Trouble<'t>> {
    let mut animations = Vec::new();
    for (index, animation) in source.root.items("animations")?.iter().enumerate() {
        let name = animation.called("animation", index)?;
        let mut channels = Reader { source, place_of, animation, known: HashMap::new() }.channels()?;
        channels.sort_by_key(|channel| (channel.node, channel.path));
        let times = || {
            channels.iter().flat_map(|channel| [channel.sampler.times.first(), channel.sampler.times.last()])
        };
        let ends = || times().flatten().copied();
        let (Some(start), Some(end)) = (ends().reduce(f32::min), ends().reduce(f32::max)) else {
            source.notes.add(animation, || "This animation moves no node of the scene.".to_owned());
            continue;
        };
        animations.push(Animation { name, start, end, channels });
    }
    Ok(animations)
}

/// Reads one animation.
struct Reader<'t, 'r> {
    source: &'r Source<'t>,
    place_of: &'r [Option<usize>],
    animation: Json<'t>,
    /// The samplers that have been read, by their index and by the part that they move.
    known: HashMap<(usize, TargetPath), Arc<Sampler>>,
}

impl<'t> Reader<'t, '_> {
    fn channels(&mut self) -> Result<Vec<Channel>, Trouble<'t>> {
        let Source { root, budget, notes, .. } = self.source;
        let mut taken = HashSet::new();
        let mut channels = Vec::new();
        let list = self.animation.required("channels")?;
        for channel in list.as_items()? {
            let target = channel.required("target")?;
            let word = target.required("path")?;
            let path = match word.as_string()? {
                "translation" => TargetPath::Translation,
                "rotation" => TargetPath::Rotation,
                "scale" => TargetPath::Scale,
                "weights" => {
                    notes.add(channel, || "It moves morph targets, which are not shown.".to_owned());
                    continue;
                }
                other => {
                    notes.add(word, || format!("{} is nothing that is known to move.", quote(other)));
                    continue;
                }
            };
            let Some((number, node)) = target.referred(root, "node", "nodes")? else { continue };
            if node.get("matrix").is_some() {
                notes.add(channel, || {
                    format!(
                        "Node {number} is placed by a matrix, and should not be moved: the matrix counts."
                    )
                });
                continue;
            }
            let sampler = self.sampler(channel.required("sampler")?, path)?;
            // It may be in a scene that is not shown.
            let Some(node) = self.place_of[number] else { continue };
            if !taken.insert((node, path)) {
                notes.add(channel, || format!("The same of node {number} is moved already: that counts."));
                continue;
            }
            // Every channel gets its own copy of the keys, and a step becomes two.
            let twice = 1 + usize::from(sampler.interpolation == Interpolation::Step);
            budget.spend(channel, twice * sampler.times.len(), KEY)?;
            channels.push(Channel { node, path, sampler });
        }
        Ok(channels)
    }

    fn sampler(&mut self, reference: Json<'t>, path: TargetPath) -> Result<Arc<Sampler>, Trouble<'t>> {
        let (index, sampler) = reference.as_reference(self.animation, "samplers")?;
        if let Some(known) = self.known.get(&(index, path)) {
            return Ok(Arc::clone(known));
        }
        let interpolation = match sampler.get("interpolation") {
            None => Interpolation::Linear,
            Some(word) => match word.as_string()? {
                "LINEAR" => Interpolation::Linear,
                "STEP" => Interpolation::Step,
                "CUBICSPLINE" => Interpolation::CubicSpline,
                other => {
                    let what =
                        || format!("{} is no interpolation that is known: LINEAR is taken.", quote(other));
                    self.source.notes.add(word, what);
                    Interpolation::Linear
                }
            },
        };
        let times = self.times(sampler.required("input")?)?;
        let output = sampler.required("output")?;
        let is_rotation = path == TargetPath::Rotation;
        let values: Vec<Vec4> = match is_rotation {
            true => self.source.accessor(output, &["VEC4"], &[F32, I8, U8, I16, U16])?.map(Vec4::from_array),
            false => {
                let with_zero = |[x, y, z]: [f32; 3]| Vec4::new(x, y, z, 0.0);
                self.source.accessor(output, &["VEC3"], &[F32])?.map(with_zero)
            }
        };
        let per_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        if values.len() != per_key * times.len() {
            let what = format!(
                "There are {} values for {} keys, and a key has {per_key} of them.",
                values.len(),
                times.len()
            );
            return Err(Trouble::at(output, what));
        }
        if let Some(key) = values.iter().position(|value| !value.is_finite()) {
            return Err(Trouble::at(output, format!("Element {key} of these is not a finite number.")));
        }
        let mut read = Sampler { interpolation, is_rotation, times, values };
        if is_rotation {
            self.mend_rotations(output, &mut read);
        }
        let sampler = Arc::new(read);
        self.known.insert((index, path), Arc::clone(&sampler));
        Ok(sampler)
    }

    /// The times of keys: not negative, and each later than the one before.
    fn times(&self, input: Json<'t>) -> Result<Vec<f32>, Trouble<'t>> {
        let times = self.source.accessor(input, &["SCALAR"], &[F32])?.map(|[time]| time);
        if let Some(key) = times.iter().position(|time| !time.is_finite()) {
            return Err(Trouble::at(input, format!("The time of key {key} is not a finite number.")));
        }
        if let Some(key) = times.windows(2).position(|pair| pair[0] > pair[1]) {
            let what = format!(
                "Key {} comes at {} s, before key {key} at {} s.",
                key + 1,
                times[key + 1],
                times[key]
            );
            return Err(Trouble::at(input, what));
        }
        Ok(times)
    }

    /// Normalises the values of rotations. Integers, and some exporters, are only near the length 1.
    fn mend_rotations(&self, output: Json<'t>, sampler: &mut Sampler) {
        const CLOSE: f32 = 1e-2;
        let is_cubic = sampler.interpolation == Interpolation::CubicSpline;
        let mut worst = 1.0f32;
        // Tangents may have any length.
        for value in
            sampler.values.iter_mut().skip(usize::from(is_cubic)).step_by(if is_cubic { 3 } else { 1 })
        {
            let length = value.length();
            if (length - 1.0).abs() > (worst - 1.0).abs() {
                worst = length;
            }
            // The square of a very small length isn't exact enough to divide by.
            let is_exact = value.length_squared().is_normal();
            *value = if is_exact { value.normalize() } else { Vec4::W };
        }
        if (worst - 1.0).abs() > CLOSE {
            self.source.notes.add(output, || {
                format!("One of these rotations has the length {worst}: they were normalised.")
            });
        }
    }
}
