//! Shapes to draw, as numbers.

mod cylinder;
pub mod outline;
mod sprite;

pub use cylinder::{Solid, cylinder};
pub use sprite::{PICTURE_CORNERS, back_to_front, sprite_corners};
