//! Operations of an animation editor, without its window: each makes a new state from an old one.
//!
//! **In here:** An editor of animations, without a window. **Depends on:** `common`, `drafts`, `formats`.

mod animations;
mod auto_key;
mod channels;
mod columns;
mod copied;
mod document;
mod edits;
pub mod export;
pub mod flip;
mod insert;
mod keying;
pub mod mirror;
pub mod onto;
pub mod partners;
pub mod save;
mod selection;

pub use animations::ListEdit;
pub use auto_key::auto_key;
pub use copied::Copied;
pub use document::{Animation, Document};
pub use edits::Edit;
pub use insert::insert;
pub use keying::Posed;
pub use selection::Selection;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod undo_tests;
