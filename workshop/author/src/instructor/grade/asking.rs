//! Runs a submission's program to get its answers, and has the workbook's own program judge them.
//!
//! The program with the submission only reports its answers to every question, bit by bit; nothing in it
//! works out what is right. The same check in a program with the workbook's own answers compares.

use crate::instructor::grade::marks::{Mark, Verdict};
use crate::instructor::grade::sandbox::{CHECK, Sandbox};
use crate::told;
use crate::workers;
use anyhow::{Context, Result, bail, ensure};
use course::Id;
use course::protocol::{self, Outcome as Said};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use workbook::checks::{self, Asked, Most, Reply};
use workbook::process::Bounds;

/// Limits of a check's program: its memory in MiB, alone and with all that it starts, its largest file in
/// KiB, and its processes and threads.
const MOST: Most = Most { memory: 2048, output: 8 << 10, time: None, processes: Some(64) };

/// The factor from the limit of processor time to that of wall time. Processor time does not depend on what
/// else the machine does; wall time ends a program that only waits.
pub const WAITING: u32 = 3;

/// The most characters of a check's output that are reported.
const REPORTED: usize = 4000;

/// The reason given for exercises that were not asked because the submission's time was over.
pub const OVER: &str = "the time that its submission has as a whole was over";

const SENSELESS: &str = "its answers make no sense";

#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The limit of a check's processor time. Its wall time may be [`WAITING`] times that.
    pub time: Duration,
    /// The limit of the compiler's processor time for a crate. A whole build may take three times that.
    pub build: Duration,
    /// The limit of a submission's wall time.
    pub whole: Duration,
    /// The seed of the questions that no student sees.
    pub seed: u64,
    /// The sandbox around each check.
    pub sandbox: Sandbox,
}

/// Runs checks and judges the answers.
pub struct Asker {
    /// The copy of the workbook with its own answers.
    pub own: PathBuf,
    /// The program built from it, which judges.
    pub judge: PathBuf,
    pub settings: Settings,
    /// The marks given so far, by exercise and answers. Equal answers get equal marks.
    pub judged: Mutex<BTreeMap<(Id, String), Mark>>,
}

impl Asker {
    /// Returns the check's report, with facts about itself, once it has passed the workbook's own answer.
    pub fn about(&self, exercise: Id, test: &str, scratch: &Path) -> Result<String> {
        let asked = self.ask_own(exercise, test, scratch, None)?;
        let seconds = self.settings.time.as_secs();
        ensure!(
            died(&asked).0 != Verdict::TimedOut,
            "the workbook's own answer to {exercise} did not end in {seconds} s: raise --limit, or grade when this machine has less to do"
        );
        if asked.answer != Reply::Said(Said::Passed) {
            bail!(
                "the workbook's own answer to {exercise} is not right with --seed {}:\n{}{}",
                self.settings.seed,
                asked.printed,
                asked.complaints
            );
        }
        ensure!(told::needs(&asked.told, exercise).is_some(), "the check of {exercise} tells nothing");
        Ok(asked.told)
    }

    /// Runs the program built from a submission's tree, and judges its answers.
    pub fn mark(
        &self,
        [program, tree]: [&Path; 2],
        (exercise, test): &(Id, String),
        scratch: &Path,
        until: Instant,
    ) -> Result<Mark> {
        let (exercise, over) = (*exercise, Mark::unrun(*exercise, Verdict::ByHand, OVER));
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(over);
        }
        // Its hash is seeded by the system.
        let key = RandomState::new().hash_one(()).to_string();
        let (input, mut writer) = std::io::pipe().context("cannot make a pipe")?;
        let Settings { sandbox, time, seed, .. } = self.settings;
        writeln!(writer, "{key} {seed}").context("cannot write to a pipe")?;
        drop(writer);
        let outcomes = checks::outcomes(scratch);
        std::fs::write(&outcomes, "").with_context(|| format!("cannot write {}", outcomes.display()))?;
        sandbox.give(&outcomes)?;
        let around = sandbox.around(CHECK, &[program, tree].map(Path::to_owned), &[&outcomes]);
        let mut command = self.command(around, program, tree);
        command.stdin(input);
        let bounds = Bounds { time: left.min(time * WAITING), memory: Some(MOST.memory) };
        let asked = checks::ask(command, test, exercise, scratch, bounds)?;
        if Instant::now() >= until {
            return Ok(over);
        }
        let well = asked.status.is_some_and(|status| status.success());
        let Some(answers) = told::handed_in(&asked.told, &key, exercise).filter(|_| well) else {
            let (outcome, detail) = died(&asked);
            // Its own words may tell what was drawn.
            return Ok(Mark::unrun(exercise, outcome, &detail));
        };
        let question = (exercise, answers);
        let known = self.judged.lock().ok().and_then(|judged| judged.get(&question).cloned());
        let mark = known.map_or_else(|| self.judge(exercise, test, scratch, &question.1), Ok)?;
        if let Ok(mut judged) = self.judged.lock() {
            judged.insert(question, mark.clone());
        }
        Ok(mark)
    }

    fn judge(&self, exercise: Id, test: &str, scratch: &Path, answers: &str) -> Result<Mark> {
        let path = scratch.with_extension("answers");
        std::fs::write(&path, answers).with_context(|| format!("cannot write {}", path.display()))?;
        let judged = self.ask_own(exercise, test, scratch, Some(&path))?;
        let Reply::Said(said) = &judged.answer else {
            return Ok(Mark::unrun(exercise, Verdict::Crashed, SENSELESS));
        };
        let outcome = match said {
            Said::Passed => Verdict::Passed,
            Said::Open => Verdict::Open,
            Said::Mistake(_) => Verdict::Mistake,
            Said::Slip(_) | Said::Wrong => Verdict::Wrong,
            Said::Panicked => Verdict::Panicked,
            Said::Blocked(_) => Verdict::Blocked,
            Said::NotCompiled(_) => Verdict::NotCompiled,
            Said::OtherQuestions(count) => {
                let given = answers.lines().count();
                let why = format!(
                    "the questions it answered ({given}) are not those that the check asks ({count})"
                );
                return Ok(Mark::unrun(exercise, Verdict::ByHand, &why));
            }
        };
        let printed = judged.printed.chars().take(REPORTED).collect();
        Ok(Mark { said: printed, ..Mark::unrun(exercise, outcome, said.detail()) })
    }

    /// Runs the workbook's own program, which judges the answers in a file instead of its own.
    fn ask_own(&self, exercise: Id, test: &str, scratch: &Path, answers: Option<&Path>) -> Result<Asked> {
        let mut command = self.command(None, &self.judge, &self.own);
        command.env(protocol::SEED, self.settings.seed.to_string()).stdin(Stdio::null());
        command.envs(answers.map(|answers| (protocol::ANSWERS, answers)));
        checks::ask(command, test, exercise, scratch, self.settings.time * WAITING)
    }

    /// Returns the command line, with limits, of a program that reads the files of a workbook.
    fn command(&self, around: Option<Command>, program: &Path, tree: &Path) -> Command {
        let time = self.settings.time;
        // Outside of a box the user's own programs would count too.
        let processes = MOST.processes.filter(|_| around.is_some());
        // One user has all boxes that are there at once.
        let boxes = if self.settings.sandbox.user.is_some() { workers::count() as u64 } else { 1 };
        let processes = processes.map(|processes| processes * boxes);
        let mut command = checks::limited(around, program, Most { time: Some(time), processes, ..MOST });
        command.env_clear().current_dir(tree.join("lessons"));
        command.env(course::ROOT, tree).env("HOME", tree).env("TMPDIR", tree);
        // Mesa's cache of shaders begins as a file larger than a check may write. Mesa has had two names for this.
        command.env("MESA_GLSL_CACHE_DISABLE", "true").env("MESA_SHADER_CACHE_DISABLE", "true");
        // Mesa's software renderer draws a few points, as it would with faster code that takes seconds to compile, or with
        // a thread for each core.
        command.env("GALLIVM_PERF", "nopt").env("LP_NATIVE_VECTOR_WIDTH", "128").env("LP_NUM_THREADS", "0");
        // Variables that every program needs.
        let needed = ["PATH", "SystemRoot", "LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"];
        command.envs(needed.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?))));
        command
    }
}

/// Returns the mark and reason for a program that did not give all answers.
fn died(asked: &Asked) -> (Verdict, String) {
    let Some(status) = asked.status else {
        return (Verdict::TimedOut, String::new());
    };
    let said = |words| asked.complaints.contains(words);
    let why = match signal(status) {
        _ if said("memory allocation of ") => "used too much memory",
        _ if said("has overflowed its stack") => "its stack overflowed, as by a recursion without end",
        None if status.success() && !asked.told.is_empty() => SENSELESS,
        // On Linux and macOS alike: SIGXCPU and SIGXFSZ.
        Some(24) => return (Verdict::TimedOut, String::new()),
        Some(25) => "printed without end",
        Some(9) => "killed, as whatever takes more than 2 GiB in all",
        Some(number) => &format!("ended by signal {number}"),
        None => "ended without an answer",
    };
    (Verdict::Crashed, why.to_owned())
}

/// Returns the signal that ended a program, even if a sandbox reports it as shells do, as a status above 128.
#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    let told = status.code().filter(|code| *code > 128).map(|code| code - 128);
    std::os::unix::process::ExitStatusExt::signal(&status).or(told)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
