//! Notices code of a lesson that does not come to an end, and starts the program anew with a word about it.
//!
//! No code can be stopped from outside, and the window hangs with it. So the whole program begins again, in a window
//! that says what happened and leaves the lesson alone.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often it looks.
const TICK: Duration = Duration::from_millis(100);

/// After how many looks it is enough: ten seconds. They are counted one by one, so that neither a debugger nor a
/// laptop's sleep counts.
const ENOUGH: u32 = 100;

/// How much memory one call may take, in MiB: an endless loop that fills a list may fill a laptop within seconds.
const MEMORY: u64 = 2048;

/// Tells the new program what to say.
const STOPPED: &str = "WORKBOOK_STOPPED";

/// Counts when the lesson's code is entered and left: it is odd while the code runs.
static CROSSED: AtomicU64 = AtomicU64::new(0);

/// The lesson's code runs as long as this is kept.
pub struct Inside;

/// Says that the lesson's code begins to run.
pub fn enter() -> Inside {
    CROSSED.fetch_add(1, Ordering::Relaxed);
    Inside
}

impl Drop for Inside {
    fn drop(&mut self) {
        CROSSED.fetch_add(1, Ordering::Relaxed);
    }
}

/// Why the program that started this one had to be ended, if it had.
pub fn stopped_before() -> Option<String> {
    std::env::var(STOPPED).ok()
}

/// Begins to look.
pub fn start() {
    std::thread::spawn(|| {
        let (mut last, mut looks, mut before) = (0, 0, 0);
        loop {
            std::thread::sleep(TICK);
            let crossed = CROSSED.load(Ordering::Relaxed);
            let same = crossed == last && crossed % 2 == 1;
            (last, looks) = (crossed, if same { looks + 1 } else { 0 });
            let memory = resident();
            if !same {
                before = memory;
            }
            if looks >= ENOUGH {
                start_anew("has not come to an end for ten seconds");
            } else if memory > before + MEMORY {
                start_anew("has taken 2 GiB of memory, and does not come to an end");
            }
        }
    });
}

/// The memory that the program holds, in MiB, where the system tells it in passing.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

/// Ends this program and starts it again, with the reason.
fn start_anew(what: &str) -> ! {
    eprintln!("error: the lesson's code {what}");
    let text = format!(
        "The lesson's code {what}.\n\nLook at the loops that you wrote last: what makes each of them stop?\n\
        `cargo workbook check` tells which TODO it is."
    );
    if let Ok(program) = std::env::current_exe() {
        let mut command = Command::new(program);
        command.args(std::env::args_os().skip(1)).env(STOPPED, text);
        #[cfg(unix)]
        {
            let error = std::os::unix::process::CommandExt::exec(&mut command);
            eprintln!("error: cannot start again: {error}");
        }
        #[cfg(not(unix))]
        if let Err(error) = command.spawn() {
            eprintln!("error: cannot start again: {error}");
        }
    }
    std::process::exit(1);
}
