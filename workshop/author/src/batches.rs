//! Runs programs in a copy of the workbook with all variants in it. Programs with the same shaders run side
//! by side, and a run whose outcome is known is left out.

use crate::progress::Progress;
use crate::projection::Course;
use crate::tree::{self, Files};
use crate::verify::variants::{self, Choice};
use crate::workers;
use anyhow::{Context, Result};
use course::Id;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// A program to run, with the variants of exercises that are chosen for it.
pub trait Job<'a>: Sync {
    type Result: Send;

    /// The outcome of a run of the program, kept so that an equal run can be left out.
    type Seen: Clone + Send;

    /// Returns the variants that the program is run with.
    fn choice(&self) -> &Choice<'a>;

    /// Returns a few words for the line of progress.
    fn title(&self) -> String;

    /// Runs the job. Jobs that run at the same time have different numbers `worker`.
    fn run(&self, worker: usize, known: &Known<Self::Seen>) -> Result<Self::Result>;
}

/// Outcomes of runs with the same shaders.
///
/// A program reports which exercises it calls. If a second run has the same program, the same arguments and
/// the same answers to these exercises, its outcome is the same too, whatever the other exercises contain.
pub struct Known<T>(Mutex<BTreeMap<String, Vec<Run<T>>>>);

struct Run<T> {
    /// The exercises that the run called, each with the name of its variant.
    met: Vec<(Id, String)>,
    seen: T,
}

impl<T: Clone> Known<T> {
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// Returns the outcome of `what` with a choice of variants: a known one, or one found by running it. The
    /// run writes the exercises that it calls to the file `met`.
    pub fn or_run(
        &self,
        what: &str,
        choice: &Choice<'_>,
        met: &Path,
        run: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        if let Some(seen) = self.recall(what, choice) {
            return Ok(seen);
        }
        std::fs::write(met, "").with_context(|| format!("cannot write {}", met.display()))?;
        let seen = run()?;
        let text = std::fs::read_to_string(met).with_context(|| format!("cannot read {}", met.display()))?;
        let met =
            text.lines().filter_map(Id::strict).map(|id| (id, choice.of(id).name().to_owned())).collect();
        if let Ok(mut runs) = self.0.lock() {
            runs.entry(what.to_owned()).or_default().push(Run { met, seen: seen.clone() });
        }
        Ok(seen)
    }

    /// Returns the exercises that a known run of `what` has called, or none if no known run fits.
    pub fn met(&self, what: &str, choice: &Choice<'_>) -> Vec<Id> {
        let met = |run: &Run<T>| run.met.iter().map(|(id, _)| *id).collect();
        self.find(what, choice, met).unwrap_or_default()
    }

    fn recall(&self, what: &str, choice: &Choice<'_>) -> Option<T> {
        self.find(what, choice, |run| run.seen.clone())
    }

    fn find<U>(&self, what: &str, choice: &Choice<'_>, part: impl Fn(&Run<T>) -> U) -> Option<U> {
        let runs = self.0.lock().ok()?;
        let same = |run: &&Run<T>| run.met.iter().all(|(id, name)| choice.of(*id).name() == name);
        runs.get(what)?.iter().find(same).map(part)
    }
}

/// Runs all jobs, and shows the progress. The results are in the order of the jobs.
pub fn run<'a, J: Job<'a>>(course: &Course<'_>, tree: &Path, jobs: &[J]) -> Result<Vec<J::Result>> {
    let progress = Progress::new(jobs.len());
    let mut batches: BTreeMap<Files, Vec<usize>> = BTreeMap::new();
    for (i, job) in jobs.iter().enumerate() {
        batches.entry(variants::shaders(course, job.choice())).or_default().push(i);
    }
    let mut results = Vec::new();
    for (shaders, batch) in batches {
        for (file, text) in &shaders {
            tree::write_if_changed(&tree.join(file), text)?;
        }
        let known = Known::new();
        results.extend(workers::share(workers::count(), &batch, |worker, &job| {
            let result = jobs[job].run(worker, &known)?;
            progress.tick(&jobs[job].title());
            Ok((job, result))
        })?);
    }
    results.sort_by_key(|(i, _)| *i);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::variants::Variant;
    use std::cell::Cell;

    #[test]
    fn a_run_is_not_repeated_that_meets_the_same() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (known, met, runs) = (Known::new(), folder.path().join("met"), Cell::new(0));
        // A program that meets 01.2, and 01.1 if 01.2 is solved.
        let run = |choice: &Choice<'_>| {
            let seen = known.or_run("program", choice, &met, || {
                runs.set(runs.get() + 1);
                let solved = matches!(choice.of(id(2)), Variant::Solution);
                std::fs::write(&met, if solved { "01.2\n01.1\n" } else { "01.2\n" })?;
                Ok(runs.get())
            });
            seen.expect("it runs")
        };
        let choice = |solved: &[u8]| Choice {
            lesson: 1,
            but: solved.iter().map(|number| (id(*number), Variant::Solution)).collect(),
        };
        assert_eq!((run(&choice(&[])), run(&choice(&[1])), run(&choice(&[1, 3]))), (1, 1, 1));
        assert_eq!((run(&choice(&[2])), run(&choice(&[1, 2])), run(&choice(&[2, 3]))), (2, 3, 2));
        assert_eq!(runs.get(), 3);
    }

    fn id(number: u8) -> Id {
        Id { lesson: 1, number }
    }
}
