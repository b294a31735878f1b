//! The library that students build, lesson by lesson: from a rotation to a character that walks.
//!
//! **In here:** Everything that students build and several lessons share, as numbers: no window, no OpenGL, and no files but the error for one that can't be read. **Depends on:** nothing.

#![warn(missing_docs)]

pub mod clip;
pub mod ik;
pub mod mesh;
pub mod names;
pub mod pose;
pub mod rig;
pub mod shapes;
pub mod skeleton;
pub mod skin;
pub mod transform;
pub mod unread;

/// The answers in `docs/before-you-begin.md` are compiled and run with this crate's other examples.
#[cfg(doctest)]
#[doc = include_str!("../../docs/before-you-begin.md")]
pub struct BeforeYouBegin;
