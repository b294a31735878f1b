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
    /// Everything that the format cannot keep, and the parts of the model that were not read.
    pub notes: Vec<String>,
}
