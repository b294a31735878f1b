//! What an editor of animations does, without its window: every operation makes a new state of an old one.
//!
//! A drag is worked out anew in each picture, from the state in which it began. So nothing drifts, and to cancel it is to
//! take that state again. What comes of it is one [`Step`] of a [`History`], which keeps the difference alone: a [`Patch`].

mod animations;
mod channels;
mod columns;
mod copied;
mod document;
mod edits;
mod history;
mod insert;
mod keying;
mod patch;
mod selection;

pub use animations::ListEdit;
pub use copied::Copied;
pub use document::{Animation, Document, SAME_TIME};
pub use edits::Edit;
pub use history::{History, Step, Stored};
pub use insert::insert;
pub use keying::{Parts, Posed};
pub use patch::Patch;
pub use selection::Selection;

#[cfg(test)]
mod tests;
