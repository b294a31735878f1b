//! Joints alone, and motion as whole matrices, as lessons 05 and 06 show them.

use super::{Asset, Format, MatrixKeys, collada, gltf, read_file};
use glam::Mat4;
use std::path::Path;

/// A clip with the keys of every node, each a whole matrix.
pub struct KeyedClip {
    /// Its name for people.
    pub name: String,
    /// Its first moment in the file, in seconds.
    pub start: f32,
    /// Its last moment.
    pub end: f32,
    /// The keys of every node; none for a node that nothing moves.
    pub keys: Vec<MatrixKeys>,
    /// From every node to its parent at a time of the file, as its reader fills the time between keys.
    pub parent_from_nodes: Box<dyn Fn(f32) -> Vec<Mat4>>,
}

/// Reads the model file at `path` for its joints, with its clips. If something is wrong with the surfaces of a
/// Collada file, they are left out.
///
/// # Errors
/// If the file cannot be read, or what it says cannot be meant.
pub fn read_keyed(path: &Path) -> anyhow::Result<(Asset, Vec<KeyedClip>)> {
    let (bytes, file) = (read_file(path)?, path.display().to_string());
    match Format::of(&bytes, &file)? {
        Format::Gltf => {
            let document = gltf::Document::parse(bytes, &file)?;
            let clips = document.keyed_clips();
            Ok((document.into_asset(), clips))
        }
        Format::Collada => {
            let document = collada::Document::parse_joints(&bytes, &file)?;
            let clips = document.keyed_clips();
            Ok((document.into_asset(), clips))
        }
    }
}
