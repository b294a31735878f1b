//! Reads Collada files (`.dae`): the scene's nodes and joints, how they move, and the surfaces that they carry.
//!
//! [`read`] gives a [`Document`]. What it holds is in the file's own axes and unit, as the file wrote it.
//! [`Scene::world_from_file`] goes before the roots and corrects both at once: after it, everything
//! is right-handed, y is up, and one unit is one metre.
//!
//! A file may be wrong in two ways. What makes it impossible to say what was meant is an [`Error`].
//! What is odd but harmless is a [`Note`], and the file loads. Both name the place in the file.

mod animations;
mod assets;
mod budget;
mod clips;
mod controllers;
mod curves;
mod error;
mod geometries;
mod index;
mod inputs;
mod instances;
mod materials;
mod normals;
mod numbers;
mod polygons;
mod primitives;
mod samplers;
mod scenes;
mod sources;
mod tangents;
mod targets;
mod text;
mod transforms;
mod xml;

pub use animations::{Channel, Clip, Part};
pub use controllers::{PullColumns, Skin, SkinJoint, skin_joints, strongest, unrolled};
pub use curves::{Curve, Interpolation};
pub use error::{Error, Note};
pub use geometries::{Corner, Geometry, Group};
pub use instances::{Instance, InstanceSkin};
pub use materials::Material;
pub use scenes::{Chain, MAX_DEPTH, MAX_NODES, Node, Scene};
pub use text::MAX_BYTES;
pub use transforms::{Transform, TransformKind, matrix_from_rows};

use error::{Notes, Place};
use index::Index;
use instances::Contents;
use std::path::Path;
use targets::Targets;
use xml::Xml;

/// What a Collada file says.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The nodes of the scene.
    pub scene: Scene,
    /// How they move.
    pub clips: Vec<Clip>,
    /// The surfaces that stand in the scene.
    pub geometries: Vec<Geometry>,
    /// How joints bend surfaces.
    pub skins: Vec<Skin>,
    /// Where surfaces stand.
    pub instances: Vec<Instance>,
    /// What surfaces look like.
    pub materials: Vec<Material>,
    /// What is odd in the file, but harmless.
    pub notes: Vec<Note>,
    file: String,
    scene_place: Place,
}

/// Reads the Collada file at `path`.
pub fn read(path: &Path) -> Result<Document, Error> {
    let file = path.display().to_string();
    let bytes = text::read(path).map_err(|error| error.in_file(&file))?;
    Document::parse(&bytes, &file)
}

impl Document {
    /// Reads the bytes of a Collada file; `file` names it in errors.
    pub fn parse(bytes: &[u8], file: &str) -> Result<Self, Error> {
        Self::from_bytes(bytes, file).map_err(|error| error.in_file(file))
    }

    fn from_bytes(bytes: &[u8], file: &str) -> Result<Self, Error> {
        let text = text::decode(bytes)?;
        let tree = xml::parse(&text)?;
        let mut notes = Notes::default();
        let xml = Xml::new(&tree, &mut notes)?;
        let world_from_file = assets::world_from_file(&xml, &mut notes)?;
        let visual_scene = scenes::visual_scene(&xml, &mut notes)?;
        let (nodes, elements) = scenes::nodes(&xml, visual_scene, &mut notes)?;
        let scene = Scene { nodes, world_from_file };
        let index = Index::new(&xml, &scene, &elements);
        let clips = clips::clips(&xml, Targets::new(&index), file, &mut notes)?;
        let contents = instances::contents(&xml, &index, &elements, Path::new(file), &mut notes)?;
        let Contents { geometries, skins, instances, materials } = contents;
        Ok(Self {
            scene,
            clips,
            geometries,
            skins,
            instances,
            materials,
            notes: notes.finish(&text),
            file: file.to_owned(),
            scene_place: Place::of(&text, visual_scene.range().start),
        })
    }

    /// Fails if no node of the scene is a joint, and says which nodes there are.
    pub fn require_joints(&self) -> Result<(), Error> {
        if self.scene.nodes.iter().any(|node| node.is_joint) {
            return Ok(());
        }
        let nodes: Vec<_> = self.scene.nodes.iter().collect();
        let there = match nodes.is_empty() {
            true => "no nodes at all".to_owned(),
            false => format!("the {}", names("nodes", &nodes)),
        };
        let what = format!("No node of the scene is a joint. There are {there}.");
        Err(self.error(what, "Export the skeleton (armature) together with what it moves."))
    }

    /// An error about the whole scene.
    pub fn error(&self, what: impl Into<String>, advice: impl Into<String>) -> Error {
        Error::new(self.scene_place, what, advice).in_file(&self.file)
    }
}

/// The first ten names, for a sentence.
fn names(what: &str, nodes: &[&Node]) -> String {
    let shown: Vec<_> = nodes.iter().take(10).map(|node| format!("'{}'", node.name)).collect();
    match nodes.len() - shown.len() {
        0 => format!("{what} {}", shown.join(", ")),
        more => format!("{what} {} and {more} more", shown.join(", ")),
    }
}
