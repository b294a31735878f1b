//! What an editor of animations is made of, but for its window.

pub mod disk;
pub mod flip;
pub mod folder;
pub mod mirror;
pub mod partners;
mod utc;
