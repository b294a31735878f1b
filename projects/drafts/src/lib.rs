//! Storage for any editor's work: named blobs in one file, saves that survive a crash, undo and redo.
//!
//! **In here:** What an editor keeps, whatever it edits. **Depends on:** `common`.

pub mod blobs;
mod draft;
pub mod folder;
mod saves;

pub use draft::{Draft, Edited};
pub use saves::{Newest, Saves, all_saves, home};
