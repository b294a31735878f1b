//! What an editor of animations is made of, but for its window.

pub mod flip;
pub mod mirror;
pub mod partners;
