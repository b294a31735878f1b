//! Reads Collada files (`.dae`): the scene's nodes and joints, how they move, and the surfaces that they carry.
//!
//! [`read`] returns a [`Document`]. Its contents are in the file's own axes and unit, as in the file.
//! [`Scene::world_from_file`] goes before the roots and corrects both at once: after it, everything is right-handed, y
//! is up, and one unit is one metre.
//!
//! A file may be wrong in two ways. An [`Error`] is a fault that leaves its meaning unclear. A note is odd but
//! harmless, and the file loads. Both name the place in the file.
//!
//! Students write the heart of it: its axes and unit ([`world_from_file`]), the nodes and their roots (lesson 05),
//! [`unrolled`] and [`split`] (11). The rest is given. [`Document::into_asset`] leaves nothing of Collada's own.

mod animations;
mod assets;
mod bake;
mod budget;
mod clips;
mod controllers;
mod corners;
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
mod split;
mod stacks;
mod tangents;
mod targets;
mod text;
mod to_asset;
mod transforms;
mod xml;

pub use animations::{Animation, AnimationChannel, ChannelPart};
pub use assets::{UpAxis, world_from_file};
pub use controllers::{InfluenceColumns, unrolled};
pub use corners::{Corner, Geometry, Group};
pub use curves::{Curve, Interpolation};
pub use scenes::{MAX_DEPTH, MAX_NODES, Node, Scene};
pub use split::split;
pub use transforms::{NodeTransform, TransformKind, direction, parent_from_steps};

use super::{Error, Material, Surface};
use error::refusal;
use index::Index;
use instances::Shown;
use std::collections::BTreeSet;
use std::path::Path;
use targets::Targets;
use xml::Xml;

/// The content of a Collada file.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub scene: Scene,
    /// The motion of the nodes.
    pub clips: Vec<Animation>,
    pub surfaces: Vec<Surface>,
    pub materials: Vec<Material>,
    /// Notes on oddities of the file that do no harm.
    pub notes: Vec<String>,
    /// The parts of the file that are not read.
    pub left_out: BTreeSet<&'static str>,
    /// A template of errors about the whole scene.
    place: Error,
}

/// The use of a file's surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surfaces {
    /// They are read.
    Read,
    /// Only nodes and their motion are read.
    LeftOut,
}

/// Reads the Collada file at `path`.
pub fn read(path: &Path) -> Result<Document, Error> {
    Document::parse(&super::read_file(path)?, &path.display().to_string(), Surfaces::Read)
}

impl Document {
    /// Reads the bytes of a Collada file; `file` names it in errors. Faults of surfaces that are left out don't matter.
    pub fn parse(bytes: &[u8], file: &str, has: Surfaces) -> Result<Self, Error> {
        let read = || {
            let text = text::decode(bytes)?;
            let tree = xml::parse(&text)?;
            let xml = Xml::new(&tree)?;
            let world_from_file = assets::correction(&xml)?;
            let visual_scene = scenes::visual_scene(&xml)?;
            let (nodes, elements) = scenes::nodes(&xml, visual_scene)?;
            let scene = Scene { nodes, world_from_file };
            let index = Index::new(&xml, &scene, &elements);
            let clips = clips::clip(&xml, &Targets::new(&index), file)?.into_iter().collect();
            let (surfaces, materials) = match has {
                Surfaces::Read => instances::surfaces(&xml, &index, &elements, Path::new(file))?,
                Surfaces::LeftOut => Shown::default(),
            };
            let place = refusal(visual_scene, "", "").in_file(file);
            let (notes, left_out) = (xml.notes.finish(&text), xml.left_out.into_inner());
            Ok(Self { scene, clips, surfaces, materials, notes, left_out, place })
        };
        read().map_err(|error: Error| error.in_file(file))
    }
}
