//! Runs a program of a student's, once for each task: the task goes in through stdin, the answer comes out of stdout.

use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// The time after which a run is ended.
pub const LIMIT: Duration = Duration::from_secs(20);

/// The most bytes of an answer that are read.
const MOST: u64 = 64 << 20;

/// Whatever answers tasks: a program, or in tests a function.
pub trait Answers {
    fn answer(&mut self, task: &str) -> Result<String>;
}

impl<F: FnMut(&str) -> Result<String>> Answers for F {
    fn answer(&mut self, task: &str) -> Result<String> {
        self(task)
    }
}

/// A program that answers. It keeps its answers, since several sentences ask the same.
pub struct Program<F: Fn() -> Command> {
    /// Makes the command line of a run.
    command: F,
    /// The folder that gets each task and answer.
    keep: Option<PathBuf>,
    answers: BTreeMap<String, String>,
}

impl<F: Fn() -> Command> Program<F> {
    pub fn new(command: F, keep: Option<PathBuf>) -> Self {
        Self { command, keep, answers: BTreeMap::new() }
    }

    /// Runs the program on a task.
    fn run(&self, task: &str) -> Result<String> {
        let mut command = (self.command)();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What it starts itself, as `cargo run` does, ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .with_context(|| format!("{} can't be started", command.get_program().display()))?;
        let mut stdin = child.stdin.take().context("no stdin")?;
        let task = task.to_owned();
        // A program needn't read all of its task, or any.
        std::thread::spawn(move || _ = stdin.write_all(task.as_bytes()));
        let printed = read_aside(child.stdout.take().context("no stdout")?);
        let complaints = read_aside(child.stderr.take().context("no stderr")?);
        let end = Instant::now() + LIMIT;
        let left = || end.saturating_duration_since(Instant::now());
        let answer = printed.recv_timeout(left()).ok();
        let status = if answer.is_some() { wait(&mut child, end)? } else { None };
        kill(&mut child);
        child.wait()?;
        let (Some(answer), Some(status)) = (answer, status) else {
            bail!("Your program hasn't ended after {} s", LIMIT.as_secs());
        };
        let complaints = complaints.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        let complaints = String::from_utf8_lossy(&complaints);
        let last: Vec<&str> =
            complaints.lines().rev().filter(|line| !line.trim().is_empty()).take(4).collect();
        let last: String = last.iter().rev().map(|line| format!("\n  {line}")).collect();
        ensure!(status.success(), "Your program ended with {status}, and said:{last}");
        ensure!((answer.len() as u64) < MOST, "Your program prints more than {} MiB", MOST >> 20);
        String::from_utf8(answer).ok().context("What your program prints isn't UTF-8")
    }
}

impl<F: Fn() -> Command> Answers for Program<F> {
    fn answer(&mut self, task: &str) -> Result<String> {
        if let Some(answer) = self.answers.get(task) {
            return Ok(answer.clone());
        }
        let number = self.answers.len() + 1;
        let keep = |what: &str, text: &str| match &self.keep {
            Some(folder) => fs::create_dir_all(folder)
                .and_then(|()| fs::write(folder.join(format!("{number:02}.{what}")), text))
                .with_context(|| format!("cannot write into {}", folder.display())),
            None => Ok(()),
        };
        keep("task", task)?;
        let answer = self.run(task)?;
        keep("answer", &answer)?;
        self.answers.insert(task.to_owned(), answer.clone());
        Ok(answer)
    }
}

/// Reads all that a pipe has, in a thread of its own.
fn read_aside(pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut all = Vec::new();
        // What came before an error counts, and nobody may listen any more.
        let _ = pipe.take(MOST).read_to_end(&mut all);
        let _ = sender.send(all);
    });
    receiver
}

/// Waits until a program ends by itself, which it may do after its stdout.
fn wait(child: &mut Child, end: Instant) -> Result<Option<ExitStatus>> {
    loop {
        match child.try_wait()? {
            None if Instant::now() < end => std::thread::sleep(Duration::from_millis(2)),
            status => return Ok(status),
        }
    }
}

/// Ends a program and what it has started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(child.id()) {
        // It has ended if there is no such group.
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL);
    }
    let _ = child.kill();
}
