//! Times functions, and prints how long each takes per item.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of times that a function is timed.
const SAMPLES: usize = 50;

/// The shortest time of a sample, long beside the clock's smallest step.
const LEAST: Duration = Duration::from_millis(20);

/// Functions that do the same, to be compared.
pub struct Group {
    count: usize,
    unit: &'static str,
}

impl Group {
    /// Returns a group of functions that each work on `count` items: "67 joints" are 67 times a "joint".
    pub fn new(name: &str, count: usize, unit: &'static str) -> Self {
        println!("\n{name}");
        Self { count, unit }
    }

    /// Times a function, prints the median, the fastest and the slowest, and returns the median in seconds.
    pub fn time<T>(&self, name: &str, mut function: impl FnMut() -> T) -> f64 {
        let mut time = |calls: usize| {
            let start = Instant::now();
            for _ in 0..calls {
                black_box(function());
            }
            start.elapsed()
        };
        let mut calls = 1;
        while time(calls) < LEAST {
            calls *= 2;
        }
        let mut samples: Vec<f64> = (0..SAMPLES).map(|_| time(calls).as_secs_f64() / calls as f64).collect();
        samples.sort_by(f64::total_cmp);
        let [fastest, middle, slowest] = [0, SAMPLES / 2, SAMPLES - 1].map(|i| 1e6 * samples[i]);
        let one = 1e3 * middle / self.count as f64;
        println!("  {name:32} {middle:12.2} µs ({fastest:.2} to {slowest:.2}), {one:.2} ns a {}", self.unit);
        1e-6 * middle
    }
}
