//! What a file is made of, whatever its format: nodes in metres, surfaces on nodes, and clips that others play alike.

use super::curves::{for_others, half_turns};
use super::skinned::{Skinned, Skins};
use anyhow::{Result, ensure};
use common::clip::{Channel, Clip, Keys};
use common::rig::Rig;
use common::transform::Transform;
use formats::{Asset, Surface};
use glam::{Mat4, Quat, Vec3};
use std::collections::HashSet;

/// Everything that a file says.
pub(super) struct Scene<'a> {
    /// The nodes of the rig in their order, and behind them those that the file needs besides.
    pub nodes: Vec<Node>,
    /// The surfaces that have triangles.
    pub surfaces: Vec<Shown<'a>>,
    /// The motion, in the same nodes.
    pub clips: Vec<Clip>,
    /// How many keys the clips have more than they had.
    pub added: usize,
    /// For every node of the rig, its way from the bind pose.
    pub joint_from_bind: Vec<Mat4>,
    /// How long the model's unit is.
    pub metres: f32,
    /// What is not kept.
    pub notes: Vec<String>,
}

/// A place in the scene.
pub(super) struct Node {
    pub name: String,
    /// Its parent, which may stand behind it.
    pub parent: Option<usize>,
    /// How it stands in its parent where nothing moves it.
    pub rest: Transform,
    /// Whether it is a joint of a skeleton.
    pub is_joint: bool,
}

/// A surface on the node that carries it.
pub(super) struct Shown<'a> {
    pub surface: &'a Surface,
    pub carrier: usize,
    /// How joints bend it. What has no skin moves with its carrier.
    pub skin: Option<Skinned>,
}

/// How the model stands in the file: turned, and its lengths in metres.
#[derive(Clone, Copy)]
struct Stand {
    turn: Quat,
    metres: f32,
    offset: Vec3,
}

impl Stand {
    /// `file_from_world` turns our y, which is up, to where the file has it.
    fn new(asset: &Asset, file_from_world: Quat) -> Result<Self> {
        let Transform { translation, rotation, scale } = Transform::from_matrix(asset.world_from_model);
        let again = Mat4::from_scale_rotation_translation(Vec3::splat(scale.x), rotation, translation);
        ensure!(
            scale.x > 0.0 && again.abs_diff_eq(asset.world_from_model, 1e-4 * scale.x),
            "The model is stretched or mirrored as a whole, which no file can say. Export it from its own program."
        );
        let turn = (file_from_world * rotation).normalize();
        // What is only rounding should not turn all that stands still.
        let turn = if turn.abs_diff_eq(Quat::IDENTITY, 1e-6) { Quat::IDENTITY } else { turn };
        Ok(Self { turn, metres: scale.x, offset: file_from_world * translation })
    }

    /// The same with no turn: for all nodes below a turned one.
    fn below(self) -> Self {
        Self { turn: Quat::IDENTITY, offset: Vec3::ZERO, ..self }
    }

    /// From the model to the file's world, both in metres.
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

    /// The clip for nodes that stand so; `is_root` says which of them the turn belongs to.
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
    /// What a file says of a model and some clips, with another direction up: see [`Stand::new`].
    pub fn new(asset: &'a Asset, clips: &[Clip], file_from_world: Quat) -> Result<Self> {
        let rig = &*asset.rig;
        check(rig, clips)?;
        let stand = Stand::new(asset, file_from_world)?;
        let mut scene = Self {
            nodes: nodes(asset),
            surfaces: Vec::new(),
            clips: Vec::new(),
            added: 0,
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
            let (clip, added) = for_others(&stand.clip(clip, is_root), &rest);
            scene.added += added;
            scene.clips.push(clip);
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

    /// The nodes that hang on one, or the roots.
    pub fn children(&self, of: Option<usize>) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(move |&node| self.nodes[node].parent == of)
    }

    /// The highest joints above those of a skin, each once.
    pub fn roots(&self, skin: &Skinned) -> Vec<usize> {
        let up = |&node: &usize| self.nodes[node].parent;
        let top = |node: usize| {
            let above = std::iter::successors(Some(node), up);
            above.filter(|&node| self.nodes[node].is_joint).last().unwrap_or(node)
        };
        let mut roots: Vec<usize> = skin.joints.iter().map(|joint| top(joint.node)).collect();
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// Makes joints of the nodes that turn or move a whole skeleton. Blender makes an armature of the node above the highest
    /// joint, and reads motion as if that stood in the world's origin.
    pub fn begin_skeletons_at_the_origin(&mut self) {
        for node in 0..self.nodes.len() {
            if !self.nodes[node].is_joint {
                continue;
            }
            let up = |&node: &usize| self.nodes[node].parent;
            let above: Vec<usize> = std::iter::successors(self.nodes[node].parent, up).collect();
            let is_away =
                |&node: &usize| !self.nodes[node].rest.to_matrix().abs_diff_eq(Mat4::IDENTITY, 1e-6);
            let highest = above.iter().rposition(is_away).map_or(0, |highest| highest + 1);
            above[..highest].iter().for_each(|&node| self.nodes[node].is_joint = true);
        }
    }

    /// Gives joints the keys without which Blender has them elsewhere: it leaves what has none as it was bound, and knows of
    /// each key by how far less than half a turn it is away from that.
    pub fn key_away_from_bind_pose(&mut self) {
        let parent_from_bound = self.parent_from_bound();
        let is_away = |&node: &usize| {
            let rest = self.nodes[node].rest.to_matrix();
            self.nodes[node].is_joint && !rest.abs_diff_eq(parent_from_bound[node], 1e-5)
        };
        let away: Vec<usize> = (0..self.nodes.len()).filter(is_away).collect();
        for clip in &mut self.clips {
            for channel in clip.channels.iter_mut().filter(|channel| self.nodes[channel.joint].is_joint) {
                let bound = Transform::from_matrix(parent_from_bound[channel.joint]).rotation;
                let added = half_turns(&mut channel.rotations, bound);
                self.added += added;
            }
            let has_keys = |node: usize| clip.channels.iter().any(|channel| channel.joint == node);
            let still: Vec<usize> = away.iter().copied().filter(|&node| !has_keys(node)).collect();
            clip.channels.extend(still.into_iter().map(|joint| {
                let translations = Keys::new([0.0], [self.nodes[joint].rest.translation]);
                Channel { joint, translations, ..Channel::default() }
            }));
        }
    }

    /// From every node in the bind pose to its parent in the bind pose. What no skin names stands there as it does at rest.
    fn parent_from_bound(&self) -> Vec<Mat4> {
        let mut world_from_named = vec![None; self.nodes.len()];
        let skins = self.surfaces.iter().filter_map(|shown| shown.skin.as_ref());
        for joint in skins.flat_map(|skin| &skin.joints) {
            world_from_named[joint.node].get_or_insert(joint.joint_from_bind.inverse());
        }
        let parent_from_bound = |node: usize| {
            let rest = |node: usize| self.nodes[node].rest.to_matrix();
            let Some(world_from_bound) = world_from_named[node] else { return rest(node) };
            let (mut parent_from_named, mut above) = (Mat4::IDENTITY, self.nodes[node].parent);
            while let Some(node) = above {
                if let Some(world_from_named) = world_from_named[node] {
                    return (world_from_named * parent_from_named).inverse() * world_from_bound;
                }
                parent_from_named = rest(node) * parent_from_named;
                above = self.nodes[node].parent;
            }
            parent_from_named.inverse() * world_from_bound
        };
        (0..self.nodes.len()).map(parent_from_bound).collect()
    }

    /// Gives every node a name of its own, joints first: Blender finds bones by their names.
    pub fn name_apart(&mut self) {
        let mut taken = HashSet::new();
        for joints in [true, false] {
            for node in self.nodes.iter_mut().filter(|node| node.is_joint == joints) {
                let name = apart(&node.name, &mut taken);
                node.name = name;
            }
        }
    }

    /// Adds a node above all others, which stands as the model does. What hangs on no joint hangs on it.
    fn add_top(&mut self, stand: Stand) -> usize {
        let top = self.nodes.len();
        let roots = self.nodes.iter_mut().filter(|node| node.parent.is_none());
        roots.for_each(|node| node.parent = Some(top));
        let rest = Transform { translation: stand.offset, rotation: stand.turn, scale: Vec3::ONE };
        self.nodes.push(Node { name: "model".to_owned(), parent: None, rest, is_joint: false });
        top
    }

    /// The node for a surface.
    fn carrier(&mut self, asset: &Asset, surface: &Surface, is_skinned: bool) -> usize {
        let is_taken = |node: usize| self.surfaces.iter().any(|shown| shown.carrier == node);
        let new =
            |parent| Node { name: surface.name.clone(), parent, rest: Transform::IDENTITY, is_joint: false };
        let found = match is_skinned {
            // What is bent does not move with the node that carries it. So any leaf will do: the one that did so in the file
            // from which the model comes, or else a model would grow by a node whenever it is exported.
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

    /// Whether nothing would be missed of a node's place.
    fn is_idle(&self, asset: &Asset, node: usize) -> bool {
        let moves = |clip: &Clip| clip.channels.iter().any(|channel| channel.joint == node);
        !self.nodes[node].is_joint
            && !asset.surfaces.iter().any(|surface| surface.joints.iter().any(|joint| joint.node == node))
            && self.children(Some(node)).next().is_none()
            && !self.clips.iter().any(moves)
    }
}

/// A name, with a number behind it if it is taken; then it is.
pub(super) fn apart(name: &str, taken: &mut HashSet<String>) -> String {
    let mut own = name.to_owned();
    for number in 2.. {
        if taken.insert(own.clone()) {
            break;
        }
        own = format!("{name}_{number}");
    }
    own
}

/// The nodes of the rig, still in the model's own unit.
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

/// Fails if a clip does not fit the rig, or has what is no number: files have no such thing.
fn check(rig: &Rig, clips: &[Clip]) -> Result<()> {
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
