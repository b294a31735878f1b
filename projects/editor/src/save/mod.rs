//! A model and its animations as blobs, and back.
//!
//! A save opens alone: all that the model takes is in it. Each thing is a blob of its kind, so that damage to one leaves
//! the others: nodes, chains, meshes, surfaces, materials, pictures and animations. A blob's name begins with its number
//! among those of its kind. By this number others refer to it, and it stays the same when some are lost.

mod animations;
mod nodes;
mod onto;
mod pictures;
mod surfaces;
#[cfg(test)]
mod tests;

pub use onto::{are_same, copied_onto, document_onto, match_joints};

use super::Document;
use drafts::blobs::{self, Blob, Blobs, Damage, Kind, Kinds, Part, Why};
use drafts::bytes::numbered;
use formats::Asset;
use std::sync::Arc;

/// The nodes of the model. There is one such blob.
pub const NODES: Kind = *b"NODE";
/// Which nodes are joints. There is one such blob.
pub const CHAINS: Kind = *b"CHAI";
/// The vertices and triangles of surfaces.
pub const MESH: Kind = *b"MESH";
/// A mesh in the scene.
pub const SURFACE: Kind = *b"SURF";
/// What a surface looks like.
pub const MATERIAL: Kind = *b"MATL";
/// A picture file.
pub const PICTURE: Kind = *b"PICT";
/// An animation.
pub const ANIMATION: Kind = *b"ANIM";

const KNOWN: [Kind; 7] = [NODES, CHAINS, MESH, SURFACE, MATERIAL, PICTURE, ANIMATION];

/// What a save holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The model. Its clips are in the document.
    pub asset: Asset,
    /// Its animations.
    pub document: Document,
    /// Which save it is, if the header is whole.
    pub saves: Option<u64>,
    /// The blobs of kinds that are not known here. They belong into the next save too.
    pub others: Vec<Blob>,
    /// What of it is damaged.
    pub damage: Vec<Damage>,
}

impl Saved {
    /// Takes from a model what of its looks is lost here, and says whether that was so. The model has the same nodes.
    pub fn mend(&mut self, model: &Asset) -> bool {
        let is_of_looks = |damage: &Damage| {
            matches!(damage.part, Part::Blob(MESH | SURFACE | MATERIAL | PICTURE | CHAINS, _))
        };
        // What was cut off leaves no word of itself, but the table.
        let has_less =
            self.asset.surfaces.len() < model.surfaces.len() || self.asset.chains.len() < model.chains.len();
        let has_lost = self.damage.iter().any(is_of_looks) || (has_less && !self.damage.is_empty());
        if has_lost {
            self.asset.chains = model.chains.clone();
            self.asset.surfaces = model.surfaces.clone();
            self.asset.materials = model.materials.clone();
        }
        has_lost
    }
}

/// All that a save of a model and its animations holds, and notes on what of it will not be there when it is opened.
/// `others` are blobs of other kinds.
pub fn to_blobs(asset: &Asset, document: &Document, others: &[Blob]) -> (Vec<Blob>, Vec<String>) {
    let (pictures, numbers, mut notes) = pictures::to_blobs(&asset.materials);
    let (meshes, surfaces) = surfaces::to_blobs(&asset.surfaces);
    let mut all = vec![nodes::to_blob(asset), nodes::chains_to_blob(&asset.chains)];
    // What somebody made comes first, and last what is large and the model's file has too: a file that was cut off has the
    // animations then.
    let animations = document.animations.iter().enumerate();
    all.extend(animations.map(|(number, animation)| animations::to_blob(number, animation)));
    all.extend(others.iter().filter(|blob| !KNOWN.contains(&blob.kind)).cloned());
    let materials = asset.materials.iter().zip(numbers).enumerate();
    all.extend(materials.map(|(number, (material, picture))| pictures::material(number, material, picture)));
    all.extend(surfaces.into_iter().chain(pictures).chain(meshes));
    // It is better to hear now that a number is none than when the save is opened.
    match from_blobs(Blobs { blobs: all.clone(), ..Blobs::default() }, "") {
        Ok(saved) => notes.extend(saved.damage.iter().map(Damage::what)),
        Err(damage) => notes.push(damage.what()),
    }
    (all, notes)
}

/// The model and the animations that some bytes hold; `file` names them in errors.
///
/// # Errors
/// If it is no save, or its nodes are damaged: all else hangs on them.
pub fn read(bytes: &[u8], file: &str) -> Result<Saved, common::unread::Error> {
    blobs::read(bytes).and_then(|blobs| from_blobs(blobs, file)).map_err(|damage| damage.in_file(file))
}

/// The model and the animations of a save whose blobs were read.
///
/// # Errors
/// If there are no nodes that can be read.
pub fn from_blobs(blobs: Blobs, file: &str) -> Result<Saved, Damage> {
    let saves = blobs.saves;
    let mut kinds = Kinds::of(blobs, &KNOWN);
    let mut asset = Asset::empty(file);
    let nodes = kinds.only(NODES, nodes::read).ok_or_else(|| without_nodes(&kinds.damage))?;
    (asset.world_from_model, asset.rig, asset.nodes) = nodes;
    asset.chains =
        kinds.only(CHAINS, |reading| nodes::chains(reading, &asset.rig.skeleton)).unwrap_or_default();
    let pictures = kinds.each(PICTURE, |reading| Ok(reading.rest()));
    let materials = kinds.each(MATERIAL, |reading| pictures::read_material(reading, &pictures));
    let meshes = kinds.each(MESH, surfaces::Checked::read);
    let places = materials.keys().enumerate().map(|(place, &number)| (number, place)).collect();
    let all = surfaces::All { meshes: &meshes, materials: &places, nodes: asset.nodes.len() };
    asset.surfaces = kinds.each(SURFACE, |reading| all.surface(reading)).into_values().collect();
    asset.materials = materials.into_values().collect();
    let animations = kinds.each(ANIMATION, |reading| animations::read(reading, asset.nodes.len()));
    let document = Document { animations: animations.into_values().map(Arc::new).collect() };
    Ok(Saved { asset, document, saves, others: kinds.others, damage: kinds.damage })
}

/// Why there are no nodes: what is wrong with them, or that they are not there.
fn without_nodes(damage: &[Damage]) -> Damage {
    let is_theirs = |damage: &&Damage| matches!(damage.part, Part::Blob(NODES, _));
    damage.iter().find(is_theirs).cloned().unwrap_or_else(|| Damage {
        part: Part::Blob(NODES, numbered(0, "nodes")),
        byte: 0,
        why: Why::Meaning("it is missing, and all else hangs on it.".to_owned()),
    })
}
