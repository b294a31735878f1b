//! Stores any editor's work: blobs in one file, saves that survive a crash, undo and redo.

pub mod blobs;
mod draft;
pub mod folder;
mod history;
mod saves;

pub use draft::{Draft, Edited};
pub use history::History;
pub use saves::{Newest, Saves, all_saves, home};
