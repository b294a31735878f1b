//! Out into the world: a model and its motion as files that other programs read.
//!
//! Both formats begin at [`Scene`](scene::Scene), which has what they ask for: metres, one direction that is up, and nodes
//! that carry what is bent. What a file looks like is a matter of [`glb`] and [`collada`].
//!
//! A text is a tree of values here. Crates for glTF's JSON need a macro for every one of its types, and that macro would be
//! built before the first lesson is.

mod bones;
mod collada;
mod curves;
mod glb;
mod packed;
mod pictures;
mod scene;
mod skinned;
mod xml;

pub use collada::collada;
pub use glb::glb;

/// What was made of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Export {
    /// The file.
    pub bytes: Vec<u8>,
    /// The files to write beside it, for what it does not hold itself.
    pub beside: Vec<FileBeside>,
    /// How many keys were added. Blender mixes quaternions number by number, which is near enough to a turn only for small
    /// turns: larger ones have keys between. Those at rest in a joint that had none are not counted.
    pub added: usize,
    /// What the format cannot keep.
    pub notes: Vec<String>,
}

/// A file that another one names.
#[derive(Clone, Debug, PartialEq)]
pub struct FileBeside {
    /// What it is called there. It has no folder, and no characters but letters, digits and `.`, `_`, `-`.
    pub name: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}
