//! The content of a model file, whatever its format.
//!
//! You use it in this order:
//!
//! 1. [`read`] makes an [`Asset`] of a file. [`Asset::of`] makes one in code.
//! 2. [`all_clips`] has the clips of the file, and of those beside it; [`retarget`] takes one from any other file.
//! 3. An [`Animator`](common::clip::Animator) plays a clip on the asset's rig, and
//!    [`model_from_joints`](common::pose::model_from_joints) places its nodes in the model.
//! 4. [`Surface::palettes`] has the matrices with which a shader draws the surface's mesh: the triangles of each
//!    [`Submesh`] in the look of its [`Material`].
//! 5. [`Asset::world_from_model`] goes before all of them.
//!
//! ```
//! use common::clip::Animator;
//! use common::pose::model_from_joints;
//! use glam::Mat4;
//! use std::path::Path;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Ok(()) = std::env::set_current_dir("../assets/knight") else { return Ok(()) };
//! let path = Path::new("knight.dae");
//! let asset = formats::read(path)?;
//! let clips = formats::all_clips(path, &asset).clips;
//! let walk = clips.iter().find(|clip| clip.name == "walk").cloned().unwrap_or_default();
//!
//! let mut animator = Animator::new(asset.rig.clone(), walk);
//! animator.update(0.25);
//! let parent_from_nodes: Vec<Mat4> = animator.pose().iter().map(|node| node.to_matrix()).collect();
//! let model_from_nodes = model_from_joints(&asset.rig.skeleton, &parent_from_nodes);
//! for surface in &asset.surfaces {
//!     let palettes = surface.palettes(&model_from_nodes);
//!     println!("{}: {} matrices", surface.name, palettes.points.len());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A format's own ideas, such as Collada's stacks of transforms and its curves, don't leave the reader of that format:
//! outside it there is one tree of joints, one kind of mesh, one kind of clip.
//!
//! A reader is a module with a `Document`: `parse` reads bytes, or returns an [`Error`];
//! `into_asset` makes an [`Asset`] of it, nodes in its rig's order, in the file's own axes. Look at `gltf` first.
//!
//! **In here:** What a format of model files is, and ends in here; no model is drawn or played. **Depends on:** `common`.

#![warn(missing_docs)]

mod beside;
mod between;
pub mod collada;
pub mod gltf;
mod halving;
mod matrix_keys;
mod retarget;
mod shear;
mod surface;
mod words;

pub use beside::{Beside, all_clips, clips_beside};
pub use between::{between, parent_from_joints_between};
pub use matrix_keys::{MatrixKeys, matrix_keys, parent_from_joints_at, place_between};
pub use retarget::retarget;
pub use surface::{Palettes, Submesh, Surface};

use common::clip::Clip;
use common::rig::Rig;
use common::skeleton::Chain;
use common::transform::Transform;
use common::unread::{Error, Place};
use glam::Mat4;
use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is read.
///
/// Parsed, a file takes a few times its size in memory. Baked animations of an hour are smaller than this.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

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
    place: Error,
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
    Bytes(gltf::Bytes),
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

/// Returns true if numbers of a joint's inverse bind matrix are so large that nothing it moves can be visible, or even
/// finite.
fn is_out_of_sight(matrix: &[f32; 16]) -> bool {
    matrix.iter().any(|number| number.abs() > 1e15)
}

/// The note on such numbers.
fn out_of_sight(joint: usize) -> String {
    format!(
        "The inverse bind matrix of joint {joint} has numbers above 1e15: what the joint moves is not seen."
    )
}

/// Reads the model file at `path`.
pub fn read(path: &Path) -> Result<Asset, Error> {
    read_bytes(read_file(path)?, &path.display().to_string())
}

/// Reads the joints and clips of the model file at `path`, without the surfaces of a Collada file and their faults.
pub fn read_joints(path: &Path) -> Result<Asset, Error> {
    let (bytes, file) = (read_file(path)?, path.display().to_string());
    match Format::of(&bytes, &file)? {
        Format::Gltf => read_bytes(bytes, &file),
        Format::Collada => {
            let asset = collada::Document::parse(&bytes, &file, collada::Surfaces::LeftOut)?.into_asset();
            // Only its surfaces tell if it is a clip without a body.
            if asset.chains.is_empty() { read_bytes(bytes, &file).or(Ok(asset)) } else { Ok(asset) }
        }
    }
}

/// The formats that can be read. Everything that differs between them matches on this, so that the compiler finds what
/// a new one still lacks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Format {
    Collada,
    Gltf,
}

impl Format {
    /// Returns the format by the first bytes of `file`. An empty file is left to Collada's reader, which reports it.
    ///
    /// # Errors
    /// If no known format begins like this, whatever the file's name is.
    fn of(bytes: &[u8], file: &str) -> Result<Self, Error> {
        const XML: [&[u8]; 5] = [b"<", b"\0<", b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"];
        let start = bytes.trim_ascii_start();
        match start.first() {
            _ if gltf::is_likely(bytes) => Ok(Self::Gltf),
            Some(first) if !XML.iter().any(|xml| start.starts_with(xml)) => Err(Error {
                file: file.to_owned(),
                place: Place::Character(1, 1),
                what: format!(
                    "By its first byte, {first:02X}, this is neither glTF (.glb, .gltf) nor Collada (.dae), and no other \
                     models are read."
                ),
                advice: "Export glTF from the program that made it; an archive must be unpacked first."
                    .to_owned(),
            }),
            _ => Ok(Self::Collada),
        }
    }
}

/// Reads the bytes of a model file; `file` names it in errors, and images are looked for beside it.
pub fn read_bytes(bytes: Vec<u8>, file: &str) -> Result<Asset, Error> {
    let mut asset = match Format::of(&bytes, file)? {
        Format::Gltf => {
            // While an exercise is open, the error must not blame the file.
            let first = gltf::misread();
            let mut asset = gltf::Document::parse(bytes, file)
                .map_err(|error| Error { what: first.to_owned() + &error.what, ..error })?
                .into_asset();
            asset.notes.splice(..0, (!first.is_empty()).then(|| first.trim_end().to_owned()));
            asset
        }
        Format::Collada => collada::Document::parse(&bytes, file, collada::Surfaces::Read)?.into_asset(),
    };
    let shows_nothing = asset.surfaces.iter().all(|surface| surface.mesh.triangles.is_empty());
    if shows_nothing && asset.chains.is_empty() {
        asset.chains = asset.moved();
        asset.notes.push(match asset.chains.is_empty() {
            true => "No node shows a mesh: there is nothing to see.".to_owned(),
            false => clip_alone(Path::new(file), asset.clips.len()),
        });
    }
    let passed_over: Vec<&str> =
        ["cameras", "lights"].into_iter().filter(|part| asset.left_out.contains(part)).collect();
    if !passed_over.is_empty() {
        let what = passed_over.join(" and ");
        asset.notes.push(format!("The file's {what} are passed over: the stage has its own."));
    }
    Ok(asset)
}

/// The note on a file that has clips, but no surface that they move.
fn clip_alone(file: &Path, clips: usize) -> String {
    let [stem, ending] =
        [file.file_stem(), file.extension()].map(|part| part.unwrap_or_default().to_string_lossy());
    let held = if clips == 1 { "a clip" } else { "clips" };
    format!(
        "The file holds {held} and no body, so you see its joints alone. Call it MODEL_{stem}.{ending} beside a \
         MODEL.{ending}, and that model moves so."
    )
}

/// Returns the bytes of a file, unless there are too many.
fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let read = || {
        let file = std::fs::File::open(path)?;
        // Room for all of it at once: a list that grows takes twice as much.
        let mut bytes = Vec::with_capacity(file.metadata()?.len().min(MAX_BYTES) as usize + 1);
        // One byte more than allowed is enough to see that there are too many.
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error: std::io::Error| {
        let what = format!("The file cannot be read ({error}).");
        let advice = "Check its name and whether you may read it.";
        Error::new(&path.display().to_string(), Place::Character(1, 1), what, advice)
    })
}

impl Asset {
    /// Makes an asset in code, with y up and in metres: a skeleton begins at each root. It has no materials yet.
    ///
    /// ```
    /// use common::skin::{Influences, SkinJoint};
    /// use common::{rig::Rig, shapes::cylinder, skeleton::Skeleton, transform::Transform};
    /// use formats::{Asset, Surface};
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

    /// Returns the skeletons of a file that names no joints: what its clips move, and all that hangs on it.
    fn moved(&self) -> Vec<Chain> {
        let skeleton = &self.rig.skeleton;
        let mut is_joint = vec![false; skeleton.joints().len()];
        let channels = self.clips.iter().flat_map(|clip| &clip.channels);
        channels.for_each(|channel| is_joint[channel.joint] = true);
        for (at, node) in skeleton.joints().iter().enumerate() {
            is_joint[at] |= node.parent.is_some_and(|parent| is_joint[parent]);
        }
        Chain::all(skeleton, &is_joint)
    }

    /// Fails if there are no joints, and names the nodes.
    pub fn require_joints(&self) -> Result<(), Error> {
        if !self.chains.is_empty() {
            return Ok(());
        }
        let nodes = self.rig.skeleton.joints();
        let names: Vec<_> = nodes.iter().map(|node| node.name.as_str()).collect();
        let there = match nodes.is_empty() {
            true => "no nodes at all".to_owned(),
            false => format!("the nodes {}", words::some(&names)),
        };
        let what = format!("No node of the scene is a joint. There are {there}.");
        Err(self.error(what, "Export the skeleton (armature) together with what it moves."))
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
