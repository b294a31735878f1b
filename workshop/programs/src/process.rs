//! Runs programs that may never end, with limits.

use anyhow::{Context, Result, bail};
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

static TOGETHER: AtomicBool = AtomicBool::new(false);

/// Keeps child processes in this program's group, so that an editor that ends the group ends all.
pub fn stay_together() {
    TOGETHER.store(true, Ordering::Relaxed);
}

/// Ends this program's whole group, of which it is the leader, as soon as its input is closed.
pub fn end_with_asker() {
    stay_together();
    std::thread::spawn(|| {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        kill_group(std::process::id());
        std::process::exit(130);
    });
}

/// Closes all files that this program inherited, except standard ones, since child processes would inherit
/// them too. Nothing else may be open yet.
#[cfg(target_os = "linux")]
pub fn close_inherited() {
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<i32> = open.filter_map(|file| file.file_name().to_str()?.parse().ok()).collect();
    for file in open.into_iter().filter(|file| *file > 2) {
        // The list itself is closed already.
        let _ = nix::unistd::close(file);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn close_inherited() {}

/// Makes `Ctrl-C` end the child processes with this one; a second `Ctrl-C` ends this one at once.
pub fn catch_interrupts() -> Result<()> {
    let interrupt = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(interrupt).context("cannot listen for Ctrl-C")
}

/// Returns an error if the user has pressed `Ctrl-C`.
pub fn stop_if_interrupted() -> Result<()> {
    match INTERRUPTED.load(Ordering::Relaxed) {
        true => bail!("interrupted"),
        false => Ok(()),
    }
}

/// Limits of a program with all that it starts.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The time after which it is ended.
    pub time: Duration,
    /// The memory above which it is killed, in MiB, where the system tells how much is used.
    pub memory: Option<u64>,
}

impl From<Duration> for Bounds {
    fn from(time: Duration) -> Self {
        Self { time, memory: None }
    }
}

/// The time between two looks at the memory.
const LOOK: Duration = Duration::from_millis(100);

/// Runs a program to its end or the limit, with all that it has started. Returns its status, if it ended.
pub fn run(command: &mut Command, bounds: impl Into<Bounds>) -> Result<Option<ExitStatus>> {
    let Bounds { time, memory } = bounds.into();
    lead_a_group(command);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", command.get_program().to_string_lossy()))?;
    let start = Instant::now();
    let mut looked = start;
    let ended = loop {
        if let Some(status) = child.try_wait().context("cannot wait for a program")? {
            #[cfg(unix)]
            kill_group(child.id());
            return Ok(Some(status));
        }
        if let Err(interrupted) = stop_if_interrupted() {
            break Err(interrupted);
        }
        if start.elapsed() >= time {
            break Ok(None);
        }
        if let Some(most) = memory.filter(|_| looked.elapsed() >= LOOK) {
            looked = Instant::now();
            if memory_of(child.id()) > most << 10 {
                kill_group(child.id());
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    kill_group(child.id());
    // One that has ended already is no error.
    let (_, _) = (child.kill(), child.wait());
    ended
}

/// Returns the memory of a process and of all that it has started, in KiB, from Linux' `/proc`.
fn memory_of(process: u32) -> u64 {
    let (mut sum, mut open) = (0, vec![process.to_string()]);
    while let Some(id) = open.pop() {
        let folder = Path::new("/proc").join(id);
        let status = std::fs::read_to_string(folder.join("status")).unwrap_or_default();
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next());
        sum += memory.and_then(|memory| memory.parse::<u64>().ok()).unwrap_or(0);
        for thread in std::fs::read_dir(folder.join("task")).into_iter().flatten().flatten() {
            let started = std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            open.extend(started.split_whitespace().map(str::to_owned));
        }
    }
    sum
}

/// Makes a program the leader of a group, so that it can be ended with all that it starts.
#[cfg(unix)]
pub fn lead_a_group(command: &mut Command) {
    if !TOGETHER.load(Ordering::Relaxed) {
        std::os::unix::process::CommandExt::process_group(command, 0);
    }
}

#[cfg(not(unix))]
pub fn lead_a_group(_: &mut Command) {}

/// Kills the group of a program with all its processes.
#[cfg(unix)]
pub fn kill_group(id: u32) {
    if let Ok(group) = i32::try_from(id) {
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::SIGKILL);
    }
}

/// Kills a program with all that it started, by `taskkill`, since Windows has no groups but knows parents.
#[cfg(not(unix))]
pub fn kill_group(id: u32) {
    let _ = Command::new("taskkill").args(["/T", "/F", "/PID", &id.to_string()]).output();
}

/// Replaces this program by another, or where the system can't, runs it and returns its exit code.
pub fn hand_over(command: &mut Command) -> Result<ExitCode> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = take_over(command).with_context(|| format!("cannot start {name}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(unix)]
fn take_over(command: &mut Command) -> std::io::Result<ExitStatus> {
    Err(std::os::unix::process::CommandExt::exec(command))
}

#[cfg(not(unix))]
fn take_over(command: &mut Command) -> std::io::Result<ExitStatus> {
    command.status()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended_with_its_children() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let script = "(sleep 1; touch late) & sleep 60";
        let start = Instant::now();
        let ended =
            run(Command::new("sh").args(["-c", script]).current_dir(&folder), Duration::from_millis(200));
        assert!(matches!(ended, Ok(None)));
        assert!(start.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(1500));
        assert!(!folder.path().join("late").exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_program_has_started_counts_with_it() {
        // Each holds 40 MB, which nobody reads.
        let holds = "(head -c 40000000 /dev/zero | tail -c 40000000 | sleep 60) & ";
        let ended = |count: usize| {
            let script = holds.repeat(count) + "sleep 2";
            let bounds = Bounds { time: Duration::from_secs(60), memory: Some(100) };
            run(Command::new("sh").args(["-c", &script]), bounds).ok().flatten().expect("its end").success()
        };
        assert!(ended(1) && !ended(4));
    }
}
