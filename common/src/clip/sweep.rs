//! A motion that goes there and back.

/// A number that goes evenly from -1 to 1 in the first half of each period, and back in the second.
pub fn there_and_back(seconds: f32, period: f32) -> f32 {
    let passed = (seconds / period).rem_euclid(1.0);
    if passed < 0.5 { 4.0 * passed - 1.0 } else { 3.0 - 4.0 * passed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_turns_around_without_a_jump() {
        let values = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, -0.5].map(|seconds| there_and_back(seconds, 2.0));
        assert_eq!(values, [-1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0]);
    }
}
