//! Uploads lines and skins to the graphics card, and draws each in one call.
//!
//! You use it in this order:
//!
//! 1. [`SkinBuffers`] has a mesh on the graphics card; [`upload_lines`] sends the lines of a skeleton.
//! 2. [`Program::from_source`](glium::Program::from_source) compiles two shaders, and [`Image`] reads a texture's pixels.
//! 3. [`Palettes`] has the matrices of a skin's joints, written in each picture, and [`block`] those of lines.
//! 4. A [`Place`] is the camera, the model's matrix, and the rules of depth and blending.
//! 5. [`draw_skin`] draws a skin in one call, [`draw_lines`] all lines. A uniform that's left out is 0, silently.
//!
//! A block always has room for [`MAX_JOINTS`], and what isn't a joint of yours moves nothing:
//!
//! ```
//! use glam::{Mat4, Vec3};
//!
//! let block = gpu::block(&[Mat4::from_translation(Vec3::Y)])?;
//! assert_eq!(block[0][3], [0.0, 1.0, 0.0, 1.0], "a matrix is four columns, and the last one is the place");
//! assert_eq!((block.len(), block[1]), (gpu::MAX_JOINTS, gpu::UNMOVED[1]));
//! let error = gpu::block(&[Mat4::IDENTITY; 129]).map(|_| ()).unwrap_err().to_string();
//! assert_eq!(error, "the skeleton has 129 joints, but the block in the shaders holds 128");
//! # Ok::<(), gpu::Error>(())
//! ```
//!
//! docs/engine/window.md leads from there to a knight in a window of your own.
//!
//! **In here:** What stands between a palette and the picture, on glium's own types, for lessons and for a program of
//! your own: blocks of matrices, vertices, draw calls, pictures for textures. No window, and no file is watched.
//! **Depends on:** `common`.

mod block;
mod error;
mod image;
mod joint_lines;
mod skin;

pub use block::{Joints, MAX_JOINTS, UNMOVED, block, ensure_room};
use error::ensure;
pub use error::{Error, Result};
pub use image::Image;
pub use joint_lines::{JointBuffers, JointVertex, Picture, draw_lines, upload_lines};
pub use skin::{Palettes, Place, SkinBuffers, draw_skin, skin_format, upload_skin, upload_triangles};
