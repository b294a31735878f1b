//! A film takes no more memory the longer it is.

use anyhow::Result;
use common::stage::Film;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static NOW: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, which counts what this thread has, and the most that it had.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; counting touches no memory of its callers.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        NOW.set(NOW.get().wrapping_add(layout.size()));
        MOST.set(MOST.get().max(NOW.get()));
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

const SIZE: [u32; 2] = [320, 200];
const PICTURE: usize = 320 * 200 * 4;

/// A dark square that wanders over a slope of colours.
fn picture(number: usize) -> Vec<u8> {
    let pixel = |i: usize| {
        let (x, y) = (i % 320, i / 320);
        let square = (x + 320 - number % 320) % 320 < 20 && y < 20;
        if square { [20, 30, 40, 255] } else { [(x / 2) as u8, y as u8, 128, 255] }
    };
    (0..PICTURE / 4).flat_map(pixel).collect()
}

/// The most memory that a film of so many pictures takes, beyond what was taken before.
fn most(name: &str, count: usize) -> Result<usize> {
    let folder = std::env::temp_dir().join(format!("film-memory-{}-{count}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let before = NOW.get();
    MOST.set(before);
    let mut film = Film::begin(&folder.join(name), SIZE, 20, count)?;
    for number in 0..count {
        film.add(SIZE, &picture(number))?;
    }
    film.end()?;
    let most = MOST.get() - before;
    let files = std::fs::read_dir(&folder)?.count();
    let wanted = if name.ends_with(".gif") { 1 } else { count };
    assert_eq!(files, wanted, "files of {name}");
    std::fs::remove_dir_all(&folder)?;
    Ok(most)
}

#[test]
fn a_film_takes_no_more_memory_the_longer_it_is() -> Result<()> {
    for name in ["film.gif", "film-###.png"] {
        // A film of 77 MB. What it takes is a sample of its colours, and what chooses 255 of them.
        let most = most(name, 300)?;
        assert!(most < 40 * PICTURE, "{name}: {most} bytes");
    }
    Ok(())
}
