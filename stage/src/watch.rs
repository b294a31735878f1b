//! Ends a program whose lesson's code does not come to an end, with a word about it.
//!
//! No code can be stopped from outside, and the window hangs with it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The time between two looks.
const TICK: Duration = Duration::from_millis(100);

/// The most that one call into a lesson may take.
#[derive(Clone, Copy)]
pub struct Allowance {
    /// Of computing: neither a debugger, nor a laptop's sleep, nor a machine that has much else to do counts.
    seconds: u64,
    /// In MiB: an endless loop that fills a list may fill a laptop within seconds.
    memory: u64,
}

impl Allowance {
    /// The allowance of any call.
    pub const USUAL: Self = Self { seconds: 10, memory: 2048 };

    /// Returns what it may take to open a model, which has the more to do the larger the file is: a second is many times what
    /// a MiB of Collada takes, and 32 MiB are several times what is made of it.
    pub fn to_open(model: Option<&Path>) -> Self {
        let bytes = model.and_then(|model| Some(std::fs::metadata(model).ok()?.len()));
        let mib = bytes.unwrap_or(0) >> 20;
        Self { seconds: Self::USUAL.seconds + mib, memory: Self::USUAL.memory + 32 * mib }
    }
}

/// Counts when the lesson's code is entered and left: it is odd while the code runs.
static CROSSED: AtomicU64 = AtomicU64::new(0);

/// The allowance of the call that runs.
static SECONDS: AtomicU64 = AtomicU64::new(0);
static MEMORY: AtomicU64 = AtomicU64::new(0);

/// The lesson's code runs as long as this is kept.
pub struct Inside;

/// Says that the lesson's code begins to run, and what it may take.
pub fn enter(allowance: Allowance) -> Inside {
    SECONDS.store(allowance.seconds, Ordering::Relaxed);
    MEMORY.store(allowance.memory, Ordering::Relaxed);
    CROSSED.fetch_add(1, Ordering::Release);
    Inside
}

impl Drop for Inside {
    fn drop(&mut self) {
        CROSSED.fetch_add(1, Ordering::Relaxed);
    }
}

/// Begins to watch the thread that calls this: it is the one that runs the lesson's code.
pub fn start() {
    let mut computing = Computing::of_this_thread();
    std::thread::spawn(move || {
        let (mut last, mut begun) = (0, (Duration::ZERO, 0));
        loop {
            std::thread::sleep(TICK);
            let (crossed, now) = (CROSSED.load(Ordering::Acquire), (computing.look(), resident()));
            let [seconds, memory] = [&SECONDS, &MEMORY].map(|most| most.load(Ordering::Relaxed));
            if crossed != last || crossed.is_multiple_of(2) {
                (last, begun) = (crossed, now);
            } else if now.0 >= begun.0 + Duration::from_secs(seconds) {
                end(&format!("has computed for {seconds} seconds"));
            } else if now.1 > begun.1 + memory {
                end(&format!("has taken {} GiB of memory", memory / 1024));
            }
        }
    });
}

/// For how long one thread has computed. Others do not count: a driver's draw while the lesson's waits for them.
struct Computing {
    /// The file in which Linux tells it. Elsewhere the thread is taken to compute all the time.
    told: Option<PathBuf>,
    looks: u32,
}

impl Computing {
    fn of_this_thread() -> Self {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        Self { told: thread.map(|thread| Path::new("/proc").join(thread).join("stat")), looks: 0 }
    }

    /// Is to be called once in a tick.
    fn look(&mut self) -> Duration {
        self.looks += 1;
        let told = self.told.as_ref().and_then(|path| told_in(&std::fs::read_to_string(path).ok()?));
        told.unwrap_or(TICK * self.looks)
    }
}

/// Returns the processor time in a thread's `stat`: its own and the system's on its behalf, in hundredths of a second.
fn told_in(stat: &str) -> Option<Duration> {
    // The name before may hold anything, even spaces and brackets.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut hundredths = || numbers.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (hundredths()? + hundredths()?)))
}

/// Returns the memory that the program holds, in MiB, where the system tells it in passing.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

fn end(what: &str) -> ! {
    eprintln!(
        "error: The lesson's code {what}, and has not come to an end.\n\nLook at the loops that you wrote last: what makes \
         each of them stop?\n`cargo workbook check` tells which TODO it is."
    );
    std::process::exit(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threads_name_may_hold_anything() {
        let stat = "7 (a) b (c)) R 1 7 7 0 -1 64 1 2 3 4 150 25 6 7 20 0 1 0 9";
        assert_eq!(told_in(stat), Some(Duration::from_millis(1750)));
        assert_eq!(told_in("7 (a) R 1"), None);
    }
}
