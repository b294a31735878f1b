//! What an editor of animations does, without its window: every operation makes a new state of an old one.

mod animations;
pub mod arena;
pub mod blobs;
mod channels;
mod columns;
mod copied;
pub mod disk;
mod document;
mod edits;
pub mod export;
pub mod flip;
pub mod folder;
mod history;
mod insert;
mod keying;
pub mod level;
pub mod mirror;
pub mod partners;
mod patch;
mod run;
pub mod save;
mod saves;
mod selection;
mod utc;

pub use animations::ListEdit;
pub use copied::Copied;
pub use document::{Animation, Document, SAME_TIME};
pub use edits::Edit;
pub use history::{History, Step, Stored};
pub use insert::insert;
pub use keying::{Parts, Posed};
pub use patch::Patch;
pub use saves::Saves;
pub use selection::Selection;

#[cfg(test)]
mod tests;
