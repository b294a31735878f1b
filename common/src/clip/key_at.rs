//! The search for the key that holds at a time.

/// Returns the index of the key that holds at a time. `times` never go back, and there may be none.
pub fn key_at(times: &[f32], time: f32) -> usize {
    // TODO 06.2: Find the key that holds.
    // BEGIN SOLUTION 06.2
    let next = times.partition_point(|&key| key <= time);
    next.saturating_sub(1)
    // END SOLUTION 06.2
    // STARTER 06.2: let _ = (times, time);
    // STARTER 06.2: 0
}
