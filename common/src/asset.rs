//! A model, read from a file or made in code: its nodes, what hangs on them, and how they move.

use crate::clip::Clip;
use crate::mesh::Surface;
use crate::rig::Rig;
use crate::skeleton::Chain;
use crate::transform::Transform;
use crate::unread::{Error, Place};
use glam::Mat4;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Deref, Range};
use std::path::PathBuf;
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
    /// use common::{asset::Asset, mesh::Surface};
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

/// The look of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Its name for people.
    pub name: String,
    /// Red, green, blue and opacity, in sRGB. The image is multiplied by it.
    pub colour: [f32; 4],
    /// The picture of its texture.
    pub image: Option<Image>,
    /// The effect of its opacity.
    pub alpha: Alpha,
    /// True if it shows its colour without any light.
    pub unlit: bool,
    /// Its highlights, unless it is dull.
    pub shine: Option<Shine>,
    /// Red, green and blue of its emission, in sRGB.
    pub emission: [f32; 3],
}

/// The highlights of a surface in the model of Blinn and Phong: light, times a power of the cosine between the normal
/// and the halfway vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shine {
    /// Red, green and blue, in sRGB.
    pub specular: [f32; 3],
    /// The exponent: the higher it is, the smaller are highlights.
    pub shininess: f32,
}

impl Shine {
    /// Makes highlights from a file's numbers, limited to a sensible range; none if they are black.
    pub fn new(specular: [f32; 3], shininess: f32) -> Option<Self> {
        let (specular, shininess) = (of_light(specular), bounded(shininess, 1.0, 1024.0));
        (specular != [0.0; 3]).then_some(Self { specular, shininess })
    }
}

/// Limits the channels of a colour of light to 0 to 1.
pub fn of_light(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|part| bounded(part, 0.0, 1.0))
}

/// Limits a number to a range; NaN becomes the lower end.
fn bounded(number: f32, low: f32, high: f32) -> f32 {
    if number > low { number.min(high) } else { low }
}

/// The place of a picture. It may be missing there, or unreadable.
#[derive(Clone, Debug, PartialEq)]
pub enum Image {
    /// A file.
    File(PathBuf),
    /// A part of the model's own bytes.
    Bytes(Bytes),
}

/// The effect of a material's opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// It has none.
    Opaque,
    /// Pixels less opaque than this are not drawn, and all others are opaque.
    Mask(f32),
    /// Things behind show through.
    #[default]
    Blend,
}

/// A part of some bytes, shared without a copy.
#[derive(Clone, Default, PartialEq)]
pub struct Bytes {
    all: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Bytes {
    /// A part of this part; none if it is out of range.
    pub fn part(&self, offset: usize, length: usize) -> Option<Self> {
        let start = self.range.start.checked_add(offset)?;
        let end = start.checked_add(length).filter(|&end| end <= self.range.end)?;
        Some(Self { all: Arc::clone(&self.all), range: start..end })
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { range: 0..bytes.len(), all: Arc::new(bytes) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.all[self.range.clone()]
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
