//! Converts a model to the contents of a glTF file: nodes in metres, surfaces on nodes, and clips.

use super::curves::for_others;
use super::skinned::{Skinned, Skins};
use anyhow::{Result, ensure};
use common::clip::{Clip, Keys};
use common::rig::Rig;
use common::transform::Transform;
use formats::{Asset, Surface};
use glam::{Mat4, Quat, Vec3};
use std::sync::Arc;

/// The contents of a glTF file.
pub(super) struct Scene<'a> {
    /// The rig's nodes in their order, and after them those that the file needs in addition.
    pub nodes: Vec<Node>,
    /// The surfaces that have triangles.
    pub surfaces: Vec<Shown<'a>>,
    /// The clips, of the same nodes.
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

/// The rotation of the model in the file, its unit in metres, and its offset.
#[derive(Clone, Copy)]
struct Stand {
    turn: Quat,
    metres: f32,
    offset: Vec3,
}

impl Stand {
    fn new(asset: &Asset) -> Result<Self> {
        let Transform { translation, rotation, scale } = Transform::from_matrix(asset.world_from_model);
        let again = Mat4::from_scale_rotation_translation(Vec3::splat(scale.x), rotation, translation);
        ensure!(
            scale.x > 0.0 && again.abs_diff_eq(asset.world_from_model, 1e-4 * scale.x),
            "The model is stretched or mirrored as a whole, which no file can say. Export it from its own program."
        );
        let turn = rotation.normalize();
        // A rotation by rounding must not change everything that doesn't move.
        let turn = if turn.abs_diff_eq(Quat::IDENTITY, 1e-6) { Quat::IDENTITY } else { turn };
        Ok(Self { turn, metres: scale.x, offset: translation })
    }

    /// Returns the placement without the rotation, for nodes below a rotated one.
    fn below(self) -> Self {
        Self { turn: Quat::IDENTITY, offset: Vec3::ZERO, ..self }
    }

    /// Returns the matrix from the model to the file's world, both in metres.
    fn world_from_model(self) -> Mat4 {
        Mat4::from_rotation_translation(self.turn, self.offset)
    }

    fn place(self, translation: Vec3) -> Vec3 {
        self.offset + self.turn * (self.metres * translation)
    }

    fn transform(self, transform: Transform) -> Transform {
        Transform {
            translation: self.place(transform.translation),
            rotation: (self.turn * transform.rotation).normalize(),
            scale: transform.scale,
        }
    }

    /// Returns the clip for nodes with this placement. `is_root` is true for those that it rotates.
    fn clip(self, clip: &Clip, is_root: impl Fn(usize) -> bool) -> Clip {
        let mut clip = clip.clone();
        for channel in &mut clip.channels {
            let stand = if is_root(channel.joint) { self } else { self.below() };
            channel.translations.values_mut().iter_mut().for_each(|place| *place = stand.place(*place));
            channel.rotations.values_mut().iter_mut().for_each(|rotation| *rotation = stand.turn * *rotation);
        }
        clip
    }
}

impl<'a> Scene<'a> {
    /// Converts a model and some clips.
    pub fn new(asset: &'a Asset, clips: &[Arc<Clip>]) -> Result<Self> {
        let rig = &*asset.rig;
        check(rig, clips)?;
        let stand = Stand::new(asset)?;
        let mut scene = Self {
            nodes: nodes(asset),
            surfaces: Vec::new(),
            clips: Vec::new(),
            joint_from_bind: Vec::new(),
            metres: stand.metres,
            notes: asset.pose_notes.clone(),
        };
        let skins = Skins::new(asset, stand.metres, stand.world_from_model());
        let top = skins.needs_top().then(|| scene.add_top(stand));
        let is_root = |node: usize| top.is_none() && rig.skeleton.joints()[node].parent.is_none();
        for (index, node) in scene.nodes.iter_mut().enumerate().take(rig.rest.len()) {
            node.rest = if is_root(index) { stand } else { stand.below() }.transform(node.rest);
        }
        let rest: Vec<Transform> = scene.nodes.iter().map(|node| node.rest).collect();
        for clip in clips {
            scene.clips.push(for_others(&stand.clip(clip, is_root), &rest));
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
    pub fn children(&self, of: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&node| self.nodes[node].parent == of)
    }

    /// Adds a node above all others with the model's placement, which carries the surfaces without a joint.
    fn add_top(&mut self, stand: Stand) -> usize {
        let top = self.nodes.len();
        let roots = self.nodes.iter_mut().filter(|node| node.parent.is_none());
        roots.for_each(|node| node.parent = Some(top));
        let rest = Transform { translation: stand.offset, rotation: stand.turn, scale: Vec3::ONE };
        self.nodes.push(Node { name: "model".to_owned(), parent: None, rest, is_joint: false });
        top
    }

    /// Returns the node that carries a surface, which may be a new one.
    fn carrier(&mut self, asset: &Asset, surface: &Surface, is_skinned: bool) -> usize {
        let is_taken = |node: usize| self.surfaces.iter().any(|shown| shown.carrier == node);
        let new =
            |parent| Node { name: surface.name.clone(), parent, rest: Transform::IDENTITY, is_joint: false };
        let found = match is_skinned {
            // A deformed surface doesn't move with the node that carries it, so any leaf will do. The carrier in the
            // model's own file is used again, or else a model would grow by a node whenever it is exported.
            true => (0..self.nodes.len()).find(|&node| {
                self.nodes[node].name == surface.name && self.is_idle(asset, node) && !is_taken(node)
            }),
            false => Some(surface.joints[0].node).filter(|&node| !is_taken(node)),
        };
        match found {
            Some(node) if is_skinned => {
                self.nodes[node] = new(None);
                node
            }
            Some(node) => node,
            None => {
                self.nodes.push(new(surface.joints.first().filter(|_| !is_skinned).map(|joint| joint.node)));
                self.nodes.len() - 1
            }
        }
    }

    /// Returns true if a node's transform has no effect.
    fn is_idle(&self, asset: &Asset, node: usize) -> bool {
        let moves = |clip: &Clip| clip.channels.iter().any(|channel| channel.joint == node);
        !self.nodes[node].is_joint
            && !asset.surfaces.iter().any(|surface| surface.joints.iter().any(|joint| joint.node == node))
            && self.children(Some(node)).next().is_none()
            && !self.clips.iter().any(moves)
    }
}

/// Returns the rig's nodes, in the model's own unit.
fn nodes(asset: &Asset) -> Vec<Node> {
    let mut is_joint = vec![false; asset.nodes.len()];
    asset.chains.iter().flat_map(|chain| &chain.joints).for_each(|&joint| is_joint[joint] = true);
    let joints = asset.rig.skeleton.joints().iter().zip(&asset.rig.rest).zip(is_joint);
    let node = |((joint, &rest), is_joint): ((&common::skeleton::Joint, _), _)| Node {
        name: joint.name.clone(),
        parent: joint.parent,
        rest,
        is_joint,
    };
    joints.map(node).collect()
}

/// Returns an error if a clip doesn't fit the rig, or has a number that isn't finite.
fn check(rig: &Rig, clips: &[Arc<Clip>]) -> Result<()> {
    for clip in clips {
        ensure!(
            clip.seconds.is_finite() && clip.seconds >= 0.0,
            "The animation '{}' takes {} seconds.",
            clip.name,
            clip.seconds
        );
        for channel in &clip.channels {
            let joint = rig.skeleton.joints().get(channel.joint);
            ensure!(joint.is_some(), "The animation '{}' was made for another model.", clip.name);
            let is_fine = are_fine(&channel.translations, Vec3::is_finite)
                && are_fine(&channel.rotations, |rotation| (rotation.length() - 1.0).abs() < 0.1)
                && are_fine(&channel.scales, Vec3::is_finite);
            let name = joint.map_or("", |joint| &joint.name);
            ensure!(is_fine, "A key of '{name}' in the animation '{}' is no number.", clip.name);
        }
    }
    Ok(())
}

fn are_fine<T: Copy>(keys: &Keys<T>, is_fine: impl Fn(T) -> bool) -> bool {
    keys.times().iter().all(|time| time.is_finite()) && keys.values().iter().all(|&value| is_fine(value))
}
