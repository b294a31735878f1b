//! Uploads lines and skins to the graphics card, and draws each in one call.
//!
//! **In here:** What stands between a palette and the picture, on glium's own types, for lessons and for a program of
//! your own: blocks of matrices, vertices, draw calls, pictures for textures. No window, and no file is watched.
//! **Depends on:** `common`.

mod block;
mod image;
mod joint_lines;
mod program;
mod skin;

pub use block::{Joints, MAX_JOINTS, UNMOVED, block, ensure_room};
pub use image::Image;
pub use joint_lines::{JointBuffers, JointVertex, Picture, draw_lines, upload_lines};
pub use program::program;
pub use skin::{Palettes, Place, SkinBuffers, draw_skin, skin_format, upload_skin, upload_triangles};
