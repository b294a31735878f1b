//! Runs a program beside the window, the student's tool or a lesson without a window.

use anyhow::{Context as _, Result, ensure};
use programs::talk::HANDED;
use programs::{cargo, process};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A thread that runs a program beside the window, with its result.
pub struct Second<T> {
    heard: Receiver<Result<T>>,
    child: Arc<Mutex<Slot>>,
}

/// The program of a thread, so that the window can end it.
#[derive(Default)]
struct Slot {
    child: Option<Child>,
    /// True if the result is no longer wanted.
    is_over: bool,
}

fn lock(slot: &Mutex<Slot>) -> MutexGuard<'_, Slot> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Send + 'static> Second<T> {
    /// Begins work in a thread.
    pub fn begin(work: impl FnOnce(&Work) -> Result<T> + Send + 'static) -> Self {
        let (tell, heard) = mpsc::channel();
        let child = Arc::new(Mutex::new(Slot::default()));
        let worker = Work(child.clone());
        std::thread::spawn(move || {
            // A window that is closed receives nothing.
            let _ = tell.send(work(&worker));
        });
        Self { heard, child }
    }

    /// Returns the result, once, as soon as there is one.
    pub fn heard(&self) -> Option<Result<T>> {
        self.heard.try_recv().ok()
    }

    pub fn wait(&self) -> Option<Result<T>> {
        self.heard.recv().ok()
    }
}

impl<T> Drop for Second<T> {
    fn drop(&mut self) {
        let mut slot = lock(&self.child);
        slot.is_over = true;
        if let Some(mut child) = slot.child.take() {
            // The tool ends its checks as soon as its input is closed.
            drop(child.stdin.take());
            std::thread::spawn(move || child.wait());
        }
    }
}

/// A thread's handle to the program that it runs.
pub struct Work(Arc<Mutex<Slot>>);

impl Work {
    /// Runs a program while its result is wanted. Returns true if it succeeded, and its error output.
    pub fn hear(&self, command: &mut Command, mut line: impl FnMut(&str)) -> Result<(bool, String)> {
        // So that the tool can end everything that it runs.
        process::lead_a_group(command);
        command.current_dir(course::root()).env_remove(HANDED);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let name = command.get_program().to_string_lossy().into_owned();
        let mut slot = lock(&self.0);
        ensure!(!slot.is_over, "it is over");
        let mut child = command.spawn().with_context(|| format!("cannot start {name}"))?;
        let (stdout, stderr) = child.stdout.take().zip(child.stderr.take()).context("it has no output")?;
        slot.child = Some(child);
        drop(slot);
        let said = std::thread::spawn(move || std::io::read_to_string(stderr));
        BufReader::new(stdout).lines().map_while(Result::ok).for_each(|told| line(&told));
        let said = said.join().ok().and_then(Result::ok).unwrap_or_default();
        let ended = lock(&self.0).child.take().and_then(|mut child| child.wait().ok());
        Ok((ended.is_some_and(|status| status.success()), said))
    }
}

/// Returns the command of the student's tool, which cargo builds if necessary.
pub fn tool() -> Command {
    cargo::program(["--bin", "workbook"], course::root(), course::root(), true)
}

/// Returns the first error in a program's output.
pub fn why(said: &str) -> String {
    let mut errors = said.lines().filter_map(|line| line.trim_start().strip_prefix("error: "));
    errors.next().unwrap_or("it doesn't say why.").to_owned()
}
