//! Joints without surfaces, and motion as matrices, as lessons 05 and 06 need them.

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
    /// The keys of every node; none for a node that the clip doesn't move.
    pub keys: Vec<MatrixKeys>,
    /// Returns the transform of every node to its parent at a time of the file, with the file's own interpolation.
    pub parent_from_nodes: Box<dyn Fn(f32) -> Vec<Mat4>>,
}

/// Reads the joints and clips of the model file at `path`. Faults in the surfaces of a Collada file only leave the
/// surfaces out.
///
/// # Errors
/// If the file can't be read, or its contents make no sense.
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
