//! Motion as keys: what stands where, and when.

mod easing;
mod frame_counter;
mod keyframes;
mod matrix_keys;
mod sweep;

pub use easing::Easing;
pub use frame_counter::{FRAMES_PER_SECOND, FrameCounter};
pub use keyframes::{Keyframe, Keyframes, Playhead};
pub use matrix_keys::{MatrixKeys, key_at, matrices_from_floats, parent_from_joints_at};
pub use sweep::there_and_back;
