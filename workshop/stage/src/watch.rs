//! Ends a program whose lesson's code never returns, with a message.
//!
//! Code can't be stopped from outside, and the window freezes with it.

use crate::handed;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The time between two looks at the lesson's thread.
const TICK: Duration = Duration::from_millis(100);

/// The seconds of computing that one call into a lesson may take. Time in a debugger, in a laptop's sleep, or
/// for other programs on a busy machine doesn't count.
pub const USUAL: u64 = 10;

/// The MiB that a call may allocate, and those more for each further second it may take, since an endless
/// loop that fills a list can fill a laptop's memory within seconds.
const MEMORY: [u64; 2] = [2048, 32];

/// Returns the seconds that opening a model may take, one a MiB, many times what Collada takes.
pub fn to_open(model: Option<&Path>) -> u64 {
    let bytes = model.and_then(|model| Some(std::fs::metadata(model).ok()?.len()));
    USUAL + (bytes.unwrap_or(0) >> 20)
}

/// The count of times that the lesson's code was entered or left, odd while it runs.
static CROSSED: AtomicU64 = AtomicU64::new(0);

/// The seconds that the present call may take.
static SECONDS: AtomicU64 = AtomicU64::new(0);

/// Runs the lesson's code, which may compute for so many seconds and must not panic.
pub fn watched<T>(seconds: u64, code: impl FnOnce() -> T) -> T {
    SECONDS.store(seconds, Ordering::Relaxed);
    CROSSED.fetch_add(1, Ordering::Release);
    let answer = code();
    CROSSED.fetch_add(1, Ordering::Relaxed);
    answer
}

/// Begins to watch the calling thread, which runs the lesson.
pub fn start() {
    // Only Linux reports the time of a single thread. Elsewhere it is taken to compute all the time.
    let thread = std::fs::read_link("/proc/thread-self").ok();
    let thread = thread.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
    std::thread::spawn(move || {
        let (mut looks, mut last, mut begun) = (0, 0, (Duration::ZERO, 0));
        loop {
            std::thread::sleep(TICK);
            looks += 1;
            let now = (computed(thread.as_ref()).unwrap_or(TICK * looks), resident());
            let (crossed, seconds) = (CROSSED.load(Ordering::Acquire), SECONDS.load(Ordering::Relaxed));
            let memory = MEMORY[0] + MEMORY[1] * (seconds - USUAL.min(seconds));
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

/// Returns a thread's computing time, without that of others, such as a driver's that the lesson waits for.
fn computed(thread: Option<&PathBuf>) -> Option<Duration> {
    let told = std::fs::read_to_string(thread?).ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}

/// Returns the memory of the program, in MiB, where the system tells it cheaply.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

fn end(what: &str) -> ! {
    handed::tell_end(&format!(
        "The lesson's code {what}, and hasn't finished. Look at the loops that you wrote last: what makes each of \
         them stop?\n\n`cargo workbook check` tells you which TODO it is in."
    ));
    std::process::exit(1);
}
