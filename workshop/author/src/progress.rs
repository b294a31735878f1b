//! Progress of long work: one line on a terminal; elsewhere nothing, or a line for each piece of it.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A count of the pieces that are done, shown with a label and the time left.
pub struct Progress {
    total: usize,
    done: Mutex<usize>,
    start: Instant,
    shown: bool,
    /// True if each piece gets a line of its own where there is no terminal.
    told: bool,
}

impl Progress {
    /// Shows that no piece of work is done yet, of `total`.
    pub fn new(total: usize) -> Self {
        let shown = std::io::stderr().is_terminal();
        Self { total, done: Mutex::new(0), start: Instant::now(), shown, told: false }
    }

    /// Shows that no piece is done yet. Without a terminal, each piece will get a line.
    pub fn told(total: usize) -> Self {
        let mut progress = Self::new(total);
        progress.told = true;
        progress
    }

    /// Counts one more piece of work as done, and shows it.
    pub fn tick(&self, label: &str) {
        let Ok(mut done) = self.done.lock() else {
            return;
        };
        *done += 1;
        let left = left(*done, self.total, self.start.elapsed());
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K{done}/{}, {left} left  {label}", self.total);
        } else if self.told {
            let _ = writeln!(std::io::stderr(), "{done}/{}, {left} left  {label}", self.total);
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

/// The time that is left, in minutes and seconds.
fn left(done: usize, total: usize, elapsed: Duration) -> String {
    let left = elapsed.as_secs_f64() * (total - done) as f64 / done.max(1) as f64;
    let seconds = left.ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_tells_how_long_the_rest_takes() {
        assert_eq!(left(3, 12, Duration::from_secs(30)), "1:30");
    }
}
