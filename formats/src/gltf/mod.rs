//! Reads glTF 2.0 files, `.glb` and `.gltf`: the scene's nodes, how they move, and the surfaces that they carry.
//!
//! [`read`] returns a [`Document`], with the contents in the file's own terms. The format is right-handed, y is up, and
//! one unit is one metre, as in the workbook.
//!
//! JSON describes the contents, and the numbers are in bytes outside of it. An accessor gives the type of bytes, a view
//! their place in a buffer.
//!
//! A file may be wrong in two ways. An [`Error`] is a fault that leaves its meaning unclear. A note is odd but
//! harmless, and the file loads. Both name the place in the file.
//!
//! Students write the most important parts in lesson 19: [`element`], [`weight_bytes`] and [`cubic`]. The rest is
//! given, and relies on these. [`Document::into_asset`] leaves nothing that is glTF's alone.

mod accessors;
mod animations;
mod budget;
mod buffers;
mod container;
mod extensions;
mod fields;
mod json;
mod layout;
mod materials;
mod meshes;
mod nodes;
mod outline;
mod primitives;
mod samplers;
mod skins;
mod spline;
mod to_asset;
mod trouble;
mod uri;
mod weights;

pub use accessors::Accessor;
pub use animations::{Animation, Channel, TargetPath};
pub use common::asset::Bytes;
pub(super) use container::MAGIC;
pub(crate) use layout::misread;
pub use layout::{Component, Fields, Layout, element, layout};
pub use materials::GAMMA;
pub use nodes::{Node, Placed};
pub use outline::{Block, Outline, View};
pub use samplers::{Interpolation, Sampler};
pub use skins::{Skin, skin_joints};
pub use spline::{CubicKey, cubic};
pub use weights::weight_bytes;

use super::{Error, Material, Place, Surface};
use budget::Budget;
use buffers::Buffers;
use container::Parts;
use json::MARK;
use json::Value;
use nodes::Tree;
use std::collections::BTreeSet;
use std::path::Path;
use trouble::{Json, Notes, Trouble};

/// A file that is read: all that its parts need.
struct Source<'t> {
    root: Json<'t>,
    folder: &'t Path,
    buffers: Buffers<'t>,
    budget: Budget,
    notes: Notes<'t>,
}

/// The content of a glTF file.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The nodes of the scene, depth first, a parent before its children.
    pub nodes: Vec<Node>,
    /// For each node of the file, its index among `nodes`; 0 for one that isn't in the scene, which nothing refers to.
    pub place_of: Vec<usize>,
    /// The skins, by which joints deform surfaces.
    pub skins: Vec<Skin>,
    pub animations: Vec<Animation>,
    pub surfaces: Vec<Surface>,
    pub materials: Vec<Material>,
    /// Notes on oddities of the file that do no harm.
    pub notes: Vec<String>,
    /// The parts of the file that are not read.
    pub left_out: BTreeSet<&'static str>,
    file: String,
    /// Bytes of memory that the keys of its splines may take.
    room_for_keys: usize,
}

/// Reads the glTF file at `path`.
pub fn read(path: &Path) -> Result<Document, Error> {
    Document::parse(super::read_file(path)?, &path.display().to_string())
}

/// Returns true if bytes begin like a glTF file: with its magic number, or with a JSON object.
pub(super) fn is_likely(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(MARK).unwrap_or(bytes);
    bytes.starts_with(MAGIC) || text.trim_ascii_start().starts_with(b"{")
}

impl Document {
    /// Reads the bytes of a glTF file; `file` names it in errors, and other files are looked for beside it.
    pub fn parse(bytes: Vec<u8>, file: &str) -> Result<Self, Error> {
        super::Format::of(&bytes, file)?;
        let nothing = Value::Null;
        let parts = container::parts(bytes.into()).map_err(|trouble| trouble.error(&nothing, file))?;
        let root = json::parse(&parts.json).map_err(|trouble| trouble.error(&nothing, file))?;
        Self::from_json(&root, &parts, file).map_err(|trouble| trouble.error(&root, file))
    }

    fn from_json<'t>(root: Json<'t>, parts: &Parts, file: &'t str) -> Result<Self, Trouble<'t>> {
        let notes = Notes::default();
        extensions::check(root, &notes)?;
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let buffers = Buffers::fetch(root, parts.binary.clone(), folder)?;
        let budget = Budget::new(buffers.size() + parts.json.len());
        let source = Source { root, folder, buffers, budget, notes };
        let Tree { nodes, place_of } = Tree::read(&source)?;
        let materials = materials::materials(&source)?;
        let skins = skins::skins(&source)?;
        let animations = animations::animations(&source, &place_of)?;
        let place_of: Vec<usize> = place_of.into_iter().map(Option::unwrap_or_default).collect();
        let surfaces = meshes::Reader::new(&source, &skins, &place_of, &materials).surfaces(&nodes)?;
        let mut left_out = BTreeSet::new();
        json::add_left_out(root, &mut left_out);
        Ok(Self {
            surfaces,
            nodes,
            place_of,
            skins,
            animations,
            materials: materials.into_iter().map(|(material, _)| material).collect(),
            file: file.to_owned(),
            room_for_keys: source.budget.left(),
            notes: source.notes.finish(root),
            left_out,
        })
    }
}
