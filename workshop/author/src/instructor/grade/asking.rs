//! Runs a submission's program to get its answers, and judges them by what our own program answers to the same questions.
//!
//! The program with the submission only answers; nothing in it works out what is right.

use crate::instructor::grade::marks::{Mark, Verdict as Word};
use crate::instructor::grade::sandbox::{CHECK, Sandbox};
use crate::workers;
use anyhow::{Context, Result, anyhow, bail};
use course::protocol::Outcome;
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};
use verdict::{Asked, Question, Recorded, Verdict};
use workbook::checks::{self, Most, Reply, Run};
use workbook::places;
use workbook::process::Bounds;

/// Limits of a check's program: its memory in MiB, alone and with all that it starts, its largest file in
/// KiB, and its processes and threads.
const MOST: Most = Most { memory: 2048, output: 8 << 10, time: None, processes: Some(64) };

/// The limit of a check's processor time, and the factor from there to that of wall time. Processor time does not depend on
/// what else the machine does; wall time ends a program that only waits.
const TIME: Duration = Duration::from_secs(10);
pub const WAITING: u32 = 4;

/// The most characters of a check's output that are reported.
const REPORTED: usize = 4000;

/// The reason given for exercises that were not asked because the submission's time was over.
pub const OVER: &str = "the time that its submission has as a whole was over";

const SENSELESS: &str = "its answers make no sense";

/// Runs checks and judges the answers.
pub struct Asker<'a> {
    pub lessons: &'a [LessonInfo],
    /// The copy of the workbook with its own answers.
    pub own: PathBuf,
    pub program: PathBuf,
    /// The seed of the questions that no student sees.
    pub seed: u64,
    /// The sandbox around each check.
    pub sandbox: Sandbox,
    /// The right answers, by exercise.
    pub right: BTreeMap<Id, Right>,
}

/// The right answers in an exercise, and those of its mistakes.
pub struct Right {
    /// The questions, with those that are drawn, as our own program is asked them.
    asked: Vec<Asked>,
    questions: Vec<Question>,
    recorded: Recorded,
}

impl Right {
    /// Returns the earlier exercises that an answer may call.
    pub fn needs(&self) -> Vec<Id> {
        let mut all: Vec<Id> =
            self.asked.iter().filter_map(|asked| Id::strict(asked.earlier.as_ref()?)).collect();
        all.dedup();
        all
    }
}

impl Asker<'_> {
    /// Returns what is right in an exercise: what our own program answers, with what is drawn and without.
    pub fn ours(&self, (exercise, test): &(Id, String), scratch: &Path) -> Result<Right> {
        let ask = |seed| {
            let command = self.command(None, &self.program, &self.own);
            let run = checks::ask(command, (*exercise, test), seed, scratch, TIME * WAITING)?;
            match run.reply {
                Reply::Answers(answers) => Ok(answers),
                _ if died(&run).0 == Word::TimedOut => bail!(
                    "the workbook's own answer to {exercise} did not end in {} s: grade when this machine has less to do",
                    TIME.as_secs()
                ),
                _ => {
                    bail!("the workbook's own answer to {exercise} fails:\n{}{}", run.printed, run.complaints)
                }
            }
        };
        let (asked, seen) = (ask(Some(self.seed))?, ask(None)?);
        let questions = Recorded::drawn(&asked, &seen).map_err(|why| {
            anyhow!("the workbook's own answer to {exercise} is not right with --seed {}: {why}", self.seed)
        })?;
        let text = std::fs::read_to_string(self.own.join(self.lesson(*exercise)?.file(verdict::FILE)));
        let recorded = Recorded::read(&text.unwrap_or_default(), &exercise.to_string()).unwrap_or_default();
        Ok(Right { asked, questions, recorded })
    }

    fn lesson(&self, exercise: Id) -> Result<&LessonInfo> {
        let found = self.lessons.iter().find(|lesson| lesson.number == exercise.lesson);
        found.with_context(|| format!("there is no lesson of {exercise}"))
    }

    /// Runs the program built from a submission's tree, and judges its answers.
    pub fn mark(
        &self,
        [program, tree]: [&Path; 2],
        (exercise, test): &(Id, String),
        scratch: &Path,
        until: Instant,
    ) -> Result<Mark> {
        let (exercise, over) = (*exercise, Mark::new(*exercise, Word::ByHand, OVER));
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(over);
        }
        let sandbox = &self.sandbox;
        let answers = checks::answers(scratch);
        std::fs::write(&answers, "").with_context(|| format!("cannot write {}", answers.display()))?;
        sandbox.give(&answers)?;
        let around = sandbox.around(CHECK, &[program, tree].map(Path::to_owned), &[&answers]);
        let command = self.command(around, program, tree);
        let bounds = Bounds { time: left.min(TIME * WAITING), memory: Some(MOST.memory) };
        let run = checks::ask(command, (exercise, test), Some(self.seed), scratch, bounds)?;
        if Instant::now() >= until {
            return Ok(over);
        }
        let well = run.status.is_some_and(|status| status.success());
        match run.reply {
            Reply::Answers(answers) if well => self.judge(exercise, answers, tree),
            _ => {
                let (outcome, detail) = died(&run);
                // Its own words may tell what was drawn.
                Ok(Mark::new(exercise, outcome, &detail))
            }
        }
    }

    fn judge(&self, exercise: Id, mut answers: Vec<Asked>, tree: &Path) -> Result<Mark> {
        let Right { asked, questions, recorded } = &self.right[&exercise];
        // Nobody believes what it says of the questions, or of its own calls.
        for (given, own) in answers.iter_mut().zip(asked) {
            (given.words, given.earlier, given.tags) =
                (own.words.clone(), own.earlier.clone(), own.tags.clone());
            if let Err(panic) = &mut given.answer {
                panic.places.clear();
            }
        }
        let about = self.lesson(exercise)?.exercise(exercise)?;
        let text = |of: &Exercise| std::fs::read_to_string(tree.join(of.file.get_ref())).unwrap_or_default();
        let earlier = |id: &str| self.lesson(Id::strict(id)?).ok()?.exercise(Id::strict(id)?).ok();
        let names = |id: &str| {
            earlier(id).is_none_or(|earlier| places::names((&text(about), about), (&text(earlier), earlier)))
        };
        let verdict = Verdict::of(&answers, questions, recorded, &names);
        if let Outcome::OtherQuestions(count) = &verdict.outcome {
            let given = answers.len();
            let why =
                format!("the questions it answered ({given}) are not those that the check asks ({count})");
            return Ok(Mark::new(exercise, Word::ByHand, &why));
        }
        let known = |name: &str| self.lesson(exercise).ok()?.mistakes.data.named_in(exercise, name);
        let said = verdict.report(about, &known).chars().take(REPORTED).collect();
        let outcome = &verdict.outcome;
        Ok(Mark { said, ..Mark::new(exercise, outcome.into(), outcome.detail()) })
    }

    /// Returns the command line, with limits, of a program that reads the files of a workbook.
    fn command(&self, around: Option<Command>, program: &Path, tree: &Path) -> Command {
        // Outside of a box the user's own programs would count too.
        let processes = MOST.processes.filter(|_| around.is_some());
        // One user has all boxes that are there at once.
        let boxes = if self.sandbox.user.is_some() { workers::count() as u64 } else { 1 };
        let processes = processes.map(|processes| processes * boxes);
        let mut command = checks::limited(around, program, Most { time: Some(TIME), processes, ..MOST });
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
fn died(run: &Run) -> (Word, String) {
    let Some(status) = run.status else {
        return (Word::TimedOut, String::new());
    };
    let said = |words| run.complaints.contains(words);
    let why = match signal(status) {
        _ if said("memory allocation of ") => "used too much memory",
        _ if said("has overflowed its stack") => "its stack overflowed, as by a recursion without end",
        None if status.success() && run.wrote => SENSELESS,
        // On Linux and macOS alike: SIGXCPU and SIGXFSZ.
        Some(24) => return (Word::TimedOut, String::new()),
        Some(25) => "printed without end",
        Some(9) => "killed, as whatever takes more than 2 GiB in all",
        Some(number) => &format!("ended by signal {number}"),
        None => "ended without an answer",
    };
    (Word::Crashed, why.to_owned())
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
