//! What becomes of one exercise of a submission.

use crate::instructor::grade::changes::Changed;
use crate::instructor::grade::points::Points;
use crate::instructor::grade::sandbox::Sandbox;
use anyhow::{Context, Result, bail, ensure};
use course::Id;
use course::protocol::{self, About, Outcome as Said};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use workbook::checks::{self, Asked, Most, Reply};

/// A check's program writes no more than this, in KiB.
const MOST_OUTPUT: u64 = 1024;

/// It has no more processes and threads; OpenGL without a graphics card takes one for each core.
const MOST_PROCESSES: u64 = 512;

/// The time of the processor is limited, since it does not depend on what else the machine does; the time of
/// the clock, this many times as long, ends what only waits.
pub const WAITING: u32 = 3;

/// So much of what a check says is reported, in characters.
const REPORTED: usize = 4000;

/// How checks are run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long one may compute. It may also wait, but not three times as long.
    pub time: Duration,
    /// How much memory it may use, in MiB.
    pub memory: u64,
    /// How long the compiler may compute for a crate of a submission. All of it may take three times as long.
    pub build: Duration,
    /// What the further questions are drawn from.
    pub seed: u64,
    /// What stands around it.
    pub sandbox: Sandbox,
}

/// What a check found, or why it could not look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
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

impl Verdict {
    /// The word for it, as in JSON.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
    }

    /// Whether an earlier answer may be to blame.
    pub fn may_be_held_up(self) -> bool {
        matches!(
            self,
            Self::Blocked
                | Self::TimedOut
                | Self::OutOfMemory
                | Self::TooMuchOutput
                | Self::Crashed
                | Self::ByHand
        )
    }
}

/// An exercise's outcome.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Mark {
    /// The exercise.
    #[serde(serialize_with = "as_text", deserialize_with = "from_text")]
    pub exercise: Id,
    /// What became of it.
    pub outcome: Verdict,
    /// The mistake's name, the earlier exercise, or the error.
    pub detail: String,
    /// What the check said to the student.
    pub said: String,
    /// The mark that a person has given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
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
    pub fn unrun(exercise: Id, outcome: Verdict, detail: &str) -> Self {
        Self { exercise, outcome, detail: detail.to_owned(), said: String::new(), changed: None }
    }

    /// Whether a person must look at it, and none has.
    pub fn waits(&self) -> bool {
        self.outcome == Verdict::ByHand && self.changed.is_none()
    }

    /// What it is worth if it is worth this at most: all of that for what is right, none for anything else, unless a person
    /// has said otherwise.
    pub fn worth(&self, most: u32) -> Points {
        match &self.changed {
            Some(Changed { points, out_of, .. }) => points.scaled(*out_of, most),
            None => Points::whole(if self.outcome == Verdict::Passed { most } else { 0 }),
        }
    }

    /// The outcome in words, and what a person made of it.
    pub fn words(&self) -> String {
        let changed = self.changed.as_ref().map_or(String::new(), |changed| format!("; {}", changed.words()));
        self.outcome_words() + &changed
    }

    fn outcome_words(&self) -> String {
        let detail = &self.detail;
        match self.outcome {
            Verdict::Passed => "passed".to_owned(),
            Verdict::Open => "open".to_owned(),
            Verdict::Mistake => format!("mistake: {detail}"),
            Verdict::Wrong => "wrong".to_owned(),
            Verdict::Panicked => "panicked".to_owned(),
            Verdict::Blocked => format!("blocked by {detail}"),
            Verdict::TimedOut => "did not end".to_owned(),
            Verdict::OutOfMemory => "used too much memory".to_owned(),
            Verdict::TooMuchOutput => "printed without end".to_owned(),
            Verdict::Crashed => format!("crashed: {detail}"),
            Verdict::NotCompiled => format!("does not compile: {detail}"),
            Verdict::Missing => format!("no answer: {detail}"),
            Verdict::ByHand => format!("to be looked at by hand: {detail}"),
        }
    }
}

/// A program with a lesson's checks, and the workbook whose files it reads.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// The program.
    pub program: &'a Path,
    /// The workbook.
    pub tree: &'a Path,
}

/// The check of an exercise, and where it runs.
pub struct Run<'a> {
    /// The program that holds the submission. It answers.
    pub theirs: Program<'a>,
    /// The program that holds the workbook's own answers instead. It judges.
    pub own: Program<'a>,
    /// The check's name in both.
    pub test: String,
    /// A folder for what they say, outside of their workbooks.
    pub scratch: &'a Path,
    /// How each is run.
    pub settings: Settings,
}

impl Run<'_> {
    /// What the check tells, also of itself, when it has found the workbook's own answer right.
    pub fn about(&self, exercise: Id) -> Result<String> {
        let asked = self.run(exercise, self.own, &[], |command| {
            command.stdin(Stdio::null());
        })?;
        if asked.answer != Reply::Said(Said::Passed) {
            let (outcome, detail) = match &asked.answer {
                Reply::Said(said) => (outcome(said), said.detail().to_owned()),
                Reply::Silent | Reply::TimedOut => died(&asked),
            };
            bail!(
                "the workbook's own answer to {exercise} is not right with --seed {}: {}\n{}{}",
                self.settings.seed,
                Mark::unrun(exercise, outcome, &detail).words(),
                asked.printed,
                asked.complaints
            );
        }
        ensure!(About::told(&asked.told, exercise).is_some(), "the check of {exercise} tells nothing");
        Ok(asked.told)
    }

    /// Runs the check. The answer may call these of the workbook's own.
    pub fn mark(&self, exercise: Id, lent: Option<&BTreeSet<Id>>) -> Result<Mark> {
        // Its hash is seeded by the system.
        let key = RandomState::new().hash_one(()).to_string();
        let (input, mut writer) = std::io::pipe().context("cannot make a pipe")?;
        writeln!(writer, "{key}").context("cannot write to a pipe")?;
        drop(writer);
        let asked = self.run(exercise, self.theirs, &[], |command| {
            let lent = lent.into_iter().flatten().map(Id::to_string).collect::<Vec<_>>();
            command.env(protocol::LENT, lent.join(" ")).stdin(input);
        })?;
        let well = asked.status.is_some_and(|status| status.success());
        let Some(answers) = protocol::handed_in(&asked.told, &key, exercise).filter(|_| well) else {
            let (outcome, detail) = died(&asked);
            return Ok(Mark { exercise, outcome, detail, said: reported(&asked), changed: None });
        };
        let path = self.scratch.join("answers");
        std::fs::write(&path, &answers).with_context(|| format!("cannot write {}", path.display()))?;
        let judged = self.run(exercise, self.own, &[&path], |command| {
            command.env(protocol::ANSWERS, &path).stdin(Stdio::null());
        })?;
        let (outcome, detail) = match &judged.answer {
            Reply::Said(Said::OtherQuestions(count)) => {
                let given = answers.lines().count();
                (
                    Verdict::ByHand,
                    format!(
                        "the questions it answered ({given}) are not those that the check asks ({count})"
                    ),
                )
            }
            Reply::Said(said) => (outcome(said), said.detail().to_owned()),
            Reply::Silent | Reply::TimedOut => (Verdict::Crashed, "its answers make no sense".to_owned()),
        };
        Ok(Mark { exercise, outcome, detail, said: reported(&judged), changed: None })
    }

    fn run(
        &self,
        exercise: Id,
        Program { program, tree }: Program<'_>,
        readable: &[&Path],
        prepare: impl FnOnce(&mut Command),
    ) -> Result<Asked> {
        let Settings { time, memory, seed, sandbox, .. } = self.settings;
        std::fs::create_dir_all(self.scratch)
            .with_context(|| format!("cannot make {}", self.scratch.display()))?;
        let scratch = self.scratch.join("check");
        let readable = [readable, &[program, tree]].concat();
        let sandbox = if program == self.own.program { sandbox.around_own_answers() } else { sandbox };
        let around = sandbox.around_check(&readable, &checks::outcomes(&scratch))?;
        // Outside of a box the user's own programs would count too.
        let is_alone = matches!(sandbox, Sandbox::Bubblewrap | Sandbox::User(..));
        let processes = is_alone.then_some(MOST_PROCESSES);
        let most = Most { memory, output: MOST_OUTPUT, time: Some(time), processes };
        let mut command = checks::limited(around, program, most);
        command.env_clear().current_dir(tree.join("lessons"));
        command.env(course::ROOT, tree).env("HOME", tree).env("TMPDIR", tree);
        command.env(protocol::SEED, seed.to_string());
        // Mesa's cache of shaders begins as a file larger than a check may write. Mesa has had two names for this.
        command.env("MESA_GLSL_CACHE_DISABLE", "true").env("MESA_SHADER_CACHE_DISABLE", "true");
        // What no program can do without.
        for name in ["PATH", "SystemRoot", "LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        prepare(&mut command);
        checks::ask_with_input(command, &self.test, exercise, &scratch, time * WAITING)
    }
}

fn reported(asked: &Asked) -> String {
    asked.printed.chars().take(REPORTED).collect()
}

fn outcome(said: &Said) -> Verdict {
    match said {
        Said::Passed => Verdict::Passed,
        Said::Open => Verdict::Open,
        Said::Mistake(_) => Verdict::Mistake,
        Said::Slip(_) | Said::Wrong => Verdict::Wrong,
        Said::Panicked => Verdict::Panicked,
        Said::Blocked(_) => Verdict::Blocked,
        Said::NotCompiled(_) => Verdict::NotCompiled,
        Said::OtherQuestions(_) => Verdict::ByHand,
    }
}

/// Why a program has not given all answers.
fn died(asked: &Asked) -> (Verdict, String) {
    let crashed = |why: &str| (Verdict::Crashed, why.to_owned());
    let Some(status) = asked.status else {
        return (Verdict::TimedOut, String::new());
    };
    if asked.complaints.contains("memory allocation of ") {
        return (Verdict::OutOfMemory, String::new());
    }
    if asked.complaints.contains("has overflowed its stack") {
        return crashed("its stack overflowed, as by a recursion without end");
    }
    match signal(status) {
        None if status.success() && !asked.told.is_empty() => crashed("its answers make no sense"),
        // On Linux and macOS alike: SIGXFSZ and SIGXCPU.
        Some(25) => (Verdict::TooMuchOutput, String::new()),
        Some(24) => (Verdict::TimedOut, String::new()),
        Some(number) => crashed(&format!("ended by signal {number}")),
        None => crashed("ended without an answer"),
    }
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
