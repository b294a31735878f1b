//! What an editor of animations does, without its window: every operation makes a new state of an old one.

pub mod export;
