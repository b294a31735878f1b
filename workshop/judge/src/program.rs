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

/// The name of a picture of what fails, beside the tasks.
pub const PICTURE: &str = "fails.svg";

/// The most bytes of an answer that are read.
const MOST: u64 = 16 << 20;

/// The lines of a complaint that are shown from either end.
const ENDS: usize = 3;

/// Whatever answers tasks: a program, or in tests a function.
pub trait Answers {
    fn answer(&mut self, task: &str) -> Result<String>;

    /// Returns the name of the file in which a task is kept, if it is.
    fn kept(&self, _task: &str) -> Option<String> {
        None
    }
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
    limit: Duration,
    /// The number of each task, and the answer, if there was one.
    answers: BTreeMap<String, (usize, Option<String>)>,
}

impl<F: Fn() -> Command> Program<F> {
    pub fn new(command: F, keep: Option<PathBuf>) -> Self {
        Self { command, keep, limit: LIMIT, answers: BTreeMap::new() }
    }

    /// Tells why the program can't be started, before anything is asked.
    pub fn ensure_starts(&self) -> Result<()> {
        let mut command = (self.command)();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let name = command.get_program().display().to_string();
        let Ok(mut child) = child else {
            bail!("{name} can't be started. Is it built, and does its path count from this folder?");
        };
        child.kill()?;
        child.wait()?;
        Ok(())
    }

    /// Deletes what an earlier judging has left, so that nobody takes it for this one's.
    pub fn sweep(&self) -> Result<()> {
        let Some(folder) = self.keep.as_ref().filter(|folder| folder.is_dir()) else { return Ok(()) };
        for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
            let path = entry?.path();
            let is_ours = path.extension().is_some_and(|end| end == "task" || end == "answer");
            if is_ours || path.ends_with(PICTURE) {
                fs::remove_file(&path).with_context(|| format!("cannot delete {}", path.display()))?;
            }
        }
        Ok(())
    }

    /// Runs the program on a task.
    fn run(&self, task: &str) -> Result<String> {
        let mut command = (self.command)();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A trace of the stack would hide what it says.
        command.env_remove("RUST_BACKTRACE");
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
        let end = Instant::now() + self.limit;
        let left = || end.saturating_duration_since(Instant::now());
        let answer = printed.recv_timeout(left()).ok();
        let status = if answer.is_some() { wait(&mut child, end)? } else { None };
        kill(&mut child);
        child.wait()?;
        let (Some(answer), Some(status)) = (answer, status) else {
            bail!(
                "Your program hasn't ended after {} s. Is there a loop without an end, does it wait for more input, or has it \
                 opened a window, since the word for what's asked isn't behind its name?",
                self.limit.as_secs()
            );
        };
        let complaints = complaints.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
        let complaints = excerpt(&String::from_utf8_lossy(&complaints));
        ensure!(status.success(), "Your program ended with {status}{complaints}");
        ensure!((answer.len() as u64) < MOST, "Your program prints more than {} MiB", MOST >> 20);
        String::from_utf8(answer).ok().context("What your program prints isn't UTF-8")
    }
}

impl<F: Fn() -> Command> Answers for Program<F> {
    fn answer(&mut self, task: &str) -> Result<String> {
        if let Some((_, Some(answer))) = self.answers.get(task) {
            return Ok(answer.clone());
        }
        let number = self.answers.len() + 1;
        self.answers.insert(task.to_owned(), (number, None));
        let keep = |what: &str, text: &str| match &self.keep {
            Some(folder) => fs::create_dir_all(folder)
                .and_then(|()| fs::write(folder.join(format!("{number:02}.{what}")), text))
                .with_context(|| format!("cannot write into {}", folder.display())),
            None => Ok(()),
        };
        keep("task", task)?;
        let answer = self.run(task)?;
        keep("answer", &answer)?;
        self.answers.insert(task.to_owned(), (number, Some(answer.clone())));
        Ok(answer)
    }

    fn kept(&self, task: &str) -> Option<String> {
        let (number, _) = self.answers.get(task).filter(|_| self.keep.is_some())?;
        Some(format!("{number:02}.task"))
    }
}

/// Returns the first and the last lines of what a program complains of: the reason stands at the top in some languages, and at
/// the bottom in others.
fn excerpt(complaints: &str) -> String {
    let lines: Vec<&str> = complaints.lines().filter(|line| !line.trim().is_empty()).collect();
    let shown = match lines.len() {
        0 => return String::new(),
        few if few <= 2 * ENDS => lines,
        many => [&lines[..ENDS], &["…"], &lines[many - ENDS..]].concat(),
    };
    format!(", and said:\n  {}", shown.join("\n  "))
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

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// Returns what a script answers to a task, or why it doesn't.
    fn asked(script: &'static str, task: &str) -> String {
        let command = move || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        Program::new(command, None).answer(task).unwrap_or_else(|why| format!("{why:#}"))
    }

    #[test]
    fn a_program_hears_its_task_and_is_heard_or_it_is_told_why_not() {
        assert_eq!(asked("cat", "a task"), "a task");
        // More than a pipe holds, of which it reads nothing.
        let long = "x".repeat(1 << 20);
        assert_eq!(asked("echo deaf", &long), "deaf\n");
        let ended = "Your program ended with exit status: 3, and said:\n  1\n  2\n  3\n  …\n  7\n  8\n  9";
        assert_eq!(asked("seq 9 >&2; exit 3", ""), ended);
        assert_eq!(asked("exit 1", ""), "Your program ended with exit status: 1");
        assert_eq!(asked(r"printf '\377'", ""), "What your program prints isn't UTF-8");
        assert!(asked("kill -9 $$", "").starts_with("Your program ended with signal: 9"));
    }

    #[test]
    fn what_never_ends_is_ended_with_all_that_it_started() {
        let command = || {
            let mut command = Command::new("sh");
            command.args(["-c", "sleep 600 & wait"]);
            command
        };
        let mut program = Program { limit: Duration::from_millis(300), ..Program::new(command, None) };
        let why = program.answer("").expect_err("no end").to_string();
        assert!(why.starts_with("Your program hasn't ended after 0 s. "), "{why}");
    }

    #[test]
    fn tasks_and_answers_are_kept_and_the_same_task_is_asked_once() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("judge-keeps-{}", std::process::id()));
        let keep = folder.join("kept");
        let mut program = Program::new(|| Command::new("cat"), Some(keep.clone()));
        for task in ["one", "two", "one"] {
            assert_eq!(program.answer(task)?, task);
        }
        let text = |file: &str| fs::read_to_string(keep.join(file)).ok();
        assert_eq!(text("02.task").as_deref(), Some("two"));
        assert_eq!(text("01.answer").as_deref(), Some("one"));
        assert_eq!(text("03.task"), None);
        Ok(fs::remove_dir_all(folder)?)
    }
}
