//! Playing takes no new memory.

use common::clip::{Animator, Clip, Figure};
use common::collada;
use common::course::root;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts what this thread asks for.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of its callers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps to the same rules.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn an_animator_plays_and_seeks_in_the_memory_it_has() {
    let document = collada::read(&root().join("assets/knight/knight_walk.dae")).unwrap();
    let (figure, _) = Figure::of_scene(&document.scene);
    let (clip, _) = Clip::from_collada(&document.scene, &document.clips[0]);
    let before_it = ALLOCATIONS.get();
    let mut animator = Animator::new(Arc::new(figure), Arc::new(clip));
    let before = ALLOCATIONS.get();
    assert!(before > before_it, "allocations are counted");
    for step in 0..1000u16 {
        animator.update(0.0171);
        if step % 100 == 0 {
            animator.seek(f32::from(step) * 0.01);
        }
    }
    assert_eq!(ALLOCATIONS.get() - before, 0);
}
