//! What becomes of one exercise of a submission.

use crate::instructor::grade::sandbox::Sandbox;
use crate::instructor::grade::strays;
use anyhow::Result;
use course::Id;
use course::protocol::Outcome as Said;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;
use student::checks::{self, Answer, Asked, Most};

/// A check's program writes no more than this, in KiB.
const MOST_OUTPUT: u64 = 1024;

/// It has no more processes and threads; OpenGL without a graphics card takes one for each core.
const MOST_PROCESSES: u64 = 512;

/// The time of the processor is limited, since it does not depend on what else the machine does; the time of
/// the clock, this many times as long, ends what only waits.
const WAITING: u32 = 3;

/// So much of what a check says is reported, in characters.
const REPORTED: usize = 4000;

/// What a check may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long it may compute. It may also wait, but not three times as long.
    pub time: Duration,
    /// How much memory it may use, in MiB.
    pub memory: u64,
}

/// What a check found, or why it could not look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every answer is right.
    Passed,
    /// The starter's code is as it was.
    Open,
    /// It is a known mistake.
    Mistake,
    /// It is wrong in an unknown way.
    Wrong,
    /// It panicked.
    Panicked,
    /// It needs an earlier answer that is not right.
    Blocked,
    /// It did not end.
    TimedOut,
    /// It used too much memory.
    OutOfMemory,
    /// It wrote too much.
    TooMuchOutput,
    /// Its program ended without an answer.
    Crashed,
    /// It does not compile.
    NotCompiled,
    /// Its file is not there, or is no source.
    Missing,
    /// It does what no answer needs, or cannot be told from what was given.
    ByHand,
}

impl Outcome {
    /// Whether the check could not come to an answer.
    pub fn is_death(self) -> bool {
        matches!(self, Self::TimedOut | Self::OutOfMemory | Self::TooMuchOutput | Self::Crashed)
    }
}

/// An exercise's outcome.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mark {
    /// The exercise.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub exercise: Id,
    /// What became of it.
    pub outcome: Outcome,
    /// The mistake's name, the earlier exercise, or the error.
    pub detail: String,
    /// What the check said to the student.
    pub said: String,
}

fn as_text<S: serde::Serializer>(id: &Id, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(id)
}

fn from_text<'d, D: serde::Deserializer<'d>>(deserializer: D) -> Result<Id, D::Error> {
    let text = String::deserialize(deserializer)?;
    Id::strict(&text).ok_or_else(|| serde::de::Error::custom(format!("{text} is no exercise")))
}

impl Mark {
    /// Of an exercise that was not run.
    pub fn unrun(exercise: Id, outcome: Outcome, detail: &str) -> Self {
        Self { exercise, outcome, detail: detail.to_owned(), said: String::new() }
    }

    /// One point for what is right, none for anything else.
    pub fn points(&self) -> usize {
        usize::from(self.outcome == Outcome::Passed)
    }

    /// The outcome in words.
    pub fn words(&self) -> String {
        let detail = &self.detail;
        match self.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Open => "open".to_owned(),
            Outcome::Mistake => format!("mistake: {detail}"),
            Outcome::Wrong => "wrong".to_owned(),
            Outcome::Panicked => "panicked".to_owned(),
            Outcome::Blocked => format!("blocked by {detail}"),
            Outcome::TimedOut => "did not end".to_owned(),
            Outcome::OutOfMemory => "used too much memory".to_owned(),
            Outcome::TooMuchOutput => "printed without end".to_owned(),
            Outcome::Crashed => format!("crashed: {detail}"),
            Outcome::NotCompiled => format!("does not compile: {detail}"),
            Outcome::Missing => format!("no answer: {detail}"),
            Outcome::ByHand => format!("to be looked at by hand: {detail}"),
        }
    }
}

/// The check of an exercise, and where it runs.
pub struct Run<'a> {
    /// The program with the lesson's checks.
    pub program: &'a Path,
    /// The check's name in it.
    pub test: &'a str,
    /// The submission's workbook.
    pub tree: &'a Path,
    /// A folder for what the check says, outside of that workbook.
    pub scratch: &'a Path,
    /// What it may take.
    pub limits: Limits,
    /// What stands around it.
    pub sandbox: Sandbox,
}

impl Run<'_> {
    /// Runs the check.
    pub fn mark(&self, exercise: Id) -> Result<Mark> {
        let Limits { time, memory } = self.limits;
        let scratch = self.scratch.join("check");
        let around = self.sandbox.around_check(self.program, self.tree, &checks::outcomes(&scratch));
        // Outside of a box the user's own programs would count too.
        let processes = around.is_some().then_some(MOST_PROCESSES);
        let most = Most { memory, output: MOST_OUTPUT, time: Some(time), processes };
        let mut command = checks::limited(around, self.program, most);
        command.env_clear().current_dir(self.tree.join("lessons"));
        command.env(course::ROOT, self.tree).env("HOME", self.tree).env("TMPDIR", self.tree);
        // What no program can do without.
        for name in ["PATH", "SystemRoot", "LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        let asked = checks::ask(command, self.test, exercise, &scratch, self.limits.time * WAITING)?;
        strays::end();
        let (outcome, detail) = judge(&asked);
        Ok(Mark { exercise, outcome, detail, said: asked.printed.chars().take(REPORTED).collect() })
    }
}

fn judge(asked: &Asked) -> (Outcome, String) {
    let Some(status) = asked.status else {
        return (Outcome::TimedOut, String::new());
    };
    let crashed = |why: &str| (Outcome::Crashed, why.to_owned());
    let said = match &asked.answer {
        Answer::Said(said) => said,
        Answer::TimedOut => return (Outcome::TimedOut, String::new()),
        Answer::Silent if asked.complaints.contains("memory allocation of ") => {
            return (Outcome::OutOfMemory, String::new());
        }
        Answer::Silent if asked.complaints.contains("has overflowed its stack") => {
            return crashed("its stack overflowed, as by a recursion without end");
        }
        Answer::Silent => match signal(status) {
            // On Linux and macOS alike: SIGXFSZ and SIGXCPU.
            Some(25) => return (Outcome::TooMuchOutput, String::new()),
            Some(24) => return (Outcome::TimedOut, String::new()),
            Some(number) => return crashed(&format!("ended by signal {number}")),
            None => return crashed("ended without an answer"),
        },
    };
    let outcome = match said {
        Said::Passed if !status.success() => return crashed("its answer makes no sense"),
        Said::Passed => Outcome::Passed,
        Said::Open => Outcome::Open,
        Said::Mistake(_) => Outcome::Mistake,
        Said::Slip(_) | Said::Wrong => Outcome::Wrong,
        Said::Panicked => Outcome::Panicked,
        Said::Blocked(_) => Outcome::Blocked,
    };
    (outcome, said.detail().to_owned())
}

/// The signal by which a program has ended. A box tells of it as shells do.
#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    let told = status.code().filter(|code| *code > 128).map(|code| code - 128);
    std::os::unix::process::ExitStatusExt::signal(&status).or(told)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
