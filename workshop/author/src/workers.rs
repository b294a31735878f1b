//! Shares work among threads.

use anyhow::Result;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the number of threads to use: one for each core.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs tasks on a thread for each core, in their order. `run` gets the number of its thread. Results are in the
/// order of the tasks; after an error no more are begun.
pub fn share<J: Sync, T: Send>(jobs: &[J], run: impl Fn(usize, &J) -> Result<T> + Sync) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let work = |worker: usize| -> Result<Vec<(usize, T)>> {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return Ok(done) };
            done.push((at, run(worker, job).inspect_err(|_| next.store(jobs.len(), Ordering::Relaxed))?));
        }
    };
    let done = std::thread::scope(|scope| {
        let work = &work;
        let started: Vec<_> = (0..count()).map(|worker| scope.spawn(move || work(worker))).collect();
        let ends = started.into_iter().map(|worker| worker.join());
        ends.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<Result<Vec<_>>>()
    })?;
    let mut results: Vec<_> = done.into_iter().flatten().collect();
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
