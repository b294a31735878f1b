//! An editor's work and how it is kept, whatever is edited: named blobs in one file, saves that survive a crash, undo and redo.
//!
//! **In here:** What keeps any work safe; it does not know whose work it is. **Depends on:** `common`.

pub mod blobs;
mod draft;
pub mod folder;
mod history;
mod saves;

pub use draft::{Draft, Edited};
pub use history::{History, MOST_STEPS};
pub use saves::{Read, Saves, all_saves};
