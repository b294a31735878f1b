//! Asks the checks in a copy of the workbook with all variants in it.

use crate::batches::{self, Known};
use crate::projection::Course;
use crate::verify::variants::{Choice, MET, VARIANT, Variant};
use anyhow::Result;
use course::protocol;
use course::{Id, LessonInfo};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use workbook::checks::{self, Asked};

/// The bytes of stack that a check has: a function that holds all variants needs room for the locals of each.
const STACK: &str = "16777216";

/// Seed of the further questions, the same as for the grades of a class.
pub const SEED: u64 = 1;

/// Folder and limits of runs.
#[derive(Clone, Copy)]
pub struct Runs<'a> {
    /// The workbook with all variants in it.
    pub tree: &'a Path,
    /// A folder for what programs say.
    pub scratch: &'a Path,
    /// Time limit of one run.
    pub limit: Duration,
}

/// The check of an exercise.
#[derive(Clone)]
pub struct Check {
    /// The exercise.
    pub id: Id,
    pub program: PathBuf,
    /// Its name there.
    pub test: String,
}

/// The checks that can be asked, and what they have said so far.
pub struct Asking<'a> {
    pub course: &'a Course<'a>,
    /// Folder and limits.
    pub runs: Runs<'a>,
    /// The checks of the chosen lessons' exercises.
    pub checks: BTreeMap<Id, Check>,
    /// Their words so far.
    pub known: Known<Asked>,
}

impl Asking<'_> {
    /// Lets workers ask for each job what it needs. The results are in the order of the jobs; `about` returns a job's
    /// variants, and names it.
    pub fn all<'a, J: Sync, T: Send>(
        &self,
        jobs: &[J],
        about: impl Fn(&J) -> (&Choice<'a>, String) + Sync,
        ask: impl Fn(&J, Asker<'_>) -> Result<T> + Sync,
    ) -> Result<Vec<T>> {
        let ask = |job: &J, worker| ask(job, Asker { runs: self.runs, known: &self.known, worker });
        batches::run(self.course, self.runs.tree, jobs, about, ask)
    }
}

/// A worker that asks checks.
#[derive(Clone, Copy)]
pub struct Asker<'r> {
    /// Folder and limits.
    pub runs: Runs<'r>,
    known: &'r Known<Asked>,
    worker: usize,
}

/// Returns the choice in which one exercise of a lesson is answered so, and the others are solved.
pub fn rest_solved<'a>(lesson: &LessonInfo, id: Id, variant: Variant<'a>) -> Choice<'a> {
    let rest = lesson.exercises().iter().map(|exercise| (exercise.id(), Variant::Solution));
    Choice { lesson: lesson.number, but: rest.chain([(id, variant)]).collect() }
}

impl Asker<'_> {
    /// Returns one that waits no longer than this.
    pub fn within(mut self, limit: Duration) -> Self {
        self.runs.limit = limit.min(self.runs.limit);
        self
    }

    /// Asks a check about a choice of variants, or recalls what it said.
    pub fn ask(&self, check: &Check, choice: &Choice<'_>, seed: Option<u64>) -> Result<Asked> {
        let met = self.file("met");
        let what = check.what(seed);
        self.known.or_run(&what, choice, &met, || self.ask_with(MET, &met, check, choice, seed))
    }

    /// Asks it whatever it has said before, with a variable of the environment that names a file.
    pub fn ask_with(
        &self,
        variable: &str,
        file: &Path,
        check: &Check,
        choice: &Choice<'_>,
        seed: Option<u64>,
    ) -> Result<Asked> {
        let mut command = Command::new(&check.program);
        let is_right = matches!(choice.of(check.id), Variant::Solution);
        command.env(protocol::RECORD, if is_right { protocol::RIGHT } else { "1" });
        command.envs(seed.map(|seed| (protocol::SEED, seed.to_string())));
        command.env(VARIANT, choice.as_text()).env("RUST_MIN_STACK", STACK).env(variable, file);
        command.current_dir(self.runs.tree.join("lessons")).stdin(Stdio::null());
        checks::ask(command, &check.test, check.id, &self.file(""), self.runs.limit)
    }

    /// Returns the exercises that a check has met which was asked.
    pub fn met(&self, check: &Check, choice: &Choice<'_>) -> Vec<Id> {
        self.known.met(&check.what(None), choice)
    }

    /// A file that no other worker uses.
    pub fn file(&self, extension: &str) -> PathBuf {
        self.runs.scratch.join(self.worker.to_string()).with_extension(extension)
    }
}

impl Check {
    /// The program, the check, and what it draws from.
    fn what(&self, seed: Option<u64>) -> String {
        format!("{} {} {seed:?}", self.program.display(), self.test)
    }
}
