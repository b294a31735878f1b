//! What the workbook trusts as long as students have not built their own.
//!
//! Elsewhere in this crate and in `shaders` students write what is marked by `TODO`. Sometimes the workbook needs the same
//! before it is right: to draw a model, to place the camera, to point with the mouse. Then it takes it from here, or from
//! `shaders/reference`. Nothing here is an exercise, and nothing here calls one.
//!
//! What of a reader is given its own module says: `formats::collada`, `formats::gltf`.

mod falloff;

pub use falloff::{falloff_of_bone, shares_of_window};
