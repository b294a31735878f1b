//! Converts skins for glTF, which has one bind pose and one use of a joint, and a joint for every vertex.

use super::scene::Node;
use common::pose::model_from_joints;
use common::skin::SkinJoint;
use common::skin::{Influences, SLOTS};
use common::transform::Transform;
use formats::{Asset, Surface};
use glam::{Mat4, Vec3};

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
    is_joint: Vec<bool>,
    /// Each node's inverse bind matrix, in metres.
    pub joint_from_bind: Vec<Mat4>,
    /// The matrix from each surface's own bind pose to the file's.
    spaces: Vec<Mat4>,
}

impl<'a> Skins<'a> {
    pub fn new(asset: &'a Asset, metres: f32, world_from_bind: Mat4) -> Self {
        let mut is_joint = vec![false; asset.nodes.len()];
        asset.chains.iter().flat_map(|chain| &chain.joints).for_each(|&joint| is_joint[joint] = true);
        let (joint_from_bind, spaces) = (Vec::new(), Vec::new());
        let mut skins = Self { asset, metres, world_from_bind, is_joint, joint_from_bind, spaces };
        skins.bind();
        skins
    }

    /// Computes every node's bind pose. Without a surface it is the rest pose below the nearest bound node.
    fn bind(&mut self) {
        let rig = &self.asset.rig;
        let parent_from_nodes: Vec<Mat4> =
            rig.rest.iter().map(|rest| in_metres(rest.to_matrix(), self.metres)).collect();
        let model_from_nodes = model_from_joints(&rig.skeleton, &parent_from_nodes);
        let mut named = vec![None; self.asset.nodes.len()];
        for surface in &self.asset.surfaces {
            let space = match self.is_rigid(surface) {
                true => self.world_from_bind,
                false => self.space(surface, &named, &model_from_nodes),
            };
            for joint in surface.joints.iter().filter(|_| !self.is_rigid(surface)) {
                named[joint.node].get_or_insert(self.joint_from(space, joint));
            }
            self.spaces.push(space);
        }
        let mut is_known = Vec::new();
        for (node, joint) in rig.skeleton.joints().iter().enumerate() {
            let above = joint.parent.filter(|&parent| is_known[parent]);
            let bind = named[node].or_else(|| match above {
                Some(parent) => Some(parent_from_nodes[node].try_inverse()? * self.joint_from_bind[parent]),
                None => (self.world_from_bind * model_from_nodes[node]).try_inverse(),
            });
            is_known.push(named[node].is_some() || above.is_some());
            // A joint of scale 0 has no inverse.
            self.joint_from_bind.push(bind.filter(|bind| bind.is_finite()).map_or(Mat4::IDENTITY, affine));
        }
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
        let skinned = self.asset.surfaces.iter().filter(|surface| !self.is_rigid(surface));
        skinned.into_iter().any(|surface| {
            let mut roots = surface.joints.iter().map(|joint| self.root(joint.node));
            let first = roots.next();
            roots.any(|root| Some(root) != first) || hangs_free(surface)
        })
    }

    /// Returns a joint's inverse bind matrix in the file, for a surface that `space` moves to the file's bind
    /// pose.
    fn joint_from(&self, space: Mat4, joint: &SkinJoint) -> Mat4 {
        affine(in_metres(joint.joint_from_bind, self.metres) * space.inverse())
    }

    fn root(&self, node: usize) -> usize {
        let up = |&node: &usize| self.asset.rig.skeleton.joints()[node].parent;
        std::iter::successors(Some(node), up).last().unwrap_or(node)
    }

    /// Returns true if a surface moves rigidly with its node.
    fn is_rigid(&self, surface: &Surface) -> bool {
        let [joint] = &surface.joints[..] else { return false };
        let alone = joint.joint_from_bind.abs_diff_eq(Mat4::IDENTITY, 1e-6);
        alone && surface.mesh.influences.iter().all(|influences| *influences == Influences::of(0))
    }

    /// Returns the skin of a surface, or none if it moves with its node. `top` is the node above all others;
    /// `nodes` gets a node for each joint that is bound twice.
    pub fn skinned(&self, index: usize, top: Option<usize>, nodes: &mut Vec<Node>) -> Option<Skinned> {
        let (surface, space) = (&self.asset.surfaces[index], self.spaces[index]);
        if self.is_rigid(surface) {
            let node = surface.joints[0].node;
            let joint_from_bind = self.joint_from_bind[node];
            // A plate on a bone becomes a skin of that bone, which programs handle better.
            return self.is_joint[node].then(|| joint_from_bind.try_inverse()).flatten().map(|bind_shape| {
                let joints = vec![SkinJoint { node, joint_from_bind }];
                Skinned { joints, bind_shape: affine(bind_shape), slots: vec![0] }
            });
        }
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
        let slot = match same {
            Some(slot) if self.joints[slot] == joint => slot,
            Some(_) => {
                let name = format!("{} again", nodes[joint.node].name);
                let rest = Transform::IDENTITY;
                nodes.push(Node { name, parent: Some(joint.node), rest, is_joint: true });
                self.joints.push(SkinJoint { node: nodes.len() - 1, ..joint });
                self.joints.len() - 1
            }
            None => {
                self.joints.push(joint);
                self.joints.len() - 1
            }
        };
        self.slots.push(slot);
    }
}

/// Returns true if an inverse bind matrix scales.
fn is_stretched(joint_from_bind: Mat4) -> bool {
    let axes = [joint_from_bind.x_axis, joint_from_bind.y_axis, joint_from_bind.z_axis];
    axes.iter().any(|axis| (axis.length() - 1.0).abs() > 1e-3)
}

/// Returns true if a vertex follows the entry after the last joint, which stands for the bind pose.
fn hangs_free(surface: &Surface) -> bool {
    let joints = surface.joints.len();
    surface.mesh.influences.iter().any(|influences| influences.used().any(|(joint, _)| joint == joints))
}

/// Converts a transform to spaces in metres.
fn in_metres(transform: Mat4, metres: f32) -> Mat4 {
    let (x, y, z, w) = (transform.x_axis, transform.y_axis, transform.z_axis, transform.w_axis);
    Mat4::from_cols(x, y, z, (w.truncate() * metres).extend(w.w))
}

/// Removes rounding errors from the last row of an affine matrix.
fn affine(matrix: Mat4) -> Mat4 {
    let column = |axis: glam::Vec4, last: f32| Vec3::extend(axis.truncate(), last);
    Mat4::from_cols(
        column(matrix.x_axis, 0.0),
        column(matrix.y_axis, 0.0),
        column(matrix.z_axis, 0.0),
        column(matrix.w_axis, 1.0),
    )
}
