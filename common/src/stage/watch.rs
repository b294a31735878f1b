//! Notices when a lesson's code does not come to an end, or has used up its stack, and starts the program anew with a
//! word about it.
//!
//! No code can be stopped from outside, and the window hangs with it. So the whole program begins again, in a window
//! that says what happened and leaves the lesson alone.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often it looks.
const TICK: Duration = Duration::from_millis(100);

/// How long one call may compute. Only that counts: neither a debugger, nor a laptop's sleep, nor a machine that has
/// much else to do.
const ENOUGH: Duration = Duration::from_secs(10);

/// How much memory one call may take, in MiB: an endless loop that fills a list may fill a laptop within seconds.
const MEMORY: u64 = 2048;

/// Tells the new program what to say.
const STOPPED: &str = "WORKBOOK_STOPPED";

const TOO_LONG: &str = "The lesson's code has computed for ten seconds, and has not come to an end.

Look at the loops that you wrote last: what makes each of them stop?
`cargo workbook check` tells which TODO it is.";

const TOO_LARGE: &str = "The lesson's code has taken 2 GiB of memory, and has not come to an end.

Look at the loops that you wrote last: what makes each of them stop, and what grows in it?
`cargo workbook check` tells which TODO it is.";

#[cfg(unix)]
const TOO_DEEP: &str = "The lesson's code has used up its stack.

Does a function call itself without an end? What makes the last call differ from the one before?
`cargo workbook check` tells which TODO it is.";

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

fn is_inside(crossed: u64) -> bool {
    !crossed.is_multiple_of(2)
}

/// Why the program that started this one had to be ended, if it had.
pub fn stopped_before() -> Option<String> {
    std::env::var(STOPPED).ok()
}

/// Begins to watch.
pub fn start() {
    #[cfg(unix)]
    stack::watch();
    std::thread::spawn(|| {
        let (mut last, mut begun) = (0, (Duration::ZERO, 0));
        for looks in 0.. {
            std::thread::sleep(TICK);
            let (crossed, now) = (CROSSED.load(Ordering::Relaxed), (computed(looks), resident()));
            if crossed != last || !is_inside(crossed) {
                (last, begun) = (crossed, now);
            } else if now.0 >= begun.0 + ENOUGH {
                start_anew(TOO_LONG);
            } else if now.1 > begun.1 + MEMORY {
                start_anew(TOO_LARGE);
            }
        }
    });
}

/// For how long the program has computed.
#[cfg(unix)]
fn computed(_looks: u32) -> Duration {
    // SAFETY: all of it is numbers, which the system fills in.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage
    };
    let time = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
    time(usage.ru_utime) + time(usage.ru_stime)
}

/// For how long the program has computed, if it has all the time.
#[cfg(not(unix))]
fn computed(looks: u32) -> Duration {
    TICK * looks
}

/// The memory that the program holds, in MiB, where the system tells it in passing.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

/// Ends this program and starts it again, to say why.
fn start_anew(reason: &str) -> ! {
    eprintln!("error: {reason}");
    if let Ok(program) = std::env::current_exe() {
        let mut command = Command::new(program);
        command.args(std::env::args_os().skip(1)).env(STOPPED, reason);
        #[cfg(unix)]
        let error = std::os::unix::process::CommandExt::exec(&mut command);
        #[cfg(not(unix))]
        let Err(error) = command.spawn() else { std::process::exit(1) };
        eprintln!("error: cannot start again: {error}");
    }
    std::process::exit(1);
}

/// A function that calls itself without an end runs into the guard page below the stack.
#[cfg(unix)]
mod stack {
    use super::{CROSSED, STOPPED, TOO_DEEP, is_inside};
    use std::ffi::{CString, OsString};
    use std::os::unix::ffi::OsStringExt;
    use std::sync::OnceLock;
    use std::sync::atomic::Ordering;

    /// How the program is started again, prepared in advance: there is no stack left to do it later.
    /// These are the addresses of C strings, which stay until the program ends.
    struct Again {
        program: usize,
        args: Vec<usize>,
        env: Vec<usize>,
    }

    static AGAIN: OnceLock<Again> = OnceLock::new();

    pub fn watch() {
        let Some(again) = again() else {
            return;
        };
        if AGAIN.set(again).is_err() {
            return;
        }
        // SAFETY: the handler does what handlers may do. Rust has given the main thread a stack for it.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = ran_into as *const () as usize;
            action.sa_flags = libc::SA_ONSTACK | libc::SA_NODEFER;
            for signal in [libc::SIGSEGV, libc::SIGBUS] {
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }

    extern "C" fn ran_into(signal: libc::c_int) {
        let again = AGAIN.get().filter(|_| is_inside(CROSSED.load(Ordering::Relaxed)));
        // SAFETY: `write`, `execve` and `signal` may be called here, and what the pointers point to stays.
        unsafe {
            if let Some(again) = again {
                libc::write(2, TOO_DEEP.as_ptr().cast(), TOO_DEEP.len());
                libc::write(2, b"\n".as_ptr().cast(), 1);
                let (args, env) = (again.args.as_ptr(), again.env.as_ptr());
                libc::execve(again.program as *const libc::c_char, args.cast(), env.cast());
            }
            // Not the lesson's doing: back to where it happened, which now ends the program.
            libc::signal(signal, libc::SIG_DFL);
        }
    }

    fn again() -> Option<Again> {
        let address = |text: OsString| Some(CString::new(text.into_vec()).ok()?.into_raw() as usize);
        let variable = |(mut name, value): (OsString, OsString)| {
            name.push("=");
            name.push(value);
            name
        };
        let others = std::env::vars_os().filter(|(name, _)| name != STOPPED);
        let said = (OsString::from(STOPPED), OsString::from(TOO_DEEP));
        // Each list ends with a null pointer.
        Some(Again {
            program: address(std::env::current_exe().ok()?.into_os_string())?,
            args: std::env::args_os().filter_map(address).chain([0]).collect(),
            env: others.chain([said]).map(variable).filter_map(address).chain([0]).collect(),
        })
    }
}
