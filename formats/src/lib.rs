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
//!     println!("{}: {} matrices", surface.name, surface.palette(&model_from_nodes).len());
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

mod beside;
mod between;
pub mod collada;
pub mod gltf;
mod halving;
mod matrix_keys;
mod retarget;
mod shear;
mod words;

pub use beside::{Beside, all_clips, clips_beside, first_clip};
pub use between::{between, parent_from_joints_between};
pub use common::asset::{Alpha, Asset, AssetNode, Image, Material, Shine, of_light};
pub use common::mesh::{Submesh, Surface};
pub use matrix_keys::{MatrixKeys, matrix_keys, parent_from_joints_at, place_between};
pub use retarget::retarget;

use common::skeleton::Chain;
use common::unread::{Error, Place};
use std::io::Read as _;
use std::path::Path;

/// The largest file that is read.
///
/// Parsed, a file takes a few times its size in memory. Baked animations of an hour are smaller than this.
pub const MAX_BYTES: u64 = 256 * 1024 * 1024;

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
        asset.chains = moved(&asset);
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

/// Returns the skeletons of a file that names no joints: what its clips move, and all that hangs on it.
fn moved(asset: &Asset) -> Vec<Chain> {
    let skeleton = &asset.rig.skeleton;
    let mut is_joint = vec![false; skeleton.joints().len()];
    let channels = asset.clips.iter().flat_map(|clip| &clip.channels);
    channels.for_each(|channel| is_joint[channel.joint] = true);
    for (at, node) in skeleton.joints().iter().enumerate() {
        is_joint[at] |= node.parent.is_some_and(|parent| is_joint[parent]);
    }
    Chain::all(skeleton, &is_joint)
}

/// Fails if there are no joints, and names the nodes.
pub fn require_joints(asset: &Asset) -> Result<(), Error> {
    if !asset.chains.is_empty() {
        return Ok(());
    }
    let nodes = asset.rig.skeleton.joints();
    let names: Vec<_> = nodes.iter().map(|node| node.name.as_str()).collect();
    let there = match nodes.is_empty() {
        true => "no nodes at all".to_owned(),
        false => format!("the nodes {}", words::some(&names)),
    };
    let what = format!("No node of the scene is a joint. There are {there}.");
    Err(asset.error(what, "Export the skeleton (armature) together with what it moves."))
}
