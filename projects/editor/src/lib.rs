//! What an editor of animations does, without its window: every operation makes a new state of an old one.
//!
//! **In here:** What edits animations, without a window. **Depends on:** `common`, `drafts`, `formats`.

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
