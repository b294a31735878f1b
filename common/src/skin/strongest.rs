//! The influences of a point as a file names them, a joint perhaps more than once.

use super::{Influences, four_largest};

/// The four strongest of the joints that influence a point, with weights that sum to 1; none if no joint does.
///
/// A joint that comes several times has the sum of its weights.
pub fn strongest(joint_weights: &mut Vec<(usize, f32)>) -> Influences {
    if joint_weights.len() > 1 {
        joint_weights.sort_by_key(|(joint, _)| *joint);
        joint_weights.dedup_by(|(joint, weight), (kept, sum)| {
            let is_same = joint == kept;
            *sum += if is_same { *weight } else { 0.0 };
            is_same
        });
    }
    four_largest(joint_weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joint_that_comes_twice_has_both_weights() {
        let influences = strongest(&mut vec![(3, 0.2), (1, 0.5), (3, 0.4), (0, 0.0)]);
        assert_eq!(influences.used().map(|(joint, _)| joint).collect::<Vec<_>>(), [3, 1]);
        assert!((influences.weights[0] - 0.6 / 1.1).abs() < 1e-6);
    }
}
