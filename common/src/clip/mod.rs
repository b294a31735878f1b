//! Motion as keys: where everything is, and when.

mod animator;
mod blend;
mod blend_space;
mod channels;
mod easing;
pub mod footprints;
mod frame_counter;
mod key_at;
mod keyframes;
mod keys;
mod mixer;
mod pace;
mod root_motion;

pub use animator::Animator;
pub use blend::{Layer, add_layer, blend, feathered_mask, overlay};
pub use blend_space::{BlendSpace, InStep, Motion, Steps, Stride, StrideMix, in_step};
pub use channels::{Channel, Clip, Cursors};
pub use easing::{Easing, there_and_back};
pub use frame_counter::{FRAMES_PER_SECOND, FrameCounter};
pub use key_at::key_at;
pub use keyframes::{Keyframe, Keyframes, Playhead};
pub use keys::{Cursor, Keys, Search, key_from_last, key_from_start};
pub use mixer::{Fade, Mixer, Source, UnknownClip};
pub use pace::{GaitBlend, pace};
pub use root_motion::RootMotion;

/// Keys that are closer than this, in seconds, are at one time.
pub const SAME_TIME: f32 = 1e-4;
