//! A model and its motion as a file for other programs: binary glTF.
//!
//! [`Scene`](scene::Scene) has the contents in the format's terms, such as metres. [`glb`] writes it.

mod curves;
mod glb;
mod packed;
mod pictures;
mod scene;
mod skinned;

pub use glb::glb;

/// A file made of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Export {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of added keys. Blender mixes quaternions number by number, which is near enough to a rotation only for
    /// small angles: larger ones get keys in between.
    pub added: usize,
    /// Everything that the format cannot keep.
    pub notes: Vec<String>,
}
