//! Ends a program whose lesson's code does not come to an end, with a word about it.
//!
//! No code can be stopped from outside, and the window hangs with it.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The time between two looks. Looks are counted, and not a clock's seconds, so that neither a debugger nor a laptop's sleep
/// counts.
const TICK: Duration = Duration::from_millis(100);

/// The most that one call into a lesson may take.
#[derive(Clone, Copy)]
pub struct Allowance {
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

/// Begins to watch the lesson's code.
pub fn start() {
    std::thread::spawn(|| {
        let (mut last, mut looks, mut held) = (0, 0, 0);
        loop {
            std::thread::sleep(TICK);
            let crossed = CROSSED.load(Ordering::Acquire);
            if crossed != last || crossed.is_multiple_of(2) {
                (last, looks, held) = (crossed, 0, resident());
                continue;
            }
            looks += 1;
            let [seconds, memory] = [&SECONDS, &MEMORY].map(|most| most.load(Ordering::Relaxed));
            if TICK * looks >= Duration::from_secs(seconds) {
                end(&format!("has run for {seconds} seconds"));
            } else if resident() > held + memory {
                end(&format!("has taken {} GiB of memory", memory / 1024));
            }
        }
    });
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
