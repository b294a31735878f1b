//! Converts a model to the contents of a glTF file: nodes in metres, surfaces on nodes, and clips.

use super::curves::for_others;
use anyhow::{Result, ensure};
use common::clip::{Channel, Clip};
use common::pose::model_from_joints;
use common::skin::{Influences, SLOTS, SkinJoint};
use common::transform::Transform;
use formats::{Asset, Surface};
use glam::{Mat4, Quat, Vec3, Vec4};
use std::sync::Arc;

/// The contents of a glTF file.
pub(super) struct Scene<'a> {
    /// The rig's nodes in their order, and after them those that the file needs in addition.
    pub nodes: Vec<Node>,
    /// The surfaces that have triangles.
    pub surfaces: Vec<Shown<'a>>,
    pub clips: Vec<Clip>,
    /// The inverse bind matrix of each node of the rig.
    pub joint_from_bind: Vec<Mat4>,
    /// The length of the model's unit, in metres.
    pub metres: f32,
    /// A sentence for each part that is lost.
    pub notes: Vec<String>,
}

pub(super) struct Node {
    pub name: String,
    /// The parent's index, which may be larger than its own.
    pub parent: Option<usize>,
    /// The rest transform in the parent.
    pub rest: Transform,
    /// True if it is a joint of a skeleton.
    pub is_joint: bool,
}

/// A surface, and the node that carries it.
pub(super) struct Shown<'a> {
    pub surface: &'a Surface,
    pub carrier: usize,
    /// The skin that deforms it, or none if it moves with its node.
    pub skin: Option<Skinned>,
}

/// Returns the length of the model's unit in metres, and its place in the file's world.
fn placed(asset: &Asset) -> Result<(f32, Transform)> {
    let Transform { translation, rotation, scale } = Transform::from_matrix(asset.world_from_model);
    let again = Mat4::from_scale_rotation_translation(Vec3::splat(scale.x), rotation, translation);
    ensure!(
        scale.x > 0.0 && again.abs_diff_eq(asset.world_from_model, 1e-4 * scale.x),
        "The model is stretched or mirrored as a whole, which no file can say. Export it from its own program."
    );
    let turn = rotation.normalize();
    // A model that stands as it is needs no node for that, whatever rounding says.
    let rotation = if turn.abs_diff_eq(Quat::IDENTITY, 1e-6) { Quat::IDENTITY } else { turn };
    Ok((scale.x, Transform { translation, rotation, scale: Vec3::ONE }))
}

impl<'a> Scene<'a> {
    pub fn new(asset: &'a Asset, clips: &[Arc<Clip>]) -> Result<Self> {
        let rig = &*asset.rig;
        for clip in clips {
            let fits = |channel: &Channel| {
                let mut turns = channel.rotations.values().iter();
                channel.joint < rig.rest.len() && turns.all(|turn| (turn.length() - 1.0).abs() < 0.1)
            };
            let all_fit = clip.channels.iter().all(fits);
            ensure!(
                all_fit,
                "The animation '{}' is of another model, or turns a joint by no rotation.",
                clip.name
            );
        }
        let (metres, place) = placed(asset)?;
        let mut scene = Self {
            nodes: nodes(asset),
            surfaces: Vec::new(),
            clips: Vec::new(),
            joint_from_bind: Vec::new(),
            metres,
            notes: asset.pose_notes.clone(),
        };
        let skins = Skins::new(asset, metres, place.to_matrix());
        let needs_top = place != Transform::IDENTITY || skins.needs_top();
        let top = needs_top.then(|| scene.add_top(place));
        for node in &mut scene.nodes[..rig.rest.len()] {
            node.rest.translation *= metres;
            node.rest.rotation = node.rest.rotation.normalize();
        }
        let rest: Vec<Transform> = scene.nodes.iter().map(|node| node.rest).collect();
        for clip in clips {
            let mut clip = Clip::clone(clip);
            for Channel { translations, .. } in &mut clip.channels {
                translations.values_mut().iter_mut().for_each(|place| *place *= metres);
            }
            scene.clips.push(for_others(&clip, &rest));
        }
        for (index, surface) in asset.surfaces.iter().enumerate() {
            if surface.mesh.triangles.is_empty() {
                scene.notes.push(format!("The surface '{}' has no triangles: it is left out.", surface.name));
                continue;
            }
            let skin = skins.skinned(index, top, &mut scene.nodes);
            let carrier = scene.carrier(asset, surface, skin.is_some());
            scene.surfaces.push(Shown { surface, carrier, skin });
        }
        scene.joint_from_bind = skins.joint_from_bind;
        Ok(scene)
    }

    /// Returns the children of a node, or the roots.
    pub fn children(&self, of: Option<usize>) -> Vec<usize> {
        (0..self.nodes.len()).filter(|&node| self.nodes[node].parent == of).collect()
    }

    /// Adds a node above all others with the model's placement, which carries the surfaces without a joint.
    fn add_top(&mut self, rest: Transform) -> usize {
        let top = self.nodes.len();
        let roots = self.nodes.iter_mut().filter(|node| node.parent.is_none());
        roots.for_each(|node| node.parent = Some(top));
        self.nodes.push(Node { name: "model".to_owned(), parent: None, rest, is_joint: false });
        top
    }

    /// Returns the node that carries a surface, which may be a new one.
    fn carrier(&mut self, asset: &Asset, surface: &Surface, is_skinned: bool) -> usize {
        let is_taken = |node: usize| self.surfaces.iter().any(|shown| shown.carrier == node);
        let own = surface.joints.first().map(|joint| joint.node).filter(|_| !is_skinned);
        if let Some(own) = own.filter(|&node| !is_taken(node)) {
            return own;
        }
        // A deformed surface doesn't move with the node that carries it, so any leaf will do. The carrier in the
        // model's own file is used again, or else a model would grow by a node whenever it is exported.
        let is_free = |&node: &usize| {
            is_skinned
                && self.nodes[node].name == surface.name
                && self.is_idle(asset, node)
                && !is_taken(node)
        };
        let free = (0..self.nodes.len()).find(is_free);
        let new =
            Node { name: surface.name.clone(), parent: own, rest: Transform::IDENTITY, is_joint: false };
        match free {
            Some(node) => self.nodes[node] = new,
            None => self.nodes.push(new),
        }
        free.unwrap_or(self.nodes.len() - 1)
    }

    /// Returns true if a node's transform has no effect.
    fn is_idle(&self, asset: &Asset, node: usize) -> bool {
        let moves = |clip: &Clip| clip.channels.iter().any(|channel| channel.joint == node);
        !self.nodes[node].is_joint
            && !asset.surfaces.iter().any(|surface| surface.joints.iter().any(|joint| joint.node == node))
            && self.children(Some(node)).is_empty()
            && !self.clips.iter().any(moves)
    }
}

/// Returns the rig's nodes, in the model's own unit.
fn nodes(asset: &Asset) -> Vec<Node> {
    let joints = asset.rig.skeleton.joints().iter().zip(&asset.rig.rest);
    let node = |(joint, &rest): (&common::skeleton::Joint, _)| Node {
        name: joint.name.clone(),
        parent: joint.parent,
        rest,
        is_joint: false,
    };
    let mut nodes: Vec<Node> = joints.map(node).collect();
    asset.chains.iter().flat_map(|chain| &chain.joints).for_each(|&joint| nodes[joint].is_joint = true);
    nodes
}

/// A surface's skin, in metres.
pub(super) struct Skinned {
    /// The joints, each once.
    pub joints: Vec<SkinJoint>,
    /// The bind shape matrix, from the mesh in metres to the model in the bind pose.
    pub bind_shape: Mat4,
    /// The index in `joints` of each joint of the surface's influences.
    slots: Vec<usize>,
}

impl Skinned {
    /// Returns a vertex's joints and weights, no joint twice, no weight zero, and with a sum of 1.
    pub fn influences(&self, influences: &Influences) -> Vec<(usize, f32)> {
        let mut out: Vec<(usize, f32)> = Vec::with_capacity(SLOTS);
        for (old, weight) in influences.used() {
            let slot = self.slots[old];
            match out.iter_mut().find(|(other, _)| *other == slot) {
                Some((_, sum)) => *sum += weight,
                None => out.push((slot, weight)),
            }
        }
        if out.is_empty() {
            out.push((0, 1.0));
        }
        let sum: f32 = out.iter().map(|(_, weight)| weight).sum();
        out.iter_mut().for_each(|(_, weight)| *weight /= sum);
        // The largest weight gets the rounding error, which matters least there.
        let over = out.iter().map(|(_, weight)| f64::from(*weight)).sum::<f64>() - 1.0;
        if let Some((_, largest)) = out.iter_mut().max_by(|a, b| a.1.total_cmp(&b.1)) {
            *largest = (f64::from(*largest) - over) as f32;
        }
        out
    }
}

/// The bind poses of all skins of a model.
pub(super) struct Skins<'a> {
    asset: &'a Asset,
    metres: f32,
    /// The matrix from the model in the bind pose to the file's world, both in metres.
    world_from_bind: Mat4,
    /// Each node's inverse bind matrix, in metres.
    pub joint_from_bind: Vec<Mat4>,
    /// The matrix from each surface's own bind pose to the file's, or none for one that moves rigidly with its node.
    spaces: Vec<Option<Mat4>>,
}

impl<'a> Skins<'a> {
    /// Computes every node's bind pose. Without a surface it is the rest pose below the nearest bound node.
    pub fn new(asset: &'a Asset, metres: f32, world_from_bind: Mat4) -> Self {
        let (rig, joint_from_bind, spaces) = (&asset.rig, Vec::new(), Vec::new());
        let mut skins = Self { asset, metres, world_from_bind, joint_from_bind, spaces };
        let parent_from_nodes: Vec<Mat4> =
            rig.rest.iter().map(|rest| in_metres(rest.to_matrix(), metres)).collect();
        let model_from_nodes = model_from_joints(&rig.skeleton, &parent_from_nodes);
        let mut named = vec![None; asset.nodes.len()];
        for surface in &asset.surfaces {
            let space = (!is_rigid(surface)).then(|| skins.space(surface, &named, &model_from_nodes));
            for joint in surface.joints.iter().filter(|_| space.is_some()) {
                named[joint.node].get_or_insert(skins.joint_from(space.unwrap_or_default(), joint));
            }
            skins.spaces.push(space);
        }
        let mut is_known = Vec::new();
        for (node, joint) in rig.skeleton.joints().iter().enumerate() {
            let above = joint.parent.filter(|&parent| is_known[parent]);
            let bind = named[node].or_else(|| match above {
                Some(parent) => Some(parent_from_nodes[node].try_inverse()? * skins.joint_from_bind[parent]),
                None => (world_from_bind * model_from_nodes[node]).try_inverse(),
            });
            is_known.push(named[node].is_some() || above.is_some());
            // A joint of scale 0 has no inverse.
            skins.joint_from_bind.push(bind.filter(|bind| bind.is_finite()).map_or(Mat4::IDENTITY, affine));
        }
        skins
    }

    /// Returns the matrix from a surface's own bind pose to the file's. If another surface has bound one of
    /// its joints, that one's bind pose is used, since glTF has one for a joint. Nor may it scale, so a
    /// surface whose own does uses its first joint's rest pose.
    fn space(&self, surface: &Surface, named: &[Option<Mat4>], model_from_nodes: &[Mat4]) -> Mat4 {
        let known = surface.joints.iter().find_map(|joint| Some((joint, named[joint.node]?)));
        let world_from_joint = match (known, surface.joints.first()) {
            (Some((joint, bind)), _) => bind.try_inverse().map(|world_from_joint| (joint, world_from_joint)),
            (None, Some(joint)) if is_stretched(joint.joint_from_bind) => {
                Some((joint, self.world_from_bind * model_from_nodes[joint.node]))
            }
            _ => None,
        };
        let space = world_from_joint.map(|(joint, world_from_joint)| {
            world_from_joint * in_metres(joint.joint_from_bind, self.metres)
        });
        // For most surfaces it is the identity, which rounding must not change.
        space
            .filter(|space| !space.abs_diff_eq(self.world_from_bind, 1e-4) && space.try_inverse().is_some())
            .unwrap_or(self.world_from_bind)
    }

    /// Returns true if the file needs a node above all others: for a surface without a joint, and for a skin
    /// with joints below several roots, since formats require a common one.
    pub fn needs_top(&self) -> bool {
        let up = |&node: &usize| self.asset.rig.skeleton.joints()[node].parent;
        let root = |joint: &SkinJoint| std::iter::successors(Some(joint.node), up).last();
        self.asset.surfaces.iter().filter(|surface| !is_rigid(surface)).any(|surface| {
            let mut roots = surface.joints.iter().map(root);
            let first = roots.next();
            roots.any(|root| Some(root) != first) || hangs_free(surface)
        })
    }

    /// Returns a joint's inverse bind matrix in the file, for a surface that `space` moves to the file's bind
    /// pose.
    fn joint_from(&self, space: Mat4, joint: &SkinJoint) -> Mat4 {
        affine(in_metres(joint.joint_from_bind, self.metres) * space.inverse())
    }

    /// Returns the skin of a surface, or none if it moves with its node. `top` is the node above all others;
    /// `nodes` gets a node for each joint that is bound twice.
    pub fn skinned(&self, index: usize, top: Option<usize>, nodes: &mut Vec<Node>) -> Option<Skinned> {
        let (surface, space) = (&self.asset.surfaces[index], self.spaces[index]);
        let Some(space) = space else {
            let node = surface.joints[0].node;
            let joint_from_bind = self.joint_from_bind[node];
            // A plate on a bone becomes a skin of that bone, which programs handle better.
            return nodes[node].is_joint.then(|| joint_from_bind.try_inverse()).flatten().map(|bind_shape| {
                let joints = vec![SkinJoint { node, joint_from_bind }];
                Skinned { joints, bind_shape: affine(bind_shape), slots: vec![0] }
            });
        };
        let mut skin = Skinned { joints: Vec::new(), bind_shape: affine(space), slots: Vec::new() };
        for joint in &surface.joints {
            skin.add(SkinJoint { node: joint.node, joint_from_bind: self.joint_from(space, joint) }, nodes);
        }
        if hangs_free(surface)
            && let Some(node) = top
        {
            skin.add(SkinJoint { node, joint_from_bind: affine(space.inverse()) }, nodes);
        }
        skin.joints.iter().for_each(|joint| nodes[joint.node].is_joint = true);
        Some(skin)
    }
}

impl Skinned {
    /// Adds a joint. One that exists already gets a node of its own if it was bound differently.
    fn add(&mut self, joint: SkinJoint, nodes: &mut Vec<Node>) {
        let same = self.joints.iter().position(|other| other.node == joint.node);
        let known = same.filter(|&slot| self.joints[slot] == joint);
        self.slots.push(known.unwrap_or(self.joints.len()));
        if known.is_none() {
            let mut node = joint.node;
            if same.is_some() {
                let name = format!("{} again", nodes[node].name);
                nodes.push(Node { name, parent: Some(node), rest: Transform::IDENTITY, is_joint: true });
                node = nodes.len() - 1;
            }
            self.joints.push(SkinJoint { node, ..joint });
        }
    }
}

/// Returns true if an inverse bind matrix scales.
fn is_stretched(joint_from_bind: Mat4) -> bool {
    let axes = [joint_from_bind.x_axis, joint_from_bind.y_axis, joint_from_bind.z_axis];
    axes.iter().any(|axis| (axis.length() - 1.0).abs() > 1e-3)
}

/// Returns true if a surface moves rigidly with its node.
fn is_rigid(surface: &Surface) -> bool {
    let [joint] = &surface.joints[..] else { return false };
    let alone = joint.joint_from_bind.abs_diff_eq(Mat4::IDENTITY, 1e-6);
    alone && surface.mesh.influences.iter().all(|influences| *influences == Influences::of(0))
}

/// Returns true if a vertex follows the entry after the last joint, which stands for the bind pose.
fn hangs_free(surface: &Surface) -> bool {
    let joints = surface.joints.len();
    surface.mesh.influences.iter().any(|influences| influences.used().any(|(joint, _)| joint == joints))
}

/// Converts a transform to spaces in metres.
fn in_metres(transform: Mat4, metres: f32) -> Mat4 {
    let place = (transform.w_axis.truncate() * metres).extend(transform.w_axis.w);
    Mat4 { w_axis: place, ..transform }
}

/// Removes rounding errors from the last row of an affine matrix.
fn affine(matrix: Mat4) -> Mat4 {
    let [x, y, z, w] = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis].map(Vec4::truncate);
    Mat4::from_cols(x.extend(0.0), y.extend(0.0), z.extend(0.0), w.extend(1.0))
}
