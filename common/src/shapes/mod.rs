//! Shapes to draw.

mod cylinder;
mod joint_lines;
mod octahedron;
pub mod outline;
mod pebble;
mod sprite;

pub use cylinder::cylinder;
pub use joint_lines::{JointLines, joint_lines};
pub use octahedron::octahedron;
pub use pebble::pebble;
pub use sprite::{UNIT_SQUARE, back_to_front, sprite_corners};
