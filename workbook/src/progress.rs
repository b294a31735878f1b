//! How far long work has come: one line on a terminal, nothing elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A bar with a label and the time left.
pub struct Progress {
    total: usize,
    done: Mutex<usize>,
    start: Instant,
    shown: bool,
}

impl Progress {
    /// Shows that nothing is done yet of so many pieces of work.
    pub fn new(total: usize) -> Self {
        Self { total, done: Mutex::new(0), start: Instant::now(), shown: std::io::stderr().is_terminal() }
    }

    /// Counts one more piece of work as done, and shows it.
    pub fn tick(&self, label: &str) {
        let Ok(mut done) = self.done.lock() else {
            return;
        };
        *done += 1;
        if self.shown {
            let line = line(*done, self.total, self.start.elapsed(), label);
            let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(done: usize, total: usize, elapsed: Duration, label: &str) -> String {
    const WIDTH: usize = 24;
    let filled = WIDTH * done / total.max(1);
    let bar = "█".repeat(filled) + &"░".repeat(WIDTH - filled);
    let left = elapsed.as_secs_f64() * (total - done) as f64 / done.max(1) as f64;
    let seconds = left.ceil() as u64;
    format!("{bar} {done}/{total}, {}:{:02} left  {label}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_how_much_is_done_and_how_long_the_rest_takes() {
        let line = line(3, 12, Duration::from_secs(30), "01.2 starter");
        assert_eq!(line, "██████░░░░░░░░░░░░░░░░░░ 3/12, 1:30 left  01.2 starter");
    }
}
