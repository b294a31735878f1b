//! What an editor of animations does, without its window: every operation makes a new state of an old one.

mod document;

pub use document::{Animation, Document, SAME_TIME};
