//! Plays a clip with ozz-animation's `SamplingJob` and `LocalToModelJob`, and makes a palette of it.

use super::library::Library;
use common::clip::{Clip, Keys};
use common::rig::Rig;
use glam::Mat4;
use std::ffi::c_void;

/// The keys of a channel, laid out as in `driver.cpp`.
#[repr(C)]
struct RawKeys {
    times: *const f32,
    values: *const f32,
    count: usize,
}

/// A joint with its keys, laid out as in `driver.cpp`.
#[repr(C)]
struct RawJoint {
    parent: isize,
    translations: RawKeys,
    rotations: RawKeys,
    scales: RawKeys,
}

type New = unsafe extern "C" fn(*const RawJoint, *const Mat4, usize, f32, *const f32, usize) -> *mut c_void;
type Play = unsafe extern "C" fn(*mut c_void, f32, *mut Mat4);
type Free = unsafe extern "C" fn(*mut c_void);

/// Characters that play one clip in a loop.
pub struct Player {
    player: *mut c_void,
    play: Play,
    free: Free,
    /// The number of matrices in all palettes together.
    matrices: usize,
}

impl Player {
    /// Makes a character for each time in `starts`, in seconds. `rig` must have its joints in the order of
    /// ozz-animation, which is depth first.
    pub fn new(library: &Library, rig: &Rig, clip: &Clip, joints_from_bind: &[Mat4], starts: &[f32]) -> Self {
        let parents =
            rig.skeleton.joints().iter().map(|joint| joint.parent.map_or(-1, |parent| parent as isize));
        let joints = parents.enumerate().map(|(joint, parent)| {
            let channel = clip.channels.iter().find(|channel| channel.joint == joint);
            let rest = &rig.rest[joint];
            RawJoint {
                parent,
                translations: raw(channel.map(|channel| &channel.translations), &rest.translation),
                rotations: raw(channel.map(|channel| &channel.rotations), &rest.rotation),
                scales: raw(channel.map(|channel| &channel.scales), &rest.scale),
            }
        });
        let joints: Vec<RawJoint> = joints.collect();
        let new: New = library.function(c"new_player");
        let (count, characters) = (joints.len(), starts.len());
        // All lists are as long as is said, and it keeps none of them.
        let player = unsafe {
            new(joints.as_ptr(), joints_from_bind.as_ptr(), count, clip.seconds, starts.as_ptr(), characters)
        };
        assert!(!player.is_null(), "ozz-animation does not take this clip");
        let (play, free) = (library.function(c"play"), library.function(c"free_player"));
        Self { player, play, free, matrices: count * characters }
    }

    /// Advances all characters by `dt` seconds, and writes their palettes, one behind the other.
    pub fn play(&mut self, dt: f32, palettes: &mut [Mat4]) {
        assert_eq!(palettes.len(), self.matrices);
        unsafe { (self.play)(self.player, dt, palettes.as_mut_ptr()) }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        unsafe { (self.free)(self.player) }
    }
}

const AT_ONCE: f32 = 0.0;

/// Returns the keys of a channel, or one key with the joint's value at rest.
fn raw<T>(keys: Option<&Keys<T>>, rest: &T) -> RawKeys {
    match keys {
        Some(keys) if !keys.times().is_empty() => RawKeys {
            times: keys.times().as_ptr(),
            values: keys.values().as_ptr().cast(),
            count: keys.times().len(),
        },
        _ => RawKeys { times: &AT_ONCE, values: std::ptr::from_ref(rest).cast(), count: 1 },
    }
}
