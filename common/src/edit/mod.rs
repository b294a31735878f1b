//! What an editor of animations does, without its window: every operation makes a new state of an old one.

pub mod blobs;
mod document;
pub mod export;
pub mod flip;
mod history;
mod insert;
pub mod mirror;
pub mod partners;
pub mod save;

pub use document::{Animation, Document, SAME_TIME};
pub use history::{History, Step, Stored};
pub use insert::insert;
