//! A model and its motion as a file that other programs read: binary glTF.
//!
//! [`Scene`](scene::Scene) has what the format asks for: metres, and nodes that carry what is bent. [`glb`] writes it.

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
    /// Number of added keys. Blender mixes quaternions number by number, which is near enough to a turn only for small
    /// turns: larger ones have keys between.
    pub added: usize,
    /// Everything that the format cannot keep.
    pub notes: Vec<String>,
}
