//! Many runs of programs in a copy of the workbook with all variants in it: several at a time where the same
//! shaders serve them.

use crate::progress::Progress;
use crate::projection::Course;
use crate::tree::{self, Files};
use crate::verify::variants::{self, Choice};
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// Something to run, and the variants that it needs.
pub trait Job<'a>: Sync {
    /// What comes of it.
    type Result: Send;

    /// The variants.
    fn choice(&self) -> &Choice<'a>;

    /// What it is, in a few words.
    fn title(&self) -> String;

    /// Runs it; no two run at the same time with the same number of a worker.
    fn run(&self, worker: usize) -> Result<Self::Result>;
}

/// Runs all, and shows how far it has come. The results stand in the order of the jobs.
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
        results.extend(run_batch(jobs, batch, &progress)?);
    }
    results.sort_by_key(|(i, _)| *i);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

fn run_batch<'a, J: Job<'a>>(
    jobs: &[J],
    mut batch: Vec<usize>,
    progress: &Progress,
) -> Result<Vec<(usize, J::Result)>> {
    batch.reverse();
    let (waiting, results) = (Mutex::new(batch), Mutex::new(Vec::new()));
    let next = || waiting.lock().ok()?.pop();
    let work = |worker: usize| -> Result<()> {
        while let Some(i) = next() {
            let result = jobs[i].run(worker)?;
            progress.tick(&jobs[i].title());
            if let Ok(mut results) = results.lock() {
                results.push((i, result));
            }
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = &work;
        let started: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        (started.into_iter())
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    Ok(results.into_inner().unwrap_or_default())
}
