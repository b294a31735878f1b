//! What programs leave behind when they end.

#[cfg(target_os = "linux")]
use anyhow::Context;
use anyhow::Result;

/// Lets this process become the parent of whatever outlives its own, so that [`end`] finds it.
#[cfg(target_os = "linux")]
pub fn adopt() -> Result<()> {
    let this = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(this)).context("cannot look after what programs leave behind")
}

#[cfg(not(target_os = "linux"))]
pub fn adopt() -> Result<()> {
    Ok(())
}

/// Ends all that programs have left behind, in groups and sessions of their own too. None of this process's own
/// may run meanwhile.
#[cfg(target_os = "linux")]
pub fn end() {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    // What one leaves behind comes to light when it ends; one that starts others without end is given up at last.
    for _ in 0..1000 {
        let strays: Vec<Pid> = children().filter_map(Pid::from_raw).collect();
        if strays.is_empty() {
            return;
        }
        for stray in strays {
            let _ = kill_process(stray, Signal::KILL);
            let _ = waitpid(Some(stray), WaitOptions::empty());
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn end() {}

/// The processes that this one is the parent of.
#[cfg(target_os = "linux")]
fn children() -> impl Iterator<Item = i32> {
    let this = std::process::id().to_string();
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter_map(move |process| {
        let id = process.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(process.path().join("stat")).ok()?;
        // Its name, in brackets, may hold anything; its state and its parent follow.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        (parent == this).then_some(id)
    })
}
