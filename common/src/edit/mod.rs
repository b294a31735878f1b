//! What an editor of animations does, without its window: every operation makes a new state of an old one.

mod document;
mod history;
mod insert;

pub use document::{Animation, Document, SAME_TIME};
pub use history::{History, Step, Stored};
pub use insert::insert;
