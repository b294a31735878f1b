//! What a history keeps, counted where memory is asked for.

use common::clip::{Channel, Clip, Keys};
use common::skeleton::Skeleton;
use common::transform::Transform;
use drafts::History;
use editor::{Document, Edit, Patch, Posed, Selection};
use glam::{Quat, Vec3};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, which counts how many bytes this thread holds.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of its callers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get() + layout.size() as isize);
        // SAFETY: the caller keeps to the same rules.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as isize);
        // SAFETY: the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// More would change nothing: what a step does not touch is shared.
const JOINTS: usize = 3;
const KEYS: u16 = 1000;

/// A motion of many joints, each with many keys in all of its lists.
fn long() -> Document {
    let times = || (0..KEYS).map(|key| f32::from(key) / 30.0);
    let places = |joint: usize| (0..KEYS).map(move |key| Vec3::splat(f32::from(key) + joint as f32));
    let channel = |joint| Channel {
        joint,
        translations: Keys::new(times(), places(joint)),
        rotations: Keys::new(times(), times().map(Quat::from_rotation_y)),
        scales: Keys::new(times(), places(joint)),
    };
    let channels = (0..JOINTS).map(channel).collect();
    Document::of_clips(&[Clip { seconds: 40.0, channels, ..Clip::default() }])
}

/// One of many steps that are made with a joint's keys.
fn edited(document: &Document, skeleton: &Skeleton, step: u16) -> Edit {
    let walk = &document.animations[0];
    let times = walk.key_times(1);
    let key = times[usize::from(step.wrapping_mul(37)) % (times.len() - 60)];
    let chosen = |count| -> Selection {
        let from = times.partition_point(|&time| time < key);
        times[from..].iter().step_by(6).take(count).map(|&time| (1, time)).collect()
    };
    let now = Transform { rotation: Quat::from_rotation_x(f32::from(step)), ..Transform::IDENTITY };
    let was =
        Transform { translation: Vec3::X, rotation: Quat::from_rotation_y(1.0), scale: Vec3::splat(2.0) };
    match step % 5 {
        0 => walk.set(skeleton, key, &[Posed { joint: 1, was, now }]),
        1 => walk.set(skeleton, key + 0.007, &[Posed { joint: 1, was, now }]),
        2 => walk.shift(&chosen(1), 0.013),
        3 => walk.shift(&chosen(10), 3.0),
        _ => walk.delete(&chosen(1)),
    }
}

#[test]
fn ten_thousand_steps_of_a_joint_with_a_thousand_keys_stay_below_a_hundred_megabytes() {
    let (first, skeleton) = (long(), Skeleton::chain(&["hip", "knee"]));
    let (mut now, mut history) = (first.clone(), History::<Patch>::new(usize::MAX));
    let before = HELD.get();
    for step in 0..10_000 {
        let edit = edited(&now, &skeleton, step);
        let next = now.with(0, edit.animation);
        if let Some(step) = drafts::step(edit.name, &now, &next) {
            history.push(step);
        }
        now = next;
    }
    // The document has a few keys more, or less.
    let held = (HELD.get() - before) as usize;
    println!("{} steps hold {held} bytes, and say {}", history.names().len(), history.bytes());
    assert!(history.names().len() > 9_000);
    assert!(held < 100_000_000, "{held} bytes");
    let known = history.bytes() as f64 / held as f64;
    assert!((0.8..1.2).contains(&known), "it says {} of {held} bytes", history.bytes());

    history.go_to(0, |patch| now = patch.apply(&now).expect("the document that it was made for"));
    assert!(now == first);
}
