//! Counts the keys that each of three searches compares: from the start, from the key of the last search, and by
//! bisection.

use common::clip::{Clip, Keys, key_from_last};
use std::cell::Cell;
use std::cmp::Ordering;

/// The time from one frame to the next for the counts.
const FRAME: f32 = 1.0 / 60.0;

/// Number of moments of a clip at which keys are counted.
const MOMENTS: usize = 120;

/// Numbers of keys that each search compares in a frame.
pub struct Looks {
    /// Counts at moments of the clip.
    pub at: Vec<(f32, [usize; 3])>,
    pub average: [usize; 3],
    pub most: [usize; 3],
}

impl Looks {
    /// Counts the keys of a clip that plays in a loop.
    pub fn new(clip: &Clip) -> Self {
        let mut counts = Vec::new();
        for moment in 0..MOMENTS {
            let now = clip.seconds * moment as f32 / MOMENTS as f32;
            let before = (now - FRAME).rem_euclid(clip.seconds.max(FRAME));
            counts.push((now, at(clip, before, now)));
        }
        let of = |i: usize| counts.iter().map(move |(_, looks)| looks[i]);
        Self {
            average: [0, 1, 2].map(|i| average(clip.seconds / FRAME, of(i))),
            most: [0, 1, 2].map(|i| of(i).max().unwrap_or(0)),
            at: counts,
        }
    }
}

/// Returns the number of key times that each search compares, over all lists of a clip, to find the keys at `now` after
/// those at `before`. A single key needs no search.
fn at(clip: &Clip, before: f32, now: f32) -> [usize; 3] {
    fn times<T>(keys: &Keys<T>) -> &[f32] {
        if keys.times().len() > 1 { keys.times() } else { &[] }
    }
    let mut sum = [0; 3];
    for channel in &clip.channels {
        for times in [times(&channel.translations), times(&channel.rotations), times(&channel.scales)] {
            let looks = at_times(times, before, now);
            sum = std::array::from_fn(|i| sum[i] + looks[i]);
        }
    }
    sum
}

/// A time that counts how often it is compared.
#[derive(Clone, Copy)]
struct Counted<'c>(f32, &'c Cell<usize>);

impl PartialEq for Counted<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Counted<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.1.set(self.1.get() + 1);
        self.0.partial_cmp(&other.0)
    }
}

/// Counts the key times of one list. The search from the last key is exercise 21.6's own.
fn at_times(times: &[f32], before: f32, now: f32) -> [usize; 3] {
    let looks = Cell::new(0);
    let counted: Vec<Counted<'_>> = times.iter().map(|&time| Counted(time, &looks)).collect();
    let last = key_from_last(&counted, 0, Counted(before, &looks));
    looks.set(0);
    key_from_last(&counted, last, Counted(now, &looks));
    let from_start = times.iter().position(|&key| key > now).map_or(times.len(), |first| first + 1);
    [from_start, looks.get(), by_halving(times, now)]
}

/// Counts the key times of a bisection, as the text draws it: the key in the middle decides which half remains.
fn by_halving(times: &[f32], now: f32) -> usize {
    let (mut low, mut high, mut looks) = (0, times.len(), 0);
    while low < high {
        let middle = (low + high) / 2;
        looks += 1;
        if times[middle] <= now {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    looks
}

/// The mean of counts at evenly spaced moments, for so many frames. The first count is for the one frame in which
/// the clip has begun again; the others are for all other frames.
fn average(frames: f32, mut counts: impl Iterator<Item = usize>) -> usize {
    let first = counts.next().unwrap_or(0) as f32;
    let (sum, number) = counts.fold((0.0, 0.0f32), |(sum, number), count| (sum + count as f32, number + 1.0));
    let other = sum / number.max(1.0);
    (other + (first - other) / frames.max(1.0)).round() as usize
}
