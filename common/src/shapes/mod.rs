//! Shapes to draw.

mod joint_lines;
pub mod outline;
mod solids;

pub use joint_lines::joint_lines;
pub use solids::{cylinder, octahedron, pebble};
