//! What the student builds up, lesson by lesson, and the stage that runs a lesson.
//!
//! Everything but [`gl`] and [`stage`] is numbers only: it knows no window and no OpenGL.

pub mod asset;
pub mod check;
pub mod clip;
pub mod edit;
pub mod given;
pub mod gl;
pub mod ground;
pub mod ik;
pub mod mesh;
mod names;
pub mod play;
pub mod pose;
pub mod rig;
pub mod shapes;
pub mod skeleton;
pub mod skin;
pub mod stage;
pub mod transform;

pub use course;

/// The answers in `docs/before-you-begin.md` are compiled and run with this crate's other examples.
#[cfg(doctest)]
#[doc = include_str!("../../docs/before-you-begin.md")]
pub struct BeforeYouBegin;
