//! Notices when a lesson's code does not come to an end, or has used up its stack, and says so.
//!
//! No code can be stopped from outside, and the window hangs with it. So the whole program begins again, in a window
//! that says what happened and leaves the lesson alone. Without a window it ends with a word about it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often it looks.
const TICK: Duration = Duration::from_millis(100);

/// What one call into a lesson may take.
#[derive(Clone, Copy)]
pub struct Allowance {
    /// How long it may compute, in seconds. Only that counts: neither a debugger, nor a laptop's sleep, nor a machine
    /// that has much else to do.
    seconds: u64,
    /// How much memory it may take, in MiB: an endless loop that fills a list may fill a laptop within seconds.
    memory: u64,
}

impl Allowance {
    /// Of any call.
    pub const USUAL: Self = Self { seconds: 10, memory: 2048 };

    /// To open a model. Most of that is no code of students', and has the more to do the larger the file is.
    pub fn to_open(model: Option<&Path>) -> Self {
        let bytes = model.and_then(|model| Some(std::fs::metadata(model).ok()?.len()));
        Self::of_size(bytes.unwrap_or(0) >> 20)
    }

    /// A second is many times what a MiB of Collada takes, and 32 MiB are several times what is made of it.
    fn of_size(mib: u64) -> Self {
        Self { seconds: Self::USUAL.seconds + mib, memory: Self::USUAL.memory + 32 * mib }
    }
}

/// What follows when the lesson's code had to be stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// The program begins again, to say why in its window.
    Anew,
    /// The program ends.
    End,
}

/// Tells the new program what to say.
pub const STOPPED: &str = "WORKBOOK_STOPPED";

const TOO_LONG: &str = "Look at the loops that you wrote last: what makes each of them stop?
`cargo workbook check` tells which TODO it is.";

const TOO_LARGE: &str =
    "Look at the loops that you wrote last: what makes each of them stop, and what grows in it?
`cargo workbook check` tells which TODO it is.";

#[cfg(unix)]
const TOO_DEEP: &str = "The lesson's code has used up its stack.

Does a function call itself without an end? What makes the last call differ from the one before?
`cargo workbook check` tells which TODO it is.";

/// Counts when the lesson's code is entered and left: it is odd while the code runs.
static CROSSED: AtomicU64 = AtomicU64::new(0);

/// What the call that runs may take.
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

fn is_inside(crossed: u64) -> bool {
    !crossed.is_multiple_of(2)
}

/// Why the program that started this one had to be ended, if it had.
pub fn stopped_before() -> Option<String> {
    std::env::var(STOPPED).ok()
}

/// Begins to watch the thread that calls this: it is the one that runs the lesson's code.
pub fn start(then: Then) {
    #[cfg(unix)]
    stack::watch(then);
    let mut computing = Computing::of_this_thread();
    std::thread::spawn(move || {
        let (mut last, mut begun) = (0, (Duration::ZERO, 0));
        loop {
            std::thread::sleep(TICK);
            let (crossed, now) = (CROSSED.load(Ordering::Acquire), (computing.look(), resident()));
            let [seconds, memory] = [&SECONDS, &MEMORY].map(|most| most.load(Ordering::Relaxed));
            if crossed != last || !is_inside(crossed) {
                (last, begun) = (crossed, now);
            } else if now.0 >= begun.0 + Duration::from_secs(seconds) {
                stop(
                    then,
                    &format!(
                        "The lesson's code has computed for {seconds} seconds, and has not come to an end.\n\n{TOO_LONG}"
                    ),
                );
            } else if now.1 > begun.1 + memory {
                stop(
                    then,
                    &format!(
                        "The lesson's code has taken {} GiB of memory, and has not come to an end.\n\n{TOO_LARGE}",
                        memory / 1024
                    ),
                );
            }
        }
    });
}

/// For how long one thread has computed. Others do not count: a driver's draw while the lesson's waits for them.
struct Computing {
    /// Where the system tells it, as Linux does. Elsewhere the thread is taken to compute all the time.
    told: Option<PathBuf>,
    looks: u32,
}

impl Computing {
    fn of_this_thread() -> Self {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        Self { told: thread.map(|thread| Path::new("/proc").join(thread).join("stat")), looks: 0 }
    }

    /// To be called once in a tick.
    fn look(&mut self) -> Duration {
        self.looks += 1;
        let told = self.told.as_ref().and_then(|path| told_in(&std::fs::read_to_string(path).ok()?));
        told.unwrap_or(TICK * self.looks)
    }
}

/// The time of the processor in a thread's `stat`: its own and the system's on its behalf, in hundredths of a second.
fn told_in(stat: &str) -> Option<Duration> {
    // The name before may hold anything, even spaces and brackets.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut hundredths = || numbers.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (hundredths()? + hundredths()?)))
}

/// The memory that the program holds, in MiB, where the system tells it in passing.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

/// Says why, and ends this program; where that is to follow, starts it again to say it in its window.
fn stop(then: Then, reason: &str) -> ! {
    eprintln!("error: {reason}");
    if then == Then::Anew
        && let Ok(program) = std::env::current_exe()
    {
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
///
/// Nothing but a handler of the signal can do anything then, and none can be set without `unsafe`. A parent process that
/// starts the lesson and watches it would need none; but then a debugger holds the parent and not the lesson, and
/// whoever kills the parent must see to it that the lesson goes too.
#[cfg(unix)]
mod stack {
    use super::{CROSSED, STOPPED, TOO_DEEP, Then, is_inside};
    use std::ffi::{CString, OsString};
    use std::os::unix::ffi::OsStringExt;
    use std::sync::OnceLock;
    use std::sync::atomic::Ordering;

    /// How the program is started again, prepared in advance: there is no stack left to do it later.
    /// These are the addresses of C strings, which stay until the program ends.
    struct Again {
        then: Then,
        program: usize,
        args: Vec<usize>,
        env: Vec<usize>,
    }

    static AGAIN: OnceLock<Again> = OnceLock::new();

    pub fn watch(then: Then) {
        let Some(again) = again(then) else {
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
                for part in ["error: ", TOO_DEEP, "\n"] {
                    libc::write(2, part.as_ptr().cast(), part.len());
                }
                if again.then == Then::End {
                    libc::_exit(1);
                }
                let (args, env) = (again.args.as_ptr(), again.env.as_ptr());
                libc::execve(again.program as *const libc::c_char, args.cast(), env.cast());
            }
            // Not the lesson's doing: back to where it happened, which now ends the program.
            libc::signal(signal, libc::SIG_DFL);
        }
    }

    fn again(then: Then) -> Option<Again> {
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
            then,
            program: address(std::env::current_exe().ok()?.into_os_string())?,
            args: std::env::args_os().filter_map(address).chain([0]).collect(),
            env: others.chain([said]).map(variable).filter_map(address).chain([0]).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn only_the_watched_thread_computes() {
        let begun = Computing::of_this_thread().look();
        let compute = || {
            let mut own = Computing::of_this_thread();
            let begun = own.look();
            while own.look() < begun + Duration::from_millis(500) {}
        };
        std::thread::scope(|scope| drop(scope.spawn(compute)));
        assert!(Computing::of_this_thread().look() < begun + Duration::from_millis(250));
        compute();
        assert!(Computing::of_this_thread().look() >= begun + Duration::from_millis(500));
    }

    #[test]
    fn a_threads_name_may_hold_anything() {
        let stat = "7 (a) b (c)) R 1 7 7 0 -1 64 1 2 3 4 150 25 6 7 20 0 1 0 9";
        assert_eq!(told_in(stat), Some(Duration::from_millis(1750)));
        assert_eq!(told_in("7 (a) R 1"), None);
    }

    #[test]
    fn large_models_may_take_longer() {
        let own = Allowance::to_open(None);
        assert_eq!((own.seconds, own.memory), (10, 2048));
        let large = Allowance::of_size(100);
        assert_eq!((large.seconds, large.memory), (110, 5248));
    }
}
