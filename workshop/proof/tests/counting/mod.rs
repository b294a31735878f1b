//! Counts a thread's allocations, and the memory that it has and had at most.

#![allow(dead_code, reason = "each test asks for one of both")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// An allocator that passes everything on to the system's, and counts.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of its callers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        NOW.set(NOW.get().wrapping_add(layout.size()));
        MOST.set(MOST.get().max(NOW.get()));
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps to the same rules.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.set(NOW.get().saturating_sub(layout.size()));
        // SAFETY: the pointer came from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the number of times that this thread has allocated memory.
pub fn allocations() -> usize {
    ALLOCATIONS.get()
}

/// Returns the most bytes that `work` has allocated at once, and those that its result still holds.
pub fn most<T>(work: impl FnOnce() -> T) -> [usize; 2] {
    let before = NOW.get();
    MOST.set(before);
    let made = work();
    let taken = [MOST.get(), NOW.get()].map(|bytes| bytes.saturating_sub(before));
    drop(made);
    taken
}
