//! Motion as keys: what stands where, and when.

mod animator;
mod beside;
mod blend;
mod channels;
mod easing;
mod figure;
mod frame_counter;
mod gait;
mod import;
mod keyframes;
mod keys;
mod layer;
mod matrix_keys;
mod onto;
mod player;
mod stacks;
mod sweep;

pub use animator::Animator;
pub use beside::clips_of_model;
pub use blend::{blend, overlay, set_below};
pub use channels::{Channel, Clip, Cursors};
pub use easing::Easing;
pub use figure::Figure;
pub use frame_counter::{FRAMES_PER_SECOND, FrameCounter};
pub use gait::{Gait, Steps};
pub use keyframes::{Keyframe, Keyframes, Playhead};
pub use keys::{Cursor, Keys, Search, key_from_last, key_from_start};
pub use layer::Layer;
pub use matrix_keys::{MatrixKeys, key_at, matrices_from_floats, parent_from_joints_at};
pub use player::{Fade, Player, Source, UnknownClip};
pub use sweep::there_and_back;
