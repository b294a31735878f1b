//! How an editor keeps work, whatever is edited: named blobs in one file, saves that survive a crash, undo and redo.
//!
//! **In here:** What keeps any work safe; it does not know whose work it is. **Stands on:** `common`, `formats`.

pub mod blobs;
pub mod bytes;
pub mod disk;
mod draft;
pub mod folder;
mod history;
mod run;
mod saves;
mod utc;

pub use draft::{BUDGET, Draft, Edited, step};
pub use history::{History, Step, Stored};
pub use run::Run;
pub use saves::{Decision, Read, SaveQuestion, Saves, all_saves};
