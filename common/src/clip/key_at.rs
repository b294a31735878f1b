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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_holds_until_the_next() {
        let times = [0.5, 1.0, 1.0, 3.0];
        let keys = [0.0, 0.5, 0.9, 1.0, 2.9, 3.0, 99.0].map(|time| key_at(&times, time));
        assert_eq!(keys, [0, 0, 0, 2, 2, 3, 3]);
        assert_eq!(key_at(&[], 1.0), 0);
        assert_eq!(key_at(&times, f32::NAN), 0);
    }
}
