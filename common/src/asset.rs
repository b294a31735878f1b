//! A model, read from a file or made in code: its nodes, what hangs on them, and how they move.

use crate::clip::Clip;
use crate::material::Material;
use crate::rig::Rig;
use crate::skeleton::Chain;
use crate::surface::Surface;
use crate::transform::Transform;
use crate::unread::{Error, Place};
use glam::Mat4;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The content of a model file, in the file's own axes and unit; or a model made in code, by [`Asset::of`].
///
/// The joints of its rig are *all* nodes of the file, so lists by joint have an entry for every node. Those that the
/// file itself calls joints are in `chains`.
#[derive(Clone, Debug, PartialEq)]
pub struct Asset {
    /// From the model to right-handed, y up, metres. It goes before the roots.
    pub world_from_model: Mat4,
    /// All nodes as one tree, each of them a joint of it, and their pose in the file.
    pub rig: Arc<Rig>,
    /// Further facts about each node, in the same order.
    pub nodes: Vec<AssetNode>,
    /// Its skeletons: joints alone, one tree per root. In clips without a body they are what moves, and all below it.
    pub chains: Vec<Chain>,
    /// The surfaces of the scene.
    pub surfaces: Vec<Surface>,
    /// The materials of surfaces.
    pub materials: Vec<Material>,
    /// The motion of the nodes. An animator shares a clip, as it shares the rig.
    pub clips: Vec<Arc<Clip>>,
    /// Notes on oddities of the file that do no harm.
    pub notes: Vec<String>,
    /// The parts of the file that are not read, in words for a sentence: "morph targets".
    pub left_out: BTreeSet<&'static str>,
    /// Notes on what a pose can't keep of the nodes at rest.
    pub pose_notes: Vec<String>,
    /// Notes on what clips cannot keep of the motion.
    pub clip_notes: Vec<String>,
    /// A template of errors about the whole file.
    pub place: Error,
}

/// Facts about a node besides its name, its parent and its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetNode {
    /// Other ids of it in the file, where its name isn't enough.
    pub ids: [Option<String>; 2],
    /// Its transform to its parent, as in the file. Unlike a pose it may be sheared.
    pub parent_from_node: Mat4,
    /// Names of the transforms that it is the product of, as in the file.
    pub placed_by: Vec<&'static str>,
}

impl Asset {
    /// Makes an asset in code, with y up and in metres: a skeleton begins at each root. It has no materials yet.
    ///
    /// ```
    /// use common::skin::{Influences, SkinJoint};
    /// use common::{rig::Rig, shapes::cylinder, skeleton::Skeleton, transform::Transform};
    /// use common::{asset::Asset, surface::Surface};
    /// use glam::Mat4;
    ///
    /// let mut mesh = cylinder(0.1, 1.0, 12, 4);
    /// mesh.influences = vec![Influences::of(0); mesh.positions.len()];
    /// let joint = SkinJoint { node: 0, joint_from_bind: Mat4::IDENTITY };
    /// let rig = Rig { skeleton: Skeleton::chain(&["post"]), rest: vec![Transform::IDENTITY] };
    /// let asset = Asset::of(rig, vec![Surface::of("post", mesh, vec![joint])], Vec::new());
    /// assert_eq!((asset.parent_from_nodes(), asset.chains.len()), (vec![Mat4::IDENTITY], 1));
    /// ```
    ///
    /// # Panics
    /// If the rig has a joint without a transform at rest.
    pub fn of(rig: impl Into<Arc<Rig>>, surfaces: Vec<Surface>, clips: Vec<Arc<Clip>>) -> Self {
        let rig = rig.into();
        assert_eq!(rig.rest.len(), rig.skeleton.joints().len(), "a transform at rest for each joint");
        let node = |at_rest: &Transform| AssetNode {
            ids: [None, None],
            parent_from_node: at_rest.to_matrix(),
            placed_by: vec!["translation", "rotation", "scale"],
        };
        Self {
            world_from_model: Mat4::IDENTITY,
            nodes: rig.rest.iter().map(node).collect(),
            chains: Chain::all(&rig.skeleton, &vec![true; rig.rest.len()]),
            rig,
            surfaces,
            materials: Vec::new(),
            clips,
            notes: Vec::new(),
            left_out: BTreeSet::new(),
            pose_notes: Vec::new(),
            clip_notes: Vec::new(),
            place: Error::new("a model made in code", Place::Pointer(String::new()), "", ""),
        }
    }

    /// The transform of every node to its parent, as in the file.
    pub fn parent_from_nodes(&self) -> Vec<Mat4> {
        self.nodes.iter().map(|node| node.parent_from_node).collect()
    }

    /// The source file, as errors name it.
    pub fn file(&self) -> &str {
        &self.place.file
    }

    /// An error about the whole scene.
    pub fn error(&self, what: impl Into<String>, advice: impl Into<String>) -> Error {
        Error::new(self.file(), self.place.place.clone(), what, advice)
    }
}
