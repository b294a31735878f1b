//! Exports a model and its motion to binary glTF for other programs.
//!
//! [`Scene`](scene::Scene) has the contents in the format's terms, such as metres. [`glb`] writes it.

mod curves;
mod glb;
mod packed;
mod pictures;
mod scene;
mod skinned;

pub use glb::glb;

/// The result of exporting a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Export {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// A sentence for each part that the format cannot keep, or that was not read.
    pub notes: Vec<String>,
}
