//! What the student builds up, lesson by lesson, and the stage that runs a lesson.
//!
//! Everything but [`gl`] and [`stage`] is numbers only: it knows no window and no OpenGL.

pub mod check;
pub mod clip;
pub mod collada;
pub mod course;
pub mod gl;
pub mod model;
pub mod pose;
pub mod shapes;
pub mod skeleton;
pub mod skin;
pub mod stage;
pub mod transform;
