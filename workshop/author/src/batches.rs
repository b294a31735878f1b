//! Runs programs in a copy of the workbook with all variants in it. Programs with the same shaders run side
//! by side, and a run whose outcome is known is left out.

use crate::progress::Progress;
use crate::projection::{Course, is_read_late};
use crate::tree::{self, Files};
use crate::verify::variants::{self, Choice};
use crate::workers;
use anyhow::{Context, Result};
use course::Id;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// Outcomes of runs.
///
/// A program reports which exercises it calls. If a second run has the same program, the same arguments and the same
/// answers to these exercises and in all shaders, its outcome is the same too, whatever the other exercises contain.
pub struct Known<T> {
    in_shaders: Vec<Id>,
    runs: Mutex<BTreeMap<String, Vec<Run<T>>>>,
}

struct Run<T> {
    /// The exercises that the run called, each with the name of its variant.
    met: Vec<(Id, String)>,
    seen: T,
}

impl<T: Clone> Known<T> {
    /// No outcome is known yet.
    pub fn new(course: &Course<'_>) -> Self {
        let in_shaders = course.regions().filter(|(file, _)| is_read_late(file));
        Self { in_shaders: in_shaders.map(|(_, region)| region.id).collect(), runs: Mutex::default() }
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
        if let Some(seen) = self.find(what, choice, |run| run.seen.clone()) {
            return Ok(seen);
        }
        std::fs::write(met, "").with_context(|| format!("cannot write {}", met.display()))?;
        let seen = run()?;
        let text = std::fs::read_to_string(met).with_context(|| format!("cannot read {}", met.display()))?;
        let met = text.lines().filter_map(Id::strict).chain(self.in_shaders.iter().copied());
        let met = met.map(|id| (id, choice.of(id).name().into_owned())).collect();
        if let Ok(mut runs) = self.runs.lock() {
            runs.entry(what.to_owned()).or_default().push(Run { met, seen: seen.clone() });
        }
        Ok(seen)
    }

    /// Returns the exercises that a known run of `what` has called, or none if no known run fits.
    pub fn met(&self, what: &str, choice: &Choice<'_>) -> Vec<Id> {
        self.find(what, choice, |run| run.met.iter().map(|(id, _)| *id).collect()).unwrap_or_default()
    }

    fn find<U>(&self, what: &str, choice: &Choice<'_>, part: impl Fn(&Run<T>) -> U) -> Option<U> {
        let runs = self.runs.lock().ok()?;
        let same = |run: &&Run<T>| run.met.iter().all(|(id, name)| choice.of(*id).name() == *name);
        runs.get(what)?.iter().find(same).map(part)
    }
}

/// Does all jobs, and shows the progress. The results are in the order of the jobs. `about` returns the variants that a job
/// needs, and names it in a few words. `run` gets the number of its worker, which no other job has at the same time.
pub fn run<'a, J: Sync, T: Send>(
    course: &Course<'_>,
    tree: &Path,
    jobs: &[J],
    about: impl Fn(&J) -> (&Choice<'a>, String) + Sync,
    run: impl Fn(&J, usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let progress = Progress::new(jobs.len());
    let mut batches: BTreeMap<Files, Vec<usize>> = BTreeMap::new();
    for (i, job) in jobs.iter().enumerate() {
        batches.entry(variants::shaders(course, about(job).0)).or_default().push(i);
    }
    let mut results = Vec::new();
    for (shaders, batch) in batches {
        for (file, text) in &shaders {
            tree::write_if_changed(&tree.join(file), text)?;
        }
        results.extend(workers::share(&batch, |worker, &job| {
            let result = run(&jobs[job], worker)?;
            progress.tick(&about(&jobs[job]).1);
            Ok((job, result))
        })?);
    }
    results.sort_by_key(|(i, _)| *i);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
