//! Runs the check of one exercise by itself, and reads its answers.

use crate::process::{self, Bounds};
use anyhow::{Context, Result};
use course::Id;
use course::protocol;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;
use verdict::Asked;

/// The result of a check's run.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It has answered all questions.
    Answers(Vec<Asked>),
    /// Its program ended without answers that can be read.
    Silent,
    /// It did not end in time.
    TimedOut,
}

/// A check's run, with all of its output.
#[derive(Clone)]
pub struct Run {
    /// The result of the run.
    pub reply: Reply,
    /// The program's exit status, if it ended by itself.
    pub status: Option<ExitStatus>,
    /// True if it wrote anything at all where answers are expected.
    pub wrote: bool,
    /// The lines that the student's code printed.
    pub printed: String,
    /// The lines that it printed to stderr, most of them by panics.
    pub complaints: String,
}

/// Limits of a program's resources.
#[derive(Clone, Copy)]
pub struct Most {
    /// The memory, in MiB.
    pub memory: u64,
    /// The size of a file that it may write, in KiB.
    pub output: u64,
    /// The processor's time that it may use.
    pub time: Option<Duration>,
    /// The number of processes and threads. Outside a sandbox, all of the user's count.
    pub processes: Option<u64>,
}

/// Starts a program with limits, where the system supports them: an endless loop may fill memory or disk long
/// before its time is over. `around` is the shell of a sandbox, if it runs in one.
#[cfg(unix)]
pub fn limited(around: Option<Command>, program: &Path, most: Most) -> Command {
    const SCRIPT: &str = r#"
        ulimit -c 0
        ulimit -v "$1" 2>/dev/null
        ulimit -f "$2" 2>/dev/null
        ulimit -S -t "$3" 2>/dev/null
        # Shells do not agree on its letter.
        [ "$4" = unlimited ] || ulimit -u "$4" 2>/dev/null || ulimit -p "$4" 2>/dev/null
        # Files that nobody has named are memory that no process has.
        [ "$4" = unlimited ] || ulimit -n 64
        shift 4
        exec "$@"
    "#;
    let time = most.time.map_or("unlimited".to_owned(), |time| time.as_secs().to_string());
    let processes = most.processes.map_or("unlimited".to_owned(), |count| count.to_string());
    let mut command = around.unwrap_or_else(|| Command::new("sh"));
    // Memory is counted in KiB, files in blocks of 512 bytes.
    let limits = [(most.memory * 1024).to_string(), (most.output * 2).to_string(), time, processes];
    command.args(["-c", SCRIPT, "sh"]).args(limits).arg(program);
    command
}

/// Starts a program without limits, as this system knows none of them.
#[cfg(not(unix))]
pub fn limited(_around: Option<Command>, program: &Path, _most: Most) -> Command {
    Command::new(program)
}

/// Returns the path of the file to which a check with this scratch name writes its answers.
///
/// The name contains this process's id: the check of a tool that was killed may still run, and its answers
/// must not be taken for this one's.
pub fn answers(scratch: &Path) -> PathBuf {
    scratch.with_extension(format!("{}.answers", std::process::id()))
}

/// Runs the check of an exercise, which is the test `test` of the program that `command` starts, with a seed if further
/// questions are to be drawn. The names of its temporary files begin with `scratch`.
pub fn ask(
    mut command: Command,
    (id, test): (Id, &str),
    seed: Option<u64>,
    scratch: &Path,
    limit: impl Into<Bounds>,
) -> Result<Run> {
    let file = |extension: &str| scratch.with_extension(format!("{}.{extension}", std::process::id()));
    let (answers, printed, complaints) = (answers(scratch), file("printed"), file("complaints"));
    // This hash is seeded by the system.
    let key = RandomState::new().hash_one(()).to_string();
    let (input, mut writer) = std::io::pipe().context("cannot make a pipe")?;
    writeln!(writer, "{key} {}", seed.map_or(String::new(), |seed| seed.to_string()))
        .context("cannot write to a pipe")?;
    drop(writer);
    let create =
        |path: &Path| std::fs::File::create(path).with_context(|| format!("cannot write {}", path.display()));
    create(&answers)?;
    command
        .args([test, "--exact", "--test-threads", "1", "--nocapture"])
        .env(protocol::ANSWERS, &answers)
        .env("RUST_BACKTRACE", "0")
        .stdin(input)
        .stdout(create(&printed)?)
        .stderr(create(&complaints)?);
    let status = process::run(&mut command, limit);
    let [told, printed, complaints] = [answers, printed, complaints].map(|path| taken(&path));
    let (status, wrote) = (status?, !told.is_empty());
    let told = protocol::handed_in(&told, &key, &id.to_string()).and_then(|lines| Asked::of_lines(&lines));
    let reply = match status {
        None => Reply::TimedOut,
        Some(_) => told.map_or(Reply::Silent, Reply::Answers),
    };
    Ok(Run { reply, status, wrote, printed: printed_by(test, &printed).to_owned(), complaints })
}

/// Returns a file's text and deletes the file.
fn taken(path: &Path) -> String {
    let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
    let _ = std::fs::remove_file(path);
    text
}

/// Returns the names of the checks in a `checks.rs`.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split("fn ").skip(1).filter_map(|after| {
        let (name, _) = after.split_once('(')?;
        name.starts_with(protocol::CHECK).then_some(name)
    })
}

/// Returns the name of an exercise's check.
pub fn name(text: &str, id: Id) -> Option<&str> {
    let prefix = id.check_prefix();
    names(text)
        .find(|name| name.strip_prefix(&prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('_')))
}

/// Returns the lines that a student's code printed, without those that the test program adds.
fn printed_by<'a>(test: &str, printed: &'a str) -> &'a str {
    let begin = format!("test {test} ... ");
    let own = printed.split_once(&begin).map_or(printed, |(_, own)| own);
    let end = own.find("\nfailures:\n").or(own.find("\ntest result: ")).unwrap_or(own.len());
    let own = own[..end].trim_matches(['\n', '\r']);
    own.strip_suffix("FAILED").or(own.strip_suffix("ok")).unwrap_or(own).trim_matches(['\n', '\r'])
}
