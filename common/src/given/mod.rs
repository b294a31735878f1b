//! What the workbook trusts as long as students have not built their own.
//!
//! Elsewhere in this crate and in `shaders` students write what is marked by `TODO`. Sometimes the workbook needs the same
//! before it is right: to draw a model, to place the camera, to point with the mouse. Then it takes it from here, or from
//! `shaders/given`. Nothing here is an exercise, and nothing here calls one.
//!
//! | given | where students write |
//! |---|---|
//! | [`blended`] | 08.3, [`skin_point`](crate::skin::skin_point) |
//! | [`normal_matrix`] | 09.2, [`normal_palette`](crate::skin::normal_palette) |
//! | [`walk`] | 02.4, [`model_from_joints`](crate::pose::model_from_joints), and 04.2, [`world_from_joints`](crate::pose::world_from_joints) |
//! | [`pose_near`] | 12.2, [`Channel::sample`](crate::clip::Channel::sample) |
//! | `model.vert`, `model_many.vert` | 08.1, `skin.vert`, and 09.3, `rigged.vert` |
//! | `joint_lines_many.vert` and `LongChain` in [`gl`](crate::gl) | 04.3, `joint_lines.vert`, and 04.4, [`ChainLines::draw`](crate::gl::ChainLines::draw) |
//!
//! What of a reader is given its own module says: [`asset::collada`](crate::asset::collada).

mod blended;
mod normal_matrix;
mod pose_near;
mod walk;

pub use blended::blended;
pub use normal_matrix::normal_matrix;
pub use pose_near::pose_near;
pub use walk::walk;
