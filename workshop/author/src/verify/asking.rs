//! Asks the checks in a copy of the workbook with all variants in it, and judges what they answer.

use crate::batches::{self, Known};
use crate::markers::State;
use crate::projection::Course;
use crate::verify::variants::{Choice, MET, VARIANT, Variant};
use anyhow::{Context, Result, anyhow};
use course::protocol::Outcome;
use course::{Id, LessonInfo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use verdict::{Asked, Question, Recorded, Verdict};
use workbook::checks::{self, Reply, Run};
use workbook::places;

/// The bytes of stack that a check has: a function that holds all variants needs room for the locals of each.
const STACK: &str = "16777216";

/// Seed of the further questions, the same as for the grades of a class.
pub const SEED: u64 = 1;

/// Folder and limits of runs.
pub struct Runs<'a> {
    /// The workbook with all variants in it.
    pub tree: &'a Path,
    /// A folder for what programs say.
    pub scratch: PathBuf,
    /// Time limit of one run.
    pub limit: Duration,
}

#[derive(Clone)]
pub struct Check {
    pub id: Id,
    pub program: PathBuf,
    /// Its name there.
    pub test: String,
}

/// The checks that can be asked, and what they have answered so far.
pub struct Asking<'a> {
    pub course: &'a Course<'a>,
    /// Folder and limits.
    pub runs: Runs<'a>,
    /// The checks of the chosen lessons' exercises.
    pub checks: BTreeMap<Id, Check>,
    known: Known<Run>,
}

/// The verdict on a variant.
pub struct Judged {
    pub heard: Heard,
    /// The words for a student, and then the complaints of the program.
    pub said: String,
}

/// An outcome, or why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    Said(Outcome),
    Silent,
    TimedOut,
}

impl<'a> Asking<'a> {
    pub fn new(course: &'a Course<'a>, runs: Runs<'a>, checks: BTreeMap<Id, Check>) -> Self {
        Self { course, runs, checks, known: Known::new(course) }
    }

    /// Lets workers ask for each job what it needs. The results are in the order of the jobs; `about` returns a job's
    /// variants, and names it.
    pub fn all<J: Sync, T: Send>(
        &self,
        jobs: &[J],
        about: impl Fn(&J) -> (&Choice<'a>, String) + Sync,
        ask: impl Fn(&J, Asker<'_>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let ask = |job: &J, worker| ask(job, Asker { asking: self, worker });
        batches::run(self.course, self.runs.tree, jobs, about, ask)
    }
}

/// A worker that asks checks.
#[derive(Clone, Copy)]
pub struct Asker<'r> {
    pub asking: &'r Asking<'r>,
    worker: usize,
}

/// Returns the choice in which one exercise of a lesson is answered so, and the others are solved.
pub fn rest_solved<'a>(lesson: &LessonInfo, id: Id, variant: Variant<'a>) -> Choice<'a> {
    let rest = lesson.exercises().iter().map(|exercise| (exercise.id(), Variant::Solution));
    Choice { lesson: lesson.number, but: rest.chain([(id, variant)]).collect() }
}

impl Asker<'_> {
    /// Asks a check about a choice of variants, or recalls what came of it.
    pub fn ask(&self, check: &Check, choice: &Choice<'_>, seed: Option<u64>) -> Result<Run> {
        let runs = &self.asking.runs;
        let scratch = runs.scratch.join(self.worker.to_string());
        let met = scratch.with_extension("met");
        let run = || {
            let mut command = Command::new(&check.program);
            command.env(VARIANT, choice.as_text()).env("RUST_MIN_STACK", STACK).env(MET, &met);
            command.current_dir(runs.tree.join("lessons"));
            checks::ask(command, (check.id, &check.test), seed, &scratch, runs.limit)
        };
        self.asking.known.or_run(&check.what(seed), choice, &met, run)
    }

    /// Returns the answers of a check about a choice of variants; none if it has not ended.
    pub fn answers(
        &self,
        check: &Check,
        choice: &Choice<'_>,
        seed: Option<u64>,
    ) -> Result<Option<Vec<Asked>>> {
        Ok(match self.ask(check, choice, seed)?.reply {
            Reply::Answers(answers) => Some(answers),
            Reply::Silent | Reply::TimedOut => None,
        })
    }

    /// Asks a check, and judges its answers by a recording.
    pub fn judge(
        &self,
        check: &Check,
        choice: &Choice<'_>,
        seed: Option<u64>,
        recorded: &Recorded,
    ) -> Result<Judged> {
        let run = self.ask(check, choice, seed)?;
        let complaints = run.printed + &run.complaints;
        let heard = match run.reply {
            Reply::Answers(asked) => asked,
            Reply::Silent => return Ok(Judged { heard: Heard::Silent, said: complaints }),
            Reply::TimedOut => return Ok(Judged { heard: Heard::TimedOut, said: complaints }),
        };
        let questions = match seed {
            None => recorded.questions(),
            Some(_) => self.drawn(check, seed)?,
        };
        let (id, course) = (check.id, self.asking.course);
        let lesson = course.lesson(id.lesson).context("a check is a lesson's")?;
        let code = choice.of(id).code(course, id);
        let names =
            |earlier: &str| Id::strict(earlier).is_none_or(|earlier| is_named(course, (id, &code), earlier));
        let verdict = Verdict::of(&heard, &questions, recorded, &names);
        let said = verdict.report(lesson.exercise(id)?, &|name| lesson.mistakes.data.named_in(id, name));
        Ok(Judged { heard: Heard::Said(verdict.outcome), said: said + &complaints })
    }

    /// Returns the questions of a class, with what our own answer gives.
    fn drawn(&self, check: &Check, seed: Option<u64>) -> Result<Vec<Question>> {
        let lesson = self.asking.course.lesson(check.id.lesson).context("a check is a lesson's")?;
        let ours = rest_solved(lesson, check.id, Variant::Solution);
        let [graded, seen] = [seed, None].map(|seed| self.answers(check, &ours, seed));
        let (graded, seen) =
            graded?.zip(seen?).with_context(|| format!("our answer to {} doesn't end", check.id))?;
        Recorded::drawn(&graded, &seen)
            .map_err(|why| anyhow!("our answer to {} with a seed: {why}", check.id))
    }

    /// Returns the exercises that a check has met which was asked.
    pub fn met(&self, check: &Check, choice: &Choice<'_>) -> Vec<Id> {
        self.asking.known.met(&check.what(None), choice)
    }
}

/// Returns true if this code of an exercise names another one's function, or one in that one's file that calls it.
fn is_named(course: &Course<'_>, (id, code): (Id, &str), earlier: Id) -> bool {
    let text = |of: Id, code: Option<&str>| {
        let file = course.regions().find(|(_, region)| region.id == of)?.0;
        let state = |id| code.filter(|_| id == of).map_or(State::Open, State::Code);
        Some(course.sources.get(file)?.project(state))
    };
    let exercise = |id: Id| course.lesson(id.lesson)?.exercise(id).ok();
    let both = exercise(id).zip(exercise(earlier)).zip(text(id, Some(code)).zip(text(earlier, None)));
    both.is_none_or(|((one, other), (own, others))| places::names((&own, one), (&others, other)))
}

impl Check {
    /// The program, the check, and what it draws from.
    fn what(&self, seed: Option<u64>) -> String {
        format!("{} {} {seed:?}", self.program.display(), self.test)
    }
}
