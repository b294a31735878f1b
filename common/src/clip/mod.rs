//! Motion as keys: where everything is, and when.

mod animator;
mod blend;
mod blend_space;
mod channels;
mod keys;
mod mixer;
mod root_motion;

pub use animator::Animator;
pub use blend::{Layer, add_layer, blend, feathered_mask, overlay};
pub use blend_space::{BlendSpace, GaitBlend, InStep, Stride, StrideMix, in_step, pace};
pub use channels::{Channel, Clip, Cursors};
pub use keys::{Cursor, Keys, Search, key_from_last};
pub use mixer::{Fade, Mixer, Source, UnknownClip};
pub use root_motion::RootMotion;

/// Keys that are closer than this, in seconds, are at one time.
pub const SAME_TIME: f32 = 1e-4;

/// Keys a second that modelling programs write by default.
pub const FRAMES_PER_SECOND: f32 = 30.0;

/// A number that goes evenly from -1 to 1 in the first half of each period, and back in the second.
pub fn there_and_back(seconds: f32, period: f32) -> f32 {
    let passed = (seconds / period).rem_euclid(1.0);
    if passed < 0.5 { 4.0 * passed - 1.0 } else { 3.0 - 4.0 * passed }
}

/// Returns the index of the key that holds at a time. `times` never go back, and there may be none.
pub fn key_at(times: &[f32], time: f32) -> usize {
    // TODO 06.2: Find the key that holds.
    // BEGIN SOLUTION 06.2
    let next = times.partition_point(|&key| key <= time);
    next.saturating_sub(1)
    // END SOLUTION 06.2
    // STARTER 06.2: let _ = (times, time);
    // STARTER 06.2: 0
}
