//! Shares work among threads.

use anyhow::Result;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the number of threads to use: one for each core.
pub fn count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Runs tasks on several threads, in their order. `run` gets the number of its thread. Results are in the
/// order of the tasks; after an error no more are begun.
pub fn share<J: Sync, T: Send>(
    workers: usize,
    jobs: &[J],
    run: impl Fn(usize, &J) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(jobs.len()));
    let work = |worker: usize| -> Result<()> {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { return Ok(()) };
            let result = run(worker, job).inspect_err(|_| next.store(jobs.len(), Ordering::Relaxed))?;
            if let Ok(mut results) = results.lock() {
                results.push((at, result));
            }
        }
    };
    std::thread::scope(|scope| {
        let work = &work;
        let started: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        (started.into_iter())
            .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
