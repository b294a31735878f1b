//! Shapes to draw.

mod joint_lines;
pub mod outline;
mod solids;
mod sprite;

pub use joint_lines::joint_lines;
pub use solids::{cylinder, octahedron, pebble};
pub use sprite::{UNIT_SQUARE, back_to_front, sprite_corners};
