//! Progress of long work: one line on a terminal; elsewhere nothing, or a line for each piece of it.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A count of the pieces that are done, shown with a label and the time left.
pub struct Progress {
    total: usize,
    done: Mutex<usize>,
    start: Instant,
    /// What stands before and behind a piece's words, if they're shown.
    around: Option<[&'static str; 2]>,
}

impl Progress {
    /// Shows that no piece of work is done yet, of `total`.
    pub fn new(total: usize) -> Self {
        let around = std::io::stderr().is_terminal().then_some(["\r\x1b[K", ""]);
        Self { total, done: Mutex::new(0), start: Instant::now(), around }
    }

    /// Shows that no piece is done yet. Without a terminal, each piece will get a line.
    pub fn told(total: usize) -> Self {
        let mut progress = Self::new(total);
        progress.around = progress.around.or(Some(["", "\n"]));
        progress
    }

    /// Counts one more piece of work as done, and shows it.
    pub fn tick(&self, label: &str) {
        let (Ok(mut done), Some([before, behind])) = (self.done.lock(), self.around) else { return };
        *done += 1;
        let (left, total) = (left(*done, self.total, self.start.elapsed()), self.total);
        let _ = write!(std::io::stderr(), "{before}{done}/{total}, {left} left  {label}{behind}");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some([before, ""]) = self.around {
            let _ = write!(std::io::stderr(), "{before}");
        }
    }
}

/// The time that is left, in minutes and seconds.
fn left(done: usize, total: usize, elapsed: Duration) -> String {
    let left = elapsed.as_secs_f64() * (total - done) as f64 / done.max(1) as f64;
    let seconds = left.ceil() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
